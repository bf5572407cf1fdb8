import type { Exit } from '../../../model/exit.ts';

/** How a command ended whose launcher somebody has ended. */
export const lostLauncher: Exit = {
  kind: 'lost',
  reason:
    'the process that had started the command was ended from outside; the command has been ended, how it was doing is not known',
};

/** The same where a process of its sandbox was ended as that had no more memory: of which one that was the kernel says nothing. */
export const lostToMemory: Exit = {
  kind: 'lost',
  reason:
    'the process that had started the command was ended, for want of memory it seems; the command has been ended, how it was doing is not known',
};
