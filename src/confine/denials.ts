import { dirname, isAbsolute, join, normalize } from 'node:path';
import type { Denial, SandboxFiles, SandboxPlan } from '../model/sandbox.ts';
import { hostRuleText, readHostRule } from './host-rule.ts';
import { refusalOfHost } from './never-granted.ts';
import { outsideServersIn } from './outside-servers.ts';
import { accessTo } from './tighten.ts';

/** What a command failed with, and where. */
export interface Failure {
  /** The end of what it wrote. */
  readonly output: string;
  /** Where it ran, for paths that are relative; `null` when that is not known. */
  readonly cwd: string | null;
  /** Where the links in a path lead, as `/var/run/docker.sock` to what is in /run. */
  readonly realPath: (path: string) => string;
  /** Whether somebody listens at a port of this machine, outside of the sandbox. */
  readonly listens: (port: number) => boolean;
}

/** What of a sandbox can make a command fail. */
type Holding = Pick<SandboxPlan, 'network'> & SandboxFiles;

/** Told at most: what else was denied is hardly news then. */
const mostTold = 3;

/**
 * What of a failure was the sandbox's doing, going by what programs say of it. Only what the sandbox does deny counts: a path
 * in a place where that very error comes of it, a host where there is no network.
 */
export function denialsIn(failure: Failure, sandbox: Holding): readonly Denial[] {
  const lines = inOneLine(failure.output).split('\n');
  const found = lines.flatMap((line) => [
    ...pathsIn(line, failure, sandbox),
    ...hostsIn(line, sandbox),
    ...serversIn(line, failure, sandbox),
  ]);
  const told = new Map(found.map((denial) => [JSON.stringify(denial), denial]));
  return [...told.values()].slice(0, mostTold);
}

/** Whether an output has words that are said of what is kept. */
export function mayTellOfKept(output: string): boolean {
  const isSaid = (line: string): boolean =>
    isThereAlready.test(line) || errors.some(({ words, of }) => of.includes('kept') && words.test(line));
  return output.split('\n').some(isSaid);
}

/** How programs tell of why something has failed otherwise than behind a colon, which is what it is made here. */
const causes: readonly { readonly of: RegExp; readonly becomes: string }[] = [
  // Programs in Rust, as cargo.
  { of: /\s*\nCaused by:\n\s*/g, becomes: ': ' },
  // Unzip.
  { of: /\n[ \t]+(?=read-only file system$)/gim, becomes: ': ' },
  // APT: `… of directory /x failed - SetupAPTPartialDirectory (30: Read-only file system)`.
  { of: /(?: failed| is missing\.)? - [\w:]+ \(\d+: ([^()\n]*)\)$/gm, becomes: ': $1' },
  // Curl breaks its warnings to fit a line.
  { of: / \nWarning: /g, becomes: ' ' },
];

function inOneLine(output: string): string {
  return causes.reduce((text, { of, becomes }) => text.replace(of, becomes), output);
}

type PathDenial = Extract<Denial, { kind: 'path' }>;
type PathAccess = PathDenial['access'];

