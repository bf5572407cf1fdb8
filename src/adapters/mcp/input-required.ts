import { randomBytes } from 'node:crypto';
import {
  createRequestStateCodec,
  type ElicitResult,
  type InputRequiredResult,
  inputRequired,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Bash } from '../../engine/bash.ts';
import type { OpenApproval } from '../../model/approval.ts';
import { answerOf, formFor } from './elicitation.ts';

/** What comes back with an answer, so that it is known what was asked. */
interface AskedState {
  readonly approval: string;
  readonly conversationId: string;
}

export type AskedCodec = RequestStateCodec<AskedState>;

/** How long a question of a client can be answered, in seconds: a day, longer than questions are kept. */
const ttlSeconds = 24 * 60 * 60;

/** Nobody but this process can have made a state that it takes. */
export function createAskedCodec(): AskedCodec {
  return createRequestStateCodec({ key: randomBytes(32), ttlSeconds });
}

/** The name of the one question in a result. */
const key = 'approval';

/**
 * In the newest era a server asks nothing: a call ends with what it wants to know, and the client makes it again with the
 * answer. So the question is left with the approvals, and the same call is let through when it has been answered.
 */
export async function askWithResult(
  approval: OpenApproval,
  conversationId: string,
  codec: AskedCodec,
): Promise<InputRequiredResult | null> {
  const form = formFor(approval.question, { onlyOnce: approval.isMasked });
  if (form === null) return null;
  return inputRequired({
    inputRequests: { [key]: inputRequired.elicit(form) },
    requestState: await codec.mint({ approval: approval.id, conversationId }),
  });
}

/** Takes the answer that a call brings along. `dismissed`: the person has said nothing, and is not to be asked again. */
export async function takeAnswer(
  { approvals }: Pick<Bash, 'approvals'>,
  conversationId: string,
  { mcpReq }: ServerContext,
): Promise<'dismissed' | 'taken' | 'none'> {
  const asked = mcpReq.requestState<AskedState>();
  const given = mcpReq.inputResponses?.[key];
  if (asked === undefined || asked.conversationId !== conversationId || !isElicitResult(given)) return 'none';
  const open = (await approvals.open()).find(({ id }) => id === asked.approval);
  if (open === undefined) return 'none';
  const answer = answerOf(given, open.question);
  if (answer.kind === 'unanswered') return 'dismissed';
  await approvals.answer(open.id, answer);
  return 'taken';
}

/** It comes from the client as it is: what its content has is looked at when it is used. */
function isElicitResult(value: unknown): value is ElicitResult {
  return (
    typeof value === 'object' &&
    value !== null &&
    'action' in value &&
    ['accept', 'decline', 'cancel'].includes(String(value.action))
  );
}
