import type { Verdict } from '../../../model/decision.ts';
import { commandPattern } from '../../../policy/command-pattern.ts';
import { readRuleFile } from '../../../policy/files/rule-file.ts';
import { fits } from '../../../policy/glob.ts';
import { isTooBroad } from '../../../policy/grants.ts';
import type { Places } from '../../../policy/paths/places.ts';
import { awaitsSubcommand, type Form, formOf, targetsOf } from './forms.ts';
import type { NotTaken, Permission, Permissions } from './permission.ts';

/** A rule as it stands in a file of rules. */
type RuleText = Readonly<Record<string, string | readonly string[]>>;

/** What became of the permissions of an agent. */
export interface Imported {
  readonly rules: readonly RuleText[];
  readonly notTaken: readonly NotTaken[];
  /** What is not all said by its rules, and what is. */
  readonly inPart: readonly NotTaken[];
}

/**
 * Makes rules of permissions. These are texts that a command begins with; a rule is about the program that is run, wherever and however
 * it is. So a rule that denies or asks holds for more: other spellings of an option, wrappers, a command in quotes. One that
 * allows holds for less: for the very options that are named. What no rule says as strictly is not taken.
 */
export function rulesOf({ permissions, notTaken }: Permissions, places: Places): Imported {
  const made = permissions.map((permission) => ({ name: permission.name, ...ruleOf(permission, places) }));
  const why = (isTaken: boolean) =>
    made.flatMap(({ name, rules, problem }) =>
      problem === null || rules.length > 0 !== isTaken ? [] : [{ name, why: problem }],
    );
  return {
    rules: made.flatMap(({ rules }) => rules),
    notTaken: [...why(false), ...notTaken],
    inPart: why(true),
  };
}

/** The rules of a permission, and why there are none, or what they do not say; `null`: they say all of it. */
interface Made {
  readonly rules: readonly RuleText[];
  readonly problem: string | null;
}

function ruleOf(permission: Permission, places: Places): Made {
  const { verdict } = permission;
  const form = formOf(permission.pattern);
  if (form === null)
    return none(
      'a rule is about the words of one call, with a * at their end alone, and this is something else',
    );
  const [program = ''] = form.words.split(' ');
  if (verdict === 'allow' && (form.words === '*' || isTooBroad(program)))
    return none('it would allow anything; allow what is meant by rules of your own');
  if (verdict === 'allow' && permission.exceptions.some((one) => isBeyondRules(one.pattern, form)))
    return none('another permission goes before it, of which no exception can be made');
  if (verdict === 'allow' && form.mayFollow !== 'nothing' && awaitsSubcommand(form.words))
    return none('it would allow all of its subcommands; allow those that are meant by rules of your own');
  const { forms, rest } = targetsFor(form, verdict);
  const rules = forms.flatMap((target) => rulesFor(target, form, permission));
  const problem = rules.map((rule) => problemOf(rule, places)).find((one) => one !== null);
  if (problem !== undefined) return none(problem);
  if (forms.length === 0) return none('no subcommand is known that begins so');
  const left = `for ${forms.join(', ')}, with any words after it; for other ${rest} that begin so there is no rule`;
  return { rules, problem: rest === null ? null : left };
}

function none(problem: string): Made {
  return { rules: [], problem };
}

/** Of programs whose names only begin so nobody knows all, so that none of them is allowed. */
function targetsFor(form: Form, verdict: Verdict) {
  const isName = form.mayFollow === 'text' && !form.words.includes(' ');
  return isName && verdict === 'allow' ? { forms: [form.words], rest: 'programs' } : targetsOf(form);
}

/** What is allowed is allowed as it is written, with further words by a rule of its own. */
function rulesFor(target: string, { mayFollow }: Form, permission: Permission): readonly RuleText[] {
  const { verdict, name } = permission;
  const unless = exceptionsOf(permission, target.split(' ')[0] ?? '');
  const rule = (words: string, match: readonly string[]): RuleText => {
    const because = `${name} in the settings it was taken from`;
    return { [verdict]: words, ...(unless.length > 0 && { unless }), because, match };
  };
  const example = target === '*' ? 'a-program' : target.replace(/\*$/, '');
  const alone = [example, ...(target.endsWith('*') && target !== '*' ? [`${example}x`] : [])];
  const longer = mayFollow === 'nothing' ? [] : [`${example} a-word`];
  return verdict === 'allow' && longer.length > 0
    ? [rule(target, alone), rule(`${target} *`, longer)]
    : [rule(target, [...alone, ...longer])];
}

/**
 * What goes before a permission is an exception of its rule, where it is about calls of the same program. Of one that forbids, only those are taken
 * that say no more than what was excepted: how a command begins.
 */
function exceptionsOf({ verdict, exceptions }: Permission, program: string): readonly string[] {
  return exceptions
    .filter((one) => one.verdict !== verdict && (verdict === 'allow' || isMilder(one.verdict, verdict)))
    .map(({ pattern }) => formOf(pattern))
    .filter(
      (form) => form !== null && form.words !== '*' && (verdict === 'allow' || form.mayFollow !== 'nothing'),
    )
    .flatMap((form) => (form === null ? [] : targetsOf(form).forms))
    .filter((words) => areOfOne(words.split(' ')[0] ?? '', program));
}

/** Whether two names, in which `*` stands for any text, could be of one program. */
function areOfOne(name: string, other: string): boolean {
  return fits(name, other) || fits(other, name);
}

/**
 * Whether an exception could be of a call that a rule for this form would allow, and cannot be said in it. Such a rule holds for no
 * subcommand that is not known, and for no option that it does not name.
 */
function isBeyondRules(pattern: string, { words }: Form): boolean {
  const [program = ''] = words.split(' ');
  const [first = ''] = pattern.trim().split(/\s/);
  const form = formOf(pattern);
  if (form === null || form.words === '*') return /[^\w./-]/.test(first) || first === program;
  return targetsOf(form).rest === 'options' && first === program && commandPattern(words).options.length > 0;
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
