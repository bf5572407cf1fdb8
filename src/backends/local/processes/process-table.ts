import {
  type BigIntStats,
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statfsSync,
  statSync,
} from 'node:fs';
import type { ProcessIdentity } from '../../../model/exit.ts';
import { mayBeSpecial } from '../../../model/special-file.ts';
import { isOutOfDescriptors, letGoOfSpare, withDescriptor } from './spare-descriptor.ts';

/** A process as the kernel tells of it. Its id alone is no identity: ids are used again, start times are not. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parentPid: number;
  readonly groupId: number;
  readonly sessionId: number;
  /** Clock ticks between the start of the machine and that of the process. */
  readonly startTime: number;
}

/** Whether there is a /proc to tell of processes; there is none on macOS. */
export const processesAreKnown = existsSync('/proc/self/stat');

/** The ids of all processes. */
export function listProcessIds(): readonly number[] {
  return withDescriptor(() => readdirSync('/proc'))
    .filter((name) => /^\d/.test(name))
    .map(Number);
}

/**
 * The id that the kernel gave out last: the last field of proc(5)'s loadavg. `NaN` where that is not known: gVisor tells of 0, and LXC
 * has a file of its own there, which tells of another namespace's ids.
 */
export function lastProcessId(): number {
  if (!loadIsOfKernel) return Number.NaN;
  loadFd ??= withDescriptor(() => openSync('/proc/loadavg', 'r'));
  const load = loadText.toString('latin1', 0, readSync(loadFd, loadText, 0, loadText.length, 0));
  return Number(load.slice(load.lastIndexOf(' '))) || Number.NaN;
}

/** How many ids the kernel gives out before it begins anew: 32,768 where it is not told. */
export function mostProcessIds(): number {
  return Number(readOrNull('/proc/sys/kernel/pid_max')) || 32_768;
}

const loadIsOfKernel = isOfKernel('/proc/loadavg');

/** Held open from the first use on: each call asks three times, and to open it takes several times as long as to read it. */
let loadFd: number | null = null;

/** Lets go of what is held open for looks. The next one opens it again. A thread that ends would leave it open in its process. */
export function letGoOfLooks(): void {
  if (loadFd !== null) closeSync(loadFd);
  loadFd = null;
  letGoOfSpare();
}

/** Room for five fields, which take some 30 bytes. */
const loadText = Buffer.alloc(256);

/** Whether a path in /proc leads to what the kernel has there: lxcfs mounts files over some. PROC_SUPER_MAGIC; see statfs(2). */
function isOfKernel(path: string): boolean {
  try {
    return statfsSync(path).type === 0x9fa0;
  } catch {
    return false;
  }
}

/** Whether there is a process of that id. Where mostly there is none, to ask takes a fraction of the time in which one is read that is not there. */
export function isAnyProcess(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}

/**
 * The process of that id; `null` when there is none, or only what is left of it until its parent asks (a zombie). One whose first thread
 * has ended and whose others go on looks like such a one. Threads have ids of the same kind, and are told of in the same place: they are none.
 */
export function readProcess(pid: number): ProcessEntry | null {
  const fields = statFields(pid);
  const [state, parentPid, groupId, sessionId] = fields;
  if (state === undefined || (isOver(state) && !hasOtherThreads(fields))) return null;
  if (fields[exitSignalField] === ofThread) return null;
  return {
    pid,
    parentPid: Number(parentPid),
    groupId: Number(groupId),
    sessionId: Number(sessionId),
    startTime: Number(fields[startTimeField]),
  };
}

function isOver(state: string | undefined): boolean {
  return state === 'Z' || state === 'X';
}

/** Field 20 of proc(5)'s list: how many threads it has. */
const threadsField = 17;

function hasOtherThreads(fields: readonly string[]): boolean {
  return Number(fields[threadsField]) > 1;
}

/** Field 38 of proc(5)'s list: the signal by which the parent is told of the end. The kernel itself tells a thread by this one. */
const exitSignalField = 35;
const ofThread = '-1';

/** What tells of the memory and the files of a process: where its first thread has ended, another one that goes on. */
export function threadWithAll(pid: number): number {
  const fields = statFields(pid);
  if (!isOver(fields[0]) || !hasOtherThreads(fields)) return pid;
  return threadsOf(pid).find((thread) => thread !== pid && !isOver(statFields(thread)[0])) ?? pid;
}

function threadsOf(pid: number): readonly number[] {
  try {
    return withDescriptor(() => readdirSync(`/proc/${pid}/task`)).map(Number);
  } catch (error) {
    if (isOutOfDescriptors(error)) throw error;
    return []; // It has ended meanwhile.
  }
}

/** Whether a process is there and is the one that was found: ids are used again. Where processes are not known, it may be. */
export function isStill({ pid, startTime }: ProcessIdentity): boolean {
  return !processesAreKnown || readProcess(pid)?.startTime === startTime;
}

