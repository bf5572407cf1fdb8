import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxLimits } from '../../../model/sandbox.ts';
import type { MemoryWatch } from '../../local/enclosure.ts';
import { keeperThat } from '../../local/helpers/keeper-process.ts';
import type { StartedSandbox } from '../start-sandbox.ts';
import { type LimitMeans, memoryBytes } from './limits.ts';

/** Where the kernel tells how many processes it has ended in a group, in a line as `oom_kill 1`; see cgroups(7). Before Linux 4.13 it does not. */
const killFiles = { 1: 'memory.oom_control', 2: 'memory.events' } as const;

/** Watches the memory of a sandbox; `null` where it has no limit, or each process has it by itself. */
export function watchMemory(
  limits: SandboxLimits,
  means: LimitMeans,
  { pid, over, endedForMemory }: Pick<StartedSandbox, 'pid' | 'over' | 'endedForMemory'>,
): MemoryWatch | null {
  const limitBytes = memoryBytes(limits, means);
  const place = means.groups.memory;
  if (place === null || limitBytes === null) return null;
  // As what keeps the sandbox names it, which removes it in the end.
  const file = join(place.path, `handrail.${pid}`, killFiles[place.version]);
  let seen = 0;
  let told = 0;
  const look = (): void => {
    seen = Math.max(seen, killsIn(file));
  };
  const inAll = endedForMemory.then((count) => {
    seen = Math.max(seen, count);
  });
  return {
    ...{ file, limitBytes },
    async over() {
      // Nobody may be there to tell how what keeps it ends.
      look();
      await Promise.all([over(), keeperThat(inAll).over()]);
    },
    ended() {
      look();
      const processes = seen - told;
      told = seen;
      return processes > 0 ? { processes, limitBytes } : null;
    },
  };
}

/** 0 where nothing is told: the group may be gone by now. */
function killsIn(file: string): number {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync(file, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
