import { lstatSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { hiddenOfKernel } from '../../../confine/sandbox-places.ts';
import { fileStubs } from '../stub-script.ts';
import { fileSystemOf } from './file-systems.ts';
import type { FileView } from './mounts.ts';
import type { LinkView } from './worktree.ts';

type View = FileView & LinkView;

/** One thing that was asked of a view, and what it said. */
interface Observation {
  readonly kind: keyof View;
  readonly path: string;
  readonly answer: string | null;
  /** The directories that tell whether the view would still say so; `null`: none does, it has to be asked again. */
  readonly by: readonly string[] | null;
}

interface Memory<Value> {
  readonly value: Value;
  observations: readonly Observation[];
  /** What each of the directories was like, those above before those in them. */
  stamps: Stamps;
  seen: Seen;
}

/** What was made, and the directories it was told by. */
export interface Remembered<Value> {
  readonly value: Value;
  readonly seen: Seen;
}

/** What is at these paths is what it was, for as long as this is the same object. */
export interface Seen {
  has(path: string): boolean;
}

/** Values that are remembered: 8, those that were used last. */
const mostMemories = 8;

/**
 * Milliseconds that a directory must have been left alone before it can tell that nothing has changed in it: 1 s. The kernel's clock
 * for files moves every 1 to 10 ms, and of two changes within one of its steps the second does not show in the time of the directory.
 */
const settledMsHere = 1_000;

/**
 * Makes `make` remember what it gave, for as long as the view would say the same: it must give what only follows from `given`, which is
 * told by the identity of its `key`, and from what it asks the view. A sandbox is laid out by 150 paths in 20 directories, for each command anew.
 */
export function rememberFiles<Given, Value>(
  view: View,
  make: (given: Given, view: View) => Value,
  { keyOf, settledMs = settledMsHere }: { keyOf(given: Given): object; readonly settledMs?: number },
): (given: Given) => Remembered<Value> {
  const memories = new Map<object, Memory<Value>>();
  return (given) => {
    const key = keyOf(given);
    const memory = memories.get(key);
    const stampOf = stampsOfNow(settledMs, memory?.stamps ?? new Map());
    memories.delete(key);
    const current =
      memory !== undefined && holds(memory, view, stampOf) ? memory : observe(view, stampOf, given, make);
    memories.set(key, current);
    for (const oldest of [...memories.keys()].slice(0, -mostMemories)) memories.delete(oldest);
    return { value: current.value, seen: current.seen };
  };
}

function observe<Given, Value>(
  view: View,
  stampOf: StampOf,
  given: Given,
  make: (given: Given, view: View) => Value,
): Memory<Value> {
  const observations = new Map<string, Observation>();
  const ask =
    <Kind extends keyof View>(kind: Kind) =>
    (path: string): ReturnType<View[Kind]> => {
      const known = observations.get(`${kind} ${path}`) ?? observation(view, stampOf, kind, path);
      observations.set(`${kind} ${path}`, known);
      // What the view has said to just this.
      return known.answer as ReturnType<View[Kind]>;
    };
  const value = make(given, {
    ...{ look: ask('look'), realPath: ask('realPath'), newIn: ask('newIn'), read: ask('read') },
    ...{ readItself: ask('readItself'), readPath: ask('readPath') },
  });
  return { value, ...toldBy([...observations.values()], stampOf) };
}

/** Whether a view would still say the same. */
function holds(memory: Memory<unknown>, view: View, stampOf: StampOf): boolean {
  try {
    return saysTheSame(memory, view, stampOf);
  } catch {
    return false; // What was asked for last time cannot be looked at now; it may not be asked for any more.
  }
}

/** What had to be asked again is told from then on by its directories as they are now. */
function saysTheSame(memory: Memory<unknown>, view: View, stampOf: StampOf): boolean {
  const changed = new Set<string>();
  for (const [directory, stamp] of memory.stamps) if (stampOf(directory) !== stamp) changed.add(directory);
  const isDoubtful = ({ by }: Observation): boolean =>
    by === null || (changed.size > 0 && by.some((one) => changed.has(one)));
  const now = memory.observations.map((before) =>
    isDoubtful(before) ? observation(view, stampOf, before.kind, before.path) : before,
  );
  const differs = (is: (one: Observation) => unknown): boolean =>
    now.some((one, index) => is(one) !== is(memory.observations[index] ?? one));
  if (differs(({ answer }) => answer)) return false;
  if (differs(({ by }) => by)) Object.assign(memory, toldBy(now, stampOf));
  return true;
}

function toldBy(observations: readonly Observation[], stampOf: StampOf) {
  const directories = new Set(observations.flatMap(({ by }) => by ?? []));
  // A path is longer than that of any directory above it.
  const ordered = [...directories].toSorted((one, other) => one.length - other.length);
  const stamps: Stamps = new Map(ordered.map((directory) => [directory, stampOf(directory)]));
  return {
    observations,
    stamps,
    seen: { has: (path: string) => tells(stamps.get(dirname(path)) ?? null, path) },
  };
}

function observation(view: View, stampOf: StampOf, kind: keyof View, path: string): Observation {
  const directories = tellingDirectories(kind, path);
  // Before it is asked: what changes in between changes them too.
  const isTold = directories?.every((directory) => tells(stampOf(directory), path)) ?? false;
  const answer = view[kind](path);
  return { kind, path, answer, by: isTold && isLasting(kind, path, answer) ? directories : null };
}

/** The directories in which a name would have to change for another answer; `null`: none would. */
function tellingDirectories(kind: keyof View, path: string): readonly string[] | null {
  switch (kind) {
    case 'look':
      // A stub that is a file is told by what is in it.
      return fileStubs.has(basename(path)) ? null : [dirname(path)];
    case 'realPath':
      return directoriesAbove(path);
    case 'newIn': // By its permissions, and those of its file system.
    case 'read':
    case 'readItself':
    case 'readPath':
      return null;
  }
}

/** What a link leads to can change anywhere. */
function isLasting(kind: keyof View, path: string, answer: string | null): boolean {
  return kind !== 'realPath' || (answer === null ? isMissing(path) : answer === path);
}

/** What tells a directory, with the names in it, from any other and from what it will be; `null`: it cannot be told. */
type Stamp = string | null;
type StampOf = (directory: string) => Stamp;
type Stamps = ReadonlyMap<string, Stamp>;

/** Whether that of the directory tells what is at the path in it. */
function tells(stamp: Stamp, path: string): boolean {
  return stamp !== null && (!stamp.startsWith(ofKernel) || keptByKernel.has(path));
}

/** What the stamp of a directory of the kernel's own begins with. */
const ofKernel = 'kernel ';

/** What is there from the start of the machine, or never. */
const keptByKernel: ReadonlySet<string> = new Set(hiddenOfKernel);

/** The stamp of a directory that is not there. */
const missing = 'missing';

/** Stamps of directories as they are now, where they were `before`. Each is looked at once. */
function stampsOfNow(settledMs: number, before: Stamps): StampOf {
  // What lies on others is looked at each time.
  const kindOf = rememberEach((_device: number, directory: string) => fileSystemOf(directory));
  const stampNow = (directory: string): Stamp => {
    const found = statSync(directory, { throwIfNoEntry: false });
    if (found === undefined) return isMissing(directory) ? missing : null;
    // To a quarter of a microsecond, in which nothing changes twice; whole nanoseconds take longer to come by.
    const { dev, ino, ctimeMs } = found;
    const kind = kindOf(dev, directory);
    if (kind === 'kernel') return `${ofKernel}${dev}:${ino}`;
    const isSettled = Date.now() - ctimeMs >= settledMs;
    return isSettled && kind === 'times' ? `${dev}:${ino}:${ctimeMs}` : null;
  };
  /** Whether it was missing, and so it is as long as no name has changed where it would be. */
  const isMissingStill = (directory: string): boolean => {
    const above = before.get(dirname(directory)) ?? null;
    if (above === null || above.startsWith(ofKernel)) return false;
    return before.get(directory) === missing && stampOf(dirname(directory)) === above;
  };
  const stampOf = rememberEach((directory: string): Stamp => {
    if (directory !== '/' && stampOf(dirname(directory)) === missing) return missing;
    if (isMissingStill(directory)) return missing;
    try {
      return stampNow(directory);
    } catch {
      return null; // It cannot be reached.
    }
  });
  return stampOf;
}

function directoriesAbove(path: string): readonly string[] {
  const above: string[] = [];
  for (let at = path; at !== dirname(at); ) {
    at = dirname(at);
    above.push(at);
  }
  return above.reverse();
}

/** Not even a link that leads nowhere is there. */
function isMissing(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false; // It cannot be reached.
  }
}

/** A function that remembers what it gave for each first argument; what comes after that only helps to find it out. */
function rememberEach<Key, More extends readonly unknown[], Value>(
  make: (key: Key, ...more: More) => Value,
): (key: Key, ...more: More) => Value {
  const made = new Map<Key, Value>();
  return (key, ...more) => {
    const value = made.has(key) ? (made.get(key) as Value) : make(key, ...more);
    made.set(key, value);
    return value;
  };
}
