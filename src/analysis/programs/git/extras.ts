import type { Effect } from '../../../model/effect.ts';
import { known } from '../../words.ts';
import { altersTree, interactive, replacesFile, replacesTree, sendsTo } from '../effects.ts';
import { hasInput } from '../operands.ts';
import { has } from '../options.ts';
import type { Command } from '../program.ts';
import { always, flags } from '../shorthand.ts';
import { losesCommits } from './words.ts';

/** It asks before it does so, unless it is forced. */
const clearing: Command = {
  options: flags('-f --force, -h --help'),
  effects: (call): readonly Effect[] => [
    losesCommits,
    altersTree(known('.')),
    ...(has(call, '--force') || hasInput(call) ? [] : [interactive]),
  ],
};

/** Those of the scripts of git-extras that take away what nothing else has. */
export const extras: Readonly<Record<string, Command>> = {
  'clear clear-soft': clearing,
  'fresh-branch': { effects: always(losesCommits, altersTree(known('.'))) },
  obliterate: { effects: always(losesCommits, replacesTree(known('.'))) },
  // The first word is a file, and the second one the commit that it is taken from.
  'reset-file': {
    effects: ({ operands }) => [losesCommits, ...operands.slice(0, 1).map((file) => replacesFile(file))],
  },
  'delete-branch delete-tag': { effects: always(losesCommits, sendsTo(null)) },
  'delete-merged-branches delete-squashed-branches': {
    effects: always(losesCommits),
  },
  'delete-submodule': { effects: always(losesCommits, altersTree(known('.'))) },
};
