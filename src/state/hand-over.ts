import { fchownSync, lchownSync, lstatSync, statSync } from 'node:fs';

/**
 * What root makes in the state of somebody else is theirs, as SQLite has it with its own files: else nothing would run for them any more, as
 * they could not read it. Where root may not give it away, in a container without that capability, it stays root's, as those do. `made`: a path,
 * at which no link is followed, or a descriptor.
 */
export function handOver(stateDir: string, made: string | number): void {
  if (!isOfAnother(stateDir)) return;
  const { uid, gid } = statSync(stateDir);
  try {
    if (typeof made === 'number') fchownSync(made, uid, gid);
    else lchownSync(made, uid, gid);
  } catch {
    // As above.
  }
}

/** Whether this is root, in the state of somebody else. One that is yet to be made will be root's. */
export function isOfAnother(stateDir: string): boolean {
  if (process.getuid?.() !== 0) return false;
  const owner = statSync(stateDir, { throwIfNoEntry: false })?.uid ?? 0;
  return owner !== 0;
}

/**
 * In the state of somebody else root follows no link: whoever has it could lead root to any file of this machine by one. Throws where there is one.
 */
export function refuseLink(stateDir: string, path: string): void {
  if (isOfAnother(stateDir) && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error(`${path} is a link, which root does not follow in the state of another user`);
}

/** Those who may have written what is in a state directory: this user, and whoever has the directory. */
export function ownersIn(stateDir: string): readonly (number | undefined)[] {
  return [process.getuid?.(), statSync(stateDir, { throwIfNoEntry: false })?.uid];
}
