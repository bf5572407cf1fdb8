import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { workspace } from '../../src/index.ts';
import type { Captured } from '../../src/model/capture.ts';
import type { Finding } from '../../src/model/decision.ts';
import type { Exit, StartProblem } from '../../src/model/exit.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Problem } from '../../src/model/request.ts';

/** How a call came out, in short; the rest is the same in all. */
type Described =
  | { readonly kind: 'invalid'; readonly problems: readonly [Problem, ...Problem[]] }
  | { readonly kind: 'denied'; readonly by: 'policy' | 'person'; readonly findings: readonly Finding[] }
  | { readonly kind: 'needs_approval'; readonly findings: readonly Finding[] }
  | { readonly kind: 'could_not_start'; readonly problem: StartProblem }
  | {
      readonly kind: 'ended';
      readonly exit: Exit;
      readonly durationMs: number;
      readonly stdout?: string;
      readonly stderr?: string;
      /** Characters before those of `stdout` that were not kept. */
      readonly omitted?: number;
    };

interface Golden {
  readonly title: string;
  readonly input: { readonly command?: string };
  readonly options?: Readonly<Record<string, unknown>>;
  readonly outcome: Described;
  /** What the model reads. */
  readonly text: string;
  readonly isError: boolean;
  /** The contract's own result, which is the structured one as well. */
  readonly result: unknown;
}

const file = new URL('golden/workspace.json', import.meta.url);
// The file is written by hand for this test alone.
const goldens = JSON.parse(readFileSync(file, 'utf8')) as readonly Golden[];
const [tool] = workspace.tools;

describe('what a model reads of workspace', () => {
  test.each(goldens)('C-5: $title', ({ input, options, outcome, text, isError, result }) => {
    const reading = workspace.readOptions(options);
    if (reading.kind === 'invalid') throw new Error('expected options of the contract');
    const scope = { options: reading.options, workingDirectory: '/srv/a1', env: {} };
    const operation = tool.decode(input, scope);
    const presented = tool.present(
      {
        input,
        workingDirectory: '/srv/a1',
        request: operation.kind === 'run' ? operation.request : null,
        outcome: outcomeOf(outcome),
        recorded: { kind: 'recorded', id: 'abc' },
        endedJobs: [],
      },
      reading.options,
    );
    expect(presented).toEqual(result);
    expect(tool.read(presented)).toEqual({ text, isError, structured: result });
  });

  test('C-5: every kind of outcome is among them', () => {
    const kinds = goldens.map(({ outcome }) =>
      outcome.kind === 'ended' ? outcome.exit.kind : outcome.kind === 'denied' ? outcome.by : outcome.kind,
    );
    expect([...new Set(kinds)].toSorted()).toEqual([
      'cancelled',
      'could_not_start',
      'exited',
      'invalid',
      'lost',
      'needs_approval',
      'person',
      'policy',
      'signalled',
      'timed_out',
    ]);
  });
});

function reasonOf({ findings }: { readonly findings: readonly Finding[] }): string {
  return findings.map((finding) => finding.reason).join('; ');
}

function outcomeOf(described: Described): Outcome {
  switch (described.kind) {
    case 'invalid':
    case 'could_not_start':
      return described;
    case 'denied':
      return { ...described, reason: reasonOf(described) };
    case 'needs_approval':
      return { ...described, reason: reasonOf(described), because: 'nobody', approval: null };
    case 'ended':
      return {
        kind: 'ended',
        exit: described.exit,
        capture: {
          streams: 'apart',
          stdout: captured(described.stdout, described.omitted),
          stderr: captured(described.stderr),
        },
        startedAt: 0,
        durationMs: described.durationMs,
        note: null,
        survivors: [],
        job: null,
        refusal: null,
        session: null,
        confinement: { kind: 'none' },
        denials: [],
        grantable: [],
      };
  }
}

function captured(text = '', omitted = 0): Captured {
  const characters = [...text].length + omitted;
  const spill = { kind: 'file', path: '/state/output/abc.stdout' } as const;
  const sizes = { bytes: characters, lines: 1, characters };
  if (omitted === 0) return { ...sizes, text: { kind: 'whole', text, spill: null } };
  return {
    ...sizes,
    text: { kind: 'cut', head: '', tail: text, omittedBytes: omitted, omittedLines: 0, spill },
  };
}
