import { dirname, isAbsolute, join, normalize } from 'node:path';
import type { DeniedHost } from '../model/denied-host.ts';
import type { Denial, SandboxFiles, SandboxPlan } from '../model/sandbox.ts';
import { deniedRightsIn } from './denied-rights.ts';
import { inOneLine } from './failures-in-lines.ts';
import { readWrittenHost } from './host.ts';
import { isListed, readHostRule } from './host-rule.ts';
import { type Listens, outsideServersIn } from './outside-servers.ts';
import { isShared } from './sandbox-places.ts';
import { accessTo } from './tighten.ts';
import { pastProxy, unreachedIn } from './unreached-hosts.ts';

/** What a command failed with, and where. */
export interface Failure {
  /** The end of what it wrote. */
  readonly output: string;
  /** Where it ran, for paths that are relative; `null` when that is not known. */
  readonly cwd: string | null;
  /** Where the links in a path lead, as `/var/run/docker.sock` to what is in /run. */
  readonly realPath: (path: string) => string;
  /** `failed`: with an exit status of its own. `partly`: a part of it did, or it goes on. */
  readonly how: 'failed' | 'partly' | 'well';
  readonly listens: Listens;
  /** Whether something is at a path. */
  readonly isThere: (path: string) => boolean;
  /** Whether it was root who ran it. */
  readonly isRoot: boolean;
}

/** What of a sandbox can make a command fail. */
type Holding = Pick<SandboxPlan, 'network'> & SandboxFiles;

/** Told at most: what else was denied is hardly news then. */
export const mostTold = 3;

/**
 * What of a failure was the sandbox's doing, going by what programs say of it. Only what the sandbox does deny counts: a path
 * in a place where that very error comes of it, a host where there is no network. Those that are not meant take no room of the others.
 */
export function denialsIn(failure: Failure, sandbox: Holding): readonly Denial[] {
  const lines = inOneLine(failure.output).split('\n');
  const paths = lines.flatMap((line) => pathsIn(line, failure, sandbox));
  const others = [...unreachedIn(lines, sandbox.network), ...serversIn(lines, failure, sandbox)];
  const named = [...others, ...withoutWarnings(paths, others.length > 0)];
  const found = [...named, ...deniedRightsIn(lines, failure.isRoot)];
  const meant = found.filter((denial) => isMeant(denial, failure.how));
  const told = new Map(meant.map((denial) => [JSON.stringify(denial), denial]));
  return [...told.values()].slice(0, mostTold);
}

/**
 * What is hidden is told of to what failed for it alone: others come by it, as a search does, and go on. What ended well is told of what is kept,
 * which the words for it do not tell (`Device or resource busy`), and of nothing else: its output can be anything, an old log too.
 */
function isMeant(denial: Denial, how: Failure['how']): boolean {
  if (how === 'well') return denial.kind === 'path' && denial.access === 'kept';
  return how === 'failed' || denial.kind !== 'path' || denial.access !== 'hidden';
}

/** What is hidden and only warned of was done without, where something else was denied. */
function withoutWarnings(paths: readonly Told[], isMore: boolean): readonly Denial[] {
  const isWarned = ({ denial, isWarning }: Told): boolean => isWarning && denial.access === 'hidden';
  const others = paths.filter((one) => !isWarned(one));
  return (isMore || others.length > 0 ? others : paths).map(({ denial }) => denial);
}

/** Whether an output has words that are said of what is kept. */
export function mayTellOfKept(output: string): boolean {
  const isSaid = (line: string): boolean =>
    isThereAlready.test(line) || errors.some(({ words, of }) => of.includes('kept') && words.test(line));
  return output.split('\n').some(isSaid);
}

type PathDenial = Extract<Denial, { kind: 'path' }>;
type PathAccess = PathDenial['access'];

/** A denial, and whether the line that tells it is a warning. */
interface Told {
  readonly denial: PathDenial;
  readonly isWarning: boolean;
}

const isReadOnly = /read-only file system/i;

