import type { Decisive } from '../model/approval.ts';
import type { CommandOffer, Grant, Offer } from '../model/grant.ts';
import type { ApprovalQuestion } from '../model/ports.ts';

/**
 * How long answers hold, in milliseconds, where whoever gives them does not say. For good: 30 days, what GitHub proposes for
 * a new token. For a conversation: 24 hours, as hardly one that a person follows is longer.
 */
export const grantLimits = { alwaysMs: 30 * 24 * 3_600_000, conversationMs: 24 * 3_600_000 } as const;

/** What an answer allows for longer than once. */
export function grantsOfAnswer(
  answer: Decisive,
  question: Pick<ApprovalQuestion, 'contract' | 'conversationId' | 'key' | 'offers' | 'request'>,
  nowMs: number,
): readonly Grant[] {
  if (answer.kind !== 'approved') return [];
  const { contract, conversationId, key, request, offers } = question;
  const common = { contract, grantedAtMs: nowMs };
  const { always, conversation } = answer;
  const forMs = always?.forMs === undefined ? grantLimits.alwaysMs : always.forMs;
  const kept: readonly Offer[] = offers === null || always === undefined ? [] : (always.offers ?? offers);
  const command: CommandOffer = { kind: 'command', command: request.command, cwd: request.cwd, key };
  const ends = { expiresAtMs: nowMs + grantLimits.conversationMs };
  return [
    ...kept.map((offer) => ({
      ...{ ...offer, ...common, conversationId: null },
      expiresAtMs: forMs === null ? null : nowMs + forMs,
    })),
    ...(conversation === true ? [{ ...command, ...common, conversationId, ...ends }] : []),
  ];
}

/** What is found of a command that asks for more than its sandbox has. */
export const accessFindingId = 'sandbox-access';

/**
 * Whether all that is asked about was offered. Where no call was narrow enough to be, what is beyond the sandbox alone was: with
 * that kept, the command is asked about again.
 */
export function isOfferedWhole({ offers, findings }: Pick<ApprovalQuestion, 'offers' | 'findings'>): boolean {
  if (offers === null) return false;
  const isAccess = ({ id, verdict }: (typeof findings)[number]) =>
    verdict !== 'ask' || id === accessFindingId;
  return offers.some(({ kind }) => kind === 'call') || findings.every(isAccess);
}
