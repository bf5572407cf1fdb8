import { TextDecoder } from 'node:util';
import type { StreamName } from '../model/capture.ts';
import { createSecretMask } from './mask.ts';
import type { Stage } from './stage.ts';

/** Told of the text of a stream as it comes. */
export type TextListener = (stream: StreamName, text: string) => void;

/** Tells text as it comes. */
export interface LiveText {
  push(stream: StreamName, bytes: Buffer): void;
  /** Tells what was held back; called once, after the last push. */
  finish(): void;
}

/**
 * A character whose bytes are in two chunks is told with the second, and what may be the beginning of one of the
 * `secrets` is held back until it is known not to be one. Nothing else is changed: an escape sequence stays, and a
 * secret that one stands in is not recognized.
 */
export function createLiveText(secrets: readonly string[], onText: TextListener): LiveText {
  const stages = new Map<StreamName, Stage>();
  return {
    push(stream, bytes) {
      const stage = stages.get(stream) ?? createSecretMask(secrets, createDecoder(stream, onText));
      stages.set(stream, stage);
      stage.push(bytes);
    },
    finish() {
      for (const stage of stages.values()) stage.finish();
    },
  };
}

function createDecoder(stream: StreamName, onText: TextListener): Pick<Stage, 'push' | 'finish'> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const tell = (text: string): void => {
    if (text !== '') onText(stream, text);
  };
  return {
    push: (bytes) => tell(decoder.decode(bytes, { stream: true })),
    finish: () => tell(decoder.decode()),
  };
}
