import { dirname } from 'node:path';
import type { Access, PathAccess } from '../model/access.ts';
import type { PlaceAccess, SandboxNetwork, SandboxPlace } from '../model/sandbox.ts';
import { addressKind } from './address.ts';
import { hostText, isLocalhost } from './host.ts';
import { readHostRule } from './host-rule.ts';
import { type NeverGranted, refusalOfHost, refusalOfPath } from './never-granted.ts';
import { type OutsideUse, outsideUse } from './outside-orders.ts';
import { type FollowLinks, realPlaces } from './real-places.ts';
import { accessTo } from './tighten.ts';
import { reachesAll } from './tighten-network.ts';

/** What of this machine's files has to be known. */
export interface AccessFiles {
  readonly realPath: FollowLinks;
  /** What is there, links not followed; `other`: a socket, a device and the like. */
  look(path: string): 'file' | 'directory' | 'other' | 'missing';
  /** The other paths by which this machine shows what is at a path without links, or is beneath it, as by `mount --bind`. */
  otherNames(path: string): readonly string[];
}

/** What an access is held against. */
export interface AccessScope {
  readonly network: SandboxNetwork;
  /** `null` for a user without one. */
  readonly home: string | null;
  /** Without links; looked at when first wanted, as hosts have no need of it. */
  readonly places: () => readonly SandboxPlace[];
  readonly never: () => readonly NeverGranted[];
  readonly look: AccessFiles['look'];
  readonly otherNames: AccessFiles['otherNames'];
}

/** What is to be said of an access. The reasons are words for a person, as the rest of a sentence about the command. */
export type AccessJudgement =
  /** The sandbox lets it. */
  | { readonly kind: 'within' }
  /** Nothing is there, so that nothing can be let through; `nearest` is the directory that is, `null` where that cannot be either. */
  | { readonly kind: 'missing'; readonly nearest: string | null }
  /** A person can say. */
  | { readonly kind: 'ask'; readonly reason: string }
  /** Nobody can. */
  | { readonly kind: 'never'; readonly reason: string };

