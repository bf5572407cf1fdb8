import { known } from '../../words.ts';
import { replacesFile, replacesTree, runsForeign } from '../effects.ts';
import { readsValue, runsValue, valueWith } from '../options.ts';
import type { Command } from '../program.ts';
import { always, flags, listed, values } from '../shorthand.ts';
import { patchOptions } from './options.ts';
import { losesCommits, readsRepository } from './words.ts';

/** Subcommands that go through all of the history, to write it anew or to take it elsewhere. */
export const rewriting: Readonly<Record<string, Command>> = {
  'filter-branch filter-repo': {
    options: {
      ...flags(
        '-f --force, --prune-empty, --invert-paths, --analyze, --dry-run, --replace-refs-delete, --partial',
      ),
      ...values(
        '--original, -d, --path, --path-glob, --path-rename, --subdirectory-filter, --to-subdirectory-filter, --state-branch',
      ),
      ...listed(readsValue, '--replace-text, --replace-message, --mailmap, --paths-from-file'),
      ...listed(
        runsValue,
        '--setup, --env-filter, --tree-filter, --index-filter, --parent-filter, --msg-filter, --commit-filter',
      ),
      ...listed(runsValue, '--tag-name-filter'),
      ...listed(
        { takes: 'value', effects: ({ value }) => [runsForeign('python', value)] },
        '--blob-callback, --commit-callback',
      ),
      ...listed(
        { takes: 'value', effects: ({ value }) => [runsForeign('python', value)] },
        '--message-callback, --name-callback',
      ),
      ...listed(
        { takes: 'value', effects: ({ value }) => [runsForeign('python', value)] },
        '--email-callback, --refname-callback',
      ),
    },
    effects: always(losesCommits, replacesTree(known('.'))),
  },
  'fast-export': {
    options: {
      ...patchOptions,
      ...flags(
        '--all, --use-done-feature, --no-data, --full-tree, --anonymize, --reference-excluded-parents, --show-original-ids',
      ),
      ...values('--signed-tags, --tag-of-filtered-object, --reencode, --refspec, --progress'),
      '--export-marks': valueWith(replacesFile),
      ...listed(readsValue, '--import-marks, --import-marks-if-exists'),
    },
    effects: readsRepository,
  },
};
