import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { modes } from '../../src/contracts/modes/modes.ts';
import type { Capture } from '../../src/model/capture.ts';
import type { Exit } from '../../src/model/exit.ts';
import type { Job } from '../../src/model/job.ts';
import type { Invalid, Outcome, Report } from '../../src/model/outcome.ts';

/** An output that was kept whole, or both ends of one with its size. */
type Output = string | { readonly head: string; readonly tail: string; readonly bytes: number };

/** An outcome by what of it can be seen in a text. */
type Sketch =
  | Exclude<Outcome, { kind: 'ended' | 'moved_to_job' }>
  | { readonly kind: 'ended'; readonly exit: Exit; readonly output: Output; readonly refusal?: string }
  | { readonly kind: 'moved_to_job'; readonly pid: number; readonly outputFile: string };

interface Case {
  readonly title: string;
  readonly input: unknown;
  readonly outcome: Sketch;
  readonly result: 'success' | 'error';
  readonly text: string;
}

// Only ever changed by hand: it is what models have been promised.
const cases: readonly Case[] = JSON.parse(
  readFileSync(new URL('golden/modes.json', import.meta.url), 'utf8'),
);

const [tool] = modes.tools;
const reading = modes.readOptions({});
if (reading.kind !== 'options') throw new Error('expected options that all have a default');
const { options } = reading;
const workingDirectory = '/work';

function reportOf({ input, outcome }: Case): Report {
  const operation = tool.decode(input, { options, workingDirectory, env: {} });
  return {
    input,
    workingDirectory,
    request: operation.kind === 'run' ? operation.request : null,
    outcome: complete(outcome),
    recorded: { kind: 'recorded', id: 'abc' },
    endedJobs: [],
  };
}

function complete(sketch: Sketch): Outcome {
  const common = { startedAt: 0, durationMs: 1, confinement: { kind: 'none' } } as const;
  switch (sketch.kind) {
    case 'ended': {
      const { exit, output, refusal = null } = sketch;
      const rest = { note: null, survivors: [], job: null, session: null, denials: [], grantable: [] };
      return { kind: 'ended', exit, capture: captureOf(output), refusal, ...common, ...rest };
    }
    case 'moved_to_job': {
      const { pid, outputFile } = sketch;
      const job: Job = { ...someJob, shell: { pid, startTime: 1 }, outputFile };
      const rest = { because: 'background', waitsForInput: null, denials: [], grantable: [] } as const;
      return { kind: 'moved_to_job', job, capture: captureOf(''), ...common, ...rest };
    }
    default:
      return sketch;
  }
}

function captureOf(output: Output): Capture {
  if (typeof output === 'string') {
    const text = { kind: 'whole', text: output, spill: null } as const;
    return { streams: 'combined', output: { bytes: Buffer.byteLength(output), lines: 0, text } };
  }
  const { head, tail, bytes } = output;
  const omittedBytes = bytes - Buffer.byteLength(head + tail);
  const spill = { kind: 'file', path: '/state/output/abc.output' } as const;
  const text = { kind: 'cut', head, tail, omittedBytes, omittedLines: 0, spill } as const;
  return { streams: 'combined', output: { bytes, lines: 0, text } };
}

const someJob: Job = {
  id: 'j1',
  callId: 'abc',
  contract: 'modes',
  conversationId: 'c',
  command: 'npm start',
  cwd: workingDirectory,
  description: null,
  startedAt: 0,
  shell: { pid: 1, startTime: 1 },
  supervisor: null,
  mark: 'm',
  outputFile: '',
  outputProblem: null,
  terminal: null,
  state: { kind: 'running', shell: null },
};

describe('what a model reads of modes', () => {
  test.each(cases)('A-17: $title', (one) => {
    const result = tool.present(reportOf(one), options);
    expect(result).toEqual({ kind: one.result, text: one.text });
    expect(tool.read(result)).toEqual({ text: one.text, isError: one.result === 'error', structured: null });
  });

  const invalid = cases.filter(({ outcome }) => outcome.kind === 'invalid');
  test.each(invalid)('A-17: $title is what the input comes to', ({ input, outcome }) => {
    expect(tool.decode(input, { options, workingDirectory, env: {} })).toEqual(outcome as Invalid);
  });

  test.each([
    ['default', { kind: 'call', survivors: 'keep' }, 30_000],
    [undefined, { kind: 'call', survivors: 'keep' }, 30_000],
    ['slow', { kind: 'call', survivors: 'keep' }, 900_000],
    ['background', { kind: 'job', settleMs: 0, input: 'nothing' }, 86_400_000],
  ])('A-17: the mode %s is read as what it stands for', (mode, lifetime, timeoutMs) => {
    const input = { command: 'x', ...(mode && { mode }) };
    expect(tool.decode(input, { options, workingDirectory, env: {} })).toMatchObject({
      kind: 'run',
      request: { command: 'x', cwd: workingDirectory, lifetime, timeoutMs },
    });
  });
});