export function accessScope(
  { network, home, places }: Pick<AccessScope, 'network' | 'home' | 'places'>,
  never: readonly NeverGranted[],
  { realPath, look, otherNames }: AccessFiles,
): AccessScope {
  return {
    ...{ network, home: home && realPath(home) },
    places: once(() => realPlaces(places(), realPath)),
    // Also by the name that it is known by.
    never: once(() => [...never, ...never.map((row) => ({ ...row, path: realPath(row.path) }))]),
    ...{ look, otherNames },
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Says of an access whether a sandbox lets it, or a person could. Its path is a real one. */
export function judgeAccess(access: Access, scope: AccessScope): AccessJudgement {
  return access.kind === 'host' ? judgeHost(access.host, scope) : judgePath(access, scope);
}

function judgeHost(host: string, { network }: AccessScope): AccessJudgement {
  if (reachesAll(network, host)) return { kind: 'within' };
  const refusal = refusalOfHost(host);
  if (refusal !== null)
    return { kind: 'never', reason: `nothing can let a command reach ${host}: ${refusal}` };
  return { kind: 'ask', reason: `it asks to reach ${describeHost(host)}, which its sandbox does not let it` };
}

function describeHost(text: string): string {
  const read = readHostRule(text);
  if (read.kind === 'unreadable') return text;
  const { host, under } = read.rule;
  if (under) return `${text}, which is every host under ${hostText(host)}`;
  const isPrivate = host.kind === 'address' ? addressKind(host.address) !== 'public' : isLocalhost(host);
  return isPrivate ? `${text} on this machine or in its network` : text;
}

function judgePath(asked: PathAccess, scope: AccessScope): AccessJudgement {
  const { path, access } = asked;
  const { look } = scope;
  const places = scope.places();
  const found = look(path);
  // Where a directory is not there in which something is kept, it cannot be made either, and is granted with that.
  const within = found === 'missing' ? keptWithin(path, places) : [];
  const now = within.length > 0 ? 'kept' : accessTo(path, places);
  // Of what is private all can be written to, but for what lies in it.
  const isOwn = now === 'private' && places.some((place) => place.path === path);
  if (isOwn || isEnough(now, access)) return { kind: 'within' };
  const refusals = [path, ...within].map((one) => refusalByAnyName(one, scope));
  const refusal = refusals.find((one) => one !== null) ?? null;
  if (refusal !== null) return neverTo(asked, refusal);
  if (found === 'other') return neverTo(asked, 'it is neither a file nor a directory');
  if (now === 'private' && found === 'missing') return { kind: 'within' };
  if (found === 'missing' && !canBeMade(asked, places)) {
    const nearest = nearestDirectory(path, look);
    return { kind: 'missing', nearest: refusalByAnyName(nearest, scope) === null ? nearest : null };
  }
  const use = access === 'writable' ? outsideUse(path, scope.home) : null;
  return { kind: 'ask', reason: reasonFor(asked, { now, use, isDirectory: found === 'directory' }) };
}

function refusalByAnyName(
  path: string,
  { never, otherNames }: Pick<AccessScope, 'never' | 'otherNames'>,
): string | null {
  const refusals = [path, ...otherNames(path)].map((name) => refusalOfPath(name, never()));
  return refusals.find((one) => one !== null) ?? null;
}

/** What is kept in a directory that could be written to by itself. */
function keptWithin(path: string, places: readonly SandboxPlace[]): readonly string[] {
  if (accessTo(path, places) !== 'writable') return [];
  return places.flatMap((place) =>
    place.access === 'kept' && place.path.startsWith(`${path}/`) ? [place.path] : [],
  );
}

function isEnough(now: PlaceAccess, wanted: PathAccess['access']): boolean {
  if (now === 'writable') return true;
  return wanted === 'read-only' && (now === 'read-only' || now === 'kept');
}

/** Whether it is only itself in the way: all around it can be written to. */
function canBeMade({ path, access }: PathAccess, places: readonly SandboxPlace[]): boolean {
  const others = places.filter((place) => place.path !== path);
  return access === 'writable' && accessTo(path, others) === 'writable';
}

/** The directory nearest to a path that is there; of one that is there itself. */
export function nearestDirectory(path: string, look: AccessFiles['look']): string {
  return look(path) === 'directory' || path === '/' ? path : nearestDirectory(dirname(path), look);
}

function neverTo({ path, access }: PathAccess, because: string): AccessJudgement {
  const what = access === 'writable' ? 'write to' : 'read';
  return { kind: 'never', reason: `nothing can let a command ${what} ${shown(path)}: ${because}` };
}

function reasonFor(
  { path, access }: PathAccess,
  {
    now,
    use,
    isDirectory,
  }: { readonly now: PlaceAccess; readonly use: OutsideUse; readonly isDirectory: boolean },
): string {
  const what = `${shown(path)}${isDirectory ? ' and all that is in it' : ''}`;
  const verb = access === 'writable' ? 'write to' : 'read';
  const also = use === null ? '' : `, and ${usedOutside(use)} outside of it`;
  switch (now) {
    case 'kept':
      return `it asks to write to ${what}, ${usedOutside('orders')} outside of its sandbox`;
    case 'hidden':
      return `it asks to ${verb} ${what}, which its sandbox hides${also}`;
    case 'private':
      return `it asks to ${verb} ${what} of this machine, in the stead of which it has its own${also}`;
    case 'read-only':
    case 'writable': {
      const why =
        use === null ? 'which its sandbox does not let it' : `${usedOutside(use)} outside of its sandbox`;
      return `it asks to ${verb} ${what}, ${why}`;
    }
  }
}

function usedOutside(use: NonNullable<OutsideUse>): string {
  return use === 'orders' ? 'from where others take orders' : 'where programs are that others run';
}

/** A path as it can be shown: what has no look of its own, or changes that of the rest, by its number. */
export function shown(path: string): string {
  return path.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}
