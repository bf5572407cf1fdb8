import { known } from '../../words.ts';
import { altersTree, changes, sendsTo } from '../effects.ts';
import { replacesValue } from '../options.ts';
import type { Command } from '../program.ts';
import { always, changesSettings, flags, readsHere, receives, values } from '../shorthand.ts';
import { changesRepository, losesCommits } from './words.ts';

/** `git lfs`: large files, kept elsewhere. */
export const largeFiles: Readonly<Record<string, Command>> = {
  'ls-files status env version pointer logs track-list': {
    options: {
      ...flags('-l --long, -s --size, -d --debug, -a --all, -n --name-only, -j --json, -p --porcelain'),
      ...values('-I --include, -X --exclude'),
    },
    effects: always(readsHere),
  },
  'fetch pull clone': {
    options: { ...flags('-a --all, -p --prune, -r --recent'), ...values('-I --include, -X --exclude') },
    effects: always(receives, changesRepository, altersTree(known('.'))),
  },
  push: { options: flags('-a --all, -n --dry-run'), effects: always(sendsTo(null), changes('remote')) },
  'install update uninstall': {
    options: flags('-f --force, -l --local, -w --worktree, --system, --skip-smudge, --skip-repo, --manual'),
    effects: always(changesSettings),
  },
  'track untrack': {
    options: flags(
      '-v --verbose, -d --dry-run, --lockable, --not-lockable, -n --no-modify-attrs, --filename',
    ),
    effects: always(altersTree(known('.gitattributes'))),
  },
  prune: {
    options: flags('-d --dry-run, -f --force, -r --recent, -v --verbose, --verify-remote'),
    effects: always(losesCommits),
  },
  // It puts files in the place of what points to them, and leaves what has been changed.
  checkout: {
    options: { ...flags('--base, --ours, --theirs'), '--to': replacesValue },
    effects: always(changesRepository, altersTree(known('.'))),
  },
  migrate: {
    options: {
      ...flags('--everything, -y --yes, --no-rewrite, --verbose'),
      ...values('-I --include, -X --exclude, --include-ref, --exclude-ref, --above, -m --message'),
    },
    effects: always(losesCommits),
  },
  'lock unlock': {
    options: flags('-f --force, --json'),
    effects: always(sendsTo(null), changes('remote')),
  },
  locks: { options: flags('--json, --local, --verify'), effects: always(receives) },
};
