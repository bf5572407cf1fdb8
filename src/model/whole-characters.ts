/**
 * The first of a text, at most so many of its UTF-16 units, and no half of a character: in JSON that is one which providers of models and
 * clients refuse, together with all that was said before.
 */
export function headOf(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** The last of it, likewise. */
export function tailOf(text: string, most: number): string {
  return text.length <= most ? text : text.slice(text.length - most).replace(/^[\udc00-\udfff]/, '');
}
