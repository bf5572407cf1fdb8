import { isDeepStrictEqual } from 'node:util';
import type { FrameworkApproval } from './agent-tools.ts';

/** The most calls that are remembered: each is an id and an input, and those before are long over. */
const maxRemembered = 10_000;

/** What a person was asked about: an input, and what it came to then. */
interface AskedInput<Input = unknown> {
  readonly input: Input;
  readonly key: string;
}

/**
 * What a framework has asked a person about, by the ids of the calls, for frameworks that say of a call that it was approved
 * and not what was. A model chooses the ids: an approval is used up by one call, and is for the input that was asked about.
 */
export interface AskedCalls<Input = unknown> {
  /** Notes that a person is asked about this. */
  ask(callId: string, asked: AskedInput<Input>): void;
  /** Whether a person is being asked about something else by this call: another input, or what this one came to before. */
  isAskedOther(callId: string, asked: AskedInput): boolean;
  /** Whether a person is being asked by this call, about whatever it was. */
  isAsked(callId: string): boolean;
  /** The calls that a person is asked about, by their ids, with their inputs. */
  open(): readonly (readonly [callId: string, input: Input])[];
  /**
   * What an approval of this call is worth for this input; from then on it is used up. `elsewhere`: nobody was asked here, it may
   * have been in another process, which handed its state on. `null`: nothing.
   */
  claim(callId: string, input: unknown): FrameworkApproval | null;
}

type Noted<Input> = ({ readonly kind: 'asked' } & AskedInput<Input>) | { readonly kind: 'used' };

export function createAskedCalls<Input = unknown>(): AskedCalls<Input> {
  const calls = new Map<string, Noted<Input>>();
  const note = (callId: string, noted: Noted<Input>): void => {
    calls.delete(callId);
    calls.set(callId, noted);
    const oldest = calls.keys().next();
    if (calls.size > maxRemembered && oldest.done !== true) calls.delete(oldest.value);
  };
  return {
    ask: (callId, { input, key }) => note(callId, { kind: 'asked', input: structuredClone(input), key }),
    isAskedOther(callId, { input, key }) {
      const noted = calls.get(callId);
      return noted?.kind === 'asked' && !(noted.key === key && isDeepStrictEqual(noted.input, input));
    },
    isAsked: (callId) => calls.get(callId)?.kind === 'asked',
    open: () =>
      [...calls].flatMap(([id, noted]) => (noted.kind === 'asked' ? [[id, noted.input] as const] : [])),
    claim(callId, input) {
      const noted = calls.get(callId);
      note(callId, { kind: 'used' });
      if (noted === undefined) return { kind: 'elsewhere' };
      if (noted.kind !== 'asked' || !isDeepStrictEqual(noted.input, input)) return null;
      return { kind: 'here', key: noted.key };
    },
  };
}
