import { escapeGlob } from '../../analysis/words.ts';
import type { Word } from '../../model/word.ts';
import { stepMatcher, unescaped } from './step.ts';

/** What there is in a directory, in any order. */
export interface Entry {
  readonly name: string;
  readonly kind: 'link' | 'directory' | 'other';
}

/** What is in a directory, which is an absolute path: nothing, if it cannot be listed; `null` if there is more than `most`. */
export type EntriesOf = (directory: string, most: number) => readonly Entry[] | null;

/** A path with a symbolic link on its way, and where it leads to: both absolute, the latter without links. */
interface MatchedLink {
  readonly path: string;
  readonly leadsTo: string;
}

/** A pattern, and how bash may take it: `any` where `nullglob`, `dotglob`, `nocaseglob` or `globstar` may be set. */
export interface Matching {
  readonly pattern: Extract<Word, { kind: 'pattern' }>;
  readonly as: 'usual' | 'any';
}

/** The links on the way to what matches an absolute pattern, from its first wildcard on; `null`: there is too much to look at. */
export type MatchedLinks = (matching: Matching) => readonly MatchedLink[] | null;

/** What may be looked at for one decision: an entry of a directory is 1. It takes some 50 ms, and 90 with the longest names and patterns. */
const mostLooks = 10_000;

/** As how many entries it is as much work to list a directory, to follow a path, and to see whether anything is there. */
const looksOf = { list: 10, follow: 5, find: 2 } as const;

/** How to look at files. */
export interface LookAtFiles {
  readonly realPath: (path: string) => string;
  /** Whether there is anything at an absolute path, a link that leads to nothing included. */
  readonly isThere: (path: string) => boolean;
  readonly entriesOf: EntriesOf;
}

/** For one decision. Each pattern is looked into once: what it matches for one rule it matches for all. */
export function createMatchedLinks(files: LookAtFiles): MatchedLinks {
  const known = new Map<string, readonly MatchedLink[] | null>();
  const look = createLook(files);
  return (matching) => {
    const key = `${matching.as} ${matching.pattern.glob}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = linksOn(matching, look);
    known.set(key, found);
    return found;
  };
}

interface Look {
  readonly follow: (path: string) => string | null;
  /** The path, if there is anything; nothing is matched there otherwise. */
  readonly find: (path: string) => readonly string[] | null;
  readonly list: (directory: string) => readonly Entry[] | null;
}

/** Looks as long as it may, and says `null` then. */
function createLook({ realPath, isThere, entriesOf }: LookAtFiles): Look {
  let left = mostLooks;
  return {
    follow: (path) => {
      left -= looksOf.follow;
      return left < 0 ? null : realPath(path);
    },
    find: (path) => {
      left -= looksOf.find;
      return left < 0 ? null : [path].filter(isThere);
    },
    list: (directory) => {
      left -= looksOf.list;
      const entries = left < 0 ? null : entriesOf(directory, left);
      left -= entries === null ? left : entries.length;
      return entries;
    },
  };
}

/** Where the steps of a pattern have led so far. */
interface Reached {
  readonly path: string;
  readonly real: string;
  readonly isByLink: boolean;
}

function linksOn({ pattern, as }: Matching, look: Look): readonly MatchedLink[] | null {
  const start = pattern.prefix.slice(0, pattern.prefix.lastIndexOf('/'));
  const real = look.follow(start || '/');
  if (real === null) return null;
  let reached: readonly Reached[] = [{ path: start, real, isByLink: false }];
  const steps = pattern.glob.slice(escapeGlob(start).length).split('/').filter(Boolean);
  for (const [at, step] of steps.entries()) {
    const isLast = at === steps.length - 1;
    const next = reached.map((one) => below(one, { step, isLast, as }, look));
    if (next.includes(null)) return null;
    reached = next.flatMap((found) => found ?? []);
  }
  return reached.filter(({ isByLink }) => isByLink).map((one) => ({ path: one.path, leadsTo: one.real }));
}

interface Step {
  readonly step: string;
  readonly isLast: boolean;
  readonly as: Matching['as'];
}

/** Where one step leads from a directory. */
function below(from: Reached, { step, isLast, as }: Step, look: Look): readonly Reached[] | null {
  const literal = unescaped(step);
  if (!/[*?[]/.test(step.replace(/\\./gs, ''))) {
    const found = look.find(join(from.real, literal));
    return found && all(found.map(() => behindName(from, literal, look)));
  }
  if (step === '**' && as === 'any') return atAnyDepth(from, isLast, look);
  const entries = look.list(from.real);
  if (entries === null) return null;
  const fits = stepMatcher(step, as);
  const matching = entries.filter(({ name, kind }) => (isLast || kind !== 'other') && fits(name));
  return all(matching.map((entry) => behindEntry(from, entry, look)));
}

/** With `globstar`, `**` is a directory and all that is below it. Bash goes through no link for it, but may take one to a directory for one. */
function atAnyDepth(from: Reached, isLast: boolean, look: Look): readonly Reached[] | null {
  const reached: Reached[] = [from];
  const directories: Reached[] = [from];
  for (const directory of directories) {
    const entries = look.list(directory.real)?.filter(({ kind }) => isLast || kind !== 'other');
    const found = entries && all(entries.map((entry) => behindEntry(directory, entry, look)));
    if (!found) return null;
    reached.push(...found);
    directories.push(...found.filter((_, at) => entries[at]?.kind === 'directory'));
  }
  return reached;
}

function behindEntry(from: Reached, { name, kind }: Entry, look: Look): Reached | null {
  if (kind === 'link') return behindName(from, name, look);
  return { path: `${from.path}/${name}`, real: join(from.real, name), isByLink: from.isByLink };
}

function behindName(from: Reached, name: string, look: Look): Reached | null {
  const named = join(from.real, name);
  const real = look.follow(named);
  return real === null
    ? null
    : { path: `${from.path}/${name}`, real, isByLink: from.isByLink || real !== named };
}

function join(directory: string, name: string): string {
  return directory === '/' ? `/${name}` : `${directory}/${name}`;
}

/** All of them, if none is missing. */
function all(found: readonly (Reached | null)[]): readonly Reached[] | null {
  const there = found.filter((one) => one !== null);
  return there.length === found.length ? there : null;
}
