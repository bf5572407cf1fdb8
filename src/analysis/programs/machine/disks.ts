import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { prefixOf, textOf } from '../../words.ts';
import { changes, destroys, readsFile, readsTree, replacesFile, unknownEffect } from '../effects.ts';
import { has, optional, readsValue, replacesValue } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, values } from '../shorthand.ts';
import { about, isOperand, onlyLooks } from './block-devices.ts';

/** Programs that make, check and destroy file systems and partitions. A write to a block device cannot be had back. */
export const programs: readonly Program[] = [
  {
    names: [
      ...'mkfs mke2fs mkswap mkdosfs mkntfs newfs mksquashfs mkudffs'.split(' '),
      ...'ext2 ext3 ext4 xfs btrfs vfat fat msdos ntfs exfat f2fs jfs reiserfs minix cramfs bfs nilfs2 udf ext4dev zfs'
        .split(' ')
        .map((type) => `mkfs.${type}`),
    ],
    style: 'none',
    effects: formats,
  },
  {
    names: ['mkisofs', 'genisoimage', 'xorrisofs'],
    style: 'none',
    effects: makesImage,
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
      ...'blkdiscard nvme sdparm sg_format fstrim zerofree resize2fs tune2fs'.split(' '),
      ...'xfs_growfs xfs_repair xfs_admin btrfstune ntfsresize swaplabel debugfs'.split(' '),
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
    names: ['hdparm'],
    style: 'none',
    effects: ({ name, operands }) =>
      onlyLooks(name, operands) ? [] : operands.filter(isOperand).slice(-1).flatMap(destroyed),
  },
  {
    // It reads every block, unless it is to write patterns over them.
    names: ['badblocks'],
    options: {
      ...about,
      ...flags('-s, -v, -f, -B, -X'),
      ...flags('-n, -w'),
      ...values('-b, -c, -d, -e, -p, -t'),
      '-i': readsValue,
      '-o': replacesValue,
    },
    effects: (call) => {
      const devices = call.operands.slice(0, 1);
      return hasAny(call, '-n', '-w') ? devices.flatMap(destroyed) : devices.map(readsFile);
    },
  },
  {
    // Without a label they print the one that is there.
    names: ['e2label', 'fatlabel', 'dosfslabel'],
    options: { ...about, ...flags('-i --volume-id, -r --reset'), ...values('-c --codepage') },
    effects: (call) => {
      const [device, label] = call.operands;
      if (device === undefined) return [];
      return label !== undefined || has(call, '--reset') ? destroyed(device) : [readsFile(device)];
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

/** Where `-o` names a file, the image is written to it. What an option takes is counted among what is read. */
function makesImage({ operands }: Call): readonly Effect[] {
  if (operands.length === 1 && /^--?(?:help|version)$/.test(textOf(operands[0]) ?? '')) return [];
  const at = operands.findIndex((word) => /^--?o(?:utput)?$/.test(textOf(word) ?? ''));
  const image = at === -1 ? undefined : operands[at + 1];
  const odd = operands.filter(
    (word) => /^--?o(?:utput)?./.test(prefixOf(word)) && textOf(word) !== '-output',
  );
  return [
    ...operands.filter((word) => isOperand(word) && word !== image).map(readsTree),
    ...(image === undefined ? [] : [replacesFile(image)]),
    ...odd.map((word) => unknownEffect('unknown-option', prefixOf(word))),
  ];
}

function destroyed(device: Word): readonly Effect[] {
  return [destroys('device', device), replacesFile(device)];
}

/** The letters with which a file system is not made, and those of options with a value, where both are known. */
const trials: Readonly<Record<string, { readonly off: RegExp; readonly taking: string }>> = {
  ext: { off: /n/, taking: 'bCdDeEgGiIJlLmMNoOrTtUz' },
  xfs: { off: /N/, taking: 'bcdilLmnprs' },
  ntfs: { off: /n/, taking: 'scpHSzL' },
};

/** Whether it is told to say what it would do, and not to do it. */
function isTrial({ name, operands }: Call): boolean {
  const texts = operands.map((word) => textOf(word) ?? '--');
  const typeAt = texts.findIndex((text) => /^(?:-t|--type)$/.test(text));
  const type =
    name === 'mkfs' ? (texts[typeAt + 1] ?? '') : name.replace(/^mkfs\.|^mk(?=ntfs)|^mk(?=e2fs)/, '');
  const trial = trials[/^(?:ext[234]|ext4dev|e2fs)$/.test(type) ? 'ext' : type];
  return trial !== undefined && lettersOf(texts, trial.taking).some((letters) => trial.off.test(letters));
}

/** The letters of each cluster, up to one that takes a value; the value is what follows it. */
function lettersOf(texts: readonly string[], taking: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < texts.length && texts[at] !== '--'; at++) {
    const [, letters = ''] = /^-([A-Za-z].*)/.exec(texts[at] ?? '') ?? [];
    const end = [...letters].findIndex((letter) => taking.includes(letter));
    found.push(end === -1 ? letters : letters.slice(0, end));
    if (end !== -1 && end === letters.length - 1) at += 1;
  }
  return found;
}

/** The device is among the last words; a size may stand behind it. */
function formats(call: Call): readonly Effect[] {
  const { operands } = call;
  const texts = operands.map((word) => textOf(word) ?? '');
  const isQuestion = texts.some((text) => /^(--help|--version|-V|-h)$/.test(text));
  if (isQuestion || operands.length === 0) return [];
  const names = operands.filter((word) => isOperand(word) && !/^\d+[kKmMgGtT]?$/.test(textOf(word) ?? ''));
  const target = names.at(-1);
  if (target === undefined) return [unknownEffect('unknown-words', 'device')];
  return isTrial(call) ? [readsFile(target)] : destroyed(target);
}

function partitions({ name, operands }: Call): readonly Effect[] {
  const targets = operands.filter(
    (word) => prefixOf(word).startsWith('/') || (isOperand(word) && word.kind !== 'known'),
  );
  if (onlyLooks(name, operands) || (operands.length === 0 && name !== 'partprobe')) return [];
  if (name === 'partprobe') return [changes('device', targets[0] ?? null)];
  const devices = targets.length > 0 ? targets : operands.filter(isOperand).slice(0, 1);
  return devices.flatMap(destroyed);
}
