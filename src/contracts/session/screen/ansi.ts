import type { SegmentStyle, StyledLine } from './render-call.ts';

/** Select Graphic Rendition: bold, dim, italic. */
const codes: Readonly<Record<SegmentStyle, string | null>> = {
  title: '1',
  description: '2;3',
  command: null,
  status: '2',
};

/** Styled lines as text with the escape sequences of a terminal. */
export function toAnsi(lines: readonly StyledLine[]): string {
  return lines.map((line) => line.map(paint).join('')).join('\n');
}

function paint({ style, text }: StyledLine[number]): string {
  const code = codes[style];
  return code === null ? text : `\u001b[${code}m${text}\u001b[0m`;
}
