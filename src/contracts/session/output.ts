import type { Captured, CapturedText, CaptureRule, Spill } from '../../model/capture.ts';
import { asWritten } from '../as-written.ts';
import type { SessionOptions } from './options.ts';

/** Half of what may be given is the start of the output, half its end. */
export function captureRule({ maxOutputBytes, maxOutputLines }: SessionOptions): CaptureRule {
  return {
    wholeBytes: maxOutputBytes,
    headBytes: Math.ceil(maxOutputBytes / 2),
    tailBytes: Math.floor(maxOutputBytes / 2),
    lines: {
      whole: maxOutputLines,
      head: Math.ceil(maxOutputLines / 2),
      tail: Math.floor(maxOutputLines / 2),
    },
    cutAt: 'line',
    clean: asWritten,
  };
}

/** The output as the command wrote it, with a line in place of what is left out. */
export function outputText({ text }: Captured): string {
  if (text.kind === 'whole') return text.text;
  return `${withLineEnd(text.head)}${cutMark(text)}\n${text.tail}`;
}

function cutMark({ omittedLines, omittedBytes, spill }: Extract<CapturedText, { kind: 'cut' }>): string {
  const bytes = number(omittedBytes, 'byte');
  const what = omittedLines === 0 ? bytes : `${number(omittedLines, 'line')} (${bytes})`;
  return `... [${what} left out; ${describeSpill(spill)}] ...`;
}

function describeSpill(spill: Spill): string {
  if (spill.kind === 'file') return `the whole output is in ${spill.path}`;
  return `only the first ${number(spill.bytes, 'byte')} of it are in ${spill.path}: ${spill.reason}`;
}

/** Text that ends with a line end, unless there is none. */
export function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** In digits alone, fit to be calculated with. */
function number(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
