import type { Plan } from '../../../model/plan.ts';
import { tellsLastCommand } from '../launchers/script.ts';
import { fitsBlankText } from './blank-text.ts';

/** Whether a shell that waits can be told to run it. */
export function canBeTold(command: string): boolean {
  return fitsBlankText(command) && !tellsLastCommand(command);
}

/** Whether the shell of such a command can be started before it is wanted. */
export function canWait({ env, terminal }: Pick<Plan, 'env' | 'terminal'>): boolean {
  return terminal === null && !Object.keys(env).some((name) => startUpVariable.test(name));
}

/** What has a shell do something of its own before its command, or in what it does while it waits. */
const startUpVariable =
  /^(?:BASH_ENV|BASHOPTS|SHELLOPTS|POSIXLY_CORRECT|SECONDS|BASH_FUNC_.*|HANDRAIL_[a-z]\w*)$/s;
