import type { CommandQuestion } from '../../adapters/hooks/core/question.ts';
import { isCovered } from '../../approvals/covered.ts';
import { maskQuestion } from '../../approvals/mask-question.ts';
import { maskSecrets, secretsIn } from '../../confine/secrets.ts';
import { approvalKey } from '../../engine/approval-key.ts';
import type { Links } from '../../engine/links.ts';
import type { Decisive } from '../../model/approval.ts';
import type { Decision } from '../../model/decision.ts';
import type { NotedGrant } from '../../model/grant.ts';
import { isLive } from '../../policy/grants.ts';
import { approvedLeft, claimLeft, leaveQuestion, leaveYes } from '../../state/left-questions.ts';
import type { AskedCommand, Settled } from './guard.ts';
import { hookContract } from './hook-contract.ts';
import {
  closeRecord,
  conversationOf,
  openQuestion,
  outcomeOf,
  type RecordPlace,
  requestFor,
} from './record.ts';

/** What a person has said of a call, or, where nobody has yet, where they can. Rejects when that cannot be known or kept. */
export async function settle(
  question: CommandQuestion,
  asked: AskedCommand,
  granted: readonly NotedGrant[],
  place: RecordPlace,
): Promise<Settled> {
  const { agent, stateDir } = place;
  const { decision, links } = asked;
  const bound = boundOf(agent, question, decision);
  const key = approvalKey(bound, links);
  const nowMs = Date.now();
  if (granted.some((grant) => grant.kind === 'command' && grant.key === key && isLive(grant, nowMs)))
    return { kind: 'approved' };
  // Of a call for which nothing was granted no part has been granted since.
  const covering = () => (granted.length === 0 ? null : claimCovering(bound, links, stateDir, nowMs));
  const earlier = claimLeft(stateDir, key, nowMs) ?? covering();
  if (earlier?.kind === 'approved') return earlier;
  const record = await openQuestion(question, place);
  if (earlier === null) {
    const { masked, isMasked } = questionOf(question, asked, record.id, place);
    const approval = leaveQuestion(stateDir, masked, isMasked, Date.now());
    await closeRecord(record, question, outcomeOf(decision, { approval }));
    return { kind: 'left', approval };
  }
  await closeRecord(record, question, outcomeOf(decision, { refused: saidIn(earlier) }));
  if (earlier.kind === 'edited') allowOther(question, asked, earlier.command, record.id, place);
  return earlier;
}

/** A yes to the same call, of which a part has been granted since. */
function claimCovering(
  bound: ReturnType<typeof boundOf>,
  links: Links,
  stateDir: string,
  nowMs: number,
): Decisive | null {
  const before = approvedLeft(stateDir, nowMs).find((one) =>
    isCovered(bound, one, ({ findings, access }) => approvalKey({ ...bound, findings, access }, links)),
  );
  return before === undefined ? null : claimLeft(stateDir, before.key, nowMs);
}

/** What the log has of an answer that is no yes. */
function saidIn(answer: Exclude<Decisive, { kind: 'approved' }>): string {
  return answer.kind === 'refused' ? answer.reason : `run this in its stead: ${answer.command}`;
}

/** What a person has written themselves they are not asked about, once. What the rules deny in it is denied. */
function allowOther(
  question: CommandQuestion,
  asked: AskedCommand,
  command: string,
  callId: string,
  place: RecordPlace,
): void {
  const other = asked.other(command);
  if (other === null) return;
  const { masked, isMasked } = questionOf({ ...question, command }, other, callId, place);
  leaveYes(place.stateDir, masked, isMasked, Date.now());
}

/** The question as it is kept, without the values of secrets. */
function questionOf(
  question: CommandQuestion,
  { decision, links, explanation, offers }: AskedCommand,
  callId: string,
  { agent, env }: RecordPlace,
) {
  const unkeyed = boundOf(agent, question, decision);
  const secrets = secretsIn(env);
  const whole = { ...unkeyed, key: approvalKey(unkeyed, links), callId, explanation, offers };
  return maskQuestion(whole, (text) => maskSecrets(text, secrets));
}

/** What an answer is bound to. */
function boundOf(agent: string, question: CommandQuestion, { findings }: Decision) {
  return {
    ...{
      contract: hookContract,
      conversationId: conversationOf(agent, question),
      isConversationNamed: question.session !== '',
    },
    ...{ request: requestFor(question), findings, access: [] },
    confinement: { kind: 'none' } as const,
  };
}
