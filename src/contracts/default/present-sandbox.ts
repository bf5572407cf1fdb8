import { refusalOfHost } from '../../confine/never-granted.ts';
import type { Access } from '../../model/access.ts';
import type { DeniedHost } from '../../model/denied-host.ts';
import type { Confinement, Denial, SandboxNetwork } from '../../model/sandbox.ts';
import { type Allow, allowOf } from './allow.ts';
import type { BashResult } from './result.ts';

/** What held a command, as data. */
export function confinementResult(confinement: Confinement): BashResult['confinement'] {
  const { kind } = confinement;
  switch (kind) {
    case 'none':
      return { kind, level: null, network: null, granted: null, problem: null };
    case 'sandbox':
      return {
        ...{ kind, level: confinement.level, network: networkResult(confinement.network) },
        ...{ granted: allowOf(confinement.granted), problem: problemOf(confinement) },
      };
    case 'degraded':
      return {
        ...{ kind, level: confinement.level, network: null, granted: null },
        problem: problemOf(confinement),
      };
  }
}

function networkResult(network: SandboxNetwork) {
  return typeof network === 'string' ? network : [...network.hosts];
}

/** `null`: it was held as it was to be. */
function problemOf(confinement: Exclude<Confinement, { kind: 'none' }>): string | null {
  const short = confinement.kind === 'degraded' ? confinement : confinement.unheld;
  return short === undefined ? null : `${short.reason}; ${short.cure}`;
}

/** Said only where it is not what was asked for. */
export function describeConfinement(confinement: Confinement): readonly string[] {
  const problem = confinement.kind === 'none' ? null : problemOf(confinement);
  if (problem === null) return [];
  return [confinement.kind === 'degraded' ? `[it was not confined: ${problem}]` : `[${problem}]`];
}

export function denialResult(denial: Denial): BashResult['denials'][number] {
  const none = { path: null, access: null, host: null, port: null, entry: null, right: null };
  switch (denial.kind) {
    case 'path':
      return { ...none, path: denial.path, access: denial.access };
    case 'network':
      return {
        ...none,
        ...{ host: denial.host, port: isUnreached(denial) ? null : denial.port, entry: denial.rule },
      };
    case 'right':
      return { ...none, right: denial.right };
  }
}

/**
 * One line for all of them: what was denied, and how to ask the user for it, in words that can be repeated as they are. A
 * session is left for that: its shell is in its sandbox already.
 */
export function describeDenials(
  denials: readonly Denial[],
  grantable: readonly Access[],
  isInSession: boolean,
  moreHosts = 0,
): readonly string[] {
  if (denials.length === 0) return [];
  const again = isInSession ? 'again without session and with' : 'again with';
  const allow = allowOf(grantable);
  const request =
    allow === null ? '' : `; to ask the user for it, run the command ${again} "allow": ${allowText(allow)}`;
  return [`[${whatWasDenied(denials, moreHosts)}${request}]`];
}

/** All of them, as a sentence without its end. `moreHosts`: how many were denied beside them. */
export function whatWasDenied(denials: readonly Denial[], moreHosts = 0): string {
  const hosts = denials.filter(isDeniedHost);
  const unreached = denials.filter(isUnreached);
  const paths = denials.filter((denial) => denial.kind === 'path').map(describePath);
  const rights = denials.filter((denial) => denial.kind === 'right').map(({ right }) => withoutRight[right]);
  const all = [...describeHosts(hosts, moreHosts), ...describeUnreached(unreached), ...paths, ...rights];
  return `the sandbox denied this: ${all.join('; ')}`;
}

const withoutRight: Readonly<Record<Extract<Denial, { kind: 'right' }>['right'], string>> = {
  namespaces: 'nothing in it can make namespaces, or a sandbox of its own; that cannot be asked for',
  owners:
    'there is one user in it, and nothing can be given to another or run as one; that cannot be asked for',
  root: 'nothing in it can do what only root can; that cannot be asked for',
};

/** As JSON that people write. */
function allowText(allow: Allow): string {
  const entries = Object.entries(allow).map(([key, texts = []]) => {
    const list = texts.map(quoted).join(', ');
    return `${JSON.stringify(key)}: [${list}]`;
  });
  return `{${entries.join(', ')}}`;
}

type HostDenial = Extract<Denial, DeniedHost>;

