import type { Word } from '../model/word.ts';
import { translated } from './translated.ts';
import { known, textOf } from './words.ts';

/** How filters that only write their input in another way are called, and what they make of it. */
const filters: readonly { readonly call: RegExp; readonly decode: (text: string) => string | null }[] = [
  { call: /^base64 (?:-d|-D|--decode)$/, decode: fromBase64 },
  { call: /^openssl (?:base64 -d|enc -base64 -d|enc -d -base64)$/, decode: fromBase64 },
  { call: /^xxd (?:-r -p|-p -r|-rp|-pr)$/, decode: fromHexadecimal },
  { call: /^rev$/, decode: reversed },
  { call: /^cat(?: -)?$/, decode: (text) => text },
];

/** What a program makes of a known input, where it only decodes it and the result is plain ASCII; else `null`. */
export function decoded(name: string, words: readonly string[], input: Word): Word | null {
  const text = textOf(input);
  if (text === null) return null;
  if (name === 'tr') return knownOr(translated(words, text));
  if (words.some((word) => word.includes(' '))) return null;
  const call = [name, ...words].join(' ');
  return knownOr(filters.find((filter) => filter.call.test(call))?.decode(text) ?? null);
}

function knownOr(text: string | null): Word | null {
  return text === null ? null : known(text);
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The same of text of two bytes for each character, the lower one first, as PowerShell has it. */
export function fromWideBase64(given: string): string | null {
  const bytes = bytesOfBase64(given);
  if (bytes === null || bytes.some((byte, at) => at % 2 === 1 && byte !== 0)) return null;
  return ascii(bytes.filter((_, at) => at % 2 === 0));
}

function fromBase64(given: string): string | null {
  const bytes = bytesOfBase64(given);
  return bytes && ascii(bytes);
}

/** Where anything is wrong with it, some programs go on and others do not. */
function bytesOfBase64(given: string): readonly number[] | null {
  const text = given.replaceAll('\n', '');
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const bits = [...text.replaceAll('=', '')]
    .map((digit) => digits.indexOf(digit).toString(2).padStart(6, '0'))
    .join('');
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
}

function fromHexadecimal(given: string): string | null {
  const text = given.replace(/\s/g, '');
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return null;
  return ascii((text.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)));
}

function reversed(text: string): string | null {
  if (!/^[\n\x20-\x7e]*$/.test(text)) return null;
  return text
    .split('\n')
    .map((line) => [...line].toReversed().join(''))
    .join('\n');
}

function ascii(bytes: readonly number[]): string | null {
  if (bytes.some((byte) => byte === 0 || byte > 126)) return null;
  return bytes.map((byte) => String.fromCharCode(byte)).join('');
}
