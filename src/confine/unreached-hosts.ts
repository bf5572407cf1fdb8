import type { Denial, SandboxNetwork } from '../model/sandbox.ts';
import { isThisMachine, readWrittenHost } from './host.ts';
import { hostRuleText, readHostRule } from './host-rule.ts';
import { refusalOfHost } from './never-granted.ts';

export type NetworkDenial = Extract<Denial, { because: 'no-network' | 'past-proxy' }>;

/**
 * The hosts that could not be reached where there is no network, or none but by the proxy, going by what programs say in each line; one without a
 * name where no line has any.
 */
export function unreachedIn(lines: readonly string[], network: SandboxNetwork): readonly NetworkDenial[] {
  if (network === 'host') return [];
  if (network === 'none') return allUnreachedIn(lines);
  // To allow a host to who does not use the proxy is of no help.
  const direct = lines.filter((line) => onlyDirect.test(line) && !ofProxy.test(line));
  return allUnreachedIn(direct).map(({ host }) => pastProxy(host));
}

/** Words of who resolves a name, or connects to a host: by the proxy that is not done in the sandbox. Others are said of what the proxy answers, too. */
const onlyDirect =
  /(?:could not|unable to) resolve|failure (?:in name resolution|resolving)|could not translate host|EAI_AGAIN|ENOTFOUND|name or service not known|unknown ?host|dial tcp: lookup|(?:network (?:is )?|ENET|EHOST)unreach/i;

/** What the proxy itself says of a host that has no address, or does not answer. */
const ofProxy = /\bhandrail: /;

/** That a program has not used the proxy, by which alone hosts are reached. */
export function pastProxy(host: string | null): NetworkDenial {
  return { kind: 'network', because: 'past-proxy', host, rule: null };
}

function allUnreachedIn(lines: readonly string[]): readonly NetworkDenial[] {
  const found = lines.flatMap(unreachedOf);
  const named = found.filter(({ host }) => host !== null);
  if (found.length === 0 || named.length > 0) return named;
  const indexes = lines.flatMap(indexesIn);
  return indexes.length === 0 ? found : indexes;
}

/** That a host is not reached for want of a network; `null`: there is a loopback interface, and who does not answer there is not there. */
export function unreached(host: string, port: string | undefined): NetworkDenial | null {
  const read = readWrittenHost(host);
  if (read !== null && isThisMachine(read)) return null;
  return { kind: 'network', because: 'no-network', host, rule: entryFor(host, port) };
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
  // Java, and Maven; Gradle has a line for each cause.
  /unknown ?host(?:exception:)? '?(?<host>[\w-]+(?:\.[\w-]+)+)/i,
  /^\s*> (?<host>[\w-]+(?:\.[\w-]+)+): temporary failure in name resolution/i,
  // Bundler.
  /^Could not reach host (?<host>[\w-]+(?:\.[\w-]+)+)\. Check your network connection/i,
  // Erlang, as Mix shows it.
  /:to_address, \{(?:~c)?['"](?<host>[\w.-]+)['"], (?<port>\d+)\}.*:(?:nxdomain|enetunreach|ehostunreach)\b/,
  // PHP.
  new RegExp(`getaddrinfo for ${host} failed`, 'i'),
  // Psql.
  new RegExp(`could not translate (?<direct>host name) ${host}`, 'i'),
  // Dig, host and nslookup.
  new RegExp(`^;; (?:UDP|TCP) setup with \\S+ (?<direct>for) ${host} failed: network unreachable`),
  // The gh of GitHub.
  /^error connecting to (?<host>[\w-]+(?:\.[\w-]+)+)$/i,
  new RegExp(`getaddrinfo (?:EAI_AGAIN|ENOTFOUND) ${host}`, 'i'),
  // Node puts no brackets around an address of IPv6, and always a port behind it.
  /connect (?:ENETUNREACH|EHOSTUNREACH) (?<host>[\w.:-]+?):(?<port>\d+)(?![\w:])/i,
  // What is no host may be meant, too, as the bus of the system: only with a port, or in a URL, is it one for sure, or as an address.
  new RegExp(`failed to connect to ['"]?(?:https?://)?${host}(?: port |:)(?<port>\\d+)\\b`, 'i'),
  new RegExp(`failed to connect to ['"]?https?://${host}`, 'i'),
  /failed to connect to (?<host>(?:\d{1,3}\.){3}\d{1,3})\b/i,
  new RegExp(`connect to (?<direct>host )?${host}(?: port (?<port>\\d+))?.*network is unreachable`, 'i'),
  new RegExp(`connection to ${host}:(?<port>\\d+).*network is unreachable`, 'i'),
  new RegExp(`dial tcp: lookup ${host}`, 'i'),
  // Uv, and others in Rust.
  new RegExp(`error sending request for url \\(https?://${host}(?::(?<port>\\d+))?[/)]`, 'i'),
  new RegExp(
    `host=['"]${host}['"](?:, port=(?<port>\\d+))?.*(?:name resolution|name or service not known|unreachable)`,
    'i',
  ),
  // Corepack, which says why only where nobody has caught it.
  new RegExp(`error when performing the request to https?://${host}(?::(?<port>\\d+))?[/;]`, 'i'),
  // Bun.
  /\berror: DNSResolveFailed\b/,
  /temporary failure (?:in name resolution|resolving)|name or service not known|network is unreachable/i,
];

function unreachedOf(line: string): readonly NetworkDenial[] {
  const found = networkErrors.map((pattern) => pattern.exec(line)).find((match) => match !== null);
  if (found === undefined) return [];
  const { host: name, port, direct } = found.groups ?? {};
  if (name === undefined) return [{ kind: 'network', because: 'no-network', host: null, rule: null }];
  const denial = unreached(name, port);
  if (denial === null) return [];
  // SSH speaks so, which knows no proxy: no entry would help it.
  return [direct === undefined ? denial : { ...denial, rule: null }];
}

/** Where pip looks for what it installs. Its errors do not say which host it was. */
function indexesIn(line: string): readonly NetworkDenial[] {
  const [, list] = /^Looking in indexes: (.*)$/.exec(line) ?? [];
  const urls = (list ?? '').split(', ').filter((text) => /^https?:/.test(text) && URL.canParse(text));
  return urls.flatMap((text) => {
    const { hostname, port } = new URL(text);
    return unreached(hostname.replace(/^\[|\]$/g, ''), port === '' ? undefined : port) ?? [];
  });
}

/** The entry of a list of hosts that would let a host through; `null`: there is none, or it is nothing to ask for. */
function entryFor(name: string, port: string | undefined): string | null {
  const bracketed = name.includes(':') ? `[${name}]` : name;
  const read = readHostRule(port === undefined ? name : `${bracketed}:${port}`);
  if (read.kind === 'unreadable') return null;
  const text = hostRuleText(read.rule);
  return refusalOfHost(text) === null ? text : null;
}
