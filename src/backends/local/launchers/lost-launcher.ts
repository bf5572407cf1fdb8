import type { Exit } from '../../../model/exit.ts';

/** How a command ended whose launcher somebody has ended. */
export const lostLauncher: Exit = {
  kind: 'lost',
  reason:
    'the process that had started the command was ended from outside; the command has been ended, how it was doing is not known',
};
