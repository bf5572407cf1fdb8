import { readFileSync } from 'node:fs';
import { isLocalhost, readWrittenHost } from '../../../confine/host.ts';

/** The state of a socket that listens, as proc(5) has it in hexadecimal digits: TCP_LISTEN. */
const listening = '0A';

/** Whether somebody listens at a port, in the network that a process is in, who is reached on its loopback interface. What cannot be read listens nowhere. */
export function listens(port: number, pid: number): boolean {
  return isAmong(both, listeners(pid, port));
}

/**
 * Whether somebody listens at a port of this machine, who is reached at a host that is this machine: `localhost`, a name under it, an address of
 * the loopback interface, or one that stands for all addresses, at which that interface is reached.
 */
export function listensAt(host: string, port: number): boolean {
  const read = readWrittenHost(host);
  const hosts = read !== null && isLocalhost(read) ? both : [loopbackOf.get(host) ?? host];
  return isAmong(hosts, listeners('self', port));
}

const both: readonly string[] = ['127.0.0.1', '::1'];

const loopbackOf: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

function isAmong(hosts: readonly string[], addresses: readonly string[]): boolean {
  const reached = hosts.flatMap(reachedAt);
  return addresses.some((address) => reached.includes(address));
}

const everywhereIpv6 = '0'.repeat(32);

/** The addresses at which a server listens that is reached at one, as the kernel lists them: the bytes of each word the other way round. */
function reachedAt(address: string): readonly string[] {
  if (address.includes(':')) return [everywhereIpv6, `${'0'.repeat(24)}01000000`];
  const word = Buffer.from(address.split('.').map(Number).toReversed()).toString('hex').toUpperCase();
  const mapped = `${'0'.repeat(16)}FFFF0000`;
  return ['00000000', word, everywhereIpv6, `${mapped}00000000`, `${mapped}${word}`];
}

/** The addresses at which somebody listens at a port. */
function listeners(pid: number | 'self', port: number): readonly string[] {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return [`/proc/${pid}/net/tcp`, `/proc/${pid}/net/tcp6`].flatMap(readLines).flatMap((line) => {
    const [, local = '', , state] = line.trim().split(/\s+/);
    return state === listening && local.endsWith(end) ? [local.slice(0, -end.length)] : [];
  });
}

function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, 'latin1').split('\n').slice(1);
  } catch {
    return []; // Without /proc, or without IPv6.
  }
}
