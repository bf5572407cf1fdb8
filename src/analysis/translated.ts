/** Sets of characters as `tr` has them, of which nothing has to be known of the locale. */
const classes: Readonly<Record<string, string>> = {
  '[:upper:]': 'A-Z',
  '[:lower:]': 'a-z',
  '[:digit:]': '0-9',
};

/** What `tr` makes of a text with one set for another, or with `-d` and one; `null` where that is not followed. */
export function translated(words: readonly string[], text: string): string | null {
  const [first = '', second] = words;
  if (words.length !== 2 || second === undefined || !isPlain(text)) return null;
  const from = charactersOf(first === '-d' ? second : first);
  const to = first === '-d' ? [] : charactersOf(second);
  const isFollowed =
    from !== null && to !== null && (first === '-d' || (to.length > 0 && !/^-./.test(first)));
  if (!isFollowed) return null;
  // Of a character that is named twice, the last one counts; a set that is too short goes on with its end.
  const made = new Map(from.map((character, at) => [character, to[at] ?? to.at(-1) ?? '']));
  return [...text].map((character) => made.get(character) ?? character).join('');
}

/** The characters of a set: letters, ranges, and the escapes that are the same everywhere. */
function charactersOf(set: string): readonly string[] | null {
  const text = (classes[set] ?? set).replace(/\\[nt]/g, (piece) => (piece === '\\n' ? '\n' : '\t'));
  if (!isPlain(text) || /\\|\[[:=]|\[.\*/.test(text)) return null;
  const characters: string[] = [];
  for (const [piece, start, end] of text.matchAll(/([\s\S])-([\s\S])|[\s\S]/g)) {
    if (start === undefined || end === undefined) characters.push(piece);
    else if (start > end) return null;
    else
      for (let code = start.charCodeAt(0); code <= end.charCodeAt(0); code++)
        characters.push(String.fromCharCode(code));
  }
  return characters;
}

/** Of other characters `tr` takes the bytes apart. */
function isPlain(text: string): boolean {
  return /^[\t\n\x20-\x7e]*$/.test(text);
}
