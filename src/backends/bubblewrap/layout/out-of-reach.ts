import { type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Shortcoming } from '../../../model/sandbox.ts';
import { tryProgram } from '../../local/probe.ts';

/**
 * Why no sandbox can be made that has something at these paths, and what to do about it; `null`: nothing of this is in the way. What is root
 * here has in a namespace for users no rights over what belongs to others: a directory that lets in nobody but its owner is closed to it there, to
 * what makes the sandbox and to its commands.
 */
export async function outOfReach(paths: readonly string[], bwrap: string): Promise<Shortcoming | null> {
  const closed = process.getuid?.() === 0 ? firstClosed(paths) : null;
  if (closed === null) return null;
  // A list of who has access can let root in all the same.
  const words = ['--unshare-user', '--dev-bind', '/', '/', '--chdir', closed.directory, '--'];
  const trial = await tryProgram([bwrap, ...words, bwrap, '--version']);
  return trial.kind === 'worked' ? null : inWords(closed);
}

/** A directory that is another user's and has no way through it for root without rights. */
interface Closed {
  readonly directory: string;
  readonly uid: number;
  /** What is beneath it. */
  readonly path: string;
}

function inWords({ directory, uid, path }: Closed): Shortcoming {
  return {
    reason: `root in a sandbox has no rights over the files of others, and cannot reach ${path}: ${directory} is the user ${uid}’s, and lets no others in`,
    cure: 'run Handrail as that user, or have the working directory, HOME and the state directory elsewhere',
  };
}

function firstClosed(paths: readonly string[]): Closed | null {
  const open = new Set<string>();
  for (const path of paths) {
    for (const directory of directoriesAbove(path)) {
      if (open.has(directory)) continue;
      const uid = ownerOfClosed(directory);
      if (uid !== null) return { directory, uid, path };
      open.add(directory);
    }
  }
  return null;
}

function directoriesAbove(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [] : [...directoriesAbove(above), above];
}

/** `null`: there is a way through it, or nothing is known of it. */
function ownerOfClosed(directory: string): number | null {
  const found = lookAt(directory);
  if (found === undefined || found.uid === 0) return null;
  const isOfGroup = found.gid === process.getgid?.() || process.getgroups?.().includes(found.gid) === true;
  return (found.mode & (isOfGroup ? 0o010 : 0o001)) === 0 ? found.uid : null;
}

function lookAt(directory: string): Stats | undefined {
  try {
    return statSync(directory, { throwIfNoEntry: false });
  } catch {
    return undefined; // Where not even root gets to, as with what a user has mounted, no sandbox has anything.
  }
}
