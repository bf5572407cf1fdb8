/** Words as a shell would be given them, so that it reads the same words. */
export function wordsAsText(words: readonly string[]): string {
  return words.map((word) => (plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

/** Without a meaning for a shell, wherever it stands. */
const plain = /^[\w@%+:,./-]+$/;
