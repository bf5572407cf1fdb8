import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { envelope, type Outcome, type Report } from '../../src/index.ts';

/** One finished call, and what the model reads of it. The file is changed by hand alone. */
interface Golden {
  readonly title: string;
  readonly input: unknown;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly outcome: Outcome;
  /** What else the report tells. */
  readonly report?: Partial<Report>;
  readonly status: string;
  /** The lines of the text. */
  readonly text: readonly string[];
}

const file = new URL('golden/envelope.json', import.meta.url);
const cases = JSON.parse(readFileSync(file, 'utf8')) as readonly Golden[];
const [tool] = envelope.tools;

function resultOf({ input, options = {}, outcome, report = {} }: Golden) {
  const reading = envelope.readOptions(options);
  if (reading.kind !== 'options') throw new Error('expected options');
  const recorded = { kind: 'recorded', id: 'call' } as const;
  const common = { input, workingDirectory: '/work', request: null, recorded, endedJobs: [] };
  return tool.present({ ...common, outcome, ...report }, reading.options);
}

describe('what a model reads of envelope', () => {
  test.each(cases)('E-15: $title', (golden) => {
    const result = resultOf(golden);
    const { text, isError, structured } = tool.read(result);
    expect(text.split('\n')).toEqual(golden.text);
    expect([result.status, isError, structured]).toEqual([golden.status, golden.status === 'error', null]);
  });

  test('E-15: each kind of outcome is among them', () => {
    const kinds = new Set(cases.map(({ outcome }) => outcome.kind));
    expect([...kinds].toSorted()).toEqual([
      ...['could_not_start', 'denied', 'ended', 'invalid', 'moved_to_job', 'needs_approval'],
    ]);
  });
});
