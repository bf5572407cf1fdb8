import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { privatePrefix } from '../../../confine/private-directories.ts';
import { realPlaces } from '../../../confine/real-places.ts';
import { rememberLast } from '../../../confine/remember.ts';
import { accessTo } from '../../../confine/tighten.ts';
import { messageOf } from '../../../model/errors.ts';
import type { SandboxPlan } from '../../../model/sandbox.ts';
import { tryProgram } from '../../local/probe.ts';
import { startTimeOf } from '../../local/processes/process-table.ts';
import { makeScratchDirectory, scratchParents } from '../../local/streams/scratch-directory.ts';
import { fileView } from './file-view.ts';
import type { Mount } from './mounts.ts';
import { isWithin } from './resolve-places.ts';

/**
 * What is private to conversations: a directory of this machine for each, that its sandboxes show parts of.
 *
 * Whoever uses one holds a shared lock on it. It is removed by who is the last: this host when the conversation is over, or
 * the keeper of a sandbox that goes on without; what a killed host has left is removed by the next one.
 */
export interface Scratch {
  /** The directory for the conversation of a plan; the same for all of its sandboxes with the same layers in what is private, whatever else they show. */
  of(sandbox: Pick<SandboxPlan, 'conversationId' | 'places'>, mounts: readonly Mount[]): string;
  endConversation(conversationId: string): Promise<void>;
  close(): Promise<void>;
}

/** In such a directory, what says that its conversation is over, or its host gone: nobody begins to use it any more. */
export const overMark = 'over';

/** In such a directory, the host that it belongs to: its id, its start time, and the namespace that both are of. */
const ownerFile = 'owner';

/** Milliseconds after which a directory without an owner is nobody's: a minute. Its host writes that down right after it has made it. */
const mostOwnerlessMs = 60_000;

/** Conversations whose directories are kept: 1,000, those that were used last. Callers that end none would fill the disk with names. */
const mostKept = 1_000;

/** Lists of places and of layers of which it is remembered: 8, far more than a host has levels and workspaces at work. */
const mostLists = 8;

interface Programs {
  readonly flock: string;
  readonly rm: string;
}

export function createScratch(programs: Programs): Scratch {
  const parentsOf = rememberLast(mostLists, parentsFor);
  const layersOf = rememberLast(mostLists, layersInPrivate);
  /** In the order of their last use. */
  const kept = new Map<string, { readonly conversationId: string; readonly directory: string }>();
  const endings = new Set<Promise<void>>();

  const end = (keys: readonly string[]): void => {
    for (const key of keys) {
      const entry = kept.get(key);
      kept.delete(key);
      if (entry === undefined) continue;
      const ending = giveUp(entry.directory, programs).finally(() => endings.delete(ending));
      endings.add(ending);
    }
  };

  let swept: Promise<void> | null = null;

  return {
    of({ conversationId, places }, mounts) {
      swept ??= sweep(programs);
      const parents = parentsOf(places);
      // In a sandbox with other layers there a command could put away what lies in the private places of this.
      const key = JSON.stringify([conversationId, layersOf(mounts), parents]);
      const known = kept.get(key);
      // What cleans up temporary files can have removed it, after days without a command.
      const isThere = known !== undefined && existsSync(known.directory);
      const entry = isThere ? known : { conversationId, directory: make(parents) };
      kept.delete(key);
      kept.set(key, entry);
      end([...kept.keys()].slice(0, -mostKept));
      return entry.directory;
    },
    async endConversation(conversationId) {
      end([...kept].filter(([, entry]) => entry.conversationId === conversationId).map(([key]) => key));
      await Promise.all(endings);
    },
    async close() {
      end([...kept.keys()]);
      await Promise.all([...endings, swept]);
    },
  };
}

/** A directory in that of a conversation which everybody in a sandbox can write to, as to /tmp. */
export function privatePlace(directory: string, number: number): string {
  const place = join(directory, String(number));
  mkdirSync(place, { recursive: true });
  chmodSync(place, 0o1777);
  return place;
}

/** A file with a text in the directory of a conversation, which nobody in a sandbox can write to. */
export function fileWith(directory: string, text: string): string {
  const path = join(directory, `text-${createHash('sha256').update(text).digest('hex')}`);
  if (existsSync(path)) return path;
  // A full disk may cut it.
  const draft = `${path}.new`;
  writeFileSync(draft, text);
  renameSync(draft, path);
  return path;
}

