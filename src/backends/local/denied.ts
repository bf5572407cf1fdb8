import type { Run, RunEnd } from '../../model/exit.ts';
import type { DenialSource } from './enclosure.ts';

/** Says with a run what its sandbox did not let it to so far. */
export function withDenied<Said extends Run | Pick<RunEnd, 'kind' | 'deniedHosts'>>(
  run: Said,
  denials: DenialSource | null,
): Said {
  const deniedHosts = denials?.denied();
  if (run.kind === 'could_not_start' || !deniedHosts?.hosts.length) return run;
  return { ...run, deniedHosts };
}
