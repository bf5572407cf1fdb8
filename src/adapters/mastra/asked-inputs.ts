import type { FrameworkApproval } from '../core/agent-tools.ts';

/** The most inputs that are remembered; Mastra judges an input right before it runs it. */
const maxRemembered = 1_000;

/**
 * Which inputs, of which conversation, Mastra was told that they need an approval. It says neither whose call it judges nor that one was approved, but
 * judges each call, and runs one that needs an approval only with that. So what counts is that it was told last that an input
 * needs one, and what a person was then asked about first: with the answer Mastra judges it again.
 */
export interface AskedInputs {
  /** `key`: what a person is asked about; `null`: nobody is. */
  note(call: JudgedCall, key: string | null): void;
  /** What it may run by; from then on that is used up. */
  claim(call: JudgedCall): FrameworkApproval | null;
}

/** All that is known of a call when it is judged. */
interface JudgedCall {
  readonly conversationId: string | undefined;
  readonly input: unknown;
}

export function createAskedInputs(): AskedInputs {
  const keys = new Map<string, string>();
  return {
    note(call, key) {
      const text = textOf(call);
      const first = keys.get(text);
      keys.delete(text);
      if (key !== null) keys.set(text, first ?? key);
      const oldest = keys.keys().next();
      if (keys.size > maxRemembered && oldest.done !== true) keys.delete(oldest.value);
    },
    claim(call) {
      const text = textOf(call);
      const key = keys.get(text);
      keys.delete(text);
      return key === undefined ? null : { kind: 'here', key };
    },
  };
}

function textOf({ conversationId, input }: JudgedCall): string {
  return JSON.stringify([conversationId, input]);
}
