import { onTestFinished } from 'vitest';
import { createLocalBackend } from '../../src/backends/local/local-backend.ts';
import type { SessionLimits } from '../../src/backends/local/sessions/sessions.ts';
import type { Run, Stop } from '../../src/model/exit.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Backend } from '../../src/model/ports.ts';
import { temporaryDirectory } from './temporary.ts';

const path = process.env.PATH ?? '';
export const timedOut: Stop = { kind: 'timed_out', timeoutMs: 1 };

/** What a command in a session is run with, beside itself. */
interface SessionCall {
  /** The session; left out: `s`. */
  readonly key?: string;
  readonly conversationId?: string;
  /** A directory to go to first. */
  readonly cwd?: string;
  readonly graceMs?: number;
  /** The shell that it is for; left out: whichever there is. */
  readonly shell?: string | null;
  readonly client?: string;
  readonly stop?: AbortSignal;
  /** Told what came so far, each time that something came. */
  readonly onOutput?: (output: string) => void;
}

export interface SessionRun {
  readonly run: Run;
  readonly output: string;
}

/** A backend with sessions, and a directory that they start in. */
export interface SessionBackend {
  readonly backend: Backend;
  readonly directory: string;
  run(command: string, call?: SessionCall): Promise<SessionRun>;
  /** Stops the command once it has written `ready`. */
  stop(command: string, call?: SessionCall): Promise<SessionRun>;
}

/** It is closed when the test is over. */
export function sessionBackend(
  options: { readonly sessions?: Partial<SessionLimits>; readonly directory?: string } = {},
): SessionBackend {
  const { sessions, directory = temporaryDirectory() } = options;
  const backend = createLocalBackend({ bashPath: null, path, sessions });
  onTestFinished(() => backend.close());

  const run: SessionBackend['run'] = async (command, call = {}) => {
    const { key = 's', conversationId = 'c', cwd, graceMs = 200, shell, client } = call;
    let output = '';
    const plan: Plan = {
      command,
      cwd: cwd ?? directory,
      env: { PATH: path, HOME: directory },
      streams: 'combined',
      input: 'nothing',
      graceMs,
      terminal: null,
      root: null,
      sandbox: null,
      session: {
        ...{ key, conversationId, entersCwd: cwd !== undefined },
        ...(shell !== undefined && { shell }),
        ...(client !== undefined && { client }),
      },
    };
    const sink = (_stream: string, bytes: Uint8Array): void => {
      output += Buffer.from(bytes).toString();
      call.onOutput?.(output);
    };
    const ran = await backend.run(plan, sink, call.stop ?? new AbortController().signal, null);
    return { run: ran, output };
  };

  return {
    backend,
    directory,
    run,
    async stop(command, call = {}) {
      const controller = new AbortController();
      const onOutput = (output: string): void => {
        if (output.includes('ready')) controller.abort(timedOut);
      };
      return await run(command, { ...call, onOutput, stop: controller.signal });
    },
  };
}

/** How a command ended, and what is to be said of its shell: `0`, `3; shell ended`, `0; new: lost`. */
export function inShort({ run }: SessionRun): string {
  if (run.kind === 'could_not_start') return run.problem.code;
  if (run.kind !== 'ended') return run.kind;
  const { exit, session } = run;
  const found = session?.found;
  return [
    exit.kind === 'exited' ? String(exit.code) : exit.kind === 'signalled' ? exit.signal : exit.kind,
    ...(found?.isNew && found.because !== 'first' ? [`new: ${found.because}`] : []),
    ...(session?.left ? [`shell ${session.left}`] : []),
  ].join('; ');
}
