import { onTestFinished } from 'vitest';
import { createLocalBackend } from '../../src/backends/local/local-backend.ts';
import type { Run } from '../../src/model/exit.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Backend, Keep, Sink } from '../../src/model/ports.ts';

export const path = process.env.PATH ?? '';

/** It is closed when the test is over. */
export function localBackend(options: { bashPath?: string; path?: string; warm?: boolean } = {}): Backend {
  const backend = createLocalBackend({ bashPath: null, path, ...options });
  onTestFinished(() => backend.close());
  return backend;
}

/** A plan for a command that runs in a shell of its own, and has nothing to read. */
export function planIn(cwd: string, command = 'true', given: Partial<Plan> = {}): Plan {
  return {
    command,
    cwd,
    env: { PATH: path },
    streams: 'apart',
    input: 'nothing',
    graceMs: 100,
    terminal: null,
    session: null,
    root: null,
    sandbox: null,
    ...given,
  };
}

/** What a run is given beside its plan. */
interface RunWishes {
  readonly stop?: AbortSignal;
  readonly keep?: Keep;
  /** Told of all that came so far, each time that something came; what it returns, the reader waits for. */
  readonly onOutput?: (output: string) => void | Promise<void>;
}

/** Runs a plan and collects what came on all of its streams. */
export async function runPlan(
  backend: Backend,
  plan: Plan,
  { stop = new AbortController().signal, keep, onOutput }: RunWishes = {},
): Promise<{ readonly run: Run; readonly output: string }> {
  let output = '';
  const sink: Sink = (_stream, bytes) => {
    output += Buffer.from(bytes).toString();
    return onOutput?.(output);
  };
  return { run: await backend.run(plan, sink, stop, keep ?? null), output };
}
