/** Characters that mean something in a regular expression. */
const special = /[.*+?^${}()|[\]\\/]/g;

/** Whether a pattern, in which `*` stands for any text, fits the whole of a text. */
export function fits(pattern: string, text: string): boolean {
  if (!pattern.includes('*')) return pattern === text;
  const [start = '', ...others] = pattern.split('*');
  const end = others.pop() ?? '';
  if (!text.startsWith(start)) return false;
  let at = start.length;
  for (const middle of others) {
    const found = text.indexOf(middle, at);
    if (found === -1) return false;
    at = found + middle.length;
  }
  return text.length - end.length >= at && text.endsWith(end);
}

/** Paths by patterns: `**` is any number of directories, `*` any text in one name, `{a,b}` one of them. */
export function pathPattern(patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.map(pathSource).join('|')})$`);
}

function pathSource(pattern: string): string {
  return pattern.replace(/\*\*\/|\/\*\*|\*|\{|\}|,|[.+?^$()|[\]\\]/g, (token) => {
    switch (token) {
      case '**/':
        return '(?:.*/)?';
      case '/**':
        return '(?:/.*)?';
      case '*':
        return '[^/]*';
      case '{':
        return '(?:';
      case '}':
        return ')';
      case ',':
        return '|';
      default:
        return `\\${token}`;
    }
  });
}

/** A name with wildcards of the shell as a regular expression; `*` and `?` at its start leave out names with a dot. */
export function namePattern(glob: string): RegExp {
  const start = /^[*?[]/.test(glob) ? '(?!\\.)' : '';
  const source = glob.replace(/\\(.)|\[!|\[\^|\[[^\]]*\]|\*+|\?|[.+^${}()|\]\\]/gu, (token, escaped) => {
    if (escaped !== undefined) return String(escaped).replace(special, '\\$&');
    if (token.startsWith('*')) return '.*';
    if (token === '?') return '.';
    if (token === '[!' || token === '[^') return '[^';
    return token.startsWith('[') && token.endsWith(']') ? token.replace(/\\/g, '') : `\\${token}`;
  });
  return safely(`^${start}${source}$`);
}

/** An expression that bash would read and this language does not could match anything. */
function safely(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    return /^/;
  }
}
