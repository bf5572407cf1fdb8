import type { Decision, Finding, Policy, Rule, Verdict } from '../model/decision.ts';

const strictness: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };

/** Holds a command against a policy: the strictest finding is the verdict, and no finding means `allow`. */
export function decide(policy: Policy, command: string): Decision {
  const findings = policy.rules
    .filter((rule) => matches(rule, command))
    .map((rule) => rule.finding)
    .toSorted((a, b) => strictness[b.verdict] - strictness[a.verdict]);
  return { verdict: findings[0]?.verdict ?? 'allow', findings };
}

function matches(rule: Rule, command: string): boolean {
  switch (rule.kind) {
    case 'text-contains':
      return command.includes(rule.pattern);
    case 'every-command':
      return true;
  }
}

/** The findings of a decision that are the reason for its verdict. */
export function deciding(decision: Decision): readonly Finding[] {
  return decision.findings.filter((finding) => finding.verdict === decision.verdict);
}
