/** What was written when, by counting, and the last values of each name. */
interface Writes<Value> {
  count: number;
  ofAll: number;
  readonly ofEach: Map<string, number>;
  readonly values: Map<string, readonly Value[]>;
  /** Names that became again what they were before anything was written under them. */
  readonly restored: Set<string>;
}

/** How many values of one name are kept. */
const maxValues = 32;

/** What has become of what came of one table, in a branch that goes its own way from here. */
export type Lineages = Map<Writes<unknown>, Writes<unknown>>;

export function createLineages(): Lineages {
  return new Map();
}

const nothing: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * Values by name, in the order in which they came. It changes in place; a copy costs nothing until one of the two is
 * changed, for where control parts, most of what is known stays the same on both sides.
 */
export class Table<Value> implements Iterable<readonly [string, Value]> {
  /** One that stays; `parse.ts` says what for. */
  static readonly kept = new Table<never>();

  #entries: ReadonlyMap<string, Value>;
  /** The same entries, if no other table has them. */
  #own: Map<string, Value> | null = null;
  /** The same for all that came of one table, whichever way control went. */
  readonly #writes: Writes<Value>;

  constructor(
    entries: ReadonlyMap<string, Value> = nothing,
    writes: Writes<Value> = { count: 0, ofAll: 0, ofEach: new Map(), values: new Map(), restored: new Set() },
  ) {
    this.#entries = entries;
    this.#writes = writes;
  }

  /** How often anything was written into this table and those that came of the same one. */
  get writes(): number {
    return this.#writes.count;
  }

  /** The names that were written there, whatever has become of them. */
  get written(): Iterable<string> {
    return this.#writes.ofEach.keys();
  }

  /** Whether none of them had the name written, or everything, once there had been so many writes. */
  isLeftSince(writes: number, name: string): boolean {
    return Math.max(this.#writes.ofAll, this.#writes.ofEach.get(name) ?? 0) <= writes;
  }

  /** The last values that were written under a name. */
  valuesOf(name: string): readonly Value[] {
    return this.#writes.values.get(name) ?? [];
  }

  /** Whether it may have become again what it was before anything was written under that name. */
  isRestored(name: string): boolean {
    return this.#writes.restored.has(name);
  }

  /** Whether these are all of them. */
  hasAllValuesOf(name: string): boolean {
    return this.valuesOf(name).length < maxValues;
  }

  /** Anything may have been written, under any name. */
  noteWriteOfAll(): void {
    this.#writes.count++;
    this.#writes.ofAll = this.#writes.count;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(name: string): Value | undefined {
    return this.#entries.get(name);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  keys(): Iterable<string> {
    return this.#entries.keys();
  }

  [Symbol.iterator](): Iterator<readonly [string, Value]> {
    return this.#entries[Symbol.iterator]();
  }

  set(name: string, value: Value): void {
    this.#note(name);
    this.#noteValue(name, value);
    this.#owned().set(name, value);
  }

  /** Sets what there is behind a function, where it may be again what it was outside of that; `undefined`: nothing was written there. */
  restore(name: string, value: Value, outside: Value | undefined): void {
    this.#note(name);
    if (outside === undefined) this.#writes.restored.add(name);
    else this.#noteValue(name, outside);
    this.#owned().set(name, value);
  }

  delete(name: string): void {
    this.#note(name);
    if (this.#entries.has(name)) this.#owned().delete(name);
  }

  clear(): void {
    this.noteWriteOfAll();
    this.#own = new Map();
    this.#entries = this.#own;
  }

  copy(): Table<Value> {
    this.#own = null;
    return new Table(this.#entries, this.#writes);
  }

  /** A copy whose writes are not those of this one; those that came of the same table have the same ones again. */
  branch(lineages: Lineages): Table<Value> {
    const { count, ofAll, ofEach, values, restored } = this.#writes;
    // What is there for the writes of one table has values of the same type.
    const known = lineages.get(this.#writes) as Writes<Value> | undefined;
    const writes = known ?? {
      count,
      ofAll,
      ofEach: new Map(ofEach),
      values: new Map(values),
      restored: new Set(restored),
    };
    lineages.set(this.#writes, writes);
    this.#own = null;
    return new Table(this.#entries, writes);
  }

  /** One with these entries that came of this one; nothing is written by that. */
  withEntries(entries: ReadonlyMap<string, Value>): Table<Value> {
    return new Table(entries, this.#writes);
  }

  /** Whether neither of the two has been changed since one was copied from the other. */
  isCopyOf(other: Table<Value>): boolean {
    return this.#entries === other.#entries;
  }

  #noteValue(name: string, value: Value): void {
    this.#writes.values.set(name, [...this.valuesOf(name).slice(1 - maxValues), value]);
  }

  #note(name: string): void {
    this.#writes.count++;
    this.#writes.ofEach.set(name, this.#writes.count);
  }

  #owned(): Map<string, Value> {
    if (this.#own === null) {
      this.#own = new Map(this.#entries);
      this.#entries = this.#own;
    }
    return this.#own;
  }
}
