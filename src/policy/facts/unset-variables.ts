import { has } from '../../analysis/programs/options.ts';
import { textOf } from '../../analysis/words.ts';
import type { Subject } from '../subject.ts';
import { steersPrograms } from './variables.ts';

/** Variables that bash keeps or heeds itself: without their meaning they are others. */
const keptByBash =
  /^(?:BASH\w*|COMP\w*|COPROC|DIRSTACK|EPOCH\w*|EUID|FIGNORE|FUNCNAME|GROUPS|HIST\w*|HOSTNAME|IGNOREEOF|LINENO|MAPFILE|OLDPWD|OPT[A-Z]+|PIPESTATUS|POSIXLY_CORRECT|PPID|PWD|RANDOM|READLINE\w*|REPLY|SECONDS|SHLVL|SRANDOM|TIMEFORMAT|TMOUT|UID|_|EXECIGNORE)$/;

/** Whether nothing is forgotten but variables that neither bash nor other programs go by; the analysis follows what becomes of them. */
export function unsetsPlainVariables({ invocation: { name }, call }: Subject): boolean {
  if (name !== 'unset') return false;
  const parsed = call();
  if (parsed === null || parsed.problems.length > 0) return false;
  if (has(parsed.call, '-f') || has(parsed.call, '-n')) return false;
  return parsed.call.operands.every((word) => isPlain(textOf(word)));
}

function isPlain(name: string | null): boolean {
  return name !== null && /^[A-Za-z_]\w*$/.test(name) && !keptByBash.test(name) && !steersPrograms(name);
}
