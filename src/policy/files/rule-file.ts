import type { Condition, EffectPattern, InvocationRule, Verdict } from '../../model/decision.ts';
import { checkExamples } from '../check-examples.ts';
import { commandPattern } from '../command-pattern.ts';
import type { Places } from '../paths/places.ts';
import { readEffect } from './effect.ts';
import { type Complain, type FileReading, isRecord, join, onlyKeys, readJson, texts } from './read-json.ts';

/** What a file of rules says. */
export interface RuleFile {
  readonly rules: readonly InvocationRule[];
  /** Ids of rules of other files, and of shipped ones, that are not to hold. */
  readonly off: readonly string[];
}

const verdicts: readonly Verdict[] = ['deny', 'ask', 'allow'];
const keys = [...verdicts, 'id', 'unless', 'because', 'instead', 'match', 'notMatch'];

/**
 * Reads a file of rules: `{ "rules": [{ "deny": "git push --force", "unless": "--force-with-lease", "because": "…",
 * "instead": "…", "match": ["git push -fu"], "notMatch": ["git push"] }], "off": ["git-blind-add"] }`. The examples of
 * each rule are tried: one that does not hold makes the file as invalid as a misspelt key. `isTried`: they were found to hold before, of this very text and for
 * these places, and are not tried again.
 */
export function readRuleFile(
  file: string,
  text: string,
  places: Places,
  isTried = false,
): FileReading<RuleFile> {
  return readJson(file, text, (value, complain) => {
    if (!isRecord(value)) {
      complain('', 'an object with "rules"', value);
      return { rules: [], off: [] };
    }
    onlyKeys(value, ['rules', 'off'], '', complain);
    const rules = readRuleList(value.rules, isTried ? null : places, complain);
    return { rules, off: texts(value.off, 'off', complain) };
  });
}

/** Reads a list of rules, and tries their examples in these places; `null`: it does not. */
export function readRuleList(
  value: unknown,
  places: Places | null,
  complain: Complain,
): readonly InvocationRule[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    complain('rules', 'a list of rules', value);
    return [];
  }
  return value.flatMap((item: unknown, index) => {
    const path = `rules[${index}]`;
    const rule = readRule(item, path, complain);
    if (rule === null) return [];
    for (const { key, at, command } of places === null ? [] : checkExamples(rule, places)) {
      const expected =
        key === 'match' ? 'a command that the rule holds for' : 'a command that it does not hold for';
      complain(`${path}.${key}[${at}]`, expected, command);
    }
    return [rule];
  });
}

function readRule(value: unknown, path: string, complain: Complain): InvocationRule | null {
  if (!isRecord(value)) {
    complain(path, 'a rule', value);
    return null;
  }
  onlyKeys(value, keys, path, complain);
  const given = verdicts.filter((verdict) => value[verdict] !== undefined);
  const [verdict] = given;
  if (verdict === undefined || given.length > 1) {
    complain(path, 'one of deny, ask and allow', given.length === 0 ? undefined : given);
    return null;
  }
  const target = readTarget(value[verdict], verdict, join(path, verdict), complain);
  if (target === null) return null;
  const because = readText(value, 'because', path, complain);
  const instead = value.instead === undefined ? null : readText(value, 'instead', path, complain);
  const id =
    value.id === undefined ? idOf(verdict, value[verdict]) : readId(value.id, join(path, 'id'), complain);
  return {
    kind: 'invocation',
    finding: { id, verdict, reason: because, instead },
    ...target.parts,
    unless: texts(value.unless, join(path, 'unless'), complain)
      .filter((words) => isForm(words, join(path, 'unless'), complain))
      .map((words) => exception(verdict, target.prefix(), words)),
    match: texts(value.match, join(path, 'match'), complain),
    notMatch: texts(value.notMatch, join(path, 'notMatch'), complain),
  };
}

/** What a rule is about: a form of calls, or an effect. */
interface Target {
  readonly parts: { readonly when: readonly Condition[]; readonly does?: readonly EffectPattern[] };
  /** What stands before the words of an exception. */
  readonly prefix: () => string;
}

function readTarget(value: unknown, verdict: Verdict, path: string, complain: Complain): Target | null {
  if (typeof value === 'string' && value.trim() !== '') {
    if (!isForm(value, path, complain)) return null;
    const form = commandPattern(value);
    // What is allowed is allowed as it was written; what is refused is refused with anything else beside it too.
    const when: readonly Condition[] = [
      { kind: 'command', form, extent: verdict === 'allow' ? 'whole' : 'part' },
    ];
    return { parts: { when }, prefix: () => [form.program, ...form.subcommands].join(' ') };
  }
  const effect = isRecord(value) ? readEffect(value, path, complain) : null;
  if (effect !== null) return { parts: { when: [], does: [effect] }, prefix: () => '' };
  if (!isRecord(value)) complain(path, 'a command, such as "git push --force", or an effect', value);
  return null;
}

/** What stands between calls, or says where their output goes. A `;` alone can be an operand, of `find -exec`. */
const operators = ['|', '||', '|&', '&', '&&', '<', '>', '>>', '&>', '2>'];

/** Whether a form could be of any call: another would hold for none, whatever its author had in mind. */
function isForm(form: string, path: string, complain: Complain): boolean {
  const words = form.trim().split(/\s+/);
  const operator = words.find((word) => operators.includes(word));
  if (operator !== undefined) complain(path, `the form of one call, which "${operator}" is no part of`, form);
  // Programs are known by their names; what is run by its path from anywhere else is a file.
  const isPath = words[0]?.includes('/') === true;
  if (isPath) complain(path, 'a program by its name, without a path; a file that is run is an effect', form);
  return operator === undefined && !isPath;
}

/**
 * `--force-with-lease` is one of the same command; what begins with a name is a command of its own. What loosens a rule that forbids holds
 * for no more than what begins so.
 */
function exception(verdict: Verdict, prefix: string, words: string): Condition {
  const text = words.startsWith('-') ? `${prefix} ${words}` : words;
  return { kind: 'command', form: commandPattern(text), extent: verdict === 'allow' ? 'part' : 'start' };
}

const said = { because: 'why', instead: 'what to do' } as const;

function readText(
  rule: Readonly<Record<string, unknown>>,
  key: keyof typeof said,
  path: string,
  complain: Complain,
): string {
  const value = rule[key];
  if (typeof value === 'string' && value !== '') return value;
  complain(join(path, key), `"${key}", a text that says ${said[key]}`, value);
  return '';
}

function readId(value: unknown, path: string, complain: Complain): string {
  if (typeof value === 'string' && /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(value)) return value;
  complain(path, 'a name in lower case, with dashes between its words', value);
  return '';
}

/** `deny-git-push-force` */
function idOf(verdict: Verdict, target: unknown): string {
  const text = typeof target === 'string' ? target : JSON.stringify(target);
  const slug = text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${verdict}-${slug}`.replace(/-+/g, '-').replace(/-$/, '');
}
