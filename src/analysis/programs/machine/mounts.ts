import { textOf } from '../../words.ts';
import { changes } from '../effects.ts';
import { readsValue } from '../options.ts';
import type { Program } from '../program.ts';
import { flags, hasAny, values } from '../shorthand.ts';
import { about } from './block-devices.ts';

/** Programs that put file systems into the tree of directories, and take them out. */
export const programs: readonly Program[] = [
  {
    names: ['mount'],
    options: {
      ...about,
      ...flags('-a --all, -c --no-canonicalize, -f --fake, -F --fork, -i --internal-only, -l --show-labels'),
      ...flags(
        '-n --no-mtab, -r --read-only, -s, -v --verbose, -w --rw --read-write, -B --bind, -M --move, -R --rbind',
      ),
      ...flags(
        '--make-shared, --make-slave, --make-private, --make-unbindable, --make-rshared, --make-rslave',
      ),
      ...flags('--make-rprivate, --mkdir, --onlyonce, --exclusive'),
      ...values(
        '-L --label, -o --options, -t --types, -O --test-opts, -U --uuid, --source, --target, --options-mode',
      ),
      ...values('--target-prefix, --options-source, -N --namespace, --map-users, --map-groups'),
      '-T --fstab': readsValue,
    },
    effects: (call) => {
      if (hasAny(call, '--help', '--version')) return [];
      const isList = call.operands.length === 0 && !hasAny(call, '-a', '--source', '--target', '-L', '-U');
      return isList ? [] : [changes('system', call.operands.at(-1) ?? null)];
    },
  },
  {
    names: ['umount', 'unmount', 'fusermount', 'fusermount3', 'eject', 'udisksctl', 'pumount', 'pmount'],
    style: 'none',
    effects: ({ operands }) => {
      const isQuestion = operands.some((word) =>
        /^(--help|--version|-V|-h|status|info|dump|monitor)$/.test(textOf(word) ?? ''),
      );
      return isQuestion ? [] : [changes('system', operands.at(-1) ?? null)];
    },
  },
];
