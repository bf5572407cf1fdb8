import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import { changes, destroys, discloses } from '../effects.ts';
import { optional } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, listed, values } from '../shorthand.ts';
import { about, isOperand, onlyLooks } from './block-devices.ts';

/** Programs for volumes, arrays, pools and encrypted devices, and those that list them. */
export const programs: readonly Program[] = [
  {
    names: [
      ...'dumpe2fs xfs_info blockdev filefrag smartctl lsscsi dmsetup losetup mdadm zpool zfs'.split(' '),
      ...'btrfs multipath iscsiadm'.split(' '),
    ],
    style: 'none',
    effects: (call) => volumes(call),
  },
  {
    names:
      'lsblk findmnt blkid pvs vgs lvs pvdisplay vgdisplay lvdisplay pvscan vgscan lvscan mountpoint'.split(
        ' ',
      ),
    options: {
      ...about,
      ...flags(
        '-A --noempty, -D --df, -J --json, -M --merge, -O --output-all, -P --pairs, -S, -a --all, -b --bytes',
      ),
      ...flags(
        '-d --nodeps, -f --fs, -i --ascii, -k --kernel, -l --list, -m --mtab, -n --noheadings, -p --paths, -q',
      ),
      ...flags(
        '-r --raw, --topology, -y --shell, -z --zoned, -s --fstab, -u --notruncate, -v --verbose, -C, --quiet, --fs-devno',
      ),
      ...flags('--evaluate, --verify, -R --submounts, -U --uniq, --segments'),
      ...values(
        '-E, -I --include, -o --output, -e --exclude, -w --width, -x --sort, --sysroot, -T --target, -N --task',
      ),
      ...values('-L --label, --uuid, --units, --separator, --reportformat, -c --cache-file, --options'),
      ...listed(optional, '--tree, --dedup, -t --types'),
    },
  },
  {
    names: ['cryptsetup', 'veritysetup', 'integritysetup'],
    style: 'none',
    effects: ({ operands }) => {
      const verb = operands.find(isOperand);
      const text = textOf(verb ?? known('--help'));
      if (text !== null && /^(status|isLuks|luksDump|luksUUID|benchmark|--help|dump|verify)$/.test(text))
        // The key itself is asked for by an option, which may be cut short.
        return operands.some((word) => /^--?d/.test(prefixOf(word))) ? [discloses('credentials')] : [];
      const target = operands.filter(isOperand)[1] ?? null;
      return [
        /^(luksFormat|format|erase|luksErase|luksKillSlot|luksRemoveKey|reencrypt)$/.test(text ?? '')
          ? destroys('device', target)
          : changes('device', target),
      ];
    },
  },
  {
    names: [
      ...'pvcreate pvremove pvmove pvresize pvchange vgcreate vgremove vgextend vgreduce'.split(' '),
      ...'vgchange vgrename lvcreate lvremove lvextend lvreduce lvresize lvchange lvrename'.split(' '),
      ...'lvconvert lvm vgimport vgexport'.split(' '),
    ],
    style: 'none',
    effects: ({ name, operands }) => {
      const target = operands.filter(isOperand).at(-1) ?? null;
      return [
        /remove|reduce|create|convert|^lvm$/.test(name)
          ? destroys('device', target)
          : changes('device', target),
      ];
    },
  },
];

/** Tools with verbs for volumes, arrays and pools. */
function volumes({ name, operands }: Call): readonly Effect[] {
  const texts = operands.map((word) => textOf(word) ?? '?');
  const target = operands.filter(isOperand).at(-1) ?? null;
  const isLoss = texts.some((text) =>
    /^(destroy|--zero-superblock|remove|remove_all|wipe_table|labelclear|--stop|-S|rollback|replace|--remove|--fail|delete|format|--secure-erase)$/.test(
      text,
    ),
  );
  if (isLoss) return [destroys('device', target)];
  if (name === 'mdadm') return onlyLooks(name, operands) ? [] : [changes('device', target)];
  const isQuestion =
    /^(list|status|get|show|filesystem|df|usage|subvolume|history|iostat|ls|info|table|deps|version|help|--detail|--examine|-D|-E|-Q|--query|--list|-l|-a|-i|-H|-A|-x|-c|--scan|--all|--json|-j|-f|-V|--version|-h|--help|-n|--get.*|--report|-ll|-v|-o|-r|-t|-p|--getsize64|--getsz|--getss|--getro|device|stats|diff|snapshot-list|-?)$/;
  const odd = texts
    .slice(0, 2)
    .find((text) => !isQuestion.test(text) && !text.startsWith('/') && !/^[a-z]+\/|^[a-z]+,/.test(text));
  return texts.length === 0 || odd === undefined ? [] : [changes('device', target)];
}
