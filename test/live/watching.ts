import { onTestFinished } from 'vitest';
import { followHosts, type Hosts } from '../../src/live/hosts.ts';
import type { LiveCall } from '../../src/live/protocol.ts';
import type { Status } from '../../src/model/outcome.ts';

/** One who looks on at the hosts of a state directory, until the test is over. */
export interface Watching {
  readonly hosts: Hosts;
  /** The calls that were seen to end, in order. */
  readonly over: { readonly call: LiveCall; readonly status: Status | null }[];
  /** Settled when `is` holds; it is looked at again with everything that is told. */
  until(is: () => boolean): Promise<void>;
}

export function watching(stateDir: string): Watching {
  const waiting = new Set<() => void>();
  const over: Watching['over'] = [];
  const hosts = followHosts(stateDir, {
    changed: () => {
      for (const look of [...waiting]) look();
    },
    over: (call, status) => over.push({ call, status }),
  });
  onTestFinished(() => hosts.close());
  return {
    hosts,
    over,
    until: (is) =>
      new Promise((done) => {
        const look = (): void => {
          if (!is()) return;
          waiting.delete(look);
          done();
        };
        waiting.add(look);
        look();
      }),
  };
}
