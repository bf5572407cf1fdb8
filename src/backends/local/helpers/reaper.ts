import type { ProcessIdentity } from '../../../model/exit.ts';
import type { EnclosedProgram } from '../enclosure.ts';
import { stayAliveFor } from '../stay-alive.ts';
import { requestOf } from './fork-request.ts';
import { type ForkerProgram, startForker } from './forker.ts';
import { createIdleHelper } from './idle-helper.ts';
import type { ReapingMeans } from './orphans.ts';
import { reaperScript } from './reaper-script.ts';

/**
 * Forks programs, and waits for their orphans, where process 1 does not. It starts with the first; where it was ended, or stopped, another
 * takes its place.
 */
export interface Reaper {
  /** Resolves to `null` where it can fork nothing, so that whoever asks has to. Rejects when it does not answer, and may still fork it. */
  fork(program: EnclosedProgram): Promise<ProcessIdentity | null>;
  /** It ends when nothing is left of what it has forked. */
  close(): void;
}

const called = { itself: 'what starts launchers', forked: 'the launcher' };

export function createReaper(means: ReapingMeans): Reaper {
  const helper = createIdleHelper(() => start({ ...means, script: reaperScript, called }), 0);
  return {
    async fork(program) {
      const request = requestOf([], program);
      const reaper = helper.want();
      try {
        return await stayAliveFor(reaper.fork(request));
      } catch (error) {
        if (reaper.wasLate()) throw error;
        return null; // Perl does not do here what is needed.
      }
    },
    close: () => void helper.end(),
  };
}

function start(program: ForkerProgram) {
  const forker = startForker<ProcessIdentity>(program, {
    onStarted: (_order, identity) => identity,
    onOther() {},
    onTold() {},
    onOver() {},
  });
  // Jobs may go on below it for days.
  return { ...forker, end: async () => forker.letGo() };
}
