import { expect, test } from 'vitest';
import { decisionOn, verdictOf } from './shipped.ts';

/** Calls about a whole disk. Nothing here is executed. */
test.each([
  'fdisk /dev/sda',
  'fdisk -l -w always /dev/sda',
  'sfdisk /dev/sda',
  'sfdisk --delete /dev/sda 2',
  'sgdisk -Z /dev/sda',
  'sgdisk -d 1 /dev/sda',
  'sgdisk -p -d 1 /dev/sda',
  'gdisk /dev/sda',
  'parted /dev/sda mklabel gpt',
  'parted -s /dev/sda print rm 1',
  'parted /dev/sda "$order"',
  'partx -d /dev/sda',
  'hdparm --security-erase x /dev/sda',
  'hdparm -I -y /dev/sda',
  'mdadm --create /dev/md0 --level 1 --raid-devices 2 /dev/sda1 /dev/sdb1',
  'mdadm --stop /dev/md0',
  'mdadm --detail --zero-superblock /dev/sda1',
  'mdadm --grow /dev/md0 --size max',
  'badblocks -w /dev/sda',
  'badblocks -nsv /dev/sda',
  'wipefs -a /dev/sda',
  'cryptsetup luksFormat /dev/sda1',
  'pvremove /dev/sda1',
  'e2label /dev/sda1 data',
  'fatlabel /dev/sda1 data',
  'genisoimage -o /dev/sdb src',
  'mkfs.btrfs -f /dev/sda',
  'mkfs.unheard --what /dev/sda',
  'blkdiscard -f /dev/sda',
  'mkfs.fat -n DATA /dev/sda1',
  'mkfs -t vfat -n DATA /dev/sda1',
  'mkfs.btrfs -n 16k /dev/sda1',
  'mkfs.ext4 -L -n /dev/sda1',
  'mkfs.xfs -L -N /dev/sda1',
])('what changes a disk is denied: %s', (command) => {
  expect(verdictOf(command)).toBe('deny');
});

test.each([
  'fdisk -l /dev/sda',
  'fdisk --list --bytes /dev/sda',
  'sfdisk --dump /dev/sda',
  'sfdisk -J /dev/sda',
  'sgdisk -p /dev/sda',
  'sgdisk -i 1 /dev/sda',
  'parted /dev/sda print',
  'parted -s /dev/sda unit MiB print free',
  'parted -l',
  'partx --show /dev/sda',
  'hdparm -I /dev/sda',
  'hdparm -tT /dev/sda',
  'mdadm --detail /dev/md0',
  'mdadm --examine --scan',
  'mdadm -Q /dev/md0',
  'cryptsetup luksDump /dev/sda1',
  'cryptsetup isLuks /dev/sda1',
  'kpartx -l disk.img',
])('what only looks at one is allowed: %s', (command) => {
  expect(verdictOf(command)).toBe('allow');
});

test.each([
  ['wipefs /dev/sda', ['read-device']],
  ['mkfs.xfs -N /dev/sda1', ['read-device']],
  ['mke2fs -n /dev/sda1', ['read-device']],
  ['mkfs.ext4 -qn -L data /dev/sda1', ['read-device']],
  ['mkfs -t ext4 -n /dev/sda1', ['read-device']],
  ['badblocks -sv /dev/sda', ['read-device']],
  ['e2label /dev/sda1', ['read-device']],
  ['cryptsetup luksDump --dump-volume-key /dev/sda1', ['disclose-credentials']],
  ['kpartx -d disk.img', ['change-device']],
  ['genisoimage -V data -o data.iso src', ['write-file']],
  ['genisoimage -V data src', []],
])('%s is asked about for %j', (command, ids) => {
  expect([...new Set(decisionOn(command).findings.map(({ id }) => id))]).toEqual(ids);
});
