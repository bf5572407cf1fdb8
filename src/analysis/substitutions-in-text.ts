/** Whether there may be a substitution in a text that bash expands. */
export function holdsSubstitution(text: string): boolean {
  return /\$[({[]|`/.test(text);
}

/** A script that expands the text, and does nothing else: what stands in a here-document is expanded as in double quotes. */
export function heredocOf(text: string): string {
  let end = 'END';
  while (text.includes(end)) end += '_';
  return `: <<${end}\n${text}\n${end}\n`;
}
