import type { StreamName } from '../../model/capture.ts';
import type { Exit, Run, Stop } from '../../model/exit.ts';
import type { Plan } from '../../model/plan.ts';
import type { Backend } from '../../model/ports.ts';
import type { SandboxPlan } from '../../model/sandbox.ts';

/** What a case is given to work with. */
export interface BackendHarness {
  readonly backend: Backend;
  /** An empty directory that the backend's commands can read and write, by this path. */
  readonly directory: string;
  /** What the commands are confined to; left out: to nothing. */
  readonly sandbox?: SandboxPlan;
  /** A PATH on which the backend's commands find coreutils. */
  readonly path: string;
}

/** One promise of the `Backend` port, with what shows that it is kept. */
export interface BackendCase {
  /** A sentence: what a backend does. */
  readonly title: string;
  /** Rejects when the promise is not kept. */
  check(harness: BackendHarness): Promise<void>;
}

export const timedOut: Stop = { kind: 'timed_out', timeoutMs: 1 };
export const cancelled: Stop = { kind: 'cancelled' };

export interface RunOptions extends Partial<Pick<Plan, 'streams' | 'env' | 'graceMs' | 'cwd'>> {
  readonly stop?: AbortSignal;
  readonly onOutput?: (text: string) => unknown;
}

export interface RunRecord {
  readonly run: Run;
  /** What came on each stream that anything came on. */
  readonly output: Partial<Record<StreamName, string>>;
}

/** A grace that tests do not have to wait long for. */
const shortGraceMs = 100;

export function plan(
  { directory, path, sandbox }: BackendHarness,
  command: string,
  options: RunOptions = {},
): Plan {
  const { streams = 'apart', env = {}, graceMs = shortGraceMs, cwd = directory } = options;
  const rest = { root: null, terminal: null, sandbox: sandbox ?? null, session: null } as const;
  return { command, cwd, env: { PATH: path, ...env }, streams, input: 'nothing', graceMs, ...rest };
}

export async function runPlan(
  harness: BackendHarness,
  command: string,
  options: RunOptions = {},
): Promise<RunRecord> {
  const output: Partial<Record<StreamName, string>> = {};
  const run = await harness.backend.run(
    plan(harness, command, options),
    (stream, bytes) => {
      const text = Buffer.from(bytes).toString('utf8');
      output[stream] = (output[stream] ?? '') + text;
      options.onOutput?.(text);
    },
    options.stop ?? new AbortController().signal,
    null,
  );
  return { run, output };
}

/** Stops the command as soon as it has written anything. */
export async function stopWhenReady(
  harness: BackendHarness,
  command: string,
  reason: Stop,
  options: RunOptions = {},
): Promise<RunRecord> {
  const controller = new AbortController();
  return await runPlan(harness, command, {
    ...options,
    stop: controller.signal,
    onOutput: () => controller.abort(reason),
  });
}

/** A run that ended like this, of which nothing is left. */
export function endedWith(exit: Exit): Run {
  return { kind: 'ended', exit, parts: null, survivors: [], kept: null, session: null };
}
