import { bothStreams, type Capture, type CaptureRule } from '../../model/capture.ts';
import { asWritten } from '../as-written.ts';
import { formatBytes } from '../units.ts';

/** The longest output that is given whole: 128 KiB. */
const maxOutputBytes = 128 * 1024;

/** How much of a longer one is given of its start, and of its end: 4 KiB each. */
const snipBytes = 4 * 1024;

/** Nothing of the output is cleaned: the document's tool gives what the command wrote. */
export const captureRule: CaptureRule = {
  wholeBytes: maxOutputBytes,
  headBytes: snipBytes,
  tailBytes: snipBytes,
  cutAt: 'character',
  clean: asWritten,
};

/** The output as a model reads it. */
export function outputText(capture: Capture): string {
  const { text, bytes } = bothStreams(capture).stdout;
  if (text.kind === 'whole') return text.text;
  const sizes = `got ${formatBytes(bytes)}, max is ${formatBytes(maxOutputBytes)}`;
  return `[output truncated in middle: ${sizes}]\n${text.head}\n\n[snip]\n\n${text.tail}`;
}
