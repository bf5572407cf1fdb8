import type { TerminalSize } from '../model/plan.ts';
import { lineFeed } from './bytes.ts';
import { createCleaner } from './cleaner.ts';
import { createSecretMask } from './mask.ts';
import { drawScreen } from './screen.ts';
import { decodeUtf8 } from './utf8.ts';

/** The end of what a command wrote, as it came. */
export interface RecentOutput {
  readonly bytes: Buffer;
  /** Whether that is all that came. */
  readonly isWhole: boolean;
}

/**
 * What a person would see of an output that may go on: without escape sequences, its redrawn lines as they look now, and
 * secrets masked. Of a secret that is cut at the start nothing is left, nor of one that has only begun to come.
 */
export async function recentText(
  { bytes, isWhole }: RecentOutput,
  secrets: readonly string[],
  terminal: TerminalSize | null,
): Promise<string> {
  const masked = maskBytes(bytes, secrets);
  const begin = isWhole ? 0 : beginOf(masked, secrets);
  const known = masked.subarray(begin);
  if (terminal === null) return decodeUtf8(clean(known, secrets));
  const { text } = await drawScreen(terminal, { bytes: known, newFrom: 0, isTail: !isWhole });
  return decodeUtf8(maskBytes(Buffer.from(text), secrets));
}

/** Where in bytes whose first ones may be the end of a secret no such can be any more: at a line, if there is one. */
export function beginOf(bytes: Buffer, secrets: readonly string[]): number {
  const from = Math.min(bytes.length, Math.max(0, ...secrets.map((secret) => Buffer.byteLength(secret) - 1)));
  const line = bytes.indexOf(lineFeed, from) + 1;
  return line === 0 || line > from + (bytes.length - from) / 2 ? from : line;
}

/** What may be the beginning of a secret is left out at the end. */
function maskBytes(bytes: Buffer, secrets: readonly string[]): Buffer {
  const parts: Buffer[] = [];
  const push = (part: Buffer): void => void parts.push(part);
  createSecretMask(secrets, { push, finish: () => {} }).push(bytes);
  return Buffer.concat(parts);
}

/** `redraws`: whether of what is drawn over only the last is left. */
export function clean(
  bytes: Buffer,
  secrets: readonly string[],
  { redraws }: { readonly redraws: boolean } = { redraws: true },
): Buffer {
  const parts: Buffer[] = [];
  const rule = { escapes: true, redraws, repeats: false, secrets: true };
  const cleaner = createCleaner(rule, secrets, (part) => void parts.push(Buffer.from(part)));
  cleaner.push(bytes, null);
  cleaner.finish();
  return Buffer.concat(parts);
}
