/** How much of a text is looked at. */
const maxLength = 64 * 1024;

/** Words of which code has one behind another, or behind a parenthesis. */
const keywords: ReadonlySet<string> = new Set(
  'import from as use require my our let const var new return if unless else then elif for foreach in of while until do end begin and or not is await async yield def fn func function print puts echo say exec eval raise throw try except catch finally with lambda global local static public set call run shell script'.split(
    ' ',
  ),
);

/** Whether words stand one behind another as in no code: it speaks of a function that it does not call. */
export function isSentence(given: string): boolean {
  const text = given.slice(0, maxLength).replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "''");
  const words = text.split(/\s+/);
  return words.some(
    (word, at) =>
      isPlainWord(word) && /^[A-Za-z]+$|\)$/.test(words[at - 1] ?? '') && !keywords.has(words[at - 1] ?? ''),
  );
}

function isPlainWord(word: string): boolean {
  return /^[A-Za-z]+[.,:!?]?$/.test(word) && !keywords.has(word);
}
