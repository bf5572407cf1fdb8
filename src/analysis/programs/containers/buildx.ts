import { changes, receivesFrom, sendsTo } from '../effects.ts';
import { readsValue, replacesValue, valueWith } from '../options.ts';
import type { Command } from '../program.ts';
import { always, isSurelyOn, listed, readsHere, receives, switches, values } from '../shorthand.ts';
import { readsFileOrAddress } from '../text/text-files.ts';
import { building, changing, isDirectory, looksAt, removing } from './container-commands.ts';
import { help } from './container-options.ts';

/** Subcommands of `docker buildx`, which builds images, and makes one of several that a registry has. */
export const buildx: Readonly<Record<string, Command>> = {
  'build b': building,
  bake: {
    options: {
      ...building.options,
      ...switches('--print'),
      ...values('--set'),
      ...listed(valueWith(readsFileOrAddress), '-f --file'),
    },
    effects: (call) => [
      readsHere,
      ...(isSurelyOn(call, '--print')
        ? call.operands.filter((word) => !isDirectory(word)).map(receivesFrom)
        : [receives, changes('container')]),
    ],
  },
  'ls du inspect version': { ...looksAt, effects: always(receives) },
  imagetools: {
    subcommands: {
      inspect: { ...looksAt, effects: always(receives) },
      create: {
        options: {
          ...switches('--append, --dry-run, --prefer-index'),
          ...values('-t --tag, --annotation, --builder, --progress, -p --platform'),
          ...listed(readsValue, '-f --file'),
          ...listed(replacesValue, '--metadata-file'),
          ...help,
        },
        effects: (call) => [
          receives,
          ...(isSurelyOn(call, '--dry-run') ? [] : [sendsTo(null), changes('remote')]),
        ],
      },
    },
  },
  history: {
    subcommands: {
      'ls inspect logs': { ...looksAt, effects: always(receives) },
      rm: removing,
    },
  },
  'create use stop': changing,
  'rm prune': removing,
};
