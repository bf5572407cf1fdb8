import type { Command } from 'commander';
import { contractNames } from '../../contracts/names.ts';

/** Told the exit status of a command when it is over. */
export type Done = (status: number) => void;

/** The options of every command that serves a contract. */
export function serving(command: Command): Command {
  return command
    .option('--contract <name>', `the contract: ${contractNames.join(', ')}`)
    .option('--options <json>', "the contract's options, as a JSON object")
    .option('--cwd <directory>', 'where to work')
    .option('--rules <file>', 'a file of rules that hold beside the contract’s; may be given again', collect)
    .option(
      '--sandbox <level>',
      'how far commands are confined: off, workspace, read-only, or a level of yours',
    )
    .option('--sandbox-required', 'run nothing where that cannot be held');
}

/** The options of every command that judges a command and does not run it. */
export function judging(command: Command): Command {
  return command
    .option('--cwd <directory>', 'where it would run')
    .option(
      '--rules <file>',
      'a file of rules that hold beside the shipped ones; may be given again',
      collect,
    );
}

/** The values of an option that may be given more than once. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
