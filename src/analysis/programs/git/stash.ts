import { known } from '../../words.ts';
import { altersTree } from '../effects.ts';
import { value } from '../options.ts';
import type { Command } from '../program.ts';
import { always, flags, readsHere, values } from '../shorthand.ts';
import { diffOptions, logOptions, pathspecFile, waits } from './options.ts';
import { changesRepository, losesCommits, readsRepository } from './words.ts';

const stashing: Command = {
  options: {
    ...flags('-S --staged, -k --keep-index, -q --quiet, -u --include-untracked, -a --all'),
    ...values('-m --message'),
    ...pathspecFile,
    '-p --patch': waits,
  },
  effects: always(changesRepository, altersTree(known('.'))),
};

/** Subcommands for changes that are laid aside. */
export const stash: Readonly<Record<string, Command>> = {
  stash: {
    ...stashing,
    subcommands: {
      list: { number: value, options: { ...logOptions, ...diffOptions }, effects: always(readsHere) },
      show: {
        options: {
          ...diffOptions,
          ...flags('-u --include-untracked, --only-untracked'),
        },
        effects: readsRepository,
      },
      'push save': stashing,
      'apply pop': {
        options: flags('--index, -q --quiet'),
        effects: always(changesRepository, altersTree(known('.'))),
      },
      branch: { effects: always(changesRepository, altersTree(known('.'))) },
      drop: { options: flags('-q --quiet'), effects: always(losesCommits) },
      clear: { effects: always(losesCommits) },
      create: { effects: always(changesRepository) },
      store: {
        options: { ...flags('-q --quiet'), ...values('-m --message') },
        effects: always(changesRepository),
      },
      export: { options: { ...flags('--print'), ...values('--to-ref') }, effects: always(changesRepository) },
      import: { effects: always(changesRepository) },
    },
  },
};
