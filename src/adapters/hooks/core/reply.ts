import type { Decision, Finding } from '../../../model/decision.ts';
import { deciding } from '../../../policy/decide.ts';
import type { Reply } from './question.ts';

/** What the rules say of a command, as a reply; `show` makes text safe to be shown. */
export function replyOf(decision: Decision, show: (text: string) => string): Reply {
  if (decision.verdict === 'allow') return { kind: 'allowed' };
  return { kind: kindOf[decision.verdict], reason: describe(deciding(decision), show) };
}

/** The reply to a change of files: what a rule says, and otherwise nothing, as that is for the agent's own permissions. */
export function replyToChange(findings: readonly Finding[], show: (text: string) => string): Reply {
  const strictest =
    findings.find(({ verdict }) => verdict === 'deny') ?? findings.find(({ verdict }) => verdict === 'ask');
  if (strictest === undefined || strictest.verdict === 'allow') return { kind: 'no-opinion' };
  const { verdict } = strictest;
  return {
    kind: kindOf[verdict],
    reason: describe(
      findings.filter((one) => one.verdict === verdict),
      show,
    ),
  };
}

const kindOf = { ask: 'asked', deny: 'denied' } as const;

/** Why, and what to do instead, as sentences; each once. */
function describe(findings: readonly Finding[], show: (text: string) => string): string {
  const reasons = findings.map(({ id, reason }) => `${reason} (${id})`);
  const instead = findings.map((finding) => finding.instead).filter((text) => text !== null);
  const sentences = [`Handrail: ${unique(reasons).join('; ')}.`, ...unique(instead)];
  return sentences.map(show).join(' ');
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
