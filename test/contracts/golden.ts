import { readFileSync } from 'node:fs';
import type { Captured, CapturedText } from '../../src/model/capture.ts';
import type { Contract } from '../../src/model/contract.ts';
import type { Job } from '../../src/model/job.ts';
import type { Ended, MovedToJob, Outcome, Report } from '../../src/model/outcome.ts';

/** A stream by its text, or what was kept of a longer one. */
type Stream = string | (Omit<Extract<CapturedText, { kind: 'cut' }>, 'kind'> & { readonly bytes: number });

/** What a command wrote: both streams apart, or one. */
interface Written {
  readonly stdout?: Stream;
  readonly stderr?: Stream;
  readonly output?: Stream;
}

/** An outcome by what is special about it; the rest is the same in all. */
type Sketch =
  | Exclude<Outcome, { kind: 'ended' | 'moved_to_job' }>
  | (Pick<Ended, 'kind' | 'exit'> & Partial<Omit<Ended, 'capture'>> & Written)
  | (Pick<MovedToJob, 'kind' | 'because'> & Partial<Omit<MovedToJob, 'capture'>> & Written);

/** One line of a golden file: an input and what came of it, and exactly what a model reads then. */
export interface Golden {
  readonly title: string;
  readonly input: unknown;
  readonly outcome: Sketch;
  readonly endedJobs?: readonly Job[];
  readonly text: string;
  readonly isError: boolean;
}

/** The golden file of a contract. It is changed by hand alone: it is what models have been promised. */
export function goldensOf(name: string): readonly Golden[] {
  return JSON.parse(readFileSync(new URL(`golden/${name}.json`, import.meta.url), 'utf8'));
}

/** What a model reads when a call of the contract's first tool, with its options left out, comes out like this. */
export function readingOf(
  contract: Contract,
  { input, outcome, endedJobs = [] }: Golden,
): { readonly text: string; readonly isError: boolean } {
  const [tool] = contract.tools;
  const reading = contract.readOptions({});
  if (reading.kind === 'invalid') throw new Error('expected options that all have a default');
  const { options } = reading;
  const workingDirectory = '/work';
  const operation = tool.decode(input, { options, workingDirectory, env: {} });
  const report: Report = {
    input,
    workingDirectory,
    request: operation.kind === 'run' ? operation.request : null,
    outcome: complete(outcome),
    recorded: { kind: 'recorded', id: 'abc' },
    endedJobs,
  };
  const { text, isError } = tool.read(tool.present(report, options));
  return { text, isError };
}

/** The kinds of outcomes that are told, exits and who said no apart. */
export function kindsIn(goldens: readonly Golden[]): readonly string[] {
  const kinds = goldens.map(({ outcome }) => {
    if (outcome.kind === 'ended') return outcome.exit.kind;
    return outcome.kind === 'denied' ? `denied by ${outcome.by}` : outcome.kind;
  });
  return [...new Set(kinds)].toSorted();
}

const unconfined = { confinement: { kind: 'none' }, denials: [], grantable: [] } as const;

function complete(sketch: Sketch): Outcome {
  switch (sketch.kind) {
    case 'ended': {
      const { stdout, stderr, output, ...given } = sketch;
      const rest = { note: null, survivors: [], job: null, refusal: null, session: null, ...unconfined };
      return {
        startedAt: 0,
        durationMs: 1,
        ...rest,
        ...given,
        capture: captureOf({ stdout, stderr, output }),
      };
    }
    case 'moved_to_job': {
      const { stdout, stderr, output, ...given } = sketch;
      const rest = { startedAt: 0, durationMs: 1, waitsForInput: null, job: someJob, ...unconfined };
      return { ...rest, ...given, capture: captureOf({ stdout, stderr, output }) };
    }
    default:
      return sketch;
  }
}

function captureOf({ stdout, stderr, output }: { [name in keyof Written]: Stream | undefined }) {
  return output === undefined
    ? ({ streams: 'apart', stdout: captured(stdout), stderr: captured(stderr) } as const)
    : ({ streams: 'combined', output: captured(output) } as const);
}

function captured(stream: Stream = ''): Captured {
  if (typeof stream !== 'string') {
    const { bytes, ...text } = stream;
    return { bytes, lines: 1, text: { kind: 'cut', ...text } };
  }
  const lines = stream.split('\n').length - (stream === '' || stream.endsWith('\n') ? 1 : 0);
  return { bytes: Buffer.byteLength(stream), lines, text: { kind: 'whole', text: stream, spill: null } };
}

const someJob: Job = {
  id: '7',
  callId: 'abc',
  contract: 'any',
  conversationId: 'c',
  command: 'npm run dev',
  cwd: '/work',
  description: null,
  startedAt: 0,
  shell: { pid: 4242, startTime: 1 },
  supervisor: { pid: 4243, startTime: 1 },
  mark: 'm',
  outputFile: '/state/jobs/abc/output',
  outputProblem: null,
  terminal: null,
  state: { kind: 'running', shell: null },
};
