import { approvalKey } from '../../src/engine/approval-key.ts';
import type { ApprovalQuestion } from '../../src/model/ports.ts';
import { requestOf } from '../engine/parts.ts';

/** What is asked about a command. */
export function questionOf(command: string, given: Partial<ApprovalQuestion> = {}): ApprovalQuestion {
  const finding = { id: 'ask-always', verdict: 'ask', reason: 'always asked', instead: null } as const;
  const question = {
    request: requestOf(command),
    contract: 'probe',
    conversationId: 'a conversation',
    isConversationNamed: true,
    callId: 'call-1',
    findings: [finding],
    explanation: { command, verdict: 'ask', unparsed: null, findings: [finding], invocations: [] },
    confinement: { kind: 'none' },
    access: [],
    offers: null,
    ...given,
  } as const;
  return { key: approvalKey(question), ...question };
}
