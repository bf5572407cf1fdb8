/** How many words a brace expansion may become before it is not followed. */
const maxWords = 200;

/** What a text with braces in it expands to, or `null` if that is too much, or not certain. */
export function expandBraces(text: string): readonly string[] | null {
  const open = text.indexOf('{');
  if (open === -1) return [text];
  const close = closing(text, open);
  if (close === -1) return null;
  const inner = alternatives(text.slice(open + 1, close));
  const after = expandBraces(text.slice(close + 1));
  if (inner === null || after === null || inner.length * after.length > maxWords) return null;
  const before = text.slice(0, open);
  return inner.flatMap((middle) => after.map((end) => before + middle + end));
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return -1;
}

function alternatives(inner: string): readonly string[] | null {
  const items = splitAtCommas(inner);
  if (items.length === 1) return sequence(inner);
  const expanded = items.map(expandBraces);
  return expanded.includes(null) ? null : expanded.flatMap((words) => words ?? []);
}

function splitAtCommas(inner: string): readonly string[] {
  const items = [''];
  let depth = 0;
  for (const character of inner) {
    if (character === '{') depth++;
    if (character === '}') depth--;
    if (character === ',' && depth === 0) items.push('');
    else items[items.length - 1] += character;
  }
  return items;
}

/** `1..3`. Letters, zeros in front and steps are left alone. */
function sequence(inner: string): readonly string[] | null {
  const [, start, end] = /^(0|-?[1-9]\d{0,8})\.\.(0|-?[1-9]\d{0,8})$/.exec(inner) ?? [];
  if (start === undefined || end === undefined) return null;
  const [from, to] = [Number(start), Number(end)];
  const count = Math.abs(to - from) + 1;
  if (count > maxWords) return null;
  return Array.from({ length: count }, (_, index) => String(from + (to < from ? -index : index)));
}
