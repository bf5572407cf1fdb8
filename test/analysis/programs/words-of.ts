/** The words of a line as bash reads them, with quotes and without anything else. */
export function wordsOf(line: string): readonly string[] {
  const words = line.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double));
}
