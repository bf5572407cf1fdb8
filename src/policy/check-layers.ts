import type { Condition, EffectPattern, InvocationRule, Notice, Rule } from '../model/decision.ts';
import { checkWhole, type OptionKind, type OptionKinds, optionKinds, orNull } from '../model/options.ts';
import { effectKindMeanings } from './files/effect.ts';
import type { Layer, Scope } from './layers.ts';

/**
 * Whoever calls without types may give anything: a rule that is misspelled would hold for nothing, without a word. `of`: what they are
 * given to. Throws a `HandrailError` of code `invalid-options` for the first that is none.
 */
export function checkLayers(of: string, layers: readonly unknown[]): void {
  for (const [at, given] of layers.entries()) {
    const place = `${of}: rules[${at}]`;
    checkWhole(place, given, layerKinds, { scope, rules, off: texts }, 'invalid-options');
    const layer = given as Layer; // As has been checked, but for its rules.
    for (const [number, rule] of layer.rules.entries()) checkRule(`${place}: rules[${number}]`, rule);
  }
}

function checkRule(of: string, rule: Rule): void {
  const ownKinds = Object.hasOwn(kindsOfRule, String(Object(rule).kind)) ? kindsOfRule[rule.kind] : {};
  const known = { kind: kindOfRule, finding, ...ownKinds };
  const needed = { kind: kindOfRule, finding, ...(rule.kind === 'text-contains' && { pattern: text }) };
  checkWhole(of, rule, known, needed, 'invalid-options');
  checkWhole(`${of}: finding`, rule.finding, noticeKinds, noticeKinds, 'invalid-options');
}

const { text, flag } = optionKinds;

const texts = listOf('texts', (value) => typeof value === 'string');

const rules: OptionKind = { expected: 'an array of rules', has: Array.isArray };

const scopes: readonly Scope[] = ['shipped', 'user', 'project', 'call'];
const scope = oneOf(scopes);

const layerKinds: OptionKinds<Layer> = { scope, rules, off: texts, mayLoosen: flag, file: text };

const finding: OptionKind = { expected: 'an object with id, verdict, reason and instead', has: isRecord };

const noticeKinds: OptionKinds<Notice> = {
  id: text,
  verdict: oneOf(['allow', 'ask', 'deny']),
  reason: text,
  instead: orNull(text),
};

const conditions = listOf('conditions, each with its kind and what that needs', isCondition);

const ofInvocation: OptionKinds<Omit<InvocationRule, 'kind' | 'finding'>> = {
  when: conditions,
  unless: conditions,
  does: listOf(`effects, each with a kind: ${Object.keys(effectKindMeanings).join(', ')}`, isEffect),
  isFallback: flag,
  match: texts,
  notMatch: texts,
};

/** What a rule has beside its kind and its finding. */
const kindsOfRule: Readonly<Record<Rule['kind'], Readonly<Record<string, OptionKind>>>> = {
  'text-contains': { pattern: text },
  'every-command': {},
  'hidden-characters': {},
  unparsed: { codes: texts },
  invocation: ofInvocation,
};

const kindOfRule = oneOf(Object.keys(kindsOfRule));

/** What a condition needs. That of `command` is not looked at: it is read when it is first asked for. */
const needOfCondition: Readonly<
  Record<Condition['kind'], (condition: Readonly<Record<string, unknown>>) => boolean>
> = {
  program: ({ names }) => texts.has(names),
  command: (condition) => 'form' in condition && 'extent' in condition,
  words: ({ words, cwd }) => texts.has(words) && text.has(cwd),
  operand: ({ path }) => texts.has(path),
  fact: ({ fact }) => text.has(fact),
};

function isCondition(value: unknown): boolean {
  if (!isRecord(value) || typeof value.kind !== 'string' || !Object.hasOwn(needOfCondition, value.kind))
    return false;
  return needOfCondition[value.kind as Condition['kind']](value); // It has just been found there.
}

const isList: Readonly<Record<Exclude<keyof EffectPattern, 'kind'>, boolean>> = {
  ...{ path: true, pathNot: true, how: true, subject: true, what: true, code: true, runs: true },
  ...{ direction: true, variable: true, isRecursive: false, isLiteral: false, isDestructive: false },
};

function isEffect(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { kind, ...fields } = value;
  if (typeof kind !== 'string' || !Object.hasOwn(effectKindMeanings, kind)) return false;
  return Object.entries(fields).every(([name, field]) => {
    if (field === undefined) return true;
    const wanted = Object.hasOwn(isList, name) ? isList[name as keyof typeof isList] : null;
    return wanted !== null && (wanted ? texts : flag).has(field);
  });
}

function oneOf(known: readonly string[]): OptionKind {
  return {
    expected: `one of ${known.map((name) => JSON.stringify(name)).join(', ')}`,
    has: (value) => typeof value === 'string' && known.includes(value),
    isTold: true,
  };
}

function listOf(what: string, hasPart: (part: unknown) => boolean): OptionKind {
  return {
    expected: `an array of ${what}`,
    has: (value) => Array.isArray(value) && value.every(hasPart),
    hasPart,
    isTold: true,
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
