import type { DeniedHost } from '../model/denied-host.ts';
import { hostAndPort, hostText, isThisMachine, readWrittenHost } from './host.ts';
import { refusalOfHost } from './never-granted.ts';

const ipv4 = String.raw`(?:127(?:\.\d{1,3}){3}|0\.0\.0\.0)`;

/** A host that is this machine, or in the sandbox that itself. */
const host = String.raw`(?<host>(?:[\w-]+\.)*localhost|${ipv4}|\[?::(?:1|ffff:${ipv4})?\]?)`;

/** What programs say where nobody listens at a port; `direct`: of such as do not speak HTTP, or need not. */
const refusals: readonly RegExp[] = [
  new RegExp(`failed to connect to ${host} port (?<port>\\d+)\\b`, 'i'),
  // Wget tells the name, and behind it the address.
  new RegExp(`connecting to ${host}[^:]*(?:::1[^:]*)?:(?<port>\\d+)\\.{3} failed: connection refused`, 'i'),
  new RegExp(`host='${host}', port=(?<port>\\d+)\\).*connection refused`, 'i'),
  new RegExp(`https?://${host}:(?<port>\\d+)\\b.*connection refused`, 'i'),
  new RegExp(`(?<direct>connect ECONNREFUSED) ${host}:(?<port>\\d+)`, 'i'),
  new RegExp(
    `(?<direct>connection to server) at "${host}".*, port (?<port>\\d+) failed: connection refused`,
    'i',
  ),
  new RegExp(`^bash: .*(?<direct>/dev/tcp)/${host}/(?<port>\\d+): connection refused`, 'i'),
  new RegExp(`(?<direct>dial tcp) ${host}:(?<port>\\d+): connect: connection refused`, 'i'),
];

/** Whether somebody listens at a port of this machine, outside of a sandbox, who is reached at a host: `localhost`, a name under it, or an address of IPv4 or IPv6. */
export type Listens = (host: string, port: number) => boolean;

/** What a command wanted of a host that is this machine; `speaksHttp`: whether it can go by a proxy. */
interface Wanted {
  readonly host: string;
  readonly port: number;
  readonly speaksHttp: boolean;
}

/** The server outside of a sandbox that a line says could not be reached. */
export function outsideServersIn(line: string, listens: Listens): readonly DeniedHost[] {
  const found = refusals.map((pattern) => pattern.exec(line)).find((match) => match !== null);
  const { host: written = '', port, direct } = found?.groups ?? {};
  return outsideServer({ host: written, port: Number(port), speaksHttp: direct === undefined }, listens);
}

/** The server outside of a sandbox that was wanted, where there is one: a sandbox has a loopback interface of its own. */
export function outsideServer(
  { host: written, port, speaksHttp }: Wanted,
  listens: Listens,
): readonly DeniedHost[] {
  const read = readWrittenHost(written.replace(/^\[|\]$/g, ''));
  if (read === null || !isThisMachine(read) || !listens(hostText(read), port)) return [];
  const rule = hostAndPort(read, port);
  const canBeAsked = speaksHttp && refusalOfHost(rule) === null;
  return [{ host: hostText(read), port, because: 'outside', rule: canBeAsked ? rule : null }];
}
