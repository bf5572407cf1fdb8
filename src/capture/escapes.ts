import { bell, c1Lead, cancel, esc, lineFeed, nul, substitute } from './bytes.ts';
import { createJoiner } from './joiner.ts';
import type { LineControl, LineStage, Stage } from './stage.ts';
import { hasControl, isControl } from './words.ts';

/**
 * Takes out what ECMA-48 calls control functions: control sequences (CSI), control strings (OSC, DCS, APC, PM, SOS),
 * escape sequences of two and more bytes, and the same in their C1 forms U+0080 to U+009F. Of the single control
 * characters `\t \n \r \b` pass, the last two for the stage after this one; NUL is shown as `␀`, so that what
 * `find -print0` and `/proc/self/environ` keep apart does not run together; the others are taken out.
 *
 * A control string ends at its terminator: ST, or BEL for an OSC. Where that is missing it ends at CAN, SUB, the next
 * ESC, or the end of the line: a title that was cut off must not swallow the output. A sequence with a byte that it
 * cannot have ends before that byte. Nothing is kept of a sequence but one number, however long it is.
 */
export function createEscapeFilter(next: LineStage): Stage {
  const out = createJoiner(next);
  let state: State = 'text';
  let bellEnds = false;
  /** The first parameter of the control sequence, if it is a plain number and the only one; -1 if not. */
  let parameter = 0;

  return {
    push(bytes) {
      if (state === 'text' && !hasControl(bytes)) {
        next.push(bytes);
        return;
      }
      for (let at = 0; at < bytes.length; at += 1) {
        at = skip(bytes, at);
        if (at < bytes.length) state = take(bytes[at] ?? 0);
      }
      out.flush();
    },
    finish() {
      if (state === 'c1') out.write(everyByte, c1Lead, c1Lead + 1);
      out.flush();
      next.finish();
    },
    get rests() {
      return state === 'text';
    },
  };

  /** Takes the bytes from `from` on that leave the state as it is, many at once; the result is where they end. */
  function skip(bytes: Buffer, from: number): number {
    if (state === 'string') return endOf(stringBytes, bytes, from);
    if (state !== 'text') return from;
    const textEnd = endOf(textBytes, bytes, from);
    out.write(bytes, from, textEnd);
    if (bytes[textEnd] !== nul) return textEnd;
    const nulEnd = endOf(nulBytes, bytes, textEnd);
    for (let at = textEnd; at < nulEnd; at += nulRun) {
      out.write(nulSymbols, 0, nulSymbol.length * Math.min(nulRun, nulEnd - at));
    }
    return nulEnd;
  }

  /** Takes one byte in the present state; the result is the next one. */
  function take(byte: number): State {
    switch (state) {
      case 'text':
        return takeInText(byte);
      case 'c1':
        return takeC1(byte);
      case 'escape':
        return takeEscape(byte);
      case 'intermediate':
        return takeIntermediate(byte);
      case 'sequence':
      case 'sequence-end':
        return takeInSequence(byte);
      case 'string':
        return takeInString(byte);
      case 'string-escape':
        return byte === 0x5c ? 'text' : takeEscape(byte);
      case 'string-c1':
        return byte === 0x9c ? 'text' : takeInString(byte);
    }
  }

  function takeInText(byte: number): State {
    if (byte === esc) return 'escape';
    if (byte === c1Lead) return 'c1';
    if (byte === nul) out.write(nulSymbol, 0, nulSymbol.length);
    else if (!isControl(byte)) out.write(everyByte, byte, byte + 1);
    return 'text';
  }

  function takeC1(byte: number): State {
    if (byte >= 0x80 && byte <= 0x9f) return introduce(byte - 0x40);
    out.write(everyByte, c1Lead, c1Lead + 1);
    return takeInText(byte);
  }

  function takeEscape(byte: number): State {
    if (byte >= 0x20 && byte <= 0x2f) return 'intermediate';
    return byte >= 0x30 && byte <= 0x7e ? introduce(byte) : takeInText(byte);
  }

  /** What ESC and this byte, or the C1 control that they stand for, begin. */
  function introduce(byte: number): State {
    const kind = introducers[String.fromCharCode(byte)];
    if (kind === undefined) return 'text';
    parameter = 0;
    bellEnds = kind === 'command';
    return kind === 'sequence' ? 'sequence' : 'string';
  }

  function takeIntermediate(byte: number): State {
    if (byte >= 0x20 && byte <= 0x2f) return 'intermediate';
    return byte >= 0x30 && byte <= 0x7e ? 'text' : takeInText(byte);
  }

  function takeInSequence(byte: number): State {
    if (byte >= 0x40 && byte <= 0x7e) {
      const what = lineControl(byte, parameter);
      if (what !== null) tell(what);
      return 'text';
    }
    if (byte >= 0x20 && byte <= 0x2f) {
      parameter = -1;
      return 'sequence-end';
    }
    if (state === 'sequence-end' || byte < 0x30 || byte > 0x3f) return takeInText(byte);
    parameter = byte <= 0x39 && parameter >= 0 ? Math.min(parameter * 10 + byte - 0x30, 1_000) : -1;
    return 'sequence';
  }

  function tell(what: LineControl): void {
    out.flush();
    next.control(what);
  }

  function takeInString(byte: number): State {
    if (byte === esc) return 'string-escape';
    if (byte === c1Lead) return 'string-c1';
    if (byte === lineFeed) return takeInText(byte);
    return byte === cancel || byte === substitute || (byte === bell && bellEnds) ? 'text' : 'string';
  }
}

type State =
  | 'text'
  /** After a byte that a C1 control may begin with. */
  | 'c1'
  | 'escape'
  /** In an escape sequence of more than two bytes. */
  | 'intermediate'
  | 'sequence'
  /** In a control sequence, where no more parameters can come. */
  | 'sequence-end'
  | 'string'
  | 'string-escape'
  | 'string-c1';

/** What ESC and a character begin that is longer than these two. An OSC is the string that BEL ends. */
const introducers: Readonly<Partial<Record<string, 'sequence' | 'command' | 'string'>>> = {
  '[': 'sequence',
  ']': 'command',
  P: 'string',
  X: 'string',
  '^': 'string',
  _: 'string',
};

const nulSymbol = Buffer.from('␀');

/** So many NULs are shown at once. */
const nulRun = 1_024;
const nulSymbols = Buffer.alloc(nulRun * nulSymbol.length, nulSymbol);

/** Each byte at the place of its value. */
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

/**
 * What a control sequence does to the line: EL and ED erase in it, CHA to the first column is a carriage return. Others
 * move the cursor where a line by itself cannot show it.
 */
function lineControl(final: number, parameter: number): LineControl | null {
  switch (String.fromCharCode(final)) {
    case 'G':
      return parameter === 0 || parameter === 1 ? 'to-line-start' : null;
    case 'J':
      return parameter === 0 ? 'erase-to-end' : null;
    case 'K':
      return erasures[parameter] ?? null;
    default:
      return null;
  }
}

const erasures: readonly LineControl[] = ['erase-to-end', 'erase-to-start', 'erase-line'];

/** Where the bytes from `from` on end that are of a kind. */
function endOf(kind: Uint8Array, bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && kind[bytes[at] ?? 0] === 1) at += 1;
  return at;
}

/** Has a 1 for each byte of the kind. */
function kindOf(isOne: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (isOne(byte) ? 1 : 0));
}

const textBytes = kindOf((byte) => !isControl(byte));
const stringBytes = kindOf((byte) => ![bell, lineFeed, cancel, substitute, esc, c1Lead].includes(byte));
const nulBytes = kindOf((byte) => byte === nul);