/** The directory in that of a conversation that the desks are in. */
export function desksIn(directory: string): string {
  const desks = join(directory, 'desks');
  mkdirSync(desks, { recursive: true });
  return desks;
}

/** A directory among the desks for one sandbox to be shown. */
export function deskIn(directory: string): string {
  return mkdtempSync(join(desksIn(directory), 'desk-'));
}

/** The private places and what lies in them, without what in turn lies in that. */
function layersInPrivate(mounts: readonly Mount[]): readonly string[] {
  const isPrivate = ({ kind }: Mount): boolean => kind === 'private';
  const layers = mounts.filter((mount) => {
    const cover = mounts.findLast(({ path }) => isWithin(mount.path, path));
    return isPrivate(mount) || (cover !== undefined && isPrivate(cover));
  });
  return layers.map(({ kind, path }) => `${kind} ${path}`);
}

function make(parents: readonly string[]): string {
  if (parents.length === 0) throw new Error(nowhere());
  const directory = makeScratchDirectory(privatePrefix, parents);
  try {
    writeFileSync(
      join(directory, ownerFile),
      `${process.pid} ${startTimeOf(process.pid)} ${processNamespace()}`,
    );
  } catch (cause) {
    // As of nobody it would stay until some other host looks for such.
    rmSync(directory, { recursive: true, force: true });
    throw new Error(`what is private to its conversation cannot be in ${directory}: ${messageOf(cause)}`, {
      cause,
    });
  }
  return directory;
}

/** As `pid:[4026531836]`; of a container's processes nothing is known here, and nothing there of ours. */
function processNamespace(): string {
  return readlinkSync('/proc/self/ns/pid');
}

/** Where directories can be: the last for when commands may write to the others. */
function allParents(): readonly string[] {
  return [...new Set([...scratchParents(), '/var/tmp'])];
}

function nowhere(): string {
  return `what is private to its conversation must not be where it can write to, and that it can in each of ${allParents().join(', ')}; set TMPDIR to a directory where it cannot`;
}

/** Not where a command could put a link in the place of what is private: the next sandbox would show what that leads to, and let it be written to. */
function parentsFor(places: SandboxPlan['places']): readonly string[] {
  const real = realPlaces(places, realPathOf);
  return allParents().filter((parent) => accessTo(realPathOf(parent), real) !== 'writable');
}

function realPathOf(path: string): string {
  return fileView.realPath(path) ?? path;
}

/** Removes a directory, or leaves that to the last sandbox that uses it. Does not reject: what stays is removed by a later host. */
async function giveUp(directory: string, { flock, rm }: Programs): Promise<void> {
  try {
    writeFileSync(join(directory, overMark), '');
  } catch {
    if (!existsSync(directory)) return; // Somebody else has removed it.
    // It cannot be marked, as the disk is full: no keeper would remove it, but it may be free to be removed now.
  }
  // It fails where a sandbox goes on, whose keeper then finds the mark.
  await tryProgram([flock, '-n', '-x', directory, rm, '-rf', '--', directory]);
}

/** Removes what hosts have left that were killed. */
async function sweep(programs: Programs): Promise<void> {
  for (const directory of allParents().flatMap(directoriesIn))
    if (isOrphaned(directory)) await giveUp(directory, programs);
}

function directoriesIn(parent: string): readonly string[] {
  try {
    const names = readdirSync(parent).filter((name) => name.startsWith(privatePrefix));
    return names.map((name) => join(parent, name));
  } catch {
    return []; // It is not there, or not to be read: nobody has left anything in it.
  }
}

/** Empty where there is none. */
function readOwner(directory: string): string {
  const path = join(directory, ownerFile);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function isOrphaned(directory: string): boolean {
  try {
    const found = lstatSync(directory);
    // Of a link nothing is ours: it can lead to anything.
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return false;
    // Whoever was to remove it when the last sandbox was gone may be gone too, with a container.
    if (existsSync(join(directory, overMark))) return true;
    const owner = /^(\d+) (\d+) (pid:.*)$/.exec(readOwner(directory));
    // Its host has only begun to make it, or was killed before it was done.
    if (owner === null) return Date.now() - found.mtimeMs > mostOwnerlessMs;
    const [, pid, startTime, namespace] = owner;
    return namespace === processNamespace() && String(startTimeOf(Number(pid))) !== startTime;
  } catch {
    return false; // Somebody else removes it at this moment.
  }
}
