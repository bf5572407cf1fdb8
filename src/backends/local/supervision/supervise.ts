import { spawn } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import type { KeptRun } from '../../../model/exit.ts';
import type { JobPlace, Keep } from '../../../model/ports.ts';
import type { Launch } from '../launch.ts';
import type { ShellEnd } from '../launchers/launcher.ts';
import { ownScript } from '../own-script.ts';
import type { Programs } from '../preconditions.ts';
import { callWords } from '../processes/end-functions.ts';
import { startTimeOf } from '../processes/process-table.ts';
import { supervisorScript } from './supervisor-script.ts';

const program = ownScript('job', supervisorScript);

/** A run that is to go on as a job. */
export interface HandOver {
  readonly programs: Programs;
  readonly launched: Launch;
  readonly keep: Keep;
  readonly graceMs: number;
  /** How the shell ended, if it has. */
  readonly shellEnd: ShellEnd | null;
}

/** Hands a run over to a supervisor of its own. Resolves to `null` when it may not go on, or nobody can have it. */
export async function handOver(handing: HandOver): Promise<KeptRun | null> {
  const kept = await tryHandOver(handing);
  // The command is about to be ended, and what it has written is its caller's.
  if (kept === null) for (const reader of handing.launched.readers) reader.release();
  return kept;
}

async function tryHandOver(handing: HandOver): Promise<KeptRun | null> {
  const { launched, keep, programs } = handing;
  let { shellEnd } = handing;
  void launched.ended.then((end) => {
    shellEnd ??= end;
  });
  const outputs = launched.readers.map((reader) => reader.hold());
  const { shell, mark } = launched.call;
  const place = shell && (await keep.place({ shell, mark }));
  if (shell === null || place === null) return null;
  // From here to the end nothing is waited for: what the launcher tells is read either here or by the supervisor.
  const [first = null, second = null] = outputs;
  const noInput = launched.inputFd === null ? openNoInput() : null;
  const supervisor = startSupervisor(programs.bash, words({ ...handing, shellEnd }, place), [
    shellEnd === null ? launched.launcher.reportFd : 'ignore',
    first ?? 'ignore',
    second ?? 'ignore',
    'ignore',
    launched.inputFd ?? noInput ?? 'ignore',
    // The numbers that it has a use for itself.
    ...(['ignore', 'ignore', 'ignore'] as const),
    launched.launcher.lifelineFd ?? 'ignore',
  ]);
  if (noInput !== null) closeSync(noInput);
  if (supervisor === null) {
    await keep.kept(null);
    return null;
  }
  launched.launcher.letGo();
  const { pid, over } = supervisor;
  const kept = { supervisor: { pid, startTime: startTimeOf(pid) }, shell, mark, over };
  await keep.kept(kept);
  return kept;
}

/** `null`: there is no process, which Node throws or tells by an event, depending on why. */
function startSupervisor(
  bash: string,
  words: readonly string[],
  stdio: (number | 'ignore')[],
): { readonly pid: number; readonly over: Promise<void> } | null {
  try {
    const child = spawn(bash, words, { cwd: '/', env: program.variables, detached: true, stdio });
    const over = new Promise<void>((resolve) => {
      child.on('exit', () => resolve());
      child.on('error', () => resolve());
    });
    child.unref();
    return child.pid === undefined ? null : { pid: child.pid, over };
  } catch {
    return null;
  }
}

/**
 * What stands in the place of an input: a directory, which nobody can write to. Without it the number would be given to what the supervisor opens, or
 * to a pipe between two of its parts, and what is meant for the command would be written there. `null`: this process can open nothing more.
 */
function openNoInput(): number | null {
  try {
    return openSync('/', constants.O_RDONLY | constants.O_DIRECTORY);
  } catch {
    return null;
  }
}

function words(
  { programs, launched, graceMs, shellEnd }: HandOver,
  { directory, maxOutputBytes, maxMs }: JobPlace,
): readonly string[] {
  const { mark, shell, launcher } = launched.call;
  const { memory } = launched.launcher;
  return [
    ...program.words,
    directory,
    String(Math.ceil(maxOutputBytes / 1024)),
    String(Math.ceil(maxMs / 1000)),
    mark,
    callWords(shell, launcher).join(' '),
    String(Math.ceil(graceMs / 100)),
    shellEnd === null ? '' : describeEnd(shellEnd),
    programs.cat,
    memory?.file ?? '',
    String(memory?.limitBytes ?? ''),
  ];
}

function describeEnd({ status, exit }: ShellEnd): string {
  return exit.kind === 'signalled' ? `signalled ${status - 128}` : `exited ${status}`;
}
