import { createsFile, deletesTree, replacesTree } from '../effects.ts';
import { has, staysOn } from '../options.ts';
import type { Command } from '../program.ts';
import { always, flags, readsHere, values } from '../shorthand.ts';
import { changesRepository, losesCommits } from './words.ts';

/** Subcommands for further working trees. */
export const worktrees: Readonly<Record<string, Command>> = {
  worktree: {
    subcommands: {
      list: {
        options: { ...flags('-v --verbose, --porcelain, -z'), ...values('--expire') },
        effects: always(readsHere),
      },
      add: {
        options: {
          ...flags(
            '-f --force, -d --detach, --checkout, --no-checkout, --lock, -q --quiet, --track, --guess-remote, --orphan',
          ),
          ...flags('--relative-paths'),
          ...values('--reason, -b, -B'),
        },
        effects: (call) => [changesRepository, ...call.operands.slice(0, 1).map(createsFile)],
      },
      'lock unlock repair': {
        options: { ...values('--reason'), ...flags('--relative-paths') },
        effects: always(changesRepository),
      },
      move: {
        options: flags('-f --force'),
        effects: (call) => [changesRepository, ...call.operands.map(replacesTree)],
      },
      prune: {
        options: { ...flags('-n --dry-run, -v --verbose'), ...values('--expire') },
        effects: (call) => (staysOn(call, '--dry-run') ? [readsHere] : [changesRepository]),
      },
      remove: {
        options: flags('-f --force'),
        effects: (call) => [
          has(call, '--force') ? losesCommits : changesRepository,
          ...call.operands.map(deletesTree),
        ],
      },
    },
  },
};
