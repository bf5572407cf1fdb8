import { has } from '../options.ts';
import type { Command } from '../program.ts';
import { always, changesSettings, flags, optionals, readsHere, receives, values } from '../shorthand.ts';
import { changesRepository, losesCommits, reachesAddress } from './words.ts';

/** Subcommands for what a repository calls others. */
export const remotes: Readonly<Record<string, Command>> = {
  remote: {
    options: flags('-v --verbose'),
    effects: always(readsHere),
    subcommands: {
      'get-url': { options: flags('--push, --all'), effects: always(readsHere) },
      show: {
        options: flags('-n'),
        effects: (call) => (has(call, '-n') || call.operands.length === 0 ? [readsHere] : [receives]),
      },
      add: {
        options: {
          ...flags('-f --fetch, --tags, --no-tags'),
          ...values('-t --track, -m --master'),
          ...optionals('--mirror'),
        },
        effects: (call) => [
          changesSettings,
          ...reachesAddress(call.operands[1] ?? null),
          ...(has(call, '--fetch') ? [receives, changesRepository] : []),
        ],
      },
      'set-url': {
        options: flags('--push, --add, --delete'),
        effects: (call) => [changesSettings, ...call.operands.flatMap(reachesAddress)],
      },
      'rename set-branches': {
        options: flags('--progress, --add'),
        effects: always(changesSettings, changesRepository),
      },
      'remove rm': { effects: always(changesSettings, losesCommits) },
      'set-head': { options: flags('-a --auto, -d --delete'), effects: always(receives, changesRepository) },
      prune: { options: flags('-n --dry-run'), effects: always(receives, changesRepository) },
      update: { options: flags('-p --prune'), effects: always(receives, changesRepository) },
    },
  },
};
