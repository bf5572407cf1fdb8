import type { Effect } from '../../../model/effect.ts';
import { prefixOf } from '../../words.ts';
import { inDirectory, special, specialValue } from '../options.ts';
import type { Given, Program } from '../program.ts';
import { flags, listed, readBy } from '../shorthand.ts';
import { checkout } from './checkout.ts';
import { checks } from './checks.ts';
import { configuration } from './configuration.ts';
import { content } from './content.ts';
import { credentials } from './credentials.ts';
import { exchange } from './exchange.ts';
import { extras } from './extras.ts';
import { history } from './history.ts';
import { largeFiles } from './large-files.ts';
import { mail } from './mail.ts';
import { maintenance } from './maintenance.ts';
import { plumbing } from './plumbing.ts';
import { refs } from './refs.ts';
import { remotes } from './remotes.ts';
import { revisions } from './revisions.ts';
import { rewriting } from './rewriting.ts';
import { sequences } from './sequences.ts';
import { appliesSetting, appliesSettingFrom } from './settings.ts';
import { staging } from './staging.ts';
import { stash } from './stash.ts';
import { submodules } from './submodules.ts';
import { tools } from './tools.ts';
import { worktrees } from './worktrees.ts';

const subcommands = readBy(
  { isNegatable: true },
  content,
  history,
  revisions,
  checks,
  staging,
  checkout,
  sequences,
  stash,
  refs,
  worktrees,
  remotes,
  exchange,
  submodules,
  mail,
  credentials,
  configuration,
  maintenance,
  rewriting,
  tools,
  plumbing,
  extras,
);

/**
 * git. What the repository's own settings and hooks run is not told: that a repository is trusted is the matter of who
 * runs git, with `core.hooksPath` and `core.fsmonitor` switched off for those that are not.
 */
export const programs: readonly Program[] = [
  {
    names: ['git'],
    abbreviates: false,
    options: {
      ...flags(
        '--no-pager -P, --no-optional-locks, --no-replace-objects, --no-lazy-fetch, --no-advice, --literal-pathspecs',
      ),
      ...flags(
        '--glob-pathspecs, --noglob-pathspecs, --icase-pathspecs, -v --version, -h --help, --html-path, --man-path',
      ),
      ...flags('--info-path, --build-options, --list-cmds=main'),
      '-C': inDirectory,
      ...listed(special('the pager of the configuration'), '-p --paginate'),
      '-c': { takes: 'value', effects: appliesSetting },
      '--config-env': { takes: 'value', effects: appliesSettingFrom },
      ...listed(
        specialValue('another repository'),
        '--git-dir, --work-tree, --namespace, --attr-source, --super-prefix',
      ),
      ...listed(special('a bare repository'), '--bare'),
      '--exec-path': { takes: 'optional', effects: runsOwnCommands },
    },
    globalOptions: flags('--help'),
    subcommands,
  },
  { names: ['git-lfs'], abbreviates: false, subcommands: readBy({ abbreviates: false }, largeFiles) },
];

/** Without a directory it tells where git's own commands are. */
function runsOwnCommands({ values }: Given): readonly Effect[] {
  return values.map((word) => ({ kind: 'unknown', code: 'loaded-code', subject: prefixOf(word) }));
}
