import type { CommandQuestion, Question } from '../../adapters/hooks/core/question.ts';
import { maskQuestion } from '../../approvals/mask-question.ts';
import { maskSecrets, secretsIn } from '../../confine/secrets.ts';
import { approvalKey } from '../../engine/approval-key.ts';
import { openRecord } from '../../engine/record.ts';
import type { Decision, Rule } from '../../model/decision.ts';
import type { Grant } from '../../model/grant.ts';
import { isLive, rulesOfGrants } from '../../policy/grants.ts';
import type { Environment } from '../../settings/host.ts';
import { createLazyState } from '../../state/lazy-state.ts';
import type { AskedCommand, Settled } from './guard.ts';
import { hookContract } from './hook-contract.ts';
import { callOf, closeRecord, conversationOf, outcomeOf, requestFor } from './record.ts';

/** What of the state a guard uses, as `Surroundings` has it. All of it rejects when the state cannot be used. */
export interface GuardState {
  granted(contract: string): Promise<readonly Rule[]>;
  settle(question: CommandQuestion, asked: AskedCommand): Promise<Settled>;
  close(): void;
}

/** The state of a user as a guard of an agent uses it. The database is opened with the first use. */
export function guardState(agent: string, stateDir: string, env: Environment): GuardState {
  const state = createLazyState(stateDir);
  const secrets = secretsIn(env);

  const open = async (question: Question) =>
    await openRecord(state.recorder, callOf(agent, question), secrets);

  return {
    async granted(served) {
      const grants = [...(await state.grants.of(served)), ...(await state.grants.of(hookContract))];
      return rulesOfGrants(grants, Date.now());
    },
    async settle(question, asked) {
      const { decision, links } = asked;
      const unkeyed = boundOf(agent, question, decision);
      const key = approvalKey(unkeyed, links);
      if (isGranted(await state.grants.of(hookContract), key)) return { kind: 'approved' };
      const earlier = await state.approvals.claim(key);
      if (earlier !== null && earlier.kind !== 'refused') return earlier;
      const record = await open(question);
      if (earlier !== null) {
        await closeRecord(record, question, outcomeOf(decision, { refused: earlier.reason }));
        return earlier;
      }
      const { explanation, offers } = asked;
      const whole = { ...unkeyed, key, callId: record.id, explanation, offers };
      const { masked, isMasked } = maskQuestion(whole, (text) => maskSecrets(text, secrets));
      const approval = await state.approvals.post(masked, isMasked);
      await state.approvals.end(approval, { kind: 'left' });
      await closeRecord(record, question, outcomeOf(decision, { approval }));
      return { kind: 'left', approval };
    },
    close: () => state.shut(),
  };
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

function isGranted(grants: readonly Grant[], key: string): boolean {
  return grants.some((grant) => grant.kind === 'command' && grant.key === key && isLive(grant, Date.now()));
}
