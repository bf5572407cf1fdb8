import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';

/** A script in ASCII that is the function of a module of the old kind, and where its machine code is kept. */
export interface CachedScript {
  /** Absolute path. */
  readonly file: string;
  /** What the script was built from, as a hash: what is kept of another build is not looked at. */
  readonly build: string;
  /** Absolute path of the directory to keep it in; nobody but its user may write there. */
  readonly directory: string;
}

/**
 * Evaluates a script and returns its exports. What V8 has made of its text is kept for the next process, which then need not read a
 * megabyte of JavaScript: Node 20 has no cache of its own for that. It is code that will be run, so it is taken only from
 * a file that is this user's and that nobody else can write, in such a directory; V8 itself sees to its version and flags. Without it,
 * or where it cannot be kept, all is the same and slower.
 */
export function evaluateCached<Exports>({ file, build, directory }: CachedScript): Exports {
  const cache = join(directory, `guard-${build}-${process.version}-${process.arch}.bin`);
  const cachedData = readOwn(cache);
  const text = readFileSync(file, 'latin1');
  const script = new Script(text, { filename: file, ...(cachedData !== null && { cachedData }) });
  const module: { exports: unknown } = { exports: {} };
  // The bundler has written it so.
  const evaluate = script.runInThisContext() as (exports: unknown, require: unknown, module: unknown) => void;
  evaluate(module.exports, createRequire(file), module);
  if (cachedData === null || script.cachedDataRejected === true) {
    // Once the work is done: what was compiled for it belongs to what is kept.
    process.once('exit', () => keep(cache, () => script.createCachedData()));
  }
  return module.exports as Exports; // what the file exports is for its caller to know
}

/** The bytes of a file that only this user can have written; `null` if there is none. */
function readOwn(path: string): Buffer | null {
  // A name that depends on the directory would lead into a project.
  if (!isAbsolute(path)) return null;
  try {
    if (!isOwn(lstatSync(dirname(path)))) return null;
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      return isOwn(fstatSync(descriptor)) ? readFileSync(descriptor) : null;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null; // not there, or not to be read: the script is compiled anew
  }
}

function isOwn({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}

function keep(path: string, data: () => Buffer): void {
  if (!isAbsolute(path)) return;
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(draft, data(), { mode: 0o600, flag: 'wx' });
    renameSync(draft, path);
  } catch {
    rmSync(draft, { force: true }); // It was only for speed: a full disk, a directory that may not be written.
  }
}
