import { analyze } from '../../src/analysis/analyze.ts';
import type { Decision, Policy, Verdict } from '../../src/model/decision.ts';
import { decide } from '../../src/policy/decide.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';

/** Where the commands of these tests would run. */
export const places = { workspace: '/home/user/project', home: '/home/user', state: [] } as const;

/** What a policy, the shipped one if none is named, says of a command in the workspace. */
export function decisionOn(command: string, policy: Policy = shippedPolicy): Decision {
  const analysis = analyze(command, { cwd: places.workspace, home: places.home });
  if (analysis.kind === 'unrunnable') throw new Error('expected a text that can be run');
  return decide(policy, analysis, places);
}

export function verdictOf(command: string, policy: Policy = shippedPolicy): Verdict {
  return decisionOn(command, policy).verdict;
}