/**
 * The children of a process of one thread, as the kernel lists them. None where it is gone, or the kernel was built without such a
 * list; not all of them if one ends at this moment.
 */
export function listedChildren(pid: number): readonly number[] {
  const listed = readOrNull(`/proc/${pid}/task/${pid}/children`) ?? '';
  return listed.split(' ').filter(Boolean).map(Number);
}

/** The children of a process, as all that there are tell of their parent. */
export function foundChildren(pid: number): readonly number[] {
  return listProcessIds().filter((id) => readProcess(id)?.parentPid === pid);
}

/** When the process of that id started, also a zombie's; `null` when there is none, or no /proc. */
export function startTimeOf(pid: number): number | null {
  const startTime = statFields(pid)[startTimeField];
  return startTime === undefined ? null : Number(startTime);
}

/** Field 22 of proc(5)'s list, which is field 19 of those that follow `comm`. */
export const startTimeField = 19;

/** The fields after `comm`, from `state` on. `comm` may hold spaces and parentheses: the last one ends it. */
export function statFields(pid: number): readonly string[] {
  return statFieldsOf(readOrNull(`/proc/${pid}/stat`) ?? '');
}

/** The same of what proc(5)'s stat has told; none of nothing. */
export function statFieldsOf(stat: string): readonly string[] {
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The id by which the process knows itself. */
export function innermostId(pid: number): number | null {
  const ids = /^NSpid:(.*)$/m.exec(readOrNull(`/proc/${pid}/status`) ?? '')?.[1];
  return ids === undefined ? null : Number(ids.trim().split(/\s+/).at(-1));
}

/** The command line as one text, its words divided by spaces; the name in brackets where there is none. */
export function commandLine(pid: number): string {
  const words = readOrNull(`/proc/${threadWithAll(pid)}/cmdline`)?.replace(/\0+$/, '') ?? '';
  if (words !== '') return words.replaceAll('\0', ' ');
  return `[${readOrNull(`/proc/${pid}/comm`)?.trim() ?? 'unknown'}]`;
}

/** Tells a file from every other: inode numbers alone are given out by each file system anew. */
export type FileId = `${bigint}:${bigint}`;

export function fileIdOf({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): FileId {
  return `${dev}:${ino}`;
}

/** What a process has open. */
export interface OpenFile {
  /** That of the descriptor, in /proc. */
  readonly path: string;
  readonly file: FileId;
}

/** What the process has open, as far as that is ours to see. */
export function openFilesOf(pid: number): readonly OpenFile[] {
  return descriptorsOf(pid).flatMap((path) => {
    const file = statOrNull(path);
    return file === null ? [] : [{ path, file: fileIdOf(file) }];
  });
}

/** Whether the process has one of these files open for writing. `openFiles` tells what it has open. */
export function canWriteTo(
  pid: number,
  files: ReadonlySet<FileId>,
  openFiles: (pid: number) => readonly OpenFile[] = openFilesOf,
): boolean {
  if (files.size === 0) return false;
  return openFiles(pid).some(({ path, file }) => files.has(file) && isWritable(path));
}

/** What a path leads to; `null` when that is gone, or not ours to see. */
export function statOrNull(path: string): BigIntStats | null {
  try {
    return statSync(path, mayBeSpecial);
  } catch {
    return null;
  }
}

function descriptorsOf(pid: number): readonly string[] {
  const paths = descriptorPathsOf(pid);
  const thread = paths.length > 0 ? pid : threadWithAll(pid);
  return thread === pid ? paths : descriptorPathsOf(thread);
}

function descriptorPathsOf(pid: number): readonly string[] {
  try {
    return withDescriptor(() => readdirSync(`/proc/${pid}/fd`)).map((fd) => `/proc/${pid}/fd/${fd}`);
  } catch (error) {
    if (isOutOfDescriptors(error)) throw error;
    return []; // It ended meanwhile, or its descriptors are not ours to see.
  }
}

/** The link that stands for a descriptor has the rights that the file was opened with. */
function isWritable(path: string): boolean {
  try {
    return (lstatSync(path).mode & 0o200) !== 0;
  } catch {
    return false; // It has been closed meanwhile.
  }
}

/** Throws when it cannot look; what it cannot see is not there. */
export function readOrNull(path: string): string | null {
  // Of all encodings Node reads this one fastest: where a name is no UTF-8, nothing that is looked for is lost.
  return seen(() => readFileSync(path, 'utf8'));
}

/** What is read of a process; `null` when it cannot be seen. Throws when this process cannot look. */
export function seen(read: () => string): string | null {
  try {
    return withDescriptor(read);
  } catch (error) {
    if (isOutOfDescriptors(error)) throw error;
    return null; // It ended meanwhile, or it is not ours to see.
  }
}
