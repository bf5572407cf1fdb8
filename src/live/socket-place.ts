import { chmod, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bootId, isAlive, thisProcess } from '../jobs/supervisor-state.ts';
import { makeDirectoryIn } from '../state/state-directory.ts';

/** Where the hosts of a state directory have their sockets. */
export function liveDirectory(stateDir: string): string {
  return join(stateDir, 'live');
}

/** The name of a socket says which process listens: its id, when it started, and which of its sockets it is. */
const socketName = /^(\d+)-(\d+)-\d+\.sock$/;

let sockets = 0;

export function newSocketName(): string {
  const { pid, startTime } = thisProcess();
  sockets += 1;
  return `${pid}-${startTime ?? 0}-${sockets}.sock`;
}

/** Makes the directory for its owner alone; `false`: there is no state directory, and none is made for this. */
export async function makeLiveDirectory(stateDir: string): Promise<boolean> {
  const directory = liveDirectory(stateDir);
  const isThere = await stat(stateDir).then((found) => found.isDirectory(), noSuchPlace);
  if (!isThere) return false;
  makeDirectoryIn(stateDir, directory);
  await chmod(directory, 0o700);
  return true;
}

function noSuchPlace(): boolean {
  return false;
}

/** The sockets of hosts that are there, as far as can be told. */
export async function listSockets(stateDir: string): Promise<readonly string[]> {
  const names = await readdir(liveDirectory(stateDir)).catch(() => []); // No directory: no host has been there.
  return names.filter((name) => socketName.test(name) && isListening(name));
}

/** Removes what hosts have left that were killed. */
export async function sweepSockets(stateDir: string): Promise<void> {
  const directory = liveDirectory(stateDir);
  for (const name of await readdir(directory)) {
    if (socketName.test(name) && !isListening(name)) await rm(join(directory, name), { force: true });
  }
}

function isListening(name: string): boolean {
  const [, pid, startTime] = socketName.exec(name)?.map(Number) ?? [];
  if (pid === undefined) return false;
  return isAlive({ pid, startTime: startTime || null }, bootId);
}

/** The longest path that a socket can be bound to or reached by, in bytes: 107 on Linux, 103 elsewhere. */
const longestPath = 103;

/**
 * Uses the path of a socket. One that is too long is said by a descriptor of its directory, where there is a /proc; that
 * is closed when the promise of `use` is settled.
 */
export async function withSocketPath<T>(
  stateDir: string,
  name: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const directory = liveDirectory(stateDir);
  const path = join(directory, name);
  if (Buffer.byteLength(path) <= longestPath) return await use(path);
  const handle = await open(directory, 'r');
  try {
    return await use(`/proc/self/fd/${handle.fd}/${name}`);
  } finally {
    await handle.close();
  }
}
