import { accessSync, statSync } from 'node:fs';
import { access, constants, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { accessTo } from '../../confine/tighten.ts';
import { couldNotStart } from '../../model/could-not-start.ts';
import { describePath } from '../../model/describe-value.ts';
import { codeOf, messageOf } from '../../model/errors.ts';
import type { CouldNotStart } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import type { Encloser } from './enclosure.ts';
import { findExecutable, isExecutable } from './find-executable.ts';
import type { SessionLimits } from './sessions/sessions.ts';
import type { PipePool } from './streams/pipes.ts';

/** Where the local backend finds its programs. */
export interface LocalBackendOptions {
  /** Absolute path of bash; `null` to take the first one on `path`. */
  readonly bashPath: string | null;
  /** A PATH: directories with `:` between them. */
  readonly path: string | undefined;
  /** The marks of the calls that this process itself runs in, as its environment has them; left out: it runs in none. */
  readonly outerMark?: string | undefined;
  /** Makes the sandboxes that plans ask for; left out: there are none, and such a plan is not carried out. */
  readonly enclose?: ((parts: { readonly bash: string; readonly pool: PipePool }) => Encloser) | undefined;
  /** Whether shells are started before they are wanted, where that can be done; left out: they are. */
  readonly warm?: boolean | undefined;
  /** How long kept shells stay; left out: `defaultSessionLimits`. */
  readonly sessions?: Partial<SessionLimits> | undefined;
}

/** The programs that the local backend starts, by absolute path. */
export interface Programs {
  readonly kind: 'found';
  readonly bash: string;
  readonly mkfifo: string;
  readonly cat: string;
}

export function findPrograms({ bashPath, path }: LocalBackendOptions): Programs | CouldNotStart {
  const places = `in the directories of PATH (${path ?? 'which is not set'})`;
  const bash = bashPath === null ? findExecutable('bash', path) : isExecutable(bashPath) ? bashPath : null;
  if (bash === null) {
    const where = bashPath === null ? places : `at ${bashPath}`;
    const message = `expected an executable bash ${where}, found none; install bash or set "bash" to its path`;
    return couldNotStart('bash-not-found', message);
  }
  const mkfifo = findExecutable('mkfifo', path);
  const cat = findExecutable('cat', path);
  if (mkfifo === null || cat === null) {
    const missing = mkfifo === null ? 'mkfifo' : 'cat';
    return couldNotStart(
      'coreutils-not-found',
      `expected ${missing} ${places}, found none; it is part of coreutils`,
    );
  }
  return { kind: 'found', bash, mkfifo, cat };
}

/** Says why a directory cannot be run in; `null` when it can. */
export async function checkDirectory(cwd: string): Promise<CouldNotStart | null> {
  const expected = `expected a directory to run in, got ${describePath(cwd)}`;
  try {
    const found = await stat(cwd);
    if (!found.isDirectory())
      return couldNotStart('cwd-not-a-directory', `${expected}, which is not a directory`);
    await access(cwd, constants.X_OK);
    return null;
  } catch (error) {
    const code = codeOf(error);
    // No directory can be called by what is too long for one.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') {
      return couldNotStart('cwd-not-found', `${expected}, which does not exist`);
    }
    return couldNotStart('cwd-not-accessible', `${expected}, which cannot be entered (${messageOf(error)})`);
  }
}

/**
 * Says why a plan's directory cannot be run in that its sandbox is to show as it is here. Where it is not here, one of its name
 * can be in what is private to the conversation, empty and seen by nobody: that is not the one that was meant.
 */
export async function checkShown({
  cwd,
  sandbox,
}: Pick<Plan, 'cwd' | 'sandbox'>): Promise<CouldNotStart | null> {
  const access = sandbox && accessTo(cwd, sandbox.places);
  if (access === null || access === 'hidden' || access === 'private') return null;
  return canBeEntered(cwd) ? null : await checkDirectory(cwd);
}

/** At once: it was looked at before, for the decision, and to have another thread do it takes longer than all the rest. */
function canBeEntered(cwd: string): boolean {
  try {
    accessSync(cwd, constants.X_OK);
    return statSync(cwd).isDirectory();
  } catch {
    return false; // Why not is told by who looks again.
  }
}

/** Says why a directory is not in the one that it has to be in, symbolic links followed; `null` when it is. */
export async function checkRoot(cwd: string, root: string): Promise<CouldNotStart | null> {
  const outside = couldNotStart(
    'cwd-outside',
    `expected a directory in ${JSON.stringify(root)} to run in, got ${describePath(cwd)}, which is outside`,
  );
  // Of a path outside nothing is told, not even whether it exists.
  if (!isIn(cwd, root)) return outside;
  const problem = await checkDirectory(root);
  if (problem !== null) return problem;
  const isInside = isIn(await realPathOfNearest(cwd), await realpath(root));
  return isInside ? await checkDirectory(cwd) : outside;
}

/** As many links as the kernel follows: 40, as in path_resolution(7). */
const mostLinks = 40;

/** Where a path leads; of one that is not there, the nearest directory above it that is, or above what a link to nothing leads to. */
async function realPathOfNearest(path: string, linksLeft = mostLinks): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if (parent === path) throw error;
    const above = await realPathOfNearest(parent, linksLeft);
    const target = linksLeft === 0 ? null : await targetOf(path);
    return target === null ? above : await realPathOfNearest(resolve(above, target), linksLeft - 1);
  }
}

/** What a link says; `null`: it is none, or nothing is there. */
async function targetOf(path: string): Promise<string | null> {
  try {
    return await readlink(path);
  } catch {
    return null; // What is there instead is looked at by who asks for it.
  }
}

function isIn(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way !== '..' && !way.startsWith('../');
}
