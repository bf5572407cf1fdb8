import type { Rule } from '../../model/decision.ts';
import { ask, deny, fact, operand, program } from './make.ts';

/** Programs that make, change or destroy partitions and file systems. */
const formatters = [
  'mkfs',
  'mkfs.*',
  'mke2fs',
  'mkswap',
  'mkdosfs',
  'mkntfs',
  'newfs*',
  'fdisk',
  'cfdisk',
  'sfdisk',
  'gdisk',
  'sgdisk',
  'parted',
  'wipefs',
  'blkdiscard',
  'badblocks',
  'hdparm',
  'shred',
  'cryptsetup',
  'pvcreate',
  'pvremove',
  'vgremove',
  'lvremove',
  'mdadm',
];

/** Disks, partitions and the file systems on them. */
export const rules: readonly Rule[] = [
  deny('format-disk', {
    when: [program(...formatters), operand('block-device')],
    // What only looks at a disk has none of these.
    does: [
      { kind: 'changes', subject: ['device'] },
      { kind: 'writes', path: ['block-device'] },
      { kind: 'deletes', path: ['block-device'] },
      { kind: 'unknown' },
    ],
    unless: [fact('asks-for-help')],
    because: '{program} would change or destroy what is on a disk',
    instead: 'Work on an image file, or have a person do it.',
    match: ['mkfs.ext4 /dev/sda1', 'fdisk /dev/sda', 'sudo mkfs -t vfat /dev/sdb1'],
    notMatch: ['fdisk -l /dev/sda', 'mkfs.ext4 disk.img', 'which mkfs.ext4'],
  }),
  deny('write-disk', {
    does: [
      { kind: 'writes', path: ['block-device'] },
      { kind: 'deletes', path: ['block-device'] },
    ],
    because: 'it would write over the disk {subject}',
    instead: 'Write to an image file, or have a person do it.',
    match: ['dd if=x of=/dev/sda', 'echo x > /dev/nvme0n1', 'cat image.iso | tee /dev/sdb'],
    notMatch: [
      'dd if=/dev/zero of=/dev/null count=1',
      'echo x > dev/sda',
      'dd if=/dev/urandom of=test.bin count=1',
    ],
  }),
  ask('change-device', {
    does: [
      { kind: 'changes', subject: ['device'] },
      { kind: 'writes', path: ['device', 'kernel'], pathNot: ['sink', 'terminal'] },
    ],
    because: 'it would change a device or the kernel ({subject})',
  }),
  ask('read-device', {
    does: [{ kind: 'reads', path: ['block-device'] }],
    because: 'it would read the raw content of {subject}',
  }),
];
