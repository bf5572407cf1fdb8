import type { Verdict } from '../model/decision.ts';
import { type Complain, type FileReading, isRecord, join, onlyKeys, readJson } from './files/read-json.ts';
import { fits } from './glob.ts';

/**
 * What an agent may do, by patterns over action strings such as `tool:bash:npm test`. A `*` in a pattern stands for any
 * text. These are texts: they know nothing of quoting, and what they allow should be narrow.
 */
export interface Profile {
  readonly name: string;
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly allow: readonly string[];
  /** For actions that no pattern fits. */
  readonly default: Verdict;
}

/** What a profile says of an action, and the pattern that says so; `null` if it is the default. */
export interface Permission {
  readonly verdict: Verdict;
  readonly pattern: string | null;
}

const order = ['deny', 'ask', 'allow'] as const;

/** Holds an action against a profile: deny goes before ask, ask before allow; in one list the first pattern that fits is told. */
export function permit(profile: Profile, action: string): Permission {
  for (const verdict of order) {
    const pattern = profile[verdict].find((candidate) => fits(candidate, action));
    if (pattern !== undefined) return { verdict, pattern };
  }
  return { verdict: profile.default, pattern: null };
}

/** Reads a profile from the text of a JSON file. */
export function readProfileFile(file: string, text: string): FileReading<Profile> {
  return readJson(file, text, readProfile);
}

/** Reads a profile from a value. What is left out is empty, and the default is to ask. */
function readProfile(value: unknown, complain: Complain): Profile {
  const record = isRecord(value) ? value : {};
  if (!isRecord(value)) complain('', 'a profile: an object with name, allow, deny, ask, default', value);
  onlyKeys(record, ['name', ...order, 'default'], '', complain);
  return {
    name: readName(record.name, complain),
    deny: readPatterns(record.deny, 'deny', complain),
    ask: readPatterns(record.ask, 'ask', complain),
    allow: readPatterns(record.allow, 'allow', complain),
    default: readDefault(record.default, complain),
  };
}

function readName(value: unknown, complain: Complain): string {
  if (typeof value === 'string' && value !== '') return value;
  complain('name', 'a name', value);
  return '';
}

function readPatterns(value: unknown, key: string, complain: Complain): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    complain(key, 'a list of patterns such as "tool:bash:npm test"', value);
    return [];
  }
  return value.flatMap((item: unknown, index) => {
    if (typeof item === 'string' && item !== '') return [item];
    complain(join('', `${key}[${index}]`), 'a pattern such as "tool:bash:npm test"', item);
    return [];
  });
}

function readDefault(value: unknown, complain: Complain): Verdict {
  if (value === undefined) return 'ask';
  const known = order.find((verdict) => verdict === value);
  if (known !== undefined) return known;
  complain('default', 'one of allow, deny, ask', value);
  return 'ask';
}
