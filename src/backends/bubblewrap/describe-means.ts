import type { Entering } from './bases/enter-words.ts';
import { type LimitMeans, type LimitSupport, limitSupport, uncounted } from './limits/limits.ts';

/** What sandboxes hold beside their files and their network, for people: no sentence, and without a full stop. */
export function describeMeans(means: {
  readonly limits: LimitMeans;
  readonly filter: Uint8Array | null;
  readonly entering: Entering | null;
}): string {
  const { processes, memory } = limitSupport(means.limits);
  const calls =
    means.filter === null ? 'no system calls are refused on this processor' : 'system calls are filtered';
  const network =
    means.entering === null
      ? 'each command has a network of its own, as no perl can enter one that is there'
      : 'commands of a conversation share a network';
  return `${processWords[processes]}, ${memoryWords[memory]}, ${calls}, ${network}`;
}

const processWords: Readonly<Record<LimitSupport['processes'], string>> = {
  cgroup: 'processes are counted by control group',
  rlimit: 'processes are counted by user namespace',
  none: `processes are not counted (${uncounted.reason})`,
};

const memoryWords: Readonly<Record<LimitSupport['memory'], string>> = {
  cgroup: 'memory by control group',
  rlimit: 'memory for each process by itself',
};
