import type { Effect } from '../../../model/effect.ts';
import { textOf, unknown } from '../../words.ts';
import {
  altersFile,
  createsFile,
  deletesFile,
  deletesTree,
  readsFile,
  replacesFile,
  unknownEffect,
} from '../effects.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, values } from '../shorthand.ts';

/** All that is in the trash, wherever that is. */
const empties: Effect = deletesTree(unknown());

/** Programs of desktops that move, show and throw away files. In a sandbox the trash goes away with it. */
export const programs: readonly Program[] = [
  {
    names: ['gio'],
    abbreviates: false,
    options: flags('-h --help, --version'),
    subcommands: {
      trash: {
        options: flags('-f --force, --empty, --list, --restore'),
        effects: (call) => [
          ...(hasAny(call, '--empty') ? [empties] : []),
          ...(hasAny(call, '--list', '--restore') ? [] : call.operands.map(deletesTree)),
        ],
      },
      remove: { options: flags('-f --force'), effects: ({ operands }) => operands.map(deletesFile) },
      'cat list info tree': {
        options: {
          ...flags('-h --hidden, -l --long, -u --print-uris, -d --print-display-names, -f --filesystem'),
          ...flags('-n --nofollow-symlinks, -w --query-writable, --follow-symlinks'),
          ...values('-a --attributes'),
        },
        effects: ({ operands }) => operands.map(readsFile),
      },
      'copy move': {
        options: flags(
          '-T --no-target-directory, -p --progress, -i --interactive, -b --backup, -P, --preserve',
        ),
        effects: copies,
      },
      mkdir: { options: flags('-p --parent'), effects: ({ operands }) => operands.map(createsFile) },
      'rename set': { effects: ({ operands }) => operands.slice(0, 1).map(altersFile) },
      save: { effects: ({ operands }) => operands.map(replacesFile) },
    },
  },
  {
    names: ['trash', 'trash-put', 'rmtrash', 'gvfs-trash'],
    options: flags(
      '-d --directory, -f --force, -i --interactive, -r -R --recursive, -v --verbose, --help, --version',
    ),
    effects: throwsAway,
  },
  {
    names: ['trash-empty', 'trash-rm'],
    style: 'none',
    effects: ({ operands }) => (/^--(?:help|version)$/.test(textOf(operands[0]) ?? '') ? [] : [empties]),
  },
];

/** One `trash` takes files, and another one a verb before them. */
function throwsAway({ name, operands }: Call): readonly Effect[] {
  const verb = name === 'trash' ? textOf(operands[0]) : null;
  if (verb === 'list' || verb === 'restore') return operands.slice(1).map(altersFile);
  if (verb === 'empty') return [empties];
  return operands.map(deletesTree);
}

function copies(call: Call): readonly Effect[] {
  const { operands, subcommands } = call;
  const [target] = operands.slice(-1);
  const sources = operands.slice(0, -1);
  return [
    ...sources.map(readsFile),
    ...(subcommands[0] === 'move' ? sources.map(deletesTree) : []),
    ...(target === undefined ? [unknownEffect('missing-value', call.name)] : [replacesFile(target)]),
  ];
}
