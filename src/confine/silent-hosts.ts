import type { FailedPart } from '../analysis/failed-parts.ts';
import type { Invocation, Span } from '../model/analysis.ts';
import type { Denial, SandboxNetwork } from '../model/sandbox.ts';
import type { Word } from '../model/word.ts';
import { mostTold } from './denials.ts';
import { type Listens, outsideServer } from './outside-servers.ts';
import { unreached } from './unreached-hosts.ts';

/**
 * Programs that can be told to say nothing of what went wrong, and the exit statuses by which they tell it nevertheless:
 * of a name that they could not resolve, and of a host that they could not reach, which may be one of this machine.
 */
const programs: ReadonlyMap<string, Statuses> = new Map([
  // See "EXIT CODES" of curl(1), "EXIT STATUS" of wget(1), and that of aria2c(1).
  ['curl', { unresolved: [5, 6], unreached: [7] }],
  ['wget', { unresolved: [], unreached: [4] }],
  ['wget2', { unresolved: [], unreached: [4] }],
  ['aria2c', { unresolved: [19], unreached: [6] }],
]);

interface Statuses {
  readonly unresolved: readonly number[];
  readonly unreached: readonly number[];
}

/**
 * The hosts that were not reached by commands that have failed in a sandbox, going by their exit statuses and by what they were to reach: for
 * those that say nothing. Where there is a proxy it tells of all but the servers of this machine, which are not asked for by it.
 */
export function unreachedSilently(
  failed: readonly FailedPart[],
  invocations: readonly Invocation[],
  { network, listens }: { readonly network: SandboxNetwork; readonly listens: Listens },
): readonly Denial[] {
  if (network === 'host') return [];
  const found = failed
    .flatMap((part) => unreachedBy(part, invocations, listens))
    .filter((denial) => network === 'none' || isOutside(denial));
  return [...new Map(found.map((denial) => [JSON.stringify(denial), denial])).values()].slice(0, mostTold);
}

function isOutside(denial: Denial): boolean {
  return denial.kind === 'network' && denial.because === 'outside';
}

function unreachedBy(
  { span, status }: FailedPart,
  invocations: readonly Invocation[],
  listens: Listens,
): readonly Denial[] {
  const ran = ranAt(span, invocations);
  const last = ran.at(-1);
  const statuses = programs.get(last?.name ?? '');
  if (last === undefined || statuses === undefined || isElsewhere(last)) return [];
  const isUnresolved = statuses.unresolved.includes(status);
  if (!isUnresolved && !statuses.unreached.includes(status)) return [];
  // In a loop there is one for each turn.
  const hosts = ran.filter(({ name }) => name === last.name).flatMap(receivesFrom);
  return hosts.flatMap((word) => {
    const target = targetOf(word);
    if (target !== null) return toDenials(target, listens);
    return isUnresolved ? [{ kind: 'network', because: 'no-network', host: null, rule: null }] : [];
  });
}

/** The invocations of a command; of an assignment alone, whose status is that of its substitution, those in that, if it is one. */
function ranAt(span: Span, invocations: readonly Invocation[]): readonly Invocation[] {
  const here = invocations.filter((one) => isSame(one.span, span));
  if (here.some(({ resolution }) => resolution !== 'nothing')) return here;
  const within = invocations.filter(
    (one) => one.span.start >= span.start && one.span.end <= span.end && !here.includes(one),
  );
  const [first] = within;
  return first !== undefined && within.every((one) => isSame(one.span, first.span)) ? within : [];
}

function isSame(one: Span, other: Span): boolean {
  return one.start === other.start && one.end === other.end;
}

/** Whether what it connects to is not the host of its URL: it runs elsewhere, or goes by a socket, a proxy or an address that it was given. */
function isElsewhere({ isHere, argv, effects }: Invocation): boolean {
  const words = argv.map((word) => (word.kind === 'known' ? word.text : ''));
  if (!isHere || words.some((word) => /^--(?:abstract-)?unix-socket\b/.test(word))) return true;
  const urls = new Set(hostsOf(effects, 'receives').map((host) => JSON.stringify(host)));
  return hostsOf(effects, 'sends').some((host) => !urls.has(JSON.stringify(host)));
}

function receivesFrom({ effects }: Invocation): readonly (Word | null)[] {
  return hostsOf(effects, 'receives');
}

function hostsOf(effects: Invocation['effects'], direction: 'receives' | 'sends'): readonly (Word | null)[] {
  return effects.flatMap((effect) =>
    effect.kind === 'network' && effect.direction === direction ? [effect.host] : [],
  );
}

/** The URL of a host as far as its path; `null`: it is not in the text. */
function targetOf(word: Word | null): URL | null {
  if (word === null) return null;
  const [, scheme = 'http://', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/is.exec(startOf(word)) ?? [];
  const [host] = /^[^/?#]+(?=[/?#])/.exec(rest) ?? [];
  const url = `${scheme}${host ?? ''}`;
  return host !== undefined && URL.canParse(url) ? new URL(url) : null;
}

/** As much of a URL as is known. No file has such a name, so that a pattern stays what it is: `http://[::1]/`. */
function startOf(word: Word): string {
  switch (word.kind) {
    case 'known':
      return `${word.text}/`;
    case 'pattern':
      return `${word.glob.replaceAll(/\\(.)/g, '$1')}/`;
    case 'unknown':
      return word.prefix;
  }
}

/** The ports of what can go by a proxy, where a URL names none. */
const portsOfHttp: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
]);

function toDenials({ protocol, hostname, port: written }: URL, listens: Listens): readonly Denial[] {
  const host = hostname.replace(/^\[|\]$/g, '');
  const speaksHttp = portsOfHttp.has(protocol);
  const denial = unreached(host, written === '' ? undefined : written);
  if (denial !== null) return [speaksHttp ? denial : { ...denial, rule: null }];
  const port = written === '' ? portsOfHttp.get(protocol) : Number(written);
  if (port === undefined) return [];
  return outsideServer({ host, port, speaksHttp }, listens).map((server) => ({ kind: 'network', ...server }));
}
