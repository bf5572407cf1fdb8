import type { Effect } from '../../../model/effect.ts';
import { prefixOf } from '../../words.ts';
import { changes } from '../effects.ts';
import type { Program } from '../program.ts';
import { flags, values } from '../shorthand.ts';

/** Programs for attributes, access lists and capabilities of files. */
export const programs: readonly Program[] = [
  {
    names: ['chattr'],
    style: 'none',
    effects: ({ operands }) => {
      const isTree = operands.some((word) => /^-[a-zA-Z]*R/.test(prefixOf(word)));
      return operands
        .filter((word) => !/^[-+=]/.test(prefixOf(word)))
        .map((path): Effect => ({ kind: 'writes', path, how: 'alters', isRecursive: isTree }));
    },
  },
  {
    names: ['lsattr', 'getfacl', 'getcap', 'getfattr'],
    options: {
      ...flags(
        '-h --help, -V --version',
        '-R --recursive, -a --access, -d --default, -v, -l, -p --absolute-names, -c --omit-header, -e --all-effective, -s --skip-base, -n --numeric, -t --tabular, -r, -L --logical, -P --physical, --dump, -E, --only-values',
      ),
      ...values('-m --match, --name, --encoding'),
    },
  },
  {
    names: ['setfacl', 'setcap', 'setfattr'],
    style: 'none',
    effects: ({ name, operands }) => {
      const isTree = operands.some((word) => /^(-[a-zA-Z]*R|--recursive)/.test(prefixOf(word)));
      const path = operands.at(-1);
      if (path === undefined) return [];
      const alters: Effect = { kind: 'writes', path, how: 'alters', isRecursive: isTree };
      return name === 'setcap' ? [alters, changes('system', path)] : [alters];
    },
  },
];
