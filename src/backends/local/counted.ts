/** A list as words, for another program. */
export function counted(words: readonly string[]): readonly string[] {
  return [String(words.length), ...words];
}
