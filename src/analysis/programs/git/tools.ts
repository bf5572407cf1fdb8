import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf } from '../../words.ts';
import { altersTree, background, listens, unknownEffect } from '../effects.ts';
import { has, readsValue, runsValue } from '../options.ts';
import type { Call, Command } from '../program.ts';
import { always, flags, hasAny, listed, optionals, readsHere, runsProject, values } from '../shorthand.ts';
import { diffOptions } from './options.ts';
import { changesRepository } from './words.ts';

/** Subcommands that start other programs, screens and servers. */
export const tools: Readonly<Record<string, Command>> = {
  daemon: {
    options: {
      ...flags('--verbose, --export-all, --reuseaddr'),
      ...values('--port, --listen'),
      ...optionals('--base-path'),
    },
    effects: always(readsHere, listens),
  },
  instaweb: {
    options: {
      ...flags('-l --local, --start, --stop, --restart'),
      ...values('-p --port, -m --module-path'),
      ...listed(runsValue, '-d --httpd, -b --browser'),
    },
    effects: always(listens, background, readsHere),
  },
  difftool: {
    options: {
      ...diffOptions,
      ...flags(
        '-d --dir-diff, -y --no-prompt, --prompt, --tool-help, --symlinks, --no-symlinks, -g --gui, --trust-exit-code',
      ),
      ...flags('--cached --staged, --no-index'),
      ...listed(runsValue, '-x --extcmd, -t --tool'),
    },
    effects: (call) => startsTool(call, '--extcmd'),
  },
  mergetool: {
    options: {
      ...flags('--tool-help, -y --no-prompt, --prompt, -g --gui, --no-gui'),
      '-t --tool': runsValue,
      '-O': readsValue,
    },
    effects: (call) => startsTool(call, '--tool'),
  },
  hook: {
    options: { ...flags('--ignore-missing'), ...values('--to-stdin') },
    effects: ({ operands }) => runsProject(`.git/hooks/${prefixOf(operands[1] ?? known(''))}`),
  },
  'gui citool cola gitk': { effects: always({ kind: 'interactive' }, changesRepository) },
};

/** Without a program in the arguments it is the one of the configuration. */
function startsTool(call: Call, option: string): readonly Effect[] {
  if (has(call, '--tool-help')) return [];
  const own = hasAny(call, option, '--tool')
    ? []
    : [unknownEffect('program-specific', 'the tool of the configuration')];
  return [...own, { kind: 'interactive' }, readsHere, altersTree(known('.'))];
}
