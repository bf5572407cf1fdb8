/** Characters that mean something in a regular expression. */
const special = /[.*+?^${}()|[\]\\/]/g;

/** Whether a pattern, in which `*` stands for any text, fits the whole of a text. */
export function fits(pattern: string, text: string): boolean {
  const wildcard = pattern.indexOf('*');
  if (wildcard === -1) return pattern === text;
  const start = pattern.slice(0, wildcard);
  if (!text.startsWith(start)) return false;
  const others = pattern.slice(wildcard + 1).split('*');
  const end = others.pop() ?? '';
  let at = start.length;
  for (const middle of others) {
    const found = text.indexOf(middle, at);
    if (found === -1) return false;
    at = found + middle.length;
  }
  return text.length - end.length >= at && text.endsWith(end);
}

/**
 * Paths by patterns: `**` is any number of directories, `*` any text in one name, `{a,b}` one of them. What may be in any
 * directory is looked for in all of them at once: to go through the directories is most of the work.
 */
export function pathPattern(patterns: readonly string[], ignoresCase = false): RegExp {
  const anywhere = patterns.filter((pattern) => pattern.startsWith('**/')).map((pattern) => pattern.slice(3));
  const others = patterns.filter((pattern) => !pattern.startsWith('**/')).map(pathSource);
  const everywhere = anywhere.length === 0 ? [] : [`(?:.*/)?(?:${anywhere.map(pathSource).join('|')})`];
  // A name may have any character in it, the end of a line too.
  return new RegExp(`^(?:${[...everywhere, ...others].join('|')})$`, ignoresCase ? 'is' : 's');
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

/**
 * Texts of which each path that fits one of the patterns has one in it. To look for them is quick from the first time on, and an
 * expression has to be compiled for that: most paths are none of most kinds.
 */
export function partsOfPaths(patterns: readonly string[]): readonly string[] {
  return [...new Set(patterns.flatMap(partsOf))];
}

/** A part that is shorter is in so many paths that it says little: 3 characters. */
const tellingLength = 3;

function partsOf(pattern: string): readonly string[] {
  const [start, choices, end] = firstChoice(pattern);
  const rest = choices.length === 0 ? [] : endsOf(end);
  const parts = [start, ...rest].flatMap((text) => text.split(/\*\*\/|\/\*\*|\*/));
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best));
  if (choices.length === 0 || longest.length >= tellingLength) return [longest];
  return choices.flatMap((choice) => partsOf(`${start}${choice}${end}`));
}

/** What of a pattern is in no choice. */
function endsOf(pattern: string): readonly string[] {
  const [start, choices, end] = firstChoice(pattern);
  return choices.length === 0 ? [start] : [start, ...endsOf(end)];
}

/** A pattern before its first `{a,b}`, what may stand there, and what follows; without one, all of it is before. */
function firstChoice(pattern: string): readonly [start: string, choices: readonly string[], end: string] {
  const open = pattern.indexOf('{');
  if (open === -1) return [pattern, [], ''];
  const { length } = outermost(pattern.slice(open), '}')[0] ?? '';
  const choices = outermost(pattern.slice(open + 1, open + length), ',');
  return [pattern.slice(0, open), choices, pattern.slice(open + length + 1)];
}

/** A text split at a character where it is in no braces but those that the text begins with. */
function outermost(text: string, separator: '}' | ','): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0 && character === separator) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** The longest glob that is looked into. People write a few dozen characters, and a name has no more than 255. */
export const longestGlob = 1000;

/**
 * A name with wildcards as a regular expression. One that is too long to be looked into, or is not surely understood, fits all. Those of the shell leave out names with a dot where they stand at the start;
 * those of programs that search do not.
 */
