import { describeWord } from '../analysis/words.ts';
import type { Invocation } from '../model/analysis.ts';
import type { Decision, Finding } from '../model/decision.ts';
import type { Explained, Explanation, ToldShell } from '../model/explanation.ts';
import type { Judged } from './decide.ts';
import { describeEffect } from './describe-effect.ts';

/** Puts a decision into words; `shell`: what is known of the shell that it is for. */
export function explain(
  analysis: Judged,
  { verdict, findings }: Decision,
  shell: ToldShell | null = null,
): Explanation {
  const general = findings.filter(({ place }) => place === undefined);
  const base = { command: analysis.command, verdict, findings: general, ...(shell && { shell }) };
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
