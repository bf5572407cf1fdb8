/**
 * Whether a locale, by its name, has a code in which each byte of ASCII is that character. In others (GBK, Big5, Shift JIS, GB 18030, Johab) a
 * backslash, a backtick or a bar may be the second byte of a character: there bash ends a quote elsewhere than in UTF-8. What no code is named of has that
 * of its language, which is one of those for Chinese.
 */
export function keepsAscii(locale: string): boolean {
  return /^(?:|C|POSIX|(?!zh)[a-z]{2,3}(?:_[A-Z]{2})?(?:@\w+)?)$/.test(locale) || plainCode.test(locale);
}

const plainCode =
  /^(?:(?:C|POSIX|[a-z]{2,3}(?:_[A-Z]{2})?)\.(?:utf-?8|iso-?8859-?\d+|us-ascii|koi8-?[rtu]|cp125\d|euc-?(?:jp|kr|cn))(?:@\w+)?|UTF-8)$/i;

/** Variables that say in which code bash reads what it is given. */
export const namesOfCode: ReadonlySet<string> = new Set(['LC_ALL', 'LC_CTYPE', 'LANG']);
