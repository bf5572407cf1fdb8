import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Script } from 'node:vm';

/** Scripts in ASCII, each the function of a module of the old kind, and where their machine code is kept. */
export interface CachedScripts {
  /** Absolute path of the directory with the scripts. */
  readonly scripts: string;
  /** What they were built from, as a hash: what is kept of another build is not looked at. */
  readonly build: string;
  /** Path of the directory to keep it in; nobody but its user may write there. Nothing is kept in one that is relative. */
  readonly directory: string;
}

/**
 * Has scripts evaluated, each once, when they are first required: `./name.cjs` by one another, or what is Node's own. What V8 has made
 * of their text is kept for the next process, which then need not compile it: Node 20 has no cache of its own for that. It is code that
 * will be run, so it is taken only from a file that is this user's and that nobody else can write, in such a directory; V8 itself sees
 * to its version and flags. Without it, or where it cannot be kept, all is the same and slower.
 */
export function scriptsIn({ scripts, build, directory }: CachedScripts): (name: string) => unknown {
  const evaluated = new Map<string, { readonly exports: object }>();
  // A name that depends on the working directory would lead into a project.
  const mayKeep = directory.startsWith('/');
  const isTrusted = mayKeep && isOwnDirectory(directory);
  return function load(name) {
    // What makes a `require` for files loads some ten modules of Node's that nothing else here needs.
    if (name.startsWith('node:')) return process.getBuiltinModule(name);
    const before = evaluated.get(name);
    if (before !== undefined) return before.exports;
    const file = `${scripts}/${name.slice(2)}`;
    const kept = `${directory}/${name.slice(2)}-${build}-${process.version}-${process.arch}.bin`;
    const cachedData = isTrusted ? readOwn(kept) : null;
    const text = textOf(file);
    const script = new Script(text, cachedData === null ? file : { filename: file, cachedData });
    const module = { exports: {} };
    evaluated.set(name, module);
    // The bundler has written it so.
    const evaluate = script.runInThisContext() as (exports: object, require: unknown, module: object) => void;
    evaluate(module.exports, load, module);
    if (mayKeep && (cachedData === null || script.cachedDataRejected === true))
      keepLater(directory, kept, script);
    return module.exports;
  };
}

function isOwnDirectory(path: string): boolean {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_DIRECTORY);
    try {
      return isOwn(fstatSync(descriptor));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false; // not there yet
  }
}

/** The bytes of a file that only this user can have written; `null` if there is none. */
function readOwn(path: string): Buffer | null {
  try {
    return readWhole(path, constants.O_NOFOLLOW, isOwn);
  } catch {
    return null; // not there, or not to be read: the script is compiled anew
  }
}

/** Of a script that is not whole nothing is evaluated. */
function textOf(file: string): string {
  const bytes = readWhole(file, 0, () => true);
  if (bytes === null) throw new Error(`${file}: expected to read all of it`);
  return bytes.toString('latin1');
}

type Owned = Pick<Stats, 'uid' | 'mode'>;

/** All bytes of a file that is as wanted, else `null`. By few functions of Node's, each of which would be compiled for it. */
function readWhole(path: string, flags: number, isWanted: (stats: Owned) => boolean): Buffer | null {
  const descriptor = openSync(path, constants.O_RDONLY | flags);
  try {
    const stats = fstatSync(descriptor);
    const bytes = Buffer.allocUnsafeSlow(stats.size);
    return isWanted(stats) && readSync(descriptor, bytes) === stats.size ? bytes : null;
  } finally {
    closeSync(descriptor);
  }
}

function isOwn({ uid, mode }: Owned): boolean {
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}

/** Once the work is done: what was compiled for it belongs to what is kept. */
function keepLater(directory: string, path: string, script: Script): void {
  process.once('exit', () => {
    const draft = `${path}.${process.pid}`;
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      writeFileSync(draft, script.createCachedData(), { mode: 0o600, flag: 'wx' });
      renameSync(draft, path);
      removeOld(directory);
    } catch {
      rmSync(draft, { force: true }); // It was only for speed: a full disk, a directory that may not be written.
    }
  });
}

/** Milliseconds that what was kept stays: 30 days. It is of a build, and of a version of Node, that may long be gone; else it is made anew. */
const staysMs = 30 * 24 * 3_600_000;

/** What processes write there, and their drafts. */
const keptName = /\.cjs-.*\.bin(\.\d+)?$/;

function removeOld(directory: string): void {
  if (!isOwnDirectory(directory)) return;
  for (const name of readdirSync(directory).filter((one) => keptName.test(one))) {
    const path = `${directory}/${name}`;
    if (Date.now() - statSync(path).mtimeMs > staysMs) rmSync(path, { force: true });
  }
}
