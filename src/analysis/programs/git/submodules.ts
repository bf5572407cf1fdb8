import type { Effect } from '../../../model/effect.ts';
import { known, textOf, unknown } from '../../words.ts';
import { altersTree, changes, deletesTree, receivesFrom, runsShell, unknownEffect } from '../effects.ts';
import { has } from '../options.ts';
import type { Command } from '../program.ts';
import { always, changesSettings, flags, readsHere, receives, values } from '../shorthand.ts';
import { changesRepository, losesCommits, reachesAddress } from './words.ts';

/** Subcommands for repositories within another. */
export const submodules: Readonly<Record<string, Command>> = {
  submodule: {
    options: flags('-q --quiet, --cached'),
    effects: always(readsHere),
    subcommands: {
      status: { options: flags('--cached, --recursive'), effects: always(readsHere) },
      summary: {
        options: { ...flags('--cached, --files'), ...values('-n --summary-limit') },
        effects: always(readsHere),
      },
      add: {
        options: {
          ...flags('-f --force, --progress'),
          ...values('-b --branch, --name, --reference, --depth, --ref-format'),
        },
        effects: (call) => [
          ...reachesAddress(call.operands[0] ?? null),
          receivesFrom(call.operands[0] ?? null),
          changesRepository,
          changesSettings,
        ],
      },
      'init sync set-branch set-url absorbgitdirs': {
        options: { ...flags('--recursive, -d --default'), ...values('-b --branch') },
        effects: (call) => [changesSettings, ...call.operands.flatMap(reachesAddress)],
      },
      update: {
        options: {
          ...flags(
            '--init, --remote, -N --no-fetch, -f --force, --checkout, --merge, --rebase, --recommend-shallow, --recursive',
          ),
          ...flags('--single-branch, --progress'),
          ...values('--reference, --depth, -j --jobs, --filter'),
        },
        effects: (call) => [
          receives,
          has(call, '--force') ? losesCommits : changesRepository,
          altersTree(known('.')),
        ],
      },
      deinit: {
        options: flags('-f --force, --all'),
        // It takes the files of submodules alone; which ones there are is not known.
        effects: ({ operands }) => [
          losesCommits,
          ...operands.map((path) => deletesTree(textOf(path) === '.' ? unknown('./') : path)),
        ],
      },
      foreach: {
        options: flags('--recursive'),
        order: 'options-first',
        effects: ({ operands }) => runsForEach(operands.map((word) => textOf(word))),
      },
    },
  },
  subtree: {
    options: {
      ...flags('-q --quiet, -d --debug, --squash, --rejoin, --ignore-joins'),
      ...values('-P --prefix, -m --message, --annotate, -b --branch, --onto'),
    },
    effects: ({ operands }) => [
      changesRepository,
      ...(textOf(operands[0]) === 'split' ? [] : [receives, altersTree(known('.')), changes('remote')]),
    ],
  },
};

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The first word is a text for a shell, and the others are words that stand behind it as they are. */
function runsForEach(words: readonly (string | null)[]): readonly Effect[] {
  if (words.length === 0) return [];
  if (words.includes(null)) return [unknownEffect('unknown-code', 'submodule foreach')];
  return [
    unknownEffect('program-specific', 'a command in other repositories'),
    runsShell(known(words.map((word, at) => (at === 0 ? word : quoted(word ?? ''))).join(' '))),
  ];
}
