import type { Grammar, OptionRule, OptionTable } from './program.ts';

/** An option with all its spellings. */
export interface Entry {
  readonly names: readonly string[];
  readonly rule: OptionRule;
}

type Lookup = ReadonlyMap<string, Entry>;

/** Tables by spelling. They are made when first asked for: most of the programs are not called. */
const lookups = new WeakMap<OptionTable, Lookup>();

/** The option that is spelled exactly so, in the first table that has it. */
export function exactly(tables: readonly OptionTable[], spelling: string): Entry | null {
  for (const table of tables) {
    const entry = lookupOf(table).get(spelling);
    if (entry !== undefined) return entry;
  }
  return null;
}

/** The options of which some spelling begins so. */
export function beginningWith(tables: readonly OptionTable[], start: string): readonly Entry[] {
  const entries = tables.flatMap((table) => [...lookupOf(table)]);
  return [...new Set(entries.filter(([name]) => name.startsWith(start)).map(([, entry]) => entry))];
}

function lookupOf(table: OptionTable): Lookup {
  const made = lookups.get(table) ?? compile(table);
  lookups.set(table, made);
  return made;
}

function compile(table: OptionTable): Lookup {
  const lookup = new Map<string, Entry>();
  for (const [key, rule] of Object.entries(table)) {
    // An empty list of options is an empty key.
    for (const option of key === '' ? [] : key.split(', ')) {
      const names = option.split(' ');
      for (const name of names) lookup.set(name, { names, rule });
    }
  }
  return lookup;
}

/** The tables of a command: its own, then those of the commands around it that hold everywhere. */
export function tablesOf(grammar: Grammar, outer: readonly OptionTable[]): readonly OptionTable[] {
  return [grammar.options, grammar.globalOptions, ...outer].filter((table) => table !== undefined);
}
