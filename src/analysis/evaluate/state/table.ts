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

  constructor(entries: ReadonlyMap<string, Value> = nothing) {
    this.#entries = entries;
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
    this.#owned().set(name, value);
  }

  delete(name: string): void {
    if (this.#entries.has(name)) this.#owned().delete(name);
  }

  clear(): void {
    this.#own = new Map();
    this.#entries = this.#own;
  }

  copy(): Table<Value> {
    this.#own = null;
    return new Table(this.#entries);
  }

  /** Whether neither of the two has been changed since one was copied from the other. */
  isCopyOf(other: Table<Value>): boolean {
    return this.#entries === other.#entries;
  }

  #owned(): Map<string, Value> {
    if (this.#own === null) {
      this.#own = new Map(this.#entries);
      this.#entries = this.#own;
    }
    return this.#own;
  }
}
