import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type CapturedText,
  type Ended,
  type Outcome,
  type Recorded,
  type Report,
  session,
} from '../../src/index.ts';

/** The output of a command that ran: as text, or cut. */
type GoldenOutput = string | Omit<Extract<CapturedText, { kind: 'cut' }>, 'kind'>;

/** What became of a call: an outcome, or of one that ran what is worth telling. */
type GoldenOutcome =
  | Exclude<Outcome, { kind: 'ended' }>
  | (Pick<Ended, 'exit'> & Partial<Ended> & { readonly kind?: never; readonly output: GoldenOutput });

interface Golden {
  readonly title: string;
  readonly input: unknown;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly outcome: GoldenOutcome;
  readonly recorded?: Recorded;
  readonly text: string;
  readonly error?: string;
  readonly metadata?: object;
}

/** Changed by hand alone: what stands there is what a model reads. */
const cases: readonly Golden[] = JSON.parse(
  readFileSync(new URL('golden/session.json', import.meta.url), 'utf8'),
);

const [tool] = session.tools;
const kept = { name: '/project', shell: 'one', found: { isNew: false }, left: null } as const;

function reportOf({ input, options, outcome, recorded }: Golden): { report: Report; options: never } {
  const read = session.readOptions(options);
  if (read.kind === 'invalid') throw new Error('these are no options');
  const operation = tool.decode(input, { options: read.options, workingDirectory: '/project', env: {} });
  const request = operation.kind === 'run' ? operation.request : null;
  const report: Report = {
    input,
    workingDirectory: '/project',
    request,
    outcome: outcome.kind === undefined ? endedOf(outcome) : outcome,
    recorded: recorded ?? { kind: 'recorded', id: 'c' },
    endedJobs: [],
  };
  return { report, options: read.options as never };
}

function endedOf({ output, ...given }: Extract<GoldenOutcome, { kind?: never }>): Ended {
  const text: CapturedText =
    typeof output === 'string' ? { kind: 'whole', text: output, spill: null } : { kind: 'cut', ...output };
  const bytes = typeof output === 'string' ? output.length : output.head.length;
  const about = { startedAt: 1_000, durationMs: 234.5, note: null, survivors: [], job: null, refusal: null };
  const capture = { streams: 'combined', output: { bytes, lines: 0, text } } as const;
  const confinement = { kind: 'none' } as const;
  return {
    kind: 'ended',
    ...about,
    confinement,
    denials: [],
    grantable: [],
    session: kept,
    ...given,
    capture,
  };
}

describe('what a model reads of session', () => {
  test.each(cases)('D-6: $title', (golden) => {
    const { report, options } = reportOf(golden);
    const result = tool.present(report, options);
    const { text, error: kind, metadata } = golden;
    expect(result).toEqual(
      kind === undefined
        ? { text, metadata: { start_time: 1_000, end_time: 1_235, ...metadata } }
        : { error: { kind, message: text } },
    );
    expect(tool.read(result)).toEqual({ text, isError: kind !== undefined, structured: null });
  });

  test('D-6: an invalid input is told as it is read', () => {
    const [invalid] = cases;
    const scope = { options: reportOf(invalid as Golden).options, workingDirectory: '/project', env: {} };
    expect(tool.decode(invalid?.input, scope)).toEqual(invalid?.outcome);
  });

  test('D-6: there is no job to be told of', () => {
    const { report, options } = reportOf(cases[0] as Golden);
    const outcome = {
      kind: 'answered',
      answer: { kind: 'list', jobs: [], waiting: new Set<string>() },
    } as const;
    expect(() => tool.present({ ...report, outcome }, options)).toThrow('a contract without jobs');
  });
});
