import type { FrameworkApproval } from '../core/agent-tools.ts';

/** The most inputs that are remembered; Mastra judges an input right before it runs it. */
const maxRemembered = 1_000;

/**
 * Which inputs Mastra was told that they need an approval. It says neither whose call it judges nor that one was approved, but
 * judges each call, and runs one that needs an approval only with that. So what counts is that it was told last that an input
 * needs one, and what a person was then asked about first: with the answer Mastra judges it again.
 */
export interface AskedInputs {
  /** `key`: what a person is asked about; `null`: nobody is. */
  note(input: unknown, key: string | null): void;
  /** What it may run by; from then on that is used up. */
  claim(input: unknown): FrameworkApproval | null;
}

export function createAskedInputs(): AskedInputs {
  const keys = new Map<string, string>();
  return {
    note(input, key) {
      const text = JSON.stringify(input);
      const first = keys.get(text);
      keys.delete(text);
      if (key !== null) keys.set(text, first ?? key);
      const oldest = keys.keys().next();
      if (keys.size > maxRemembered && oldest.done !== true) keys.delete(oldest.value);
    },
    claim(input) {
      const text = JSON.stringify(input);
      const key = keys.get(text);
      keys.delete(text);
      return key === undefined ? null : { kind: 'here', key };
    },
  };
}
