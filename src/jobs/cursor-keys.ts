import { esc } from '../capture/bytes.ts';
import type { Job, KeyName } from '../model/job.ts';
import { chunksOf, outputBytes } from './output.ts';

/** What the keys that move a cursor send to a program that has asked for them as an application does: full-screen programs do. */
const applicationBytes: Readonly<Partial<Record<KeyName, string>>> = {
  Up: '\x1bOA',
  Down: '\x1bOB',
  Right: '\x1bOC',
  Left: '\x1bOD',
  Home: '\x1bOH',
  End: '\x1bOF',
};

/**
 * What keys send that send something else now than `keyBytes` has: of a terminal of the type xterm those of the cursor do, from when a
 * program asks for it (`smkx` in terminfo, DECCKM) until it takes that back. Who reads keys by terminfo knows them by nothing else.
 */
export async function cursorKeysOf(
  job: Job,
  keys: readonly KeyName[],
): Promise<Readonly<Partial<Record<KeyName, string>>>> {
  if (job.terminal === null || keys.every((key) => applicationBytes[key] === undefined)) return {};
  return (await asksForApplicationKeys(job)) ? applicationBytes : {};
}

/** Bytes that are looked at at once, from the end on: 1 MiB. */
const partBytes = 1024 ** 2;

/** The longest sequence that is looked for, in bytes: one of several modes at once can begin in the part before. */
const longestSequence = 256;

/** What was said last counts; a program says it when it begins and when it is over, however much it has drawn in between. */
async function asksForApplicationKeys(job: Job): Promise<boolean> {
  const end = await outputBytes(job);
  for (let to = end; to > 0; to -= partBytes) {
    const chunks: Buffer[] = [];
    const from = Math.max(0, to - partBytes);
    for await (const chunk of chunksOf(job, from, Math.min(end, to + longestSequence))) chunks.push(chunk);
    const said = lastSaid(Buffer.concat(chunks).toString('latin1'));
    if (said !== null) return said;
  }
  return false;
}

const start = String.fromCharCode(esc);

/** `CSI ? … 1 … h` and `l` set and take back; `ESC c` and `CSI ! p` are resets. CSI is ESC `[`, or U+009B in UTF-8. */
const sequences = new RegExp(`${start}c|(?:${start}\\[|\\xc2\\x9b)(?:\\?([\\d;]*)([hl])|!p)`, 'g');

/** `null`: nothing is said of it. */
function lastSaid(text: string): boolean | null {
  let said: boolean | null = null;
  for (const [, modes, final] of text.matchAll(sequences)) {
    if (modes === undefined) said = false;
    else if (modes.split(';').some((mode) => Number(mode) === 1)) said = final === 'h';
  }
  return said;
}
