import { resolve } from 'node:path';
import { analyze, describeUnrunnable } from '../analysis/analyze.ts';
import type { Decision, Policy } from '../model/decision.ts';
import { messageOf } from '../model/errors.ts';
import type { Offer } from '../model/grant.ts';
import type { CouldNotStart, Invalid } from '../model/outcome.ts';
import type { Request } from '../model/request.ts';
import { decide, type Judged } from '../policy/decide.ts';
import { offersFor, rulesOfGrants } from '../policy/grants.ts';
import { merge } from '../policy/layers.ts';
import { type Places, placesOf } from '../policy/paths/places.ts';
import type { Stages } from './stages.ts';

/** What is to become of a command, as far as rules can say. */
export type Judgement =
  | {
      readonly kind: 'judged';
      readonly decision: Decision;
      /** What may be allowed for good; `null` where no narrow answer would do. */
      readonly offers: readonly Offer[] | null;
    }
  | Invalid
  | CouldNotStart;

/**
 * Analyses a command as it would run in its directory, and holds it against the rules: the contract's, those that the host
 * and its user have, and what was granted. The workspace is where the conversation works, wherever the command starts.
 */
export async function judge(stages: Stages, request: Request, workspace: string): Promise<Judgement> {
  const home = homeOf(stages);
  const analysis = analyze(request.command, { cwd: resolve(request.cwd), home });
  if (analysis.kind === 'unrunnable')
    return { kind: 'invalid', problems: [describeUnrunnable(analysis.problem)] };
  const places = placesOf({ cwd: resolve(workspace), home, state: [resolve(stages.stateDir)] });
  const policy = policyOf(stages);
  const decision = decide(policy, analysis, places);
  if (decision.verdict !== 'ask') return { kind: 'judged', decision, offers: null };
  return await withGrants(stages, { policy, analysis, places });
}

/** The home directory that the command is given. */
function homeOf({ tool, options, host }: Stages): string | null {
  return tool.environment(options).set.HOME ?? host.env.HOME ?? null;
}

function policyOf({ tool, options, rules }: Stages): Policy {
  const own = { scope: 'shipped', rules: tool.policy(options).rules, off: [], mayLoosen: true } as const;
  return merge([own, ...rules]);
}

interface Question {
  readonly policy: Policy;
  readonly analysis: Judged;
  readonly places: Places;
}

/** Grants are looked for only where a person would be asked: they lift nothing else. */
async function withGrants(stages: Stages, { policy, analysis, places }: Question): Promise<Judgement> {
  const { grants, contract, clock } = stages;
  try {
    const granted = rulesOfGrants(await grants.of(contract), clock.nowMs());
    const decision = decide({ rules: [...policy.rules, ...granted] }, analysis, places);
    const offers = analysis.kind === 'parsed' ? offersFor(analysis, decision) : null;
    return { kind: 'judged', decision, offers };
  } catch (error) {
    const message = `nothing was started, because what was granted could not be read: ${messageOf(error)}`;
    return { kind: 'could_not_start', problem: { code: 'state-unavailable', message } };
  }
}
