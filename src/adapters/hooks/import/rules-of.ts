import type { Verdict } from '../../../model/decision.ts';
import { readRuleFile } from '../../../policy/files/rule-file.ts';
import { isTooBroad } from '../../../policy/grants.ts';
import type { Places } from '../../../policy/paths/places.ts';
import type { NotTaken, Permission, Permissions } from './permission.ts';

/** A rule as it stands in a file of rules. */
type RuleText = Readonly<Record<string, string | readonly string[]>>;

/** What became of the permissions of an agent. */
export interface Imported {
  readonly rules: readonly RuleText[];
  readonly notTaken: readonly NotTaken[];
}

/**
 * Makes rules of permissions. These are texts that a command begins with; a rule is about the program that is run, wherever and however
 * it is. So a rule that denies or asks holds for more: other spellings of an option, wrappers, a command in quotes. One that
 * allows holds for less: for the very options that are named. What no rule says as strictly is not taken.
 */
export function rulesOf({ permissions, notTaken }: Permissions, places: Places): Imported {
  const made = permissions.map((permission) => ({ permission, result: ruleOf(permission, places) }));
  return {
    rules: made.flatMap(({ result }) => (typeof result === 'string' ? [] : result)),
    notTaken: [
      ...made.flatMap(({ permission, result }) =>
        typeof result === 'string' ? [{ name: permission.name, why: result }] : [],
      ),
      ...notTaken,
    ],
  };
}

/** The rules of a permission, or why there are none. */
function ruleOf(permission: Permission, places: Places): readonly RuleText[] | string {
  const { verdict, name } = permission;
  const form = formOf(permission.pattern);
  if (form === null) return 'a * or ? between other characters has no counterpart in a rule';
  const [program = ''] = form.words.split(' ');
  if (verdict === 'allow' && (form.words === '*' || isTooBroad(program)))
    return 'it would allow anything; allow what is meant by rules of your own';
  if (verdict === 'allow' && permission.exceptions.some((one) => isBeyondRules(one.pattern, program)))
    return 'another permission goes before it, of which no exception can be made';
  const targets = verdict === 'allow' && form.isPrefix ? [form.words, `${form.words} *`] : [form.words];
  const examples = [
    form.words === '*' ? 'a-program' : form.words,
    ...(form.isPrefix ? [`${form.words} a-word`] : []),
  ];
  const rules = targets.map((target, at): RuleText => {
    const match = targets.length > 1 ? examples.slice(at, at + 1) : examples;
    const unless = exceptionsOf(permission).filter(
      (words) => program === '*' || words.split(' ')[0] === program,
    );
    const because = `${name} in the settings it was taken from`;
    return { [verdict]: target, ...(unless.length > 0 && { unless }), because, match };
  });
  const problem = rules.map((rule) => problemOf(rule, places)).find((one) => one !== null);
  return problem ?? rules;
}

/** A pattern as the words of a call: all of it, or how it begins. */
interface Form {
  readonly words: string;
  readonly isPrefix: boolean;
}

/** `null` for what cannot be said: a wildcard in the midst, and text that is more than the words of one call. */
function formOf(pattern: string): Form | null {
  const text = pattern.trim();
  if (text === '*') return { words: '*', isPrefix: false };
  const isPrefix = text.endsWith(' *');
  const words = (isPrefix ? text.slice(0, -2) : text).trim().replace(/\s+/g, ' ');
  return words === '' || /[*?"'`$\\|&;<>(){}[\]#~!]/.test(words) ? null : { words, isPrefix };
}

/**
 * What goes before a permission is an exception of its rule. Of one that forbids, only those are taken that say no more than what was
 * excepted: a command with any words after it.
 */
function exceptionsOf({ verdict, exceptions }: Permission): readonly string[] {
  const forms = exceptions
    .filter((one) => one.verdict !== verdict && (verdict === 'allow' || isMilder(one.verdict, verdict)))
    .map(({ pattern }) => formOf(pattern))
    .filter((form) => form !== null && form.words !== '*' && (verdict === 'allow' || form.isPrefix));
  return forms.map((form) => form?.words ?? '');
}

/** Whether an exception could be of a call of this program, and cannot be said in a rule. */
function isBeyondRules(pattern: string, program: string): boolean {
  const [first = ''] = pattern.trim().split(/\s/);
  const form = formOf(pattern);
  return (form === null || form.words === '*') && (/[^\w./-]/.test(first) || first === program);
}

function isMilder(one: Verdict, than: Verdict): boolean {
  const order: readonly Verdict[] = ['allow', 'ask', 'deny'];
  return order.indexOf(one) < order.indexOf(than);
}

/** What the reader of rules has against it, its examples among that; `null`: nothing. */
function problemOf(rule: RuleText, places: Places): string | null {
  const reading = readRuleFile('', JSON.stringify({ rules: [rule] }), places);
  if (reading.kind === 'value') return null;
  const [{ received }] = reading.problems;
  return `a rule would not hold for ${received}, which it is for`;
}
