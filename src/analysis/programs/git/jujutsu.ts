import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, textOf, unknown } from '../../words.ts';
import {
  altersTree,
  changes,
  destroys,
  interactive,
  readsTree,
  replacesTree,
  runsCommand,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { has, lastValue, runsValue, specialValue } from '../options.ts';
import type { Call, Command, OptionTable, Program } from '../program.ts';
import {
  always,
  changesSettings,
  flags,
  hasAny,
  listed,
  orHelp,
  readBy,
  readsHere,
  receives,
  runsProject,
  unabbreviated,
  values,
} from '../shorthand.ts';
import { changesRepository, reachesAddress } from './words.ts';

const global: OptionTable = {
  ...flags('-h --help, --version, --ignore-working-copy, --ignore-immutable, --no-pager, --quiet, --debug'),
  ...values('--at-operation --at-op, --color'),
  '-R --repository': specialValue('another repository'),
  ...listed(specialValue('settings for this one call'), '--config, --config-toml, --config-file'),
};

const showing: OptionTable = {
  ...flags('-G --no-graph, --reversed, -p --patch, -s --summary, --stat, --types, --name-only, --git'),
  ...flags('--color-words, -w --ignore-all-space, -b --ignore-space-change, --count, --no-patch'),
  ...values('-r --revisions --revision, -f --from, -t --to, -T --template, -n --limit, --context, --sort'),
  '--tool': specialValue('a program that compares'),
};

const moving: OptionTable = {
  ...flags('--no-edit, -e --edit, --conflict, --keep-emptied, --retain-bookmarks, --restore-descendants'),
  ...flags('--skip-emptied, --parallel -p, --allow-backwards, --allow-move, --allow-new, --all'),
  ...values('-r --revisions --revision, -s --source, -b --branch, -d --destination -o --onto'),
  ...values('-A --insert-after --after, -B --insert-before --before, -f --from, -t --into --to'),
  ...values('-m --message, -c --changes-in, --what'),
};

const worded: OptionTable = {
  ...moving,
  ...flags('--stdin, -i --interactive, --reset-author, --no-edit, -u --use-destination-message, --editor'),
  ...values('--author, --tool'),
};

/** A fileset, as far as it is one name: `file:a`, `glob:"*.rs"`; `a | b` and `~a` are more. */
function inFileset(word: Word): Effect {
  const text = textOf(word)
    ?.replace(/^(?:cwd|root|file|glob)[\w-]*:/, '')
    .replace(/^"([^"\\]*)"$/, '$1');
  return readsTree(text === undefined || /[|&~()"\\]/.test(text) ? unknown() : known(text));
}

const shows: Command = { options: showing, effects: always(readsHere) };
const showsFiles: Command = {
  options: showing,
  effects: ({ operands }) => [readsHere, ...operands.map(inFileset)],
};
const moves: Command = { options: moving, effects: always(changesRepository, altersTree(known('.'))) };
const names: Command = { options: moving, effects: always(changesRepository) };
const bookmarks: Command = {
  options: { ...moving, ...flags('-B --allow-backwards, --include-remotes, --overwrite-existing') },
  effects: always(changesRepository),
};
/** What they say of a change is written in an editor. */
const describes: Command = {
  options: worded,
  effects: (call) => [changesRepository, ...(hasAny(call, '--message', '--stdin') ? [] : [interactive])],
};

/** With names of files it takes those; which parts of them it is to take, and what it says then, is asked. */
function splits(call: Call): readonly Effect[] {
  const isTold =
    call.operands.length > 0 && has(call, '--message') && !hasAny(call, '--interactive', '--tool');
  return [changesRepository, ...(isTold ? [] : [interactive])];
}

function resolves(call: Call): readonly Effect[] {
  if (has(call, '--list')) return [readsHere];
  const tool = lastValue(call, '--tool');
  const isBuiltIn = /^:(?:ours|theirs)$/.test(textOf(tool ?? undefined) ?? '');
  const program =
    tool === null || isBuiltIn ? [] : [unknownEffect('program-specific', 'a program that merges')];
  return [changesRepository, altersTree(known('.')), ...(isBuiltIn ? [] : [interactive]), ...program];
}

/** Bookmarks that are gone here are taken away there only where that is asked for. */
function pushes(call: Call): readonly Effect[] {
  if (has(call, '--dry-run')) return [receives];
  return [sendsTo(null), has(call, '--deleted') ? destroys('remote') : changes('remote')];
}

const git: Readonly<Record<string, Command>> = {
  clone: {
    options: {
      ...flags('--colocate, --no-colocate'),
      ...values('--remote, --depth, --fetch-tags, -b --branch'),
    },
    effects: ({ operands }) => [
      receives,
      ...reachesAddress(operands[0] ?? null),
      operands[1] === undefined ? altersTree(known('.')) : replacesTree(operands[1]),
    ],
  },
  init: {
    options: { ...flags('--colocate, --no-colocate'), '--git-repo': specialValue('another repository') },
    effects: ({ operands }) => [altersTree(operands[0] ?? known('.'))],
  },
  fetch: {
    options: { ...flags('--all-remotes, --tracked'), ...values('--remote, -b --branch') },
    effects: always(receives, changesRepository),
  },
  push: {
    options: {
      ...flags(
        '--tracked, --all, --deleted, -N --allow-new, --allow-empty-description, --allow-private, --dry-run',
      ),
      ...values('--remote, -b --bookmark, -r --revisions, -c --change, --named, -o --option'),
    },
    effects: pushes,
  },
  'import export': { effects: always(changesRepository) },
  root: shows,
  remote: {
    subcommands: {
      list: shows,
      'add set-url': {
        options: values('--fetch-tags, --push, --fetch'),
        effects: ({ operands }) => [changesRepository, ...operands.slice(1).flatMap(reachesAddress)],
      },
      'remove rename': { effects: always(changesRepository) },
    },
  },
};

const jj: Readonly<Record<string, Command>> = {
  'status st log diff interdiff': showsFiles,
  'show evolog evolution-log obslog root version help': shows,
  file: {
    subcommands: {
      'list annotate show': showsFiles,
      search: { options: { ...showing, ...values('--pattern') }, effects: always(readsHere) },
      'track untrack chmod': { options: moving, effects: always(changesRepository) },
    },
  },
  'bookmark branch b': {
    subcommands: {
      'list l': {
        options: { ...showing, ...flags('-a --all-remotes, --tracked, --conflicted'), ...values('--remote') },
        effects: always(readsHere),
      },
      'create c set s move m delete d forget f rename r track t untrack advance': bookmarks,
    },
  },
  tag: { subcommands: { 'list l': shows, 'set s delete d': names } },
  'operation op': {
    subcommands: {
      'log show diff': { options: { ...showing, ...flags('-d --op-diff') }, effects: always(readsHere) },
      'restore revert undo': moves,
      abandon: { effects: always(destroys('repository')) },
    },
  },
  config: {
    subcommands: {
      'list l get g path p': {
        options: {
          ...flags('--user, --repo, --workspace, --include-defaults, --include-overridden'),
          ...values('-T --template'),
        },
        effects: always(readsHere),
      },
      'set s unset u': { options: flags('--user, --repo, --workspace'), effects: always(changesSettings) },
      'edit e': {
        options: flags('--user, --repo, --workspace'),
        effects: always(changesSettings, interactive),
      },
    },
  },
  'new edit next prev rebase duplicate abandon parallelize simplify-parents revert backout undo redo': moves,
  'absorb sign unsign metaedit': names,
  'describe desc commit ci': describes,
  split: { options: worded, effects: splits },
  'squash restore': {
    options: worded,
    effects: (call) => [
      changesRepository,
      altersTree(known('.')),
      ...(hasAny(call, '--interactive', '--tool') ? [interactive] : []),
    ],
  },
  diffedit: { options: worded, effects: always(changesRepository, altersTree(known('.')), interactive) },
  resolve: { options: { ...moving, ...flags('-l --list'), ...values('--tool') }, effects: resolves },
  // It runs the tools that the settings name.
  fix: {
    options: { ...moving, ...flags('--include-unchanged-files') },
    effects: always(...runsProject('.'), altersTree(known('.'))),
  },
  git: { subcommands: git },
  bisect: {
    subcommands: {
      run: {
        order: 'options-first',
        options: { ...flags('--find-good'), ...values('-r --range'), '--command': runsValue },
        effects: ({ operands }) => [
          altersTree(known('.')),
          ...(operands.length === 0 ? [] : [runsCommand(operands)]),
        ],
      },
    },
  },
  workspace: {
    subcommands: {
      'list root': shows,
      'forget rename update-stale': moves,
      add: {
        options: { ...values('--name, -r --revision, -m --message, --sparse-patterns') },
        effects: ({ operands }) => [changesRepository, ...operands.map(replacesTree)],
      },
    },
  },
  sparse: {
    subcommands: {
      list: shows,
      'set reset': {
        options: { ...flags('--clear'), ...values('--add, --remove') },
        effects: always(altersTree(known('.'))),
      },
    },
  },
  util: {
    subcommands: {
      'completion config-schema markdown-help': {},
      gc: { options: values('--expire'), effects: always(destroys('repository')) },
      exec: {
        order: 'options-first',
        effects: ({ operands }) => (operands.length === 0 ? [] : [runsCommand(operands)]),
      },
    },
  },
};

/** Jujutsu keeps what its commands take away in the log of its operations, until that is cut. */
export const programs: readonly Program[] = [
  orHelp({
    names: ['jj'],
    ...unabbreviated,
    globalOptions: global,
    subcommands: readBy(unabbreviated, jj),
    effects: always(readsHere),
  }),
];
