/** Text without quotes, in which a backslash quotes what follows. */
export function unescapeBare(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\([\s\S])/g, (_, character: string) => (character === '\n' ? '' : character));
}

/** Text in double quotes. */
export function unescapeQuoted(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\([\\$`"\n])/g, (_, character: string) => (character === '\n' ? '' : character));
}

/** Whether there is a bracket or a parenthesis that opens, and that no backslash quotes. */
export function hasBracket(text: string): boolean {
  return /[[(]/.test(text) && /[[(]/.test(text.replace(/\\[\s\S]/g, ''));
}
