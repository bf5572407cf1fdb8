import type { CleanRule } from '../model/capture.ts';

/** Nothing is made of a stream: what the command wrote is what the model reads. */
export const asWritten: CleanRule = { escapes: false, redraws: false, repeats: false, secrets: false };
