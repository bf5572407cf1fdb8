import type { Run } from '../../model/exit.ts';

/** What became of a command whose launcher somebody has ended. */
export const lostLauncher: Extract<Run, { kind: 'could_not_start' }> = {
  kind: 'could_not_start',
  problem: {
    code: 'launcher-lost',
    message:
      'the process that had started the command was ended from outside; the command has been ended, how it was doing is not known',
  },
};
