import { isDeepStrictEqual } from 'node:util';

/** The most calls that are remembered: each is an id and an input, and those before are long over. */
const maxRemembered = 10_000;

/**
 * What a framework has asked a person about, by the ids of the calls, for frameworks that say of a call that it was approved
 * and not what was. A model chooses the ids: an approval is used up by one call, and is for the input that was asked about.
 */
export interface AskedCalls {
  /** Notes that a person is asked about this input. */
  ask(callId: string, input: unknown): void;
  /** Whether a person is being asked about another input of this call. */
  isAskedOther(callId: string, input: unknown): boolean;
  /**
   * What an approval of this call is worth for this input; from then on it is used up. `asked`: this is what a person was
   * asked about. `unknown`: nobody was asked here, it may have been in another process, which handed its state on.
   */
  claim(callId: string, input: unknown): Claim;
}

type Claim = 'asked' | 'unknown' | 'void';

type Noted = { readonly kind: 'asked'; readonly input: unknown } | { readonly kind: 'used' };

export function createAskedCalls(): AskedCalls {
  const calls = new Map<string, Noted>();
  const note = (callId: string, noted: Noted): void => {
    calls.delete(callId);
    calls.set(callId, noted);
    const oldest = calls.keys().next();
    if (calls.size > maxRemembered && oldest.done !== true) calls.delete(oldest.value);
  };
  return {
    ask: (callId, input) => note(callId, { kind: 'asked', input: structuredClone(input) }),
    isAskedOther(callId, input) {
      const noted = calls.get(callId);
      return noted?.kind === 'asked' && !isDeepStrictEqual(noted.input, input);
    },
    claim(callId, input) {
      const noted = calls.get(callId);
      note(callId, { kind: 'used' });
      if (noted === undefined) return 'unknown';
      return noted.kind === 'asked' && isDeepStrictEqual(noted.input, input) ? 'asked' : 'void';
    },
  };
}
