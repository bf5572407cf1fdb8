import type { Decisive } from '../model/approval.ts';
import { describeKind } from '../model/options.ts';

/** Why something is no answer at all, in words; `null`: it is one. What is malformed must never be taken for a yes: callers without types may give anything. */
export function malformed(answer: unknown): string | null {
  if (!isRecord(answer) || !kinds.includes(answer.kind))
    return `expected an answer, an object whose kind is approved, edited or refused, got ${describeKind(answer)}`;
  switch (answer.kind) {
    case 'refused':
      return typeof answer.reason === 'string' ? null : 'expected the reason as a text';
    case 'edited':
      return typeof answer.command === 'string' ? null : 'expected the command as a text';
    default:
      return malformedYes(answer);
  }
}

const kinds: readonly unknown[] = ['approved', 'edited', 'refused'] satisfies readonly Decisive['kind'][];

function malformedYes(answer: Fields): string | null {
  // Under a name that is not known somebody may have said what else is to become of the call.
  const other = unknownIn(answer, ['kind', 'always', 'conversation']);
  if (other !== null) return `expected with a yes only "always" and "conversation", got ${other}`;
  const { conversation, always } = answer;
  if (conversation !== undefined && typeof conversation !== 'boolean')
    return `expected as "conversation" true, got ${describeKind(conversation)}`;
  return always === undefined ? null : malformedAlways(always);
}

function malformedAlways(always: unknown): string | null {
  // Also `false`, which is no yes for good.
  if (!isRecord(always))
    return `expected as "always" an object that says for how long and what, got ${describeKind(always)}`;
  const other = unknownIn(always, ['forMs', 'offers']);
  if (other !== null) return `expected in "always" only "forMs" and "offers", got ${other}`;
  const { forMs, offers } = always;
  if (forMs !== undefined && forMs !== null && !isSpan(forMs))
    return `expected a whole number of milliseconds from 1 to ${longestMs} for how long, or null, got ${String(forMs)}`;
  if (offers === undefined || (Array.isArray(offers) && offers.every(isOffer))) return null;
  return 'expected what is kept as a list of calls and of what is beyond the sandbox, as it is offered';
}

/** 100 years: what is to hold for longer holds until it is taken back, and its end could not be told as a date at last. */
const longestMs = 100 * 365 * 24 * 3_600_000;

function isSpan(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= longestMs;
}

function isOffer(offer: unknown): boolean {
  if (!isRecord(offer)) return false;
  switch (offer.kind) {
    case 'call':
      return Array.isArray(offer.words) && offer.words.every(isText) && isText(offer.cwd);
    case 'access':
      return isRecord(offer.access) && isAccess(offer.access) && isText(offer.workspace);
    default:
      return false;
  }
}

function isAccess({ kind, host, path, access }: Fields): boolean {
  return kind === 'host' ? isText(host) : kind === 'path' && isText(path) && isText(access);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unknownIn(given: Fields, known: readonly string[]): string | null {
  const other = Object.keys(given).find((name) => !known.includes(name));
  return other === undefined ? null : JSON.stringify(other);
}
