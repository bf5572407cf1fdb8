import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchMemory } from '../../../src/backends/bubblewrap/limits/memory-watch.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

/** A sandbox that may have 64 bytes, and what its group tells of it until that is removed. */
function watched(endedForMemory: Promise<number>) {
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
  const watch = watchMemory(limits, means, { pid: 7, over: async () => {}, endedForMemory });
  return { watch, told, remove: () => rmSync(group, { recursive: true }) };
}

test('what was ended is told once, by the group and when that is gone by what has kept it', async () => {
  let tellAll = (_ended: number): void => {};
  const { watch, told, remove } = watched(
    new Promise<number>((resolve) => {
      tellAll = resolve;
    }),
  );
  told(1);
  expect(watch?.ended()).toEqual({ processes: 1, limitBytes: 64 });
  expect(watch?.ended()).toBe(null);
  remove();
  tellAll(3);
  await watch?.over();
  expect(watch?.ended()).toEqual({ processes: 2, limitBytes: 64 });
  expect(watch?.ended()).toBe(null);
});

test('what the group tells as its end begins is told, also where nobody knows how what has kept it ended', async () => {
  let tellAll = (_ended: number): void => {};
  const { watch, told, remove } = watched(
    new Promise<number>((resolve) => {
      tellAll = resolve;
    }),
  );
  told(2);
  const over = watch?.over();
  remove();
  tellAll(0);
  await over;
  expect(watch?.ended()).toEqual({ processes: 2, limitBytes: 64 });
});
