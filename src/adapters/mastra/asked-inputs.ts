/** The most inputs that are remembered; Mastra judges an input right before it runs it. */
const maxRemembered = 1_000;

/**
 * Which inputs Mastra was told that they need an approval. It says neither whose call it judges nor that one was approved, but
 * judges each call, and runs one that needs an approval only with that. So what counts is what it was told last of an input.
 */
export interface AskedInputs {
  note(input: unknown, isAsked: boolean): void;
  wasAsked(input: unknown): boolean;
}

export function createAskedInputs(): AskedInputs {
  const inputs = new Map<string, boolean>();
  return {
    note(input, isAsked) {
      const key = JSON.stringify(input);
      inputs.delete(key);
      inputs.set(key, isAsked);
      const oldest = inputs.keys().next();
      if (inputs.size > maxRemembered && oldest.done !== true) inputs.delete(oldest.value);
    },
    wasAsked: (input) => inputs.get(JSON.stringify(input)) === true,
  };
}
