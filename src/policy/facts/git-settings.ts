import { resolvePath } from '../../analysis/paths.ts';
import { givenAs, has } from '../../analysis/programs/options.ts';
import type { Call } from '../../analysis/programs/program.ts';
import type { Subject } from '../subject.ts';
import { isOwnTemporary } from './deletion.ts';
import { gitCall, worksElsewhere } from './git.ts';

/**
 * Whether git would change settings where nobody obeys them who is not meant to: a sandbox keeps those of the workspace's own repository
 * and of the user, and what is temporary is the command's own.
 */
export function changesKeptSettings(subject: Subject): boolean {
  const call = gitCall(subject, 'config', 'remote');
  if (call === null || namesFile(call) || isTold(subject)) return false;
  return !worksElsewhere(subject) || isInTemporary(call, subject);
}

function namesFile(call: Call): boolean {
  return ['--file', '--blob'].some((name) => has(call, name));
}

/** By a variable, which holds for what comes after, it can be told of any repository. */
function isTold({ analysis }: Subject): boolean {
  return analysis.invocations.some(({ effects }) =>
    effects.some((effect) => effect.kind === 'sets' && effect.name.startsWith('GIT_')),
  );
}

function isInTemporary(call: Call, { invocation, analysis, classesOf }: Subject): boolean {
  if (['--git-dir', '--work-tree', '--namespace'].some((name) => has(call, name))) return false;
  const given = givenAs(call, '-C').filter(({ rule }) => rule.isDirectory === true);
  const path = given.reduce((from, { value }) => resolvePath(from, value), invocation.cwd);
  return isOwnTemporary(path, analysis) || classesOf(path).includes('temp');
}
