import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchMemory } from '../../../src/backends/bubblewrap/memory-watch.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

test('what was ended is known when its group is gone, if that was looked at before', () => {
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
  const watch = watchMemory(limits, means, 7);
  told(1);
  expect(watch?.ended()).toEqual({ processes: 1, limitBytes: 64 });
  expect(watch?.ended()).toBe(null);
  told(3);
  watch?.look();
  rmSync(group, { recursive: true });
  expect(watch?.ended()).toEqual({ processes: 2, limitBytes: 64 });
  expect(watch?.ended()).toBe(null);
});
