import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
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

/** A program that does something before it becomes bash: `body` goes on as `$real`. Its path, in a directory. */
export function bashWith(directory: string, body: string): string {
  const bashPath = join(directory, 'bash');
  const real = findExecutable('bash', path) ?? '';
  writeFileSync(bashPath, `#!${real} -p\nreal=${real}\n${body}\n`, { mode: 0o755 });
  return bashPath;
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
