import { resolvePath } from '../analysis/paths.ts';
import type { Invocation } from '../model/analysis.ts';
import type { Condition, EffectPattern, PathClass } from '../model/decision.ts';
import type { Effect } from '../model/effect.ts';
import type { Path } from '../model/word.ts';
import { matchesCommand } from './command-pattern.ts';
import { facts } from './facts/facts.ts';
import { variableClass } from './facts/variables.ts';
import { fits } from './glob.ts';
import { leadElsewhere } from './paths/leads-elsewhere.ts';
import type { Subject } from './subject.ts';

/** Whether a condition is true of an invocation. */
export function holds(condition: Condition, subject: Subject): boolean {
  switch (condition.kind) {
    case 'program':
      return isNamed(condition.names, subject.invocation.name);
    case 'command':
      return matchesCommand(condition, subject.invocation, subject.call);
    case 'words':
      return hasWords(condition, subject.invocation) && !leadsElsewhere(subject);
    case 'operand':
      return namesPath(condition.path, subject);
    case 'fact':
      return facts[condition.fact](subject);
  }
}

function hasWords(
  { words, cwd }: { readonly words: readonly string[]; readonly cwd: string },
  invocation: Invocation,
): boolean {
  const { argv } = invocation;
  if (words.length !== argv.length || invocation.cwd.kind !== 'known' || invocation.cwd.text !== cwd)
    return false;
  return argv.every((word, at) => word.kind === 'known' && word.text === words[at]);
}

/** What was allowed by its words was allowed where these lead by themselves. */
function leadsElsewhere({ invocation, acts, places }: Subject): boolean {
  const own = acts.filter(({ origin }) => origin === 'program').map(({ effect }) => effect);
  return leadElsewhere(invocation, own, places);
}

function isNamed(names: readonly string[], name: string | null): boolean {
  if (name === null) return false;
  for (const pattern of names) if (fits(pattern, name)) return true;
  return false;
}

function namesPath(classes: readonly PathClass[], { invocation, classesOf }: Subject): boolean {
  return invocation.argv
    .slice(1)
    .some((word) => overlap(classesOf(resolvePath(invocation.cwd, word)), classes));
}

/** Whether an effect has all that the pattern asks for. */
export function matchesEffect(pattern: EffectPattern, effect: Effect, subject: Subject): boolean {
  if (effect.kind !== pattern.kind) return false;
  const path = pathOf(effect);
  return (
    hasPath(pattern, path, subject) &&
    same(pattern.isRecursive, 'isRecursive' in effect ? goesDeep(effect, subject) : undefined) &&
    same(pattern.isLiteral, path === null ? undefined : path.kind === 'known') &&
    same(pattern.isDestructive, 'isDestructive' in effect ? effect.isDestructive : undefined) &&
    oneOf(pattern.how, effect.kind === 'writes' ? effect.how : undefined) &&
    oneOf(pattern.subject, effect.kind === 'changes' ? effect.subject : undefined) &&
    oneOf(pattern.what, effect.kind === 'discloses' ? effect.what : undefined) &&
    oneOf(pattern.code, effect.kind === 'unknown' ? effect.code : undefined) &&
    oneOf(pattern.runs, effect.kind === 'executes' ? effect.code.kind : undefined) &&
    oneOf(pattern.direction, effect.kind === 'network' ? effect.direction : undefined) &&
    oneOf(pattern.variable, variableClass(effect, subject.invocation.name) ?? undefined)
  );
}

/**
 * Whether somebody who allows such effects has allowed this one. Of a path that is not known before the command runs it is not known to be where
 * something is allowed, nor not to be where it is not; and all that is in a place as a whole is not known to be nothing of what was left out.
 */
export function allowsEffect(pattern: EffectPattern, effect: Effect, subject: Subject): boolean {
  if (!matchesEffect(pattern, effect, subject)) return false;
  const path = pathOf(effect);
  if (path === null || (pattern.path === undefined && pattern.pathNot === undefined)) return true;
  const classes = subject.classesOf(path);
  if (classes.includes('unknown') && pattern.path?.includes('unknown') !== true) return false;
  const isDeep = 'isRecursive' in effect && goesDeep(effect, subject);
  // Outside of the workspace any directory can hold things of many classes.
  const isSmall = classes.includes('workspace') && !overlap(classes, wholePlaces);
  return pattern.pathNot === undefined || !isDeep || isSmall;
}

/** Places in or around the workspace that hold things of many classes. */
const wholePlaces: readonly PathClass[] = [
  'root',
  'home',
  'workspace-root',
  'everything-here',
  'holds-workspace',
  'holds-handrail',
];

/** The path that an effect is about: of code that is run, its file. */
function pathOf(effect: Effect): Path | null {
  if (effect.kind === 'executes') return effect.code.kind === 'file' ? effect.code.path : null;
  return 'path' in effect ? effect.path : null;
}

/** What a search finds is one after the other all that there is, at any depth. */
function goesDeep(effect: Extract<Effect, { isRecursive: boolean }>, { wholesOf }: Subject): boolean {
  const { path } = effect;
  if (effect.isRecursive || path.kind !== 'unknown') return effect.isRecursive;
  return path.sources.some(({ kind }) => kind === 'found') || wholesOf(path).some(({ isDeep }) => isDeep);
}

function hasPath({ path, pathNot }: EffectPattern, found: Path | null, { classesOf }: Subject): boolean {
  if (path === undefined && pathNot === undefined) return true;
  if (found === null) return false;
  const classes = classesOf(found);
  return (
    (path === undefined || overlap(classes, path)) && (pathNot === undefined || !overlap(classes, pathNot))
  );
}

function overlap(some: readonly PathClass[], others: readonly PathClass[]): boolean {
  for (const one of some) if (others.includes(one)) return true;
  return false;
}

function same<Value>(wanted: Value | undefined, found: Value | null | undefined): boolean {
  return wanted === undefined || wanted === found;
}

function oneOf<Value>(wanted: readonly Value[] | undefined, found: Value | undefined): boolean {
  return wanted === undefined || (found !== undefined && wanted.includes(found));
}
