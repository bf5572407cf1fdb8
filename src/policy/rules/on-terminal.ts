import type { Policy, Rule } from '../../model/decision.ts';

const policies = new WeakMap<Policy, Policy>();

/** The policy for a command on a terminal, where there is somebody to answer what asks: what they type is not looked at. */
export function policyOnTerminal(policy: Policy): Policy {
  const made = policies.get(policy) ?? { rules: policy.rules.map(onTerminal) };
  policies.set(policy, made);
  return made;
}

function onTerminal(rule: Rule): Rule {
  if (rule.kind !== 'invocation' || rule.finding.id !== 'interactive') return rule;
  const { unless: _pagers, ...asked } = rule;
  return {
    ...asked,
    finding: { ...rule.finding, reason: 'what is typed to {program} is not looked at', instead: null },
  };
}
