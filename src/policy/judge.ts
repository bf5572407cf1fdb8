import { describeByName, describeWord } from '../analysis/words.ts';
import type { Invocation } from '../model/analysis.ts';
import type { Condition, EffectPattern, Finding, InvocationRule } from '../model/decision.ts';
import type { Effect } from '../model/effect.ts';
import { describeChanged } from './describe-effect.ts';
import { allowsEffect, holds, matchesEffect } from './matching.ts';
import type { Places } from './paths/places.ts';
import { describePlace } from './place.ts';
import { candidates, type RuleIndex } from './rule-index.ts';
import { type Act, type Parsed, type Subject, subjectOf } from './subject.ts';
import { visible } from './visible.ts';

/** A rule that holds, and the act that it holds for; `null` if it is the call as a whole. */
interface Match {
  readonly rule: InvocationRule;
  readonly act: Act | null;
}

/** What the rules say of one invocation, in their order. */
export function findingsOf(
  index: RuleIndex,
  invocation: Invocation,
  analysis: Parsed,
  places: Places,
): readonly Finding[] {
  const subject = subjectOf(invocation, analysis, places);
  const matches: Match[] = [];
  for (const rule of candidates(index, invocation.effects)) {
    const match = matchOf(rule, subject);
    if (match !== null) matches.push(match);
  }
  if (matches.length === 0) return [];
  const kept = matches.some(({ rule }) => rule.finding.verdict === 'allow')
    ? withoutLifted(matches, subject)
    : matches;
  const special = kept.some(({ rule }) => isSpecial(rule));
  return kept
    .filter(({ rule }) => !special || rule.isFallback !== true)
    .map((match) => toFinding(match, invocation, analysis));
}

function isSpecial({ isFallback, finding }: InvocationRule): boolean {
  return isFallback !== true && finding.verdict !== 'allow';
}

/**
 * One match for each rule is enough: of several files that are written, the first is told. Most rules do not hold for most
 * invocations, so they are found out without anything being made for it.
 */
function matchOf(rule: InvocationRule, subject: Subject): Match | null {
  const { when, unless, does } = rule;
  const act = does === undefined ? null : firstAct(does, subject);
  if (act === undefined) return null;
  if (when !== undefined && !allHold(when, subject)) return null;
  return unless !== undefined && anyHolds(unless, subject) ? null : { rule, act };
}

function firstAct(does: readonly EffectPattern[], subject: Subject): Act | undefined {
  for (const act of subject.acts) {
    for (const pattern of does) if (matchesEffect(pattern, act.effect, subject)) return act;
  }
  return undefined;
}

function allHold(conditions: readonly Condition[], subject: Subject): boolean {
  for (const condition of conditions) if (!holds(condition, subject)) return false;
  return true;
}

function anyHolds(conditions: readonly Condition[], subject: Subject): boolean {
  for (const condition of conditions) if (holds(condition, subject)) return true;
  return false;
}

/**
 * What somebody has allowed is not asked about again. Of a call that is for the program and its words alone: where its output goes,
 * what its environment is, and what it does because of what comes in, have been no part of it. Of an effect it is for that alone,
 * whatever else the call does. What is denied stays denied.
 */
function withoutLifted(matches: readonly Match[], subject: Subject): readonly Match[] {
  const allowing = matches.flatMap(({ rule }) => (rule.finding.verdict === 'allow' ? [rule] : []));
  const allowed: Allowed = {
    isCall: allowing.some(({ does }) => does === undefined),
    effects: allowing.flatMap(({ does = [] }) => does),
  };
  return matches.flatMap((match) =>
    match.rule.finding.verdict === 'ask' ? left(match, allowed, subject) : [match],
  );
}

/** The match as far as it is not allowed: what else the same rule holds for is asked about. */
function left({ rule, act }: Match, allowed: Allowed, subject: Subject): readonly Match[] {
  if (act === null) return allowed.isCall ? [] : [{ rule, act }];
  const isLeft = ({ effect, origin }: Act) =>
    rule.does?.some((pattern) => matchesEffect(pattern, effect, subject)) === true &&
    (origin !== 'program' || !isAllowed(effect, allowed, subject));
  const other = subject.acts.find(isLeft);
  return other === undefined ? [] : [{ rule, act: other }];
}

/** What rules allow of a call: all that its words say, and what has such an effect. */
interface Allowed {
  readonly isCall: boolean;
  readonly effects: readonly EffectPattern[];
}

/** Whether what is allowed is this, too. */
function isAllowed(effect: Effect, allowed: Allowed, subject: Subject): boolean {
  if (allowed.isCall && !subject.isFromInput(effect)) return true;
  return allowed.effects.some((pattern) => allowsEffect(pattern, effect, subject));
}

function toFinding({ rule, act }: Match, { id, span, name, argv }: Invocation, { command }: Parsed): Finding {
  const first = argv[0];
  const called = name ?? (first === undefined ? 'the shell' : describeWord(first));
  const subject = act === null ? called : (subjectOfEffect(act.effect, name) ?? called);
  const { id: ruleId, verdict, reason, instead } = rule.finding;
  const at = act?.span ?? span;
  const filled: Readonly<Record<string, () => string>> = {
    '{place}': () => describePlace(command, at.start),
    '{subject}': () => visible(subject),
    '{program}': () => visible(called),
  };
  return {
    id: ruleId,
    verdict,
    // In one go: what is filled in is the command's. It stays as it is, but for what would make more of the line, or something else, than words.
    reason: reason.replaceAll(/\{\w+\}/g, (name) => filled[name]?.() ?? name),
    instead,
    place: { span: at, invocation: id },
  };
}

/** What an effect of a program is about, in a few words. */
function subjectOfEffect(effect: Effect, program: string | null): string | null {
  switch (effect.kind) {
    case 'deletes': {
      const path = describeByName(effect.path);
      return program === 'find' && effect.path.kind !== 'unknown' ? `what it finds in ${path}` : path;
    }
    case 'reads':
    case 'writes':
    case 'changes-directory':
      return describeByName(effect.path);
    case 'network':
      return effect.host === null ? null : describeWord(effect.host);
    case 'privilege':
      return effect.user === null ? 'root' : describeWord(effect.user);
    case 'changes':
      return describeChanged(effect);
    case 'discloses':
      return effect.what === 'variable' ? (effect.name ?? 'all variables') : disclosed[effect.what];
    case 'sets':
      return effect.name;
    case 'unknown':
      return effect.subject;
    case 'executes':
      return effect.code.kind === 'file' ? describeByName(effect.code.path) : null;
    case 'interactive':
    case 'background':
      return null;
  }
}

type Disclosed = Exclude<Extract<Effect, { kind: 'discloses' }>['what'], 'variable'>;

const disclosed: Readonly<Record<Disclosed, string>> = {
  processes: 'the command lines of processes',
  credentials: 'stored credentials',
  history: 'the history of the shell',
};
