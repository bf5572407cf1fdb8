import type { PathClass } from '../../model/decision.ts';
import { holdsHome, isWithin, type Places, withTilde } from './places.ts';
import { isOfClass, protectedTable } from './protected.ts';

/** A link is what it leads to, and what its own name says against it holds too. Links of the system are its own matter. */
export function classesOfKnown(text: string, places: Places): readonly PathClass[] {
  const named = classesOfName(text, places);
  const { followed = null } = places;
  if (followed === null || named.some(isOfSystem)) return named;
  const real = followed.realPath(text);
  if (real === text) return named;
  return [...new Set([...classesOfName(real, followed.places), ...named.filter(isHarmful)])];
}

/** Where only who administers the machine can make links. */
export function isOfSystem(pathClass: PathClass): boolean {
  return [
    'root',
    'system',
    'public',
    'kernel',
    'device',
    'block-device',
    'sink',
    'endless',
    'terminal',
  ].includes(pathClass);
}

export function isHarmful(pathClass: PathClass): boolean {
  return !['workspace', 'workspace-root', 'temp', 'kept-output', 'outside'].includes(pathClass);
}

export function classesOfName(text: string, places: Places): readonly PathClass[] {
  if (text === '/') return ['root'];
  const tilde = withTilde(text, places);
  const classes: PathClass[] = holdsHome(text, places) ? ['home'] : [];
  for (const entry of protectedTable) {
    if (isOfClass(tilde, entry)) classes.push(entry.class);
  }
  if (isInAny(text, places.state)) {
    classes.push('handrail');
    if (isInAny(text, places.state.flatMap(outputsIn))) classes.push('kept-output');
  }
  if (places.state.some((place) => place !== text && isWithin(place, text))) classes.push('holds-handrail');
  if (isInAny(text, places.projectRules ?? [])) classes.push('agent-settings');
  return besideWorkspace(classes, text, places);
}

/** The classes with what the workspace adds to them: the path is that, in it, or above it. */
function besideWorkspace(
  classes: readonly PathClass[],
  text: string,
  { workspace }: Places,
): readonly PathClass[] {
  const own = text === workspace ? (['workspace-root'] as const) : [];
  if (isWithin(text, workspace)) return [...classes.filter(isOfName), ...own, 'workspace'];
  const known: readonly PathClass[] = classes.length === 0 ? ['outside'] : classes;
  const isAbove = workspace !== null && isWithin(workspace, text) && !known.includes('home');
  return isAbove ? [...known, 'holds-workspace'] : known;
}

function isInAny(text: string, directories: readonly string[]): boolean {
  return directories.some((directory) => isWithin(text, directory));
}

/** Where a state directory has what commands have written. */
function outputsIn(state: string): readonly string[] {
  return [`${state}/output`, `${state}/jobs`];
}

/** Where a workspace is says nothing of what is in it: one below `/srv` or `/tmp` is a workspace all the same. */
function isOfName(pathClass: PathClass): boolean {
  return pathClass !== 'system' && pathClass !== 'temp' && pathClass !== 'public';
}

/** It is worth telling of where a path leads: that it is allowed there does not make the way allowed. */
export function isTold(pathClass: PathClass): boolean {
  return !['workspace', 'temp', 'kept-output', 'outside', 'public', 'unknown'].includes(pathClass);
}

/** What holds for all that is in a directory as one. */
export function isOfWhole(pathClass: PathClass): boolean {
  return ['workspace-root', 'holds-workspace', 'holds-handrail'].includes(pathClass);
}