/** The words for an error, as of strerror(3) and of Node, and the places where the sandbox makes it. */
const errors: readonly { readonly words: RegExp; readonly of: readonly PathAccess[] }[] = [
  { words: /read-only file system/i, of: ['read-only', 'kept'] },
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

/** What a program in Rust shows of an error that it did not expect: no path is in it. */
const ofRust = /\bOs \{ code: \d+/;

function pathsIn(line: string, { cwd, realPath }: Failure, { places, stubs }: Holding): readonly Denial[] {
  const error = errors.find(({ words }) => words.test(line));
  const isStubInTheWay = isThereAlready.test(line);
  if ((error === undefined && !isStubInTheWay) || ofRust.test(line)) return [];
  const denialOf = (path: string): PathDenial | null => {
    if (isStubInTheWay && stubs.includes(path)) return { kind: 'path', path, access: 'kept' };
    if (error === undefined) return null;
    const held = error.of.includes('kept') ? onTheWayToKept(path, places) : null;
    if (held !== null) return { kind: 'path', path: held, access: 'kept' };
    const access = error.of.find((one) => one === accessTo(path, places));
    if (access === undefined) return null;
    // What is taken away or put elsewhere is a change of the directory that it is in.
    const changed = access === 'read-only' && takesAway.test(line) ? dirname(path) : path;
    return { kind: 'path', path: changed, access };
  };
  const deniedOf = (candidate: string): readonly PathDenial[] => {
    if (!isAbsolute(candidate) && cwd === null) return [];
    const whole = normalize(isAbsolute(candidate) ? candidate : join(cwd ?? '/', candidate));
    const path = whole.replace(/(?<=.)\/$/, '');
    const denial = denialOf(path) ?? denialOf(realPath(path));
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

/**
 * The directory towards something kept that a path is in. Where it is not there it cannot be made, see `layOut`; where it
 * is there, what is in it can be written to, and none of these errors comes of it.
 */
function onTheWayToKept(path: string, places: SandboxFiles['places']): string | null {
  if (accessTo(path, places) !== 'writable') return null;
  const named = new Set(places.map((place) => place.path));
  const ways = places.flatMap((place) => (place.access === 'kept' ? [dirname(place.path)] : []));
  // A place by itself, which all of it is in, is no way to anything; nor is what is there in any case, as it cannot be written to.
  const isWay = (way: string): boolean => !named.has(way) && accessTo(way, places) === 'writable';
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

/** A name or an address as it stands in a message. */
const host = `[‘'"]?(?<host>(?:[0-9a-f]*:){2,}[0-9a-f.]*|[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9])`;

/** What programs say when a name cannot be resolved, or nothing can be connected to. */
const networkErrors: readonly RegExp[] = [
  new RegExp(`could not resolve (?:(?<direct>hostname)|host|proxy):? ${host}`, 'i'),
  new RegExp(`unable to resolve host address ${host}`, 'i'),
  new RegExp(`temporary failure resolving ${host}`, 'i'),
  // APT. Bundlers say so of a module, and go on with where it is wanted.
  /^\s+could not resolve '(?<host>[\w-]+(?:\.[\w-]+)+)'$/i,
  // Psql.
  new RegExp(`could not translate (?<direct>host name) ${host}`, 'i'),
  // The gh of GitHub.
  /^error connecting to (?<host>[\w-]+(?:\.[\w-]+)+)$/i,
  new RegExp(`getaddrinfo (?:EAI_AGAIN|ENOTFOUND) ${host}`, 'i'),
  // Node puts no brackets around an address of IPv6, and always a port behind it.
  /connect (?:ENETUNREACH|EHOSTUNREACH) (?<host>\S+?):(?<port>\d+)(?![\w:])/i,
  // What is no host may be meant, too, as the bus of the system: only with a port, or in a URL, is it one for sure, or as an address.
  new RegExp(`failed to connect to ['"]?(?:https?://)?${host}(?: port |:)(?<port>\\d+)\\b`, 'i'),
  new RegExp(`failed to connect to ['"]?https?://${host}`, 'i'),
  /failed to connect to (?<host>(?:\d{1,3}\.){3}\d{1,3})\b/i,
  new RegExp(`connect to (?<direct>host )?${host}(?: port (?<port>\\d+))?.*network is unreachable`, 'i'),
  new RegExp(`connection to ${host}:(?<port>\\d+).*network is unreachable`, 'i'),
  new RegExp(`dial tcp: lookup ${host}`, 'i'),
  new RegExp(
    `host=['"]${host}['"](?:, port=(?<port>\\d+))?.*(?:name resolution|name or service not known|unreachable)`,
    'i',
  ),
  /temporary failure (?:in name resolution|resolving)|name or service not known|network is unreachable/i,
];

function hostsIn(line: string, { network }: Holding): readonly Denial[] {
  if (network !== 'none') return [];
  const found = networkErrors.map((pattern) => pattern.exec(line)).find((match) => match !== null);
  if (found === undefined) return [];
  const { host: name = null, port, direct } = found.groups ?? {};
  // There is a loopback interface: who does not answer there is not there, or see `outsideServersIn`.
  if (name !== null && isLoopback(name)) return [];
  // SSH speaks so, which knows no proxy: no entry would help it.
  const rule = name === null || direct !== undefined ? null : entryFor(name, port);
  return [{ kind: 'network', because: 'no-network', host: name, rule }];
}

function serversIn(line: string, { listens }: Failure, { network }: Holding): readonly Denial[] {
  if (network === 'host') return [];
  return outsideServersIn(line, listens).map((server) => ({ kind: 'network', ...server }));
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || name.startsWith('127.');
}

/** The entry of a list of hosts that would let a host through; `null`: there is none, or it is nothing to ask for. */
function entryFor(name: string, port: string | undefined): string | null {
  const bracketed = name.includes(':') ? `[${name}]` : name;
  const read = readHostRule(port === undefined ? name : `${bracketed}:${port}`);
  if (read.kind === 'unreadable') return null;
  const text = hostRuleText(read.rule);
  return refusalOfHost(text) === null ? text : null;
}
