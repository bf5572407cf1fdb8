import { closeSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';
import type { Block, BlockedProcess, OpenFile } from '../waiting.ts';
import { fileIdOf, readOrNull, statFields, statOrNull } from './process-table.ts';

/**
 * What a process stands still in. Its system call is told to whoever may trace it: its own user, but under yama only
 * the process that it comes from; the function of the kernel is told to its user always, unless the kernel has no names.
 */
export function readBlocked(pid: number): BlockedProcess | null {
  const [state, , groupId, , , foregroundGroup] = statFields(pid);
  if (state === undefined) return null;
  return { state, isForeground: groupId === foregroundGroup, block: blockOf(pid) };
}

function blockOf(pid: number): Block {
  const line = readOrNull(`/proc/${pid}/syscall`)?.trim() ?? '';
  const words = line === '' ? [] : line.split(' ');
  const open = openFiles(pid);
  const [number, ...values] = words.map(Number);
  if (number === undefined) return functionBlock(pid, open);
  const waited = systemCalls[process.arch]?.[number]?.(values, pid) ?? null;
  if (waited === null) return { kind: 'other' };
  const files = waited.descriptors.map((fd) => open.get(fd) ?? unknownFile);
  return { kind: 'files', files, hasLimit: waited.hasLimit };
}

const unknownFile: OpenFile = { id: null, link: '', isOwn: false };

/** What is left to go by where the system call is not told. */
export function functionBlock(pid: number, open = openFiles(pid)): Block {
  const name = readOrNull(`/proc/${pid}/wchan`);
  return name === null ? { kind: 'other' } : { kind: 'function', name, open };
}

function openFiles(pid: number): ReadonlyMap<number, OpenFile> {
  const files = new Map<number, OpenFile>();
  const links = new Map<number, string>();
  try {
    for (const fd of readdirSync(`/proc/${pid}/fd`))
      links.set(Number(fd), readlinkSync(`/proc/${pid}/fd/${fd}`));
  } catch {
    // It ended meanwhile, or its descriptors are not ours to see.
  }
  for (const [fd, link] of links) {
    const isOwn =
      link.startsWith('pipe:') && [...links.values()].filter((other) => other === link).length > 1;
    files.set(fd, { id: idOf(`/proc/${pid}/fd/${fd}`), link, isOwn });
  }
  return files;
}

function idOf(path: string): OpenFile['id'] {
  const stats = statOrNull(path);
  return stats && fileIdOf(stats);
}

/** What a system call waits for: one of these descriptors, or, with a limit, that its time is over. */
interface Waited {
  readonly descriptors: readonly number[];
  readonly hasLimit: boolean;
}

type Reading = (values: readonly number[], pid: number) => Waited | null;

const read: Reading = ([fd = -1]) => ({ descriptors: [fd], hasLimit: false });

/** poll(2): an array of `struct pollfd`, eight bytes each, the descriptor first. `ppoll` has its limit by a pointer. */
const poll =
  (isForEver: (limit: number) => boolean): Reading =>
  ([address = 0, count = 0, limit = 0], pid) => {
    const bytes = count > mostFiles ? null : readMemory(pid, address, 8 * count);
    if (bytes === null) return null;
    const descriptors = Array.from({ length: count }, (_, index) => bytes.readInt32LE(8 * index));
    return { descriptors: descriptors.filter((fd) => fd >= 0), hasLimit: !isForEver(limit) };
  };

/** select(2): sets of bits. Somebody who waits to write does not wait for input. */
const select: Reading = ([count = 0, readable = 0, writable = 0, , limit = 0], pid) => {
  const length = Math.ceil(Math.min(count, mostFiles) / 64) * 8;
  const bitsAt = (address: number): readonly number[] | null =>
    address === 0 ? [] : (readMemory(pid, address, length)?.toJSON().data ?? null);
  const reading = bitsAt(readable);
  const writing = bitsAt(writable);
  if (reading === null || writing === null || writing.some((byte) => byte !== 0)) return null;
  const descriptors = Array.from({ length: 8 * length }, (_, fd) => fd).filter(
    (fd) => ((reading[fd >> 3] ?? 0) >> (fd & 7)) & 1,
  );
  return { descriptors, hasLimit: limit !== 0 };
};

/** epoll_wait(2): the kernel lists in fdinfo what a descriptor of epoll(7) stands for. */
const epoll: Reading = ([fd = -1, , , limit = 0], pid) => {
  const info = readOrNull(`/proc/${pid}/fdinfo/${fd}`);
  if (info === null) return null;
  const descriptors = [...info.matchAll(/^tfd: +(\d+)/gm)].map(([, target]) => Number(target));
  return { descriptors, hasLimit: !isMinusOne(limit) };
};

const pollForMs = poll(isMinusOne);
const pollUntil = poll((pointer) => pointer === 0);

/** The numbers of the calls that wait for something to read: read, readv, select, poll, epoll_wait and their like. */
const systemCalls: Readonly<Partial<Record<string, Readonly<Record<number, Reading>>>>> = {
  x64: {
    ...{ 0: read, 19: read, 7: pollForMs, 271: pollUntil, 23: select, 270: select },
    ...{ 232: epoll, 281: epoll },
  },
  arm64: { 63: read, 65: read, 73: pollUntil, 72: select, 22: epoll },
};

/** Descriptors that are looked at in one call: 1,024, which is as many as select(2) can have. */
const mostFiles = 1_024;

/** As an int, which is told in 32 or in 64 bits. */
function isMinusOne(value: number): boolean {
  return value === 0xffff_ffff || value >= 2 ** 64 - 2 ** 12;
}

/** Some of the memory of a process; `null` when it is not ours to see. */
function readMemory(pid: number, address: number, length: number): Buffer | null {
  const bytes = Buffer.alloc(length);
  if (length === 0) return bytes;
  try {
    const fd = openSync(`/proc/${pid}/mem`, 'r');
    try {
      return readSync(fd, bytes, 0, length, address) === length ? bytes : null;
    } finally {
      closeSync(fd);
    }
  } catch {
    return null; // It ended meanwhile, or it is not ours to see.
  }
}
