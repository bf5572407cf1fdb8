import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import { changes, destroys, readsFile, replacesFile, unknownEffect } from '../effects.ts';
import { has, optional, readsValue } from '../options.ts';
import type { Call, OptionTable, Program } from '../program.ts';
import { flags, hasAny, listed, values } from '../shorthand.ts';

const about: OptionTable = flags('-h --help, -V --version');

/** Programs that make and destroy file systems and partitions. A write to a block device cannot be had back. */
export const programs: readonly Program[] = [
  {
    names: [
      ...[
        'mkfs',
        'mke2fs',
        'mkswap',
        'mkdosfs',
        'mkntfs',
        'newfs',
        'mkisofs',
        'genisoimage',
        'mksquashfs',
        'mkudffs',
      ],
      ...[
        'ext2',
        'ext3',
        'ext4',
        'xfs',
        'btrfs',
        'vfat',
        'fat',
        'msdos',
        'ntfs',
        'exfat',
        'f2fs',
        'jfs',
        'reiserfs',
      ]
        .concat(['minix', 'cramfs', 'bfs', 'nilfs2', 'udf', 'ext4dev', 'zfs'])
        .map((type) => `mkfs.${type}`),
    ],
    style: 'none',
    effects: ({ operands }) => formats(operands),
  },
  {
    names: [
      'fdisk',
      'gdisk',
      'sfdisk',
      'sgdisk',
      'cfdisk',
      'cgdisk',
      'parted',
      'partprobe',
      'partx',
      'kpartx',
      'growpart',
    ],
    style: 'none',
    effects: (call) => partitions(call),
  },
  {
    names: ['wipefs'],
    options: {
      ...about,
      ...flags(
        '-a --all, -b --backup, -f --force, -i --noheadings, -J --json, -n --no-act, -p --parsable, -q --quiet',
      ),
      ...values('-O --output, -t --types, -o --offset'),
      '--lock': optional,
    },
    effects: (call) => {
      const wipes = hasAny(call, '-a', '-o') && !has(call, '-n');
      return call.operands.flatMap((device) => (wipes ? destroyed(device) : [readsFile(device)]));
    },
  },
  {
    names: [
      'blkdiscard',
      'badblocks',
      'hdparm',
      'nvme',
      'sdparm',
      'sg_format',
      'fstrim',
      'zerofree',
      'resize2fs',
      'tune2fs',
      'e2label',
      'xfs_growfs',
      'xfs_repair',
      'xfs_admin',
      'btrfstune',
      'ntfsresize',
      'fatlabel',
      'swaplabel',
      'dosfslabel',
      'debugfs',
    ],
    style: 'none',
    effects: ({ name, operands }) => {
      const isQuestion = /^(-h|--help|-V|--version|list|-l|-i|-I|smart-log|id-ctrl|id-ns|version|help)$/;
      const shows =
        operands.some((word) => isQuestion.test(textOf(word) ?? '')) &&
        !operands.some((word) => /^(--security|--yes|format|sanitize|write)/.test(prefixOf(word)));
      if (operands.length === 0 || (shows && name !== 'blkdiscard')) return [];
      return operands.filter(isOperand).slice(-1).flatMap(destroyed);
    },
  },
  {
    names: [
      'fsck',
      'e2fsck',
      'fsck.ext2',
      'fsck.ext3',
      'fsck.ext4',
      'fsck.xfs',
      'fsck.vfat',
      'fsck.fat',
      'dosfsck',
      'fsck.btrfs',
      'ntfsfix',
    ],
    style: 'none',
    effects: ({ operands }) =>
      operands
        .filter(isOperand)
        .flatMap((device) =>
          operands.some((word) => /^-[a-zA-Z]*[nN]$/.test(textOf(word) ?? ''))
            ? [readsFile(device)]
            : [changes('device', device)],
        ),
  },
  {
    names: [
      'dumpe2fs',
      'xfs_info',
      'blockdev',
      'filefrag',
      'smartctl',
      'lsscsi',
      'dmsetup',
      'losetup',
      'mdadm',
      'zpool',
      'zfs',
      'btrfs',
      'multipath',
      'iscsiadm',
    ],
    style: 'none',
    effects: (call) => volumes(call),
  },
  {
    names: [
      'lsblk',
      'findmnt',
      'blkid',
      'pvs',
      'vgs',
      'lvs',
      'pvdisplay',
      'vgdisplay',
      'lvdisplay',
      'pvscan',
      'vgscan',
      'lvscan',
      'mountpoint',
    ],
    options: {
      ...about,
      ...flags(
        '-A --noempty, -D --df, -J --json, -M --merge, -O --output-all, -P --pairs, -S, -a --all, -b --bytes',
      ),
      ...flags(
        '-d --nodeps, -f --fs, -i --ascii, -k --kernel, -l --list, -m --mtab, -n --noheadings, -p --paths, -q',
      ),
      ...flags('-r --raw, --topology, -y --shell, -z --zoned, -s --fstab, -u --notruncate, -v --verbose, -C'),
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
        return [];
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
      'pvcreate',
      'pvremove',
      'pvmove',
      'pvresize',
      'pvchange',
      'vgcreate',
      'vgremove',
      'vgextend',
      'vgreduce',
      'vgchange',
      'vgrename',
      'lvcreate',
      'lvremove',
      'lvextend',
      'lvreduce',
      'lvresize',
      'lvchange',
      'lvrename',
      'lvconvert',
      'lvm',
      'vgimport',
      'vgexport',
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
      ...about,
      ...flags(
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

function isOperand(word: Word): boolean {
  return !prefixOf(word).startsWith('-');
}

function destroyed(device: Word): readonly Effect[] {
  return [destroys('device', device), replacesFile(device)];
}

/** The device is among the last words; a size may stand behind it. `-n` and `-N` only tell what would be made. */
function formats(operands: readonly Word[]): readonly Effect[] {
  const isQuestion = operands.some((word) => /^(--help|--version|-V|-h)$/.test(textOf(word) ?? ''));
  if (isQuestion || operands.length === 0) return [];
  const names = operands.filter((word) => isOperand(word) && !/^\d+[kKmMgGtT]?$/.test(textOf(word) ?? ''));
  const target = names.at(-1);
  return target === undefined ? [unknownEffect('unknown-words', 'device')] : destroyed(target);
}

function partitions({ name, operands }: Call): readonly Effect[] {
  const texts = operands.map((word) => textOf(word));
  const isQuestion = texts.some((text) =>
    /^(-l|--list|-h|--help|-V|--version|-v|print|-p|--print|-s|-d|--dump|-J|--json|--list-types|-i|--info.*|-F|-x|--list-free|--show|-P)$/.test(
      text ?? '',
    ),
  );
  const isChange = texts.some(
    (text) =>
      text === null ||
      /^(mk\w+|rm|resizepart|set|name|toggle|rescue|move|-n|--new.*|-Z|--zap.*|-o|--clear|-t|--typecode.*|--delete|-a|-u|--update|--add)$/.test(
        text,
      ),
  );
  const targets = operands.filter(
    (word) => prefixOf(word).startsWith('/') || (isOperand(word) && word.kind !== 'known'),
  );
  if (isQuestion && !isChange) return [];
  if (name === 'partprobe') return [changes('device', targets[0] ?? null)];
  const devices = targets.length > 0 ? targets : operands.filter(isOperand).slice(0, 1);
  return devices.length === 0 ? [] : devices.flatMap(destroyed);
}

/** Tools with verbs for volumes, arrays and pools. */
function volumes({ operands }: Call): readonly Effect[] {
  const texts = operands.map((word) => textOf(word) ?? '?');
  const target = operands.filter(isOperand).at(-1) ?? null;
  const isLoss = texts.some((text) =>
    /^(destroy|--zero-superblock|remove|remove_all|wipe_table|labelclear|--stop|-S|rollback|replace|--remove|--fail|delete|format|--secure-erase)$/.test(
      text,
    ),
  );
  if (isLoss) return [destroys('device', target)];
  const isQuestion =
    /^(list|status|get|show|filesystem|df|usage|subvolume|history|iostat|ls|info|table|deps|version|help|--detail|--examine|-D|-E|-Q|--query|--list|-l|-a|-i|-H|-A|-x|-c|--scan|--all|--json|-j|-f|-V|--version|-h|--help|-n|--get.*|--report|-ll|-v|-o|-r|-t|-p|--getsize64|--getsz|--getss|--getro|device|stats|diff|snapshot-list|-?)$/;
  const odd = texts
    .slice(0, 2)
    .find((text) => !isQuestion.test(text) && !text.startsWith('/') && !/^[a-z]+\/|^[a-z]+,/.test(text));
  return texts.length === 0 || odd === undefined ? [] : [changes('device', target)];
}
