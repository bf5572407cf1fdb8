import type { CleanRule } from '../../src/model/capture.ts';

/**
 * What the cleaner is to do, on the whole text at once and without a thought for speed. A text is one character a byte
 * here; a control sequence that acts on the line is one character above them.
 */
export function cleanWhole(
  bytes: Uint8Array,
  rule: CleanRule,
  secrets: readonly string[],
  limits = { columns: 4_096, line: 4_096 },
): Buffer {
  let text = latin(bytes);
  if (rule.escapes) text = withoutEscapes(text);
  if (rule.redraws) text = redrawn(text, limits.columns);
  text = withoutLineControls(text);
  if (rule.secrets) text = masked(text, secrets.map(latinOf));
  if (rule.repeats) text = counted(text, limits.line);
  return Buffer.from(text, 'latin1');
}

/** The line controls, each as a character that no byte is. */
const controls = {
  'to-line-start': '\u{2190}',
  'erase-to-end': '\u{21e5}',
  'erase-to-start': '\u{21e4}',
  'erase-line': '\u{2327}',
} as const;

export function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

export function latinOf(text: string): string {
  return latin(Buffer.from(text));
}

/** Each place of each secret is looked for; places that share a character have one mask. */
export function masked(text: string, secrets: readonly string[]): string {
  let shown = '';
  let end = 0; // of the secrets up to here
  for (let at = 0; at < text.length; at += 1) {
    const ends = secrets.filter((secret) => text.startsWith(secret, at)).map((secret) => at + secret.length);
    if (at >= end) shown += ends.length > 0 ? '***' : text[at];
    end = Math.max(end, ...ends);
  }
  return shown;
}

const any = pattern(
  String.raw`(?:\x1b\[|\xc2\x9b)([0-?]*[ -/]*)([@-~]?)`, // control sequences
  String.raw`(?:\x1b\]|\xc2\x9d)(?:(?!\xc2\x9c)[^\x07\x18\x1a\x1b\n])*(?:[\x07\x18\x1a]|\x1b\\|\xc2\x9c|)`, // OSC
  String.raw`(?:\x1b[PX^_]|\xc2[\x90\x98\x9e\x9f])(?:(?!\xc2\x9c)[^\x18\x1a\x1b\n])*(?:[\x18\x1a]|\x1b\\|\xc2\x9c|)`,
  String.raw`\x1b[ -/]*[0-~]?|\xc2[\x80-\x9f]`, // escape sequences and their C1 forms
  String.raw`[\0-\x07\x0b\x0c\x0e-\x1f\x7f]`,
);

function pattern(...alternatives: readonly string[]): RegExp {
  return new RegExp(alternatives.join('|'), 'g');
}

export function withoutEscapes(text: string): string {
  return text.replace(any, (match, parameters: string | undefined, final: string | undefined) => {
    if (match === '\0') return latinOf('␀');
    switch (`${parameters}${final}`) {
      case 'G':
      case '0G':
      case '1G':
        return controls['to-line-start'];
      case 'J':
      case '0J':
      case 'K':
      case '0K':
        return controls['erase-to-end'];
      case '1K':
        return controls['erase-to-start'];
      case '2K':
        return controls['erase-line'];
      default:
        return '';
    }
  });
}

const cell = pattern(
  String.raw`[\xc2-\xdf][\x80-\xbf]?|[\xe0-\xef][\x80-\xbf]{0,2}|[\xf0-\xf4][\x80-\xbf]{0,3}|[^]`,
);

export function redrawn(text: string, columns: number): string {
  let shown = '';
  let rest = text;
  while (rest !== '') {
    const line = redrawnLine(rest, columns);
    shown += line.shown;
    rest = rest.slice(line.length);
  }
  return shown;
}

/** One line from the start of the text, and how much of the text it is. */
function redrawnLine(text: string, columns: number): { readonly shown: string; readonly length: number } {
  const line: Line = { cells: [], cursor: 0, isOverwritten: false };
  let length = 0;
  for (const [piece] of text.matchAll(cell)) {
    if (piece === '\n') return { shown: `${shownAtEnd(line)}\n`, length: length + 1 };
    const isText = piece !== '\r' && piece !== '\b' && piece <= '\xff';
    if (isText && line.cursor === columns) return wideLine(line.cells.join(''), text, length);
    if (isText) write(line, piece);
    else obey(line, piece);
    length += piece.length;
  }
  return { shown: shownAtEnd(line), length };
}

interface Line {
  readonly cells: string[];
  cursor: number;
  isOverwritten: boolean;
}

function write(line: Line, piece: string): void {
  if (line.cursor < line.cells.length) line.isOverwritten = true;
  while (line.cells.length < line.cursor) line.cells.push(' ');
  line.cells[line.cursor] = piece;
  line.cursor += 1;
}

function obey(line: Line, piece: string): void {
  if (piece === '\r' || piece === controls['to-line-start']) line.cursor = 0;
  if (piece === '\b') line.cursor = Math.max(0, line.cursor - 1);
  if (piece === controls['erase-to-end']) cutOff(line, line.cursor);
  if (piece === controls['erase-line']) cutOff(line, 0);
  if (piece === controls['erase-to-start'] && line.cells.length > 0) {
    line.cells.fill(' ', 0, line.cursor + 1);
    line.isOverwritten = true;
  }
}

function cutOff(line: Line, from: number): void {
  if (line.cells.splice(from).length > 0) line.isOverwritten = true;
}

function shownAtEnd({ cells, isOverwritten }: Line): string {
  return isOverwritten ? cells.join('').replace(/ +$/, '') : cells.join('');
}

/** The rest of a line that is too wide is taken as it is, up to its line end or a carriage return. */
function wideLine(start: string, text: string, from: number) {
  const back = `\r${controls['to-line-start']}`;
  const ignored = `\b${Object.values(controls).join('')}`;
  const rest = new RegExp(`^([^\n${back}]*)((?:[${back}][\r${ignored}]*)?\n?)`).exec(text.slice(from));
  const [, plain = '', end = ''] = rest ?? [];
  const length = from + plain.length + end.length;
  const isOver = end !== '' && (end.endsWith('\n') || length < text.length);
  return { shown: start + plain.replaceAll('\b', '') + (isOver ? '\n' : ''), length };
}

/** Without the line controls that nothing has acted on. */
export function withoutLineControls(text: string): string {
  return [...text].filter((character) => character <= '\xff').join('');
}

export function counted(text: string, longest: number): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const rows: { line: string; times: number; last: string }[] = [];
  for (const last of lines) {
    const line = last.replace('\n', '');
    const row = rows.at(-1);
    if (row?.line === line && line.length <= longest) {
      row.times += 1;
      row.last = last;
    } else rows.push({ line, times: 1, last });
  }
  return rows
    .map(({ line, times, last }) => {
      if (times === 1) return last;
      if (times === 2) return `${line}\n${last}`;
      const note = `[the line above came ${(times - 1).toLocaleString('en-US')} more times]`;
      return `${line}\n${note}${last.endsWith('\n') ? '\n' : ''}`;
    })
    .join('');
}
