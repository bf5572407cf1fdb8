/**
 * What a screen does not show, or obeys: control characters, those that change the direction of text or have no width, and
 * blanks that are none for bash. What makes an emoji of a sign is part of it. Made when it is wanted, which takes long.
 */
const unseen = () =>
  /(?!(?<=\p{Extended_Pictographic})\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/gu;

/** Text as one line that a terminal shows and does not obey: line ends and control characters as their symbols, others as their numbers. */
export function visible(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(unseen(), (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0x0a) return '⏎';
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f) return '␡';
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

/** Whether a text has what stands for something that is not seen. */
export function hasSigns(text: string): boolean {
  return /[\u2400-\u241f␡⏎]|<U\+[0-9A-F]{4,6}>|⟨\d+ (?:blanks?|empty lines)⟩/u.test(text);
}

/** Blanks beside each other that are told by their number: 24, more than an indentation has and less than a screen is wide. */
const mostBlanks = 24;

/** Empty lines beside each other that are told by their number: more than 3 are no paragraph, and push what follows off the screen. */
const mostEmptyLines = 3;

/** A text of several lines in the same way; what would push the rest out of sight is told by its number. */
export function visibleLines(text: string): readonly string[] {
  const lines = text.split('\n').map(visibleLine);
  const shown: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    let next = at + 1;
    while (line === '' && lines[next] === '') next += 1;
    if (next - at > mostEmptyLines) shown.push(`⟨${next - at} empty lines⟩`);
    else shown.push(...lines.slice(at, next));
    at = next;
  }
  return shown;
}

/** A text as one line, in which blanks that would push the rest out of sight, or look like the end of it, are told by their number. */
export function visibleLine(line: string): string {
  // A tab is a blank as wide as the screen makes it: several are told of too.
  const withRuns = line.replace(/[ \t]+/g, (run) => (isLong(run) ? numbered(run) : run));
  // Without the blank the backslash would join the next line to this one.
  return visible(withRuns.replace(/(?<=\\)[ \t]+$/, numbered)).trimEnd();
}

/** A path as one line; in quotes where it begins or ends with a blank: without that it is another one. */
export function visiblePath(path: string): string {
  return visibleLine(/^[ \t]|[ \t]$/.test(path) ? `'${path}'` : path);
}

function numbered(run: string): string {
  return `⟨${run.length} ${run.length === 1 ? 'blank' : 'blanks'}⟩`;
}

function isLong(run: string): boolean {
  return run.length > mostBlanks || run.split('\t').length - 1 > mostBlanks / 8;
}