function isDeniedHost(denial: Denial): denial is HostDenial {
  return denial.kind === 'network' && !isUnreached(denial);
}

type Unreached = Extract<Denial, { because: 'no-network' | 'past-proxy' }>;

function isUnreached(denial: Denial): denial is Unreached {
  return denial.kind === 'network' && (denial.because === 'no-network' || denial.because === 'past-proxy');
}

/** Hosts that are told by name: 5, more than that hardly one approval is for. The structured result has 32. */
const mostHosts = 5;

function describeHosts(hosts: readonly HostDenial[], moreHosts: number): readonly string[] {
  const told = hosts.slice(0, mostHosts).map(describeHost);
  const more = hosts.length - told.length + moreHosts;
  const others = more === 0 ? '' : ` and ${more} more`;
  return told.length === 0 ? [] : [`${told.join(', ')}${others}`];
}

function describeHost({ host, port, because, rule }: HostDenial): string {
  const what = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  switch (because) {
    case 'not-listed':
      return `${what} is not among its hosts${rule === null ? inBrackets(whyNever(what)) : ''}`;
    case 'private-address':
      return `${what} leads to an address that is not public`;
    case 'other-name':
      return `${what} is not the host that was let through`;
    case 'outside':
      return `${what} is a server of this machine, outside of it${rule === null ? whyNotAsked(what) : ''}`;
  }
}

/** Those that can be asked for in one, and of each other why it cannot. */
function describeUnreached(denials: readonly Unreached[]): readonly string[] {
  const past = denials.filter(({ because }) => because === 'past-proxy');
  const unconnected = denials.filter(({ because }) => because === 'no-network');
  const names = unconnected.flatMap(({ host, rule }) => (host === null || rule === null ? [] : [host]));
  const others = unconnected.filter(({ rule }) => rule === null).map(({ host }) => host);
  return [
    ...(past.length === 0 ? [] : [pastProxyTo(past.flatMap(({ host }) => (host === null ? [] : [host])))]),
    ...(names.length === 0 ? [] : [noNetworkFor([...new Set(names)])]),
    ...others.map((host) => `${noNetworkFor(host === null ? [] : [host])}${noEntry(host)}`),
  ];
}

function pastProxyTo(hosts: readonly string[]): string {
  const named = hosts.length === 0 ? '' : ` for ${inWords([...new Set(hosts)])}`;
  return `hosts are reached only by the proxy that http_proxy names, which was not used${named}`;
}

function inWords(hosts: readonly string[]): string {
  const first = hosts.slice(0, -1).join(', ');
  return [...(first === '' ? [] : [first]), ...hosts.slice(-1)].join(' and ');
}

function noNetworkFor(hosts: readonly string[]): string {
  const named = inWords(hosts);
  return `there is no network in it${named === '' ? '' : ` and ${named} cannot be reached`}`;
}

function describePath({ path, access }: Extract<Denial, { kind: 'path' }>): string {
  const what = plainPath.test(path) ? path : quoted(path);
  switch (access) {
    case 'hidden':
      return `${what} is hidden`;
    case 'kept':
      return `${what} is kept from being changed, because others take orders from it`;
    case 'read-only':
      return `${what} cannot be written to, /tmp can`;
  }
}

/** What cannot be taken for words of ours: the command names the path, which may be there for that alone. */
const plainPath = /^[\p{L}\p{M}\p{N}/._@%+:,~=#-]+$/u;

/** As JSON has it, and what is not seen by its number: with that it still says the same. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu,
    (character) =>
      Array.from({ length: character.length }, (_, at) => {
        return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
      }).join(''),
  );
}

/** Why nobody can be asked for a host that could not be reached. */
function whyNotAsked(host: string): string {
  return `; ${whyNever(host) ?? 'only what is reached by HTTP or HTTPS can be asked for'}`;
}

/** That nobody could allow it, and why; `null`: somebody could. */
function whyNever(host: string): string | null {
  const refusal = refusalOfHost(host);
  return refusal === null ? null : `nothing can let a command reach it: ${refusal}`;
}

function inBrackets(text: string | null): string {
  return text === null ? '' : ` (${text})`;
}

/** Where it is not known what to ask for, or what was wanted would not come of it. */
function noEntry(host: string | null): string {
  if (host === null) return '; name the host that it needs in "network" of "allow" to ask the user for it';
  return whyNotAsked(host);
}
