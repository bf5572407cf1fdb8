import type { Command } from 'commander';
import { table } from '../visible.ts';

/** Has the help of a command say what it exits with; `others`: rows for what is no single number. */
export function withStatuses(
  command: Command,
  statuses: readonly { readonly status: number; readonly when: string }[],
  others: readonly (readonly [string, string])[] = [],
): Command {
  const rows = [...statuses.map(({ status, when }) => [String(status), when] as const), ...others];
  const lines = () => table(rows.map(([status, when]) => [`  ${status}`, when]));
  return command.addHelpText('after', () => `\nExit status:\n${lines().join('\n')}`);
}
