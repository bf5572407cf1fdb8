import { accessSync, constants } from 'node:fs';
import { Script } from 'node:vm';
import { type KeptIn, keepLater, keptAs, type Place, placeOf, readWhole, sizeOfOwn } from './kept-files.ts';
import { shortHash } from './short-hash.ts';
import type { KeptTexts } from './tried-rules.ts';

/** Scripts in ASCII, each the function of a module of the old kind, and where their machine code is kept. */
export interface CachedScripts extends KeptIn {
  /** Absolute path of the directory with the scripts. */
  readonly scripts: string;
}

/** Scripts, each of which is evaluated once. */
export interface Scripts extends KeptTexts {
  /** What a script exports, `./name.cjs`, or a module of Node's. */
  load(name: string): unknown;
  /**
   * Whether nothing was kept yet of the first script that was loaded, and will be when the process ends: with all that is compiled until then. Not
   * where something was kept that V8 did not take: it may never take what is kept here.
   */
  isFirst(): boolean;
}

/**
 * What tells processes that were started with options of Node's apart, in a few characters; nothing for those without. With other flags V8 takes nothing
 * of what is kept: two kinds of processes would make it anew in turn, and only the very first with all that usual commands need.
 */
export function ofOptions(options: string): string {
  return options === ' ' ? '' : `.${shortHash(options)}`;
}

/**
 * Has scripts evaluated, each once, when they are first required: `./name.cjs` by one another, or what is Node's own. What V8 has made
 * of their text is kept for the next process, which then need not compile it: Node 20 has no cache of its own for that. It is code that
 * will be run, so it is taken only from a file that is this user's and that nobody else can write, in such a directory; V8 itself sees
 * to its version and flags. Without it, or where it cannot be kept, all is the same and slower.
 */
export function scriptsIn(where: CachedScripts): Scripts {
  const place: ScriptPlace = { ...placeOf(where), scripts: where.scripts, isFirst: false };
  const evaluated = new Map<string, { readonly exports: object }>();
  return {
    load,
    isFirst: () => place.isFirst,
    readText(name) {
      const size = sizeOfOwn(place, keptAs(place, name));
      return size === null ? null : place.scratch.toString('utf8', 0, size);
    },
    keepText: (name, text) => keepLater(place, keptAs(place, name), () => text),
  };

  function load(name: string): unknown {
    // What makes a `require` for files loads some ten modules of Node's that nothing else here needs.
    if (name.startsWith('node:')) return process.getBuiltinModule(name);
    const before = evaluated.get(name);
    if (before !== undefined) return before.exports;
    const module = { exports: {} };
    const filename = `${where.scripts}/${name.slice(2)}`;
    const script = compile(place, name.slice(2), evaluated.size === 0);
    evaluated.set(name, module);
    // The bundler has written it so.
    const evaluate = script.runInThisContext() as Evaluate;
    evaluate(module.exports, load, module, filename);
    return module.exports;
  }
}

/** The function of a module of the old kind. */
type Evaluate = (exports: object, require: unknown, module: object, filename: string) => void;

interface ScriptPlace extends Place {
  readonly scripts: string;
  isFirst: boolean;
}

/** The script, with what was kept of it, or as one whose code is kept when the process ends. */
function compile(place: ScriptPlace, name: string, isFirst: boolean): Script {
  const { scripts, scratch, isTrusted } = place;
  const filename = `${scripts}/${name}`;
  const kept = keptAs(place, name);
  const text = textOf(filename, scratch); // before what is kept takes its place
  const size = sizeOfOwn(place, kept);
  if (size === null) {
    if (isFirst && isTrusted && mayWrite(place.directory)) beginFirst(place);
    const script = new Script(text, { filename });
    keepLater(place, kept, () => script.createCachedData());
    return script;
  }
  const script = new Script(text, { filename, cachedData: new Uint8Array(scratch.buffer, 0, size) });
  if (script.cachedDataRejected === true) keepLater(place, kept, () => script.createCachedData());
  return script;
}

/**
 * V8 makes machine code of functions that are called some times, and would write down with the rest which these were: it would be made again in each later
 * process, at once, which takes longer than to do without.
 */
function beginFirst(place: ScriptPlace): void {
  place.isFirst = true;
  setSparkplug(false);
  // Before anything is kept: V8 takes nothing that was kept with other flags than its own.
  process.once('exit', () => setSparkplug(true));
}

/** Where nothing can be kept, each process would be the first one. */
function mayWrite(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function setSparkplug(isOn: boolean): void {
  process.getBuiltinModule('node:v8').setFlagsFromString(isOn ? '--sparkplug' : '--no-sparkplug');
}

/** Of a script that is not whole nothing is evaluated. */
function textOf(file: string, scratch: Buffer): string {
  const size = readWhole(file, 0, () => true, scratch);
  if (size === null) throw new Error(`${file}: expected to read all of it`);
  return scratch.toString('latin1', 0, size);
}
