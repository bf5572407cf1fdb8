import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { enteredEnclosure } from '../../../src/backends/bubblewrap/enclosures.ts';
import { createFilteredNetworks } from '../../../src/backends/bubblewrap/network/filtered-network.ts';
import { sandboxFor } from '../../support/bubblewrap.ts';
import { path } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

test('a sandbox that is to have a desk where none can be made holds no base', async () => {
  const own = temporaryDirectory();
  writeFileSync(join(own, 'desks'), '');
  const release = vi.fn(async () => {});
  const hold = () => ({ fd: -1, release() {} });
  const take = vi.fn(async () => ({ key: '1', isLookedAfter: true, namespaces: [], hold, release }));
  const never = async (): Promise<never> => {
    throw new Error('expected nothing to be asked for');
  };
  const programs = { bash: '', bwrap: '', chmod: '', flock: '', mkdir: '', prlimit: '', rm: '', rmdir: '' };
  const parts = {
    ...{ ...programs, setsid: '', filter: null, filterPath: '', own, seen: { has: () => false } },
    networks: createFilteredNetworks(path),
    limits: {
      groups: { processes: null, memory: null },
      countsByNamespace: false,
      ceilings: {},
      memoryBytes: 0,
    },
    entering: { perl: '', numbers: [], setns: 0 },
    bases: { take, drop: never, endConversation: never, close: never },
    forkServer: { prepare() {}, fork: never, wake() {}, close: never },
  };
  const layout = { kind: 'layout', mounts: [], stubs: [] } as const;
  const wants = { desk: true, home: '' };
  await expect(enteredEnclosure(sandboxFor('/work'), layout, parts, wants)).rejects.toThrow('EEXIST');
  expect(take.mock.calls.length - release.mock.calls.length).toBe(0);
});
