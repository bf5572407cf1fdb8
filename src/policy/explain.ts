import { describeWord } from '../analysis/words.ts';
import type { Invocation } from '../model/analysis.ts';
import type { Decision, Finding, Verdict } from '../model/decision.ts';
import type { Judged } from './decide.ts';
import { describeEffect } from './describe-effect.ts';

/** A decision in words: every invocation with what it would do, and what the rules say of it. */
export interface Explanation {
  readonly command: string;
  readonly verdict: Verdict;
  /** Why the command was not read; `null` if it was. */
  readonly unparsed: { readonly at: number; readonly reason: string } | null;
  /** Findings about the command as a whole. */
  readonly findings: readonly Finding[];
  /** The invocations that the shell runs; those that they run in turn are below them. */
  readonly invocations: readonly Explained[];
}

/** One invocation in words. */
export interface Explained {
  readonly id: number;
  readonly words: string;
  /** `null` if it is not known. */
  readonly cwd: string | null;
  /** How it is reached, outermost first. */
  readonly via: readonly string[];
  readonly effects: readonly string[];
  readonly findings: readonly Finding[];
  readonly runs: readonly Explained[];
}

/** Puts a decision into words. */
export function explain(analysis: Judged, { verdict, findings }: Decision): Explanation {
  const general = findings.filter(({ place }) => place === undefined);
  const base = { command: analysis.command, verdict, findings: general };
  if (analysis.kind === 'unparsed') {
    const { at, reason } = analysis.problem;
    return { ...base, unparsed: { at, reason }, invocations: [] };
  }
  return { ...base, unparsed: null, invocations: childrenOf(null, analysis.invocations, findings) };
}

function childrenOf(
  parent: number | null,
  invocations: readonly Invocation[],
  findings: readonly Finding[],
): readonly Explained[] {
  return invocations
    .filter((invocation) => invocation.parent === parent)
    .map((invocation) => ({
      id: invocation.id,
      words: wordsOf(invocation),
      cwd: invocation.cwd.kind === 'known' ? invocation.cwd.text : null,
      via: invocation.via.map((step) => ('name' in step ? `${step.kind} ${step.name}` : step.kind)),
      effects: [...new Set(invocation.effects.map(describeEffect))],
      findings: findings.filter(({ place }) => place?.invocation === invocation.id),
      runs: childrenOf(invocation.id, invocations, findings),
    }));
}

function wordsOf({ argv, assignments, redirects }: Invocation): string {
  const set = assignments.map(({ name, value }) => `${name}=${describeWord(value)}`);
  const words = [...set, ...argv.map(describeWord)];
  return words.length === 0 && redirects.length > 0 ? '(a redirect)' : words.join(' ');
}
