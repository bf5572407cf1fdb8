import { createHash } from 'node:crypto';
import type { ApprovalQuestion } from '../model/ports.ts';

/**
 * What an answer is bound to: whose call it is, its exact text and directory, what it is to have, and why it was asked
 * about. So a link that leads elsewhere by now, or a rule that is new, makes another question of it. A conversation that
 * nobody has named ends with its call: what was answered about that is for the next one that nobody has named.
 */
export function approvalKey(
  question: Omit<ApprovalQuestion, 'key' | 'callId' | 'offers' | 'explanation'>,
): string {
  const { contract, conversationId, isConversationNamed, request, findings, access, confinement } = question;
  const { command, cwd, workspace, session, terminal } = request;
  const bound = [
    ...[contract, isConversationNamed ? conversationId : null, command, cwd, workspace],
    ...[session?.name ?? null, terminal !== null, confinement.kind],
    access.map((one) => (one.kind === 'host' ? [one.host] : [one.path, one.access])).toSorted(),
    findings.map(({ id, verdict, reason }) => [id, verdict, reason]),
  ];
  return createHash('sha256').update(JSON.stringify(bound)).digest('hex');
}