/** The words for an error, as of strerror(3) and of Node, and the places where the sandbox makes it. */
const errors: readonly { readonly words: RegExp; readonly of: readonly PathAccess[] }[] = [
  { words: isReadOnly, of: ['read-only', 'kept'] },
  { words: /permission denied/i, of: ['hidden'] },
  // What is kept has something laid over it, and where nothing is there, a directory. That of others is one without a sandbox too.
  {
    words: /device or resource busy|resource busy or locked|^bash: .*: is a directory$|EISDIR.*, open/i,
    of: ['kept'],
  },
];

/** The words for it that something is there already, where the sandbox has something stand in: nothing is there without. */
const isThereAlready = /\bfile (?:already )?exists\b|\bEEXIST\b/i;

/** The words for what is done to an entry of a directory, and not to the file or directory itself. */
const takesAway =
  /(?:cannot|can't|failed to|unable to) (?:remove|move|rename|delete)|\b(?:unlink(?:ing)?|rmdir|rename)\b/i;

/** The words for what is done to a file itself, and not to what is in a directory. */
const ofItself = /read-only file system|device or resource busy/i;

/** What a program in Rust shows of an error that it did not expect: no path is in it. */
const ofRust = /\bOs \{ code: \d+/;

/** The words of programs that lack a secret and do not say which file they take it from, and the end of its path. */
const withoutSecret: readonly { readonly words: RegExp; readonly end: string }[] = [
  { words: /^error: gpg failed to sign the data/, end: '/.gnupg' },
  { words: /^npm (?:error|ERR!) code (?:ENEEDAUTH|E401)$|\bERR_PNPM_FETCH_401\b/, end: '/.npmrc' },
];

function secretsFor(
  line: string,
  isThere: Failure['isThere'],
  places: SandboxFiles['places'],
): readonly PathDenial[] {
  const [found] = withoutSecret.filter(({ words }) => words.test(line));
  if (found === undefined) return [];
  return places
    .filter(({ path, access }) => access === 'hidden' && path.endsWith(found.end) && isThere(path))
    .map(({ path }) => ({ kind: 'path', path, access: 'hidden' }));
}

/** How a line begins that is a warning. */
const warns = /^\W*warn(?:ing)?\b/i;

function pathsIn(line: string, failure: Failure, holding: Holding): readonly Told[] {
  const lacking = secretsFor(line, failure.isThere, holding.places);
  const found = lacking.length > 0 ? lacking : namedPathsIn(line, failure, holding);
  return found.map((denial) => ({ denial, isWarning: warns.test(line) }));
}

function namedPathsIn(
  line: string,
  { cwd, realPath, how }: Failure,
  holding: Holding,
): readonly PathDenial[] {
  const isError = errors.some(({ words }) => words.test(line)) || isThereAlready.test(line);
  if (!isError || ofRust.test(line)) return [];
  const deniedOf = (candidate: string): readonly PathDenial[] => {
    if ((!isAbsolute(candidate) && cwd === null) || !canBeThere(candidate)) return [];
    const whole = normalize(isAbsolute(candidate) ? candidate : join(cwd ?? '/', candidate));
    const path = whole.replace(/(?<=.)\/$/, '');
    const denial = denialOf(path, { line, how }, holding) ?? denialOf(realPath(path), { line, how }, holding);
    return denial === null ? [] : [denial];
  };
  const quoted = quotedIn(line);
  const ofQuoted = quoted.flatMap(deniedOf);
  // Beside what is quoted only what is a path for sure.
  const others =
    ofQuoted.length > 0 ? [] : namedIn(line).filter((name) => quoted.length === 0 || isAbsolute(name));
  const denied = [...ofQuoted, ...others.flatMap(deniedOf)];
  // Of what is copied or moved, where to stands last.
  const told = denied.find(({ access }) => access === 'kept') ?? denied.at(-1);
  return told === undefined ? [] : [told];
}

/** Whether the system has paths as long, see limits.h(0p); an output can name any, of which nothing is denied. */
function canBeThere(path: string): boolean {
  const isName = (name: string): boolean => Buffer.byteLength(name) <= maxNameBytes;
  return Buffer.byteLength(path) < maxPathBytes && path.split('/').every(isName);
}

const maxNameBytes = 255;
const maxPathBytes = 4_096;

function denialOf(
  path: string,
  { line, how }: { readonly line: string; readonly how: Failure['how'] },
  { places, stubs }: Holding,
): PathDenial | null {
  if (stubs.includes(path)) {
    if (isThereAlready.test(line)) return { kind: 'path', path, access: 'kept' };
    // What is done to all that is there, or is to be gone, comes by what stands in too, and nothing is there without.
    if (how === 'well' && ofItself.test(line)) return null;
  }
  const error = errors.find(({ words }) => words.test(line));
  if (error === undefined) return null;
  const held = error.of.includes('kept') ? onTheWayToKept(path, places) : null;
  if (held !== null) return { kind: 'path', path: held, access: 'kept' };
  const access = error.of.find((one) => one === madeOf(accessTo(path, places), line));
  if (access === undefined) return null;
  // What is taken away or put elsewhere is a change of the directory that it is in.
  const changed = access === 'read-only' && takesAway.test(line) ? dirname(path) : path;
  return { kind: 'path', path: changed, access };
}

/** What is hidden and not there has nothing in its place: what it would be in cannot be written to. */
function madeOf(access: ReturnType<typeof accessTo>, line: string): ReturnType<typeof accessTo> {
  return access === 'hidden' && isReadOnly.test(line) ? 'read-only' : access;
}

/**
 * The directory towards something kept that a path is in. Where it is not there it cannot be made, see `layOut`; where it
 * is there, what is in it can be written to, and none of these errors comes of it.
 */
function onTheWayToKept(path: string, places: SandboxFiles['places']): string | null {
  if (accessTo(path, places) !== 'writable') return null;
  const named = new Set(places.map((place) => place.path));
  const ways = places.flatMap((place) => (place.access === 'kept' ? [dirname(place.path)] : []));
  // A place by itself, which all of it is in, is no way to anything, nor is one that is shared; nor is what is there in any case, as it cannot be written to.
  const isWay = (way: string): boolean =>
    !named.has(way) && !isShared(way) && accessTo(way, places) === 'writable';
  return ways.find((way) => isWay(way) && (path === way || path.startsWith(`${way}/`))) ?? null;
}

/** What stands in quotes in a message, and in no quotes within these. An apostrophe in a word is none: `can't`. */
function quotedIn(line: string): readonly string[] {
  return [...line.matchAll(/(?<!\w\w)'([^']+)'|"([^"]+)"|‘([^’]+)’|`([^`]+)`/g)].flatMap((match) => {
    const text = match.slice(1).join('');
    const within = quotedIn(text);
    return within.length === 0 ? [text] : within;
  });
}

