import type { Survivor } from '../model/exit.ts';
import { headOf } from '../model/whole-characters.ts';
import { visible } from '../policy/visible.ts';

/** The longest command line that is told of a process or a job, in UTF-16 units. */
const longestCommand = 80;

/** At most this many processes are named one by one. */
const namedProcesses = 5;

/** Processes on one line: the first ones by id and command, and how many more there are. */
export function listProcesses(processes: readonly Survivor[]): string {
  const named = processes
    .slice(0, namedProcesses)
    .map(({ pid, command }) => `${pid} ${shortenCommand(command)}`);
  const more = processes.length - named.length;
  return (more === 0 ? named : [...named, `${more} more`]).join('; ');
}

/**
 * A command as one line of a length that fits a list, cut between two characters. A process can call itself anything: what a screen would obey, or
 * not show, is shown by signs.
 */
export function shortenCommand(command: string): string {
  const line = command.replaceAll('\n', ' ');
  if (line.length <= longestCommand) return visible(line);
  return `${visible(headOf(line, longestCommand))}…`;
}
