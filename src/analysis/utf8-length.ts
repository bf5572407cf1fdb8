/** How many bytes of UTF-8 a text is. Counted here, because not every place that has JavaScript has a function for it. */
export function utf8Length(text: string): number {
  // Most texts have nothing else than ASCII, and to look at each character takes a hundred times as long where that is done once.
  if (!/[\u0080-\uffff]/.test(text)) return text.length;
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    // Two units make a character of four bytes; half of one is replaced by a character of three.
    const isPair = isBetween(code, 0xd800, 0xdbff) && isBetween(text.charCodeAt(at + 1), 0xdc00, 0xdfff);
    if (isPair) at++;
    bytes += code < 0x800 ? 1 : 2;
  }
  return bytes;
}

function isBetween(code: number, first: number, last: number): boolean {
  return code >= first && code <= last;
}
