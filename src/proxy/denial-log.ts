import type { DeniedHost, DeniedHosts } from '../model/denied-host.ts';
import { type Denial, deniedHost } from './denial.ts';

/** Keeps what was denied: each host once, and no more of them than it may. */
export function createDenialLog(maxHosts: number): {
  add(denial: Denial): void;
  read(): DeniedHosts;
  forget(): void;
} {
  const hosts = new Map<string, DeniedHost>();
  let more = 0;
  return {
    add(denial) {
      const host = deniedHost(denial);
      const key = `${host.because} ${host.host} ${host.port}`;
      if (hosts.size < maxHosts || hosts.has(key)) hosts.set(key, hosts.get(key) ?? host);
      else more += 1;
    },
    read: () => ({ hosts: [...hosts.values()], more }),
    forget() {
      hosts.clear();
      more = 0;
    },
  };
}