/** What stands between colons in a message and is no sentence. */
function namedIn(line: string): readonly string[] {
  const parts = line.split(': ').map((part) => part.replace(/:$/, '').trim());
  // Bash says what it could not do with what, and nothing else: any word is a name there.
  const ofBash = parts.at(-2);
  if (parts[0] === 'bash' && parts.length > 2 && ofBash !== undefined) return [ofBash];
  const named = parts.map((part, index) => {
    const last = part.split(' ').at(-1) ?? '';
    if (part.startsWith('/') && index > 0) return part;
    // A path with blanks in it is all that comes from where it begins.
    const [, whole] = /^[^/]* (\/(?:(?! \/).)*)$/.exec(part) ?? [];
    if (whole !== undefined) return whole;
    // The first is the program that speaks, or says what it did with which path.
    return index > 0 || last.startsWith('/') ? last : '';
  });
  return named.filter((part) => /[./]/.test(part));
}

function serversIn(lines: readonly string[], { listens }: Failure, { network }: Holding): readonly Denial[] {
  if (network === 'host') return [];
  const servers = lines.flatMap((line) => outsideServersIn(line, listens));
  const listed = network === 'none' ? [] : network.hosts;
  return servers.map((server) =>
    isListedIn(listed, server) ? pastProxy(server.host) : { kind: 'network', ...server },
  );
}

/** Whether a server may be reached, by the proxy. */
function isListedIn(hosts: readonly string[], { host: text, port }: DeniedHost): boolean {
  const host = readWrittenHost(text);
  const rules = hosts.map(readHostRule).flatMap((read) => (read.kind === 'rule' ? [read.rule] : []));
  return host !== null && isListed(rules, host, port);
}
