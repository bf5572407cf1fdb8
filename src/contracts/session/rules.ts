import type { RequestScope } from '../../model/contract.ts';
import type { Policy, Rule } from '../../model/decision.ts';
import type { Approver } from '../../model/ports.ts';
import { isWithin } from '../../policy/paths/places.ts';
import { shippedRules } from '../../policy/rules/shipped.ts';
import type { SessionOptions } from './options.ts';

/** The shipped rules with nothing denied: what they would deny is asked about like the rest. */
const rules: readonly Rule[] = shippedRules.map((rule) =>
  rule.finding.verdict === 'deny' ? { ...rule, finding: { ...rule.finding, verdict: 'ask' } } : rule,
);

const insideProject: Policy = { rules };

/** What reads in the project runs at once. All else is asked about, and so is everything in a directory outside of it. */
export function policy({ request }: RequestScope<SessionOptions>): Policy {
  const { workspace, session, cwd } = request;
  // Both were followed to where they lead: a link in the project can lead out of it.
  const project = workspace ?? '/';
  if (isWithin(session?.name ?? cwd, project)) return insideProject;
  return { rules: [outside(cwd, project), ...rules] };
}

function outside(cwd: string, project: string): Rule {
  const reason = `it would run in ${cwd}, which is outside of the project ${project}`;
  return {
    kind: 'every-command',
    finding: { id: 'session-outside-project', verdict: 'ask', reason, instead: null },
  };
}

/** Who answers for the user where the options say what the answer is. */
export function approver({ onAsk }: SessionOptions): Approver | null {
  switch (onAsk) {
    case 'ask':
      return null;
    case 'allow':
      return { ask: async () => ({ kind: 'approved' }) };
    case 'deny':
      return { ask: async () => ({ kind: 'refused', reason: 'the option onAsk is "deny"' }) };
  }
}