export function namePattern(glob: string, leavesOut: 'hidden' | 'nothing' = 'hidden'): RegExp {
  if (glob.length > longestGlob || unsure.test(glob)) return /^/;
  const start = leavesOut === 'hidden' && /^[*?[]/.test(glob) ? '(?!\\.)' : '';
  const parts = [''];
  for (const [token, escaped] of glob.matchAll(tokens)) {
    if (token.startsWith('*')) parts.push('');
    else
      parts[parts.length - 1] += escaped === undefined ? sourceOf(token) : escaped.replace(special, '\\$&');
  }
  return safely(`^${start}${parts.map(partSource).join('')}$`);
}

/** Of these bash has ideas of its own where a bracket ends: behind `[=a=]`, with `[.` in it, and where none closes behind a class, `[[:alpha:]x`. */
const unsure = /\[=|\[[^\]]*(?::\][^\]]*)?\[\.|\[[^\]]*\[:[^\]]{0,20}:\][^\]]*$/;

function sourceOf(token: string): string {
  if (token === '?') return '.';
  return token.startsWith('[') && token.length > 1 ? bracketSource(token) : token.replace(special, '\\$&');
}

/**
 * What stands between two `*` is taken where it is found first, and no other place is tried: all of it is as long wherever it fits, so that no other
 * would be of more help, and to try each with each takes longer than anybody waits, `*a*a*a*a*b` with a long name.
 */
function partSource(source: string, at: number, { length }: readonly string[]): string {
  if (at === 0) return source;
  return at === length - 1 ? `.*${source}` : `(?=(?<part${at}>.*?${source}))\\k<part${at}>`;
}

/** Whether a path has a step up in it, or a name with wildcards that may be one: before bash 5.2, `.*` fits `..`. */
export function mayLeadUp(glob: string): boolean {
  return glob.split('/').some((name) => {
    if (!name.startsWith('.')) return false;
    return name === '..' || (/[*?[]/.test(name) && namePattern(name).test('..'));
  });
}

/** One of several characters, with classes such as `[:alpha:]` among them. The first may be the closing bracket itself. */
export const bracket = /\[[!^]?\]?(?:\[(?<kind>[:.=])[^\]]{0,20}\k<kind>\]|\\.|[^\]\\])*\]/u;

const tokens = new RegExp(`\\\\(?<escaped>.)|${bracket.source}|\\*+|.`, 'gsu');

/** All characters that are not of ASCII: which class these are of depends on the locale. */
const others = '\u0080-\u{10ffff}';

/** The characters of a class: those of ASCII, and which more there may be. */
const ranges: Readonly<Record<string, readonly [ascii: string, others: string]>> = {
  alnum: ['a-zA-Z0-9', others],
  alpha: ['a-zA-Z', others],
  digit: ['0-9', ''],
  lower: ['a-z', others],
  upper: ['A-Z', others],
  word: ['a-zA-Z0-9_', others],
  xdigit: ['0-9a-fA-F', ''],
};

/** What is in one bracket, for this language. A class that is not one of those may be any character. */
function bracketSource(text: string): string {
  const [, negation = '', inner = ''] = /^\[([!^]?)([\s\S]*)\]$/u.exec(text) ?? [];
  const sets = [...inner.matchAll(/\[([:.=])([^\]]{0,20})\1\]/gu)];
  if (sets.some(([, kind, name = '']) => kind !== ':' || !Object.hasOwn(ranges, name))) return '.';
  const plain = inner.replace(
    /\[:([^\]]{0,20}):\]|\\(.)|[[\]^]/gsu,
    (token, name?: string, escaped?: string) => {
      if (name === undefined) return (escaped ?? token).replace(/[[\]\\^-]/, '\\$&');
      const [ascii = '', more = ''] = ranges[name] ?? [];
      return negation === '' ? ascii + more : ascii;
    },
  );
  return `[${negation === '' ? '' : '^'}${plain}]`;
}

/** An expression that bash would read and this language does not could match anything. */
function safely(source: string): RegExp {
  try {
    return new RegExp(source, 'su');
  } catch {
    return /^/;
  }
}
