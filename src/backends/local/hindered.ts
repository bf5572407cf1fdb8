import type { Exit, Run, RunEnd } from '../../model/exit.ts';
import type { DenialSource, MemoryWatch } from './enclosure.ts';
import { lostLauncher, lostToMemory } from './launchers/lost-launcher.ts';

/** What tells of a sandbox how it hindered a command. */
interface Tellers {
  readonly denials: DenialSource | null;
  readonly memory: MemoryWatch | null;
}

/** Says with a run what its sandbox did not let it to so far, and what was ended as it had no more memory. */
export async function withHindrances<
  Said extends Run | Pick<RunEnd, 'kind' | 'exit' | 'deniedHosts' | 'outOfMemory'>,
>(run: Said, { denials, memory }: Tellers): Promise<Said> {
  if (run.kind === 'could_not_start') return run;
  if (run.kind === 'ended' && run.exit === lostLauncher) await memory?.over();
  const deniedHosts = denials?.denied();
  const outOfMemory = memory?.ended();
  return {
    ...run,
    ...(deniedHosts?.hosts.length && { deniedHosts }),
    ...(outOfMemory && run.kind === 'ended' && { outOfMemory, exit: exitWithoutMemory(run.exit) }),
  };
}

/** How a command ended that had no more memory. */
function exitWithoutMemory(exit: Exit): Exit {
  return exit === lostLauncher ? lostToMemory : exit;
}
