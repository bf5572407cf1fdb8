import type { ShellLoss } from '../../model/exit.ts';
import type { Ended, SessionUse } from '../../model/outcome.ts';
import { listProcesses } from '../processes.ts';
import { formatDuration } from '../units.ts';

/** How the command ended, where that is not with 0. */
export function describeExit({ exit, note, session }: Ended): readonly string[] {
  switch (exit.kind) {
    case 'exited':
      return exit.code === 0 ? [] : [`Exit code ${exit.code}${note?.answer ? ` (${note.answer})` : ''}`];
    case 'signalled':
      return [`The shell was ended by ${exit.signal}`];
    case 'timed_out':
      return [`The command timed out after ${formatDuration(exit.timeoutMs)} and was stopped`];
    case 'cancelled':
      return [session === null ? 'The command was cancelled' : 'The command was cancelled and stopped'];
    case 'lost':
      return [`The command was lost: ${exit.reason}`];
  }
}

/** What the command has left running: it has become the shell's, or has ended with it. */
export function describeSurvivors({ survivors, session }: Ended): readonly string[] {
  if (survivors.length === 0) return [];
  const list = listProcesses(survivors);
  return [
    session?.left === null
      ? `What the command has left running goes on in this shell: ${list}`
      : `What the command had left running was ended: ${list}`,
  ];
}

/** Said only where a shell is not the one that a caller expects. */
export function describeSession(session: SessionUse | null): readonly string[] {
  if (session === null) return [];
  const { name, found, left } = session;
  return [
    ...(found.isNew && found.because !== 'first' ? [`${replaced[found.because]} ${name}: ${forgotten}`] : []),
    ...(left === null ? [] : [`${losses[left](name)}; the next call there gets a new one`]),
  ];
}

const forgotten = 'the variables, functions, options and directory of before are gone';

const replaced: Readonly<Record<ShellLoss, string>> = {
  ended: 'The shell of before has ended; this was a new one in',
  lost: 'The shell of before was lost; this was a new one in',
};

/** Whether the command has ended it, or somebody else, is not known. */
const losses: Readonly<Record<ShellLoss, (name: string) => string>> = {
  ended: (name) => `The shell of ${name} has ended`,
  lost: (name) => `The command had to be ended together with the shell of ${name}`,
};
