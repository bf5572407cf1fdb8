/** A text with its continued lines joined, and the way back to the places in the text that was given. */
export interface Joined {
  readonly source: string;
  readonly origin: (at: number) => number;
}

/**
 * Takes out every backslash with a newline behind it, as bash does before it looks at anything else; but only where that is
 * certain. In single quotes, comments, here-documents and backquotes it may have to stay, so the text up to the last of
 * them must not have any of these: then every one of them goes. Else the text stays as it is.
 */
export function joinLines(text: string): Joined {
  const last = text.lastIndexOf('\\\n');
  if (last === -1 || mayQuoteNewline.test(text.slice(0, last))) return { source: text, origin: (at) => at };
  const removed: number[] = [];
  // A backslash takes the character behind it along, so that in `\\` and a newline nothing is joined.
  const source = text.replace(/\\[\s\S]/g, (escaped, at: number) => {
    if (escaped !== '\\\n') return escaped;
    removed.push(at);
    return '';
  });
  return { source, origin: (at) => originOf(removed, at) };
}

/** What begins a stretch in which a backslash before a newline could mean something else. */
const mayQuoteNewline = /['`]|<<|(?:^|[\s;&|()<>])#/;

function originOf(removed: readonly number[], at: number): number {
  let place = at;
  for (const from of removed) {
    if (from > place) break;
    place += 2;
  }
  return place;
}
