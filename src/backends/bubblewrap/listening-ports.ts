import { readFileSync } from 'node:fs';

/** The state of a socket that listens, as proc(5) has it in hexadecimal digits: TCP_LISTEN. */
const listening = '0A';

/** Where what listens is reached on the loopback interface: at every address, or at its own; IPv4 in the clothes of IPv6 too. */
const addresses = /^(?:00000000|0100007F|0{32}|0{24}01000000|0{16}FFFF0000(?:00000000|0100007F)):/;

/** Whether somebody listens at a port, in the network that a process is in; left out: in that of this one. What cannot be read listens nowhere. */
export function listens(port: number, pid: number | 'self' = 'self'): boolean {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return [`/proc/${pid}/net/tcp`, `/proc/${pid}/net/tcp6`].flatMap(readLines).some((line) => {
    const [, local = '', , state] = line.trim().split(/\s+/);
    return state === listening && addresses.test(local) && local.endsWith(end);
  });
}

function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, 'latin1').split('\n').slice(1);
  } catch {
    return []; // Without /proc, or without IPv6.
  }
}
