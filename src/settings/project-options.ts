import type { Contract, Stricter } from '../model/contract.ts';
import { describeValue } from '../model/describe-value.ts';
import { invalid } from './files.ts';
import { readOptionFile } from './option-files.ts';

type GivenOptions = Readonly<Record<string, unknown>>;

/**
 * Throws unless the options of a project only make stricter what holds without them. What others have set goes before a
 * project's anyway, and is not looked at.
 */
export function refuseLooseOptions(
  contract: Contract,
  project: { readonly options: GivenOptions; readonly path: string },
  others: GivenOptions,
): void {
  const reading = contract.readOptions(others, readOptionFile);
  // What is wrong with these is told by whoever reads all of them.
  const holding = reading.kind === 'options' ? (reading.options as GivenOptions) : {};
  for (const [key, value] of Object.entries(project.options)) {
    if (Object.hasOwn(others, key)) continue;
    const problem = problemOf(contract.stricter?.[key], value, holding[key]);
    if (problem === null) continue;
    const elsewhere = "set it in the user's file, in HANDRAIL_OPTIONS or by --options";
    throw invalid(project.path, `options.${contract.name}.${key} ${problem}; ${elsewhere}`);
  }
}

/** What is wrong with a value that a project sets, as the rest of a sentence; `null`: it is no milder. */
function problemOf(how: Stricter | undefined, value: unknown, holding: unknown): string | null {
  if (how === undefined) return 'cannot be set by a project';
  if (how === 'any') return null;
  const expected = how === 'lower' ? atMost(value, holding) : oneOf(how, value, holding);
  if (expected === null) return null;
  return `can only be made stricter by a project: expected ${expected}, got ${describeValue(value)}`;
}

/** A limit that is not there is above all others. */
function atMost(value: unknown, holding: unknown): string | null {
  const isLower = typeof value === 'number' && (typeof holding !== 'number' || value <= holding);
  return isLower ? null : `at most ${typeof holding === 'number' ? holding : 'any number'}`;
}

function oneOf(values: readonly string[], value: unknown, holding: unknown): string | null {
  // Of a value that is not among them nothing is known: then it is the strictest.
  const allowed: readonly unknown[] = values.slice(values.indexOf(String(holding)));
  return allowed.includes(value) ? null : allowed.map((one) => JSON.stringify(one)).join(' or ');
}
