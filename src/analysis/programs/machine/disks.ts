import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { prefixOf, textOf } from '../../words.ts';
import { changes, destroys, readsFile, replacesFile, unknownEffect } from '../effects.ts';
import { has, optional } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, values } from '../shorthand.ts';
import { about, isOperand } from './block-devices.ts';

/** Programs that make, check and destroy file systems and partitions. A write to a block device cannot be had back. */
export const programs: readonly Program[] = [
  {
    names: [
      ...'mkfs mke2fs mkswap mkdosfs mkntfs newfs mkisofs genisoimage mksquashfs mkudffs'.split(' '),
      ...'ext2 ext3 ext4 xfs btrfs vfat fat msdos ntfs exfat f2fs jfs reiserfs minix cramfs bfs nilfs2 udf ext4dev zfs'
        .split(' ')
        .map((type) => `mkfs.${type}`),
    ],
    style: 'none',
    effects: ({ operands }) => formats(operands),
  },
  {
    names: 'fdisk gdisk sfdisk sgdisk cfdisk cgdisk parted partprobe partx kpartx growpart'.split(' '),
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
      ...'blkdiscard badblocks hdparm nvme sdparm sg_format fstrim zerofree resize2fs tune2fs'.split(' '),
      ...'e2label xfs_growfs xfs_repair xfs_admin btrfstune ntfsresize fatlabel swaplabel'.split(' '),
      ...'dosfslabel debugfs'.split(' '),
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
    names:
      'fsck e2fsck fsck.ext2 fsck.ext3 fsck.ext4 fsck.xfs fsck.vfat fsck.fat dosfsck fsck.btrfs ntfsfix'.split(
        ' ',
      ),
    style: 'none',
    effects: checks,
  },
];

/** Without a device, `fsck` goes through all that are mounted at the start. */
function checks({ name, operands }: Call): readonly Effect[] {
  const texts = operands.map((word) => textOf(word) ?? '');
  if (texts.some((text) => /^(?:--help|--version|-V)$/.test(text))) return [];
  const isLooking = texts.some((text) => /^-[a-zA-Z]*[nN]$/.test(text));
  const devices = operands.filter(isOperand);
  if (devices.length === 0) return isLooking || name !== 'fsck' ? [] : [changes('device')];
  return devices.map((device) => (isLooking ? readsFile(device) : changes('device', device)));
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
