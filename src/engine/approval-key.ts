import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Explained, Explanation } from '../model/explanation.ts';
import type { ApprovalQuestion } from '../model/ports.ts';
import { typedInto } from '../model/request.ts';
import type { Confinement } from '../model/sandbox.ts';
import type { Links } from './links.ts';

/**
 * What an answer is bound to: whose call it is, its exact text and directory, what holds it, whether it can be typed into, what it is to have, and why it was asked
 * about; in a session also what it would run there, and where. So a link that leads elsewhere by now, or a rule that is new, makes another question of it. A conversation that
 * nobody has named ends with its call: what was answered about that is for the next one that nobody has named.
 */
export function approvalKey(
  question: Omit<ApprovalQuestion, 'key' | 'callId' | 'offers' | 'explanation'>,
  links: Links = [],
  { invocations }: Pick<Explanation, 'invocations'> = { invocations: [] },
): string {
  const { contract, conversationId, isConversationNamed, request, findings, access, confinement } = question;
  const { command, cwd, workspace, session } = request;
  const bound = [
    ...[contract, isConversationNamed ? conversationId : null, command, cwd, workspace],
    ...[session?.name ?? null, typedInto(request), holdOf(confinement)],
    access.map((one) => (one.kind === 'host' ? [one.host] : [one.path, one.access])).toSorted(),
    findings.map(({ id, verdict, reason }) => [id, verdict, reason]),
    links,
    // In another shell of the session, or elsewhere, the same text is another command.
    ...(session === null ? [] : [invocations.map(ranBy)]),
  ];
  // Not by Node's own module: a guard would wait longer for that to be loaded than for all that it says of the command.
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(bound))));
}

function ranBy({ words, cwd, effects, runs }: Explained): readonly unknown[] {
  return [words, cwd, effects, runs.map(ranBy)];
}

/** What holds the command, as the person is told; what was granted before is not of it, as the answer itself may have granted it. */
function holdOf(confinement: Confinement): readonly unknown[] {
  switch (confinement.kind) {
    case 'none':
      return [confinement.kind];
    case 'sandbox':
      return [
        ...[confinement.kind, confinement.level, confinement.network],
        ...(confinement.unheld === undefined ? [] : [confinement.unheld.reason]),
      ];
    case 'degraded':
      return [confinement.kind, confinement.level];
  }
}
