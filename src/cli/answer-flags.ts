import { resolve } from 'node:path';
import { noReason } from '../approvals/answers.ts';
import type { Decisive, OpenApproval } from '../model/approval.ts';
import type { CallOffer } from '../model/grant.ts';
import type { Always } from '../model/ports.ts';
import { callOffer } from '../policy/grants.ts';
import { givenCommand } from './given-command.ts';
import { misuse, type Terminal } from './terminal.ts';

/** The options of `handrail approve` that are an answer. */
export interface AnswerFlags {
  readonly yes?: boolean;
  readonly conversation?: boolean;
  readonly always?: boolean;
  readonly as?: string;
  readonly in?: string;
  readonly for?: string;
  readonly no?: boolean;
  readonly because?: string;
  readonly edit?: string;
}

/** The answer that the flags are; `null`: they are none. `asked`: what is answered, if it is there. */
export async function answerOf(
  terminal: Terminal,
  flags: AnswerFlags,
  asked: OpenApproval | null,
): Promise<Decisive | null> {
  const kind = kindOf(flags);
  switch (kind) {
    case null:
      return null;
    case 'yes':
      return { kind: 'approved' };
    case 'conversation':
      return { kind: 'approved', conversation: true };
    case 'always':
      return { kind: 'approved', always: alwaysOf(terminal, flags, asked) };
    case 'no':
      return { kind: 'refused', reason: flags.because ?? noReason };
    case 'edit':
      return { kind: 'edited', command: await givenCommand(terminal, flags.edit ?? '') };
  }
}

type Kind = 'yes' | 'conversation' | 'always' | 'no' | 'edit';

const kinds: readonly Kind[] = ['yes', 'conversation', 'always', 'no', 'edit'];

/** Which answer the flags are; with others of them it would not be known which is meant. */
function kindOf(flags: AnswerFlags): Kind | null {
  const given = kinds.filter((name) => flags[name] !== undefined);
  if (given.length > 1)
    throw misuse(`expected one answer, got ${given.map((name) => `--${name}`).join(' and ')}`);
  const kind = given[0] ?? null;
  const lonely = (['as', 'in', 'for'] as const).find((name) => flags[name] !== undefined);
  if (lonely !== undefined && kind !== 'always') throw misuse(`--${lonely}: expected --always with it`);
  if (flags.because !== undefined && kind !== 'no') throw misuse('--because: expected --no with it');
  return kind;
}

function alwaysOf(terminal: Terminal, flags: AnswerFlags, asked: OpenApproval | null): Always {
  const forMs = flags.for === undefined ? {} : { forMs: spanOf(flags.for) };
  if (flags.as === undefined && flags.in === undefined) return forMs;
  const calls = (asked?.question.offers ?? []).filter((offer): offer is CallOffer => offer.kind === 'call');
  const [offered, ...others] = calls;
  if (asked !== null && (offered === undefined || others.length > 0))
    throw misuse('--as and --in: expected an approval with one call that can be allowed for good');
  if (offered === undefined) return forMs;
  const cwd = flags.in === undefined ? offered.cwd : resolve(terminal.cwd, flags.in);
  if (flags.as === undefined) return { ...forMs, offers: [{ ...offered, cwd }] };
  const rule = callOffer(flags.as, cwd);
  if (rule === null)
    throw misuse(
      `--as: expected one call of a known program, every word of it as it is, that does not run what others say, got ${JSON.stringify(flags.as)}`,
    );
  return { ...forMs, offers: [rule] };
}

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A span such as `90m`, `8h`, `7d`; `ever` has no end. */
function spanOf(text: string): number | null {
  if (text === 'ever') return null;
  const span = /^([1-9]\d{0,5})([mhd])$/.exec(text);
  const unit = unitMs[span?.[2] ?? ''];
  if (span === null || unit === undefined)
    throw misuse(`--for: expected a span such as 90m, 8h, 7d, or ever, got ${JSON.stringify(text)}`);
  return Number(span[1]) * unit;
}
