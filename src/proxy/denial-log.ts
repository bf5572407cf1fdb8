import type { DeniedHost, DeniedHosts } from '../model/denied-host.ts';
import { type Denial, deniedHost } from './denial.ts';

/** Others that are told from each other: 10,000, in some 2 MB. Beyond these one that is wanted again counts again. */
const mostOthers = 10_000;

/** Keeps what was denied: each host once, and no more of them than it may. */
export function createDenialLog(maxHosts: number): {
  add(denial: Denial): void;
  read(): DeniedHosts;
  forget(): void;
} {
  const hosts = new Map<string, DeniedHost>();
  const others = new Set<string>();
  let more = 0;
  return {
    add(denial) {
      const host = deniedHost(denial);
      const key = `${host.because} ${host.host} ${host.port}`;
      if (hosts.has(key) || others.has(key)) return;
      if (hosts.size < maxHosts) hosts.set(key, host);
      else {
        more += 1;
        if (others.size < mostOthers) others.add(key);
      }
    },
    read: () => ({ hosts: [...hosts.values()], more }),
    forget() {
      hosts.clear();
      others.clear();
      more = 0;
    },
  };
}
