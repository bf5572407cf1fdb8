import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchMemory } from '../../../src/backends/bubblewrap/limits/memory-watch.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

test('what was ended is told once, by the group and when that is gone by what has kept it', async () => {
  const path = temporaryDirectory();
  const group = join(path, 'handrail.7');
  mkdirSync(group);
  const told = (count: number) =>
    writeFileSync(join(group, 'memory.oom_control'), `under_oom 0\noom_kill ${count}\n`);
  const limits = {
    ...{ processes: null, fileBytes: null, cpuSeconds: null },
    memory: { kind: 'bytes', bytes: 64 },
  } as const;
  const groups = { processes: null, memory: { path, version: 1 } } as const;
  const means = { groups, countsByNamespace: true, ceilings: {}, memoryBytes: 1_000 };
  let tellAll = (_ended: number): void => {};
  const endedForMemory = new Promise<number>((resolve) => {
    tellAll = resolve;
  });
  const watch = watchMemory(limits, means, { pid: 7, over: async () => {}, endedForMemory });
  told(1);
  expect(watch?.ended()).toEqual({ processes: 1, limitBytes: 64 });
  expect(watch?.ended()).toBe(null);
  rmSync(group, { recursive: true });
  tellAll(3);
  await watch?.over();
  expect(watch?.ended()).toEqual({ processes: 2, limitBytes: 64 });
  expect(watch?.ended()).toBe(null);
});
