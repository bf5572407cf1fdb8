/** A pasted text as a text of several lines. Terminals send a carriage return where it has a line feed. */
export function asLines(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');
}

/** A pasted text as one line. A line that was copied whole has an end, which is no part of what is looked for. */
export function asLine(text: string): string {
  const lines = text.split(/[\r\n]+/);
  if (lines.length > 1 && lines[0] !== '' && lines.at(-1) === '') lines.pop();
  return lines
    .join(' ')
    .replaceAll('\t', ' ')
    .replace(/\p{Cc}/gu, '');
}
