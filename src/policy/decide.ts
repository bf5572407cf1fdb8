import type { Analysis } from '../model/analysis.ts';
import type { Decision, Finding, Notice, Policy, Rule, Verdict } from '../model/decision.ts';
import { hasHiddenCharacters } from './hidden-characters.ts';
import { findingsOf } from './judge.ts';
import type { Places } from './paths/places.ts';
import { describePlace } from './place.ts';
import { indexOf, type RuleIndex } from './rule-index.ts';

/** A text that can be run, with what is known of it. */
export type Judged = Exclude<Analysis, { kind: 'unrunnable' }>;

const strictness: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };

/**
 * Holds a command against a policy: the strictest finding is the verdict, and no finding means `allow`. A policy that is
 * to allow only what is known to be harmless has rules that ask for all else, as the shipped one does.
 */
export function decide(policy: Policy, analysis: Judged, places: Places): Decision {
  const index = indexOf(policy);
  const findings = [...aboutText(index, analysis), ...aboutInvocations(index, analysis, places)].toSorted(
    (a, b) => strictness[b.verdict] - strictness[a.verdict],
  );
  return { verdict: findings[0]?.verdict ?? 'allow', findings };
}

/** What the rules say of the invocations of an analysis from that of the id on; what was before them they may go by. */
export function findingsFrom(
  policy: Policy,
  analysis: Extract<Judged, { kind: 'parsed' }>,
  places: Places,
  first: number,
): readonly Finding[] {
  return aboutInvocations(indexOf(policy), analysis, places, first);
}

/** A decision with further findings, of which those that it has already are left out. */
export function withFindings({ findings }: Decision, more: readonly Finding[]): Decision {
  const isSame = (one: Finding, other: Finding) =>
    one.id === other.id && one.reason === other.reason && one.verdict === other.verdict;
  const isNew = (one: Finding) => !findings.some((other) => isSame(one, other));
  const all = [...findings, ...more.filter(isNew)].toSorted(
    (a, b) => strictness[b.verdict] - strictness[a.verdict],
  );
  return { verdict: all[0]?.verdict ?? 'allow', findings: all };
}

function aboutText({ ofText }: RuleIndex, analysis: Judged): readonly Finding[] {
  return ofText
    .filter((rule) => matchesText(rule, analysis))
    .map((rule) => withProblem(rule.finding, analysis));
}

function matchesText(rule: Rule, analysis: Judged): boolean {
  switch (rule.kind) {
    case 'text-contains':
      return analysis.command.includes(rule.pattern);
    case 'every-command':
      return true;
    case 'unparsed':
      return analysis.kind === 'unparsed' && (rule.codes?.includes(analysis.problem.code) ?? true);
    case 'hidden-characters':
      return hasHiddenCharacters(analysis.command);
    case 'invocation':
      return false;
  }
}

/** The finding, with the place and the reason where the text could not be read. */
function withProblem(finding: Notice, analysis: Judged): Notice {
  if (analysis.kind === 'parsed') return finding;
  const { at, reason } = analysis.problem;
  // Who names the place in other words needs no offset.
  const subject = at === 0 || finding.reason.includes('{place}') ? reason : `${reason} at offset ${at}`;
  const place = () => describePlace(analysis.command, at);
  return { ...finding, reason: finding.reason.replace('{place}', place).replace('{subject}', () => subject) };
}

function aboutInvocations(index: RuleIndex, analysis: Judged, places: Places, first = 0): readonly Finding[] {
  if (analysis.kind === 'unparsed' || index.ofInvocations.length === 0) return [];
  const invocations = analysis.invocations.slice(first);
  return withoutRepeats(invocations.flatMap((one) => findingsOf(index, one, analysis, places)));
}

/**
 * A command that can be come to in several ways is an invocation for each of them, and is told of once, where it came first. Rules of
 * different people may have the same name and the same words: what one of them denies is not told already by what another asks about.
 */
function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length < 2) return findings;
  const keyOf = ({ id, verdict, reason, place }: Finding) =>
    `${verdict} ${id} ${place?.span.start} ${place?.span.end} ${reason}`;
  const told = new Set<string>();
  return findings.filter((finding) => {
    const key = keyOf(finding);
    if (told.has(key)) return false;
    told.add(key);
    return true;
  });
}

/** The findings of a decision that are the reason for its verdict. */
export function deciding(decision: Decision): readonly Finding[] {
  return decision.findings.filter((finding) => finding.verdict === decision.verdict);
}
