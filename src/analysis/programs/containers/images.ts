import type { Effect } from '../../../model/effect.ts';
import { textOf } from '../../words.ts';
import { altersTree, changes, destroys, interactive, readsFile, sendsTo } from '../effects.ts';
import type { Call, Program } from '../program.ts';
import { flags, orHere, receives, unabbreviated, values } from '../shorthand.ts';
import { help } from './container-options.ts';

/** What looks at images of containers and copies them from one place to another, without an engine. */
export const programs: readonly Program[] = [
  {
    names: ['skopeo', 'crane', 'dive', 'hadolint', 'ctop', 'lazydocker'],
    ...unabbreviated,
    options: {
      ...help,
      ...flags('--version, -v, --raw, --config, --no-color, --no-fail'),
      ...values('--format, -f, --ignore, --platform'),
    },
    effects: (call) =>
      call.name === 'hadolint'
        ? call.operands.map(readsFile)
        : call.operands.length === 0
          ? [interactive]
          : copiesImage(call),
  },
];

function copiesImage({ operands }: Call): readonly Effect[] {
  const action = textOf(operands[0]);
  if (
    action === 'inspect' ||
    action === 'list-tags' ||
    action === 'ls' ||
    action === 'digest' ||
    action === 'manifest'
  )
    return [receives];
  return [
    receives,
    sendsTo(null),
    action === 'delete' ? destroys('remote') : changes('remote'),
    ...orHere([]).map(altersTree),
  ];
}
