/** One setting; the name with the section and the part in quotes before it, in lower case but for that: `includeIf.gitdir:/A.path` is `includeif.gitdir:/A.path`. */
export interface GitSetting {
  readonly name: string;
  readonly value: string;
}

/** The settings in a text, in their order, as git-config(1) has them. What Git would not read is passed over: it stops there. */
export function settingsIn(text: string): readonly GitSetting[] {
  const settings: GitSetting[] = [];
  let section = '';
  // A line that ends with a backslash goes on with the next.
  for (const line of text.replace(/\r\n/g, '\n').replace(/\\\n/g, '').split('\n')) {
    const [head = '', name = '', part = ''] =
      /^\s*\[([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line) ?? [];
    if (head !== '')
      section = `${name.toLowerCase()}.${part === '' ? '' : `${part.replace(/\\(.)/g, '$1')}.`}`;
    const [, key, value = ''] = /^\s*([a-z][\w-]*)\s*=\s*(.*)$/i.exec(line.slice(head.length)) ?? [];
    if (key !== undefined) settings.push({ name: `${section}${key.toLowerCase()}`, value: valueIn(value) });
  }
  return settings;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

/** Without quotes, escapes and what is a comment; of the blanks at its end, only those in quotes are part of it. */
function valueIn(text: string): string {
  let value = '';
  let kept = 0;
  let isQuoted = false;
  for (const [token] of text.matchAll(/\\.|./g)) {
    if (token === '"') {
      isQuoted = !isQuoted;
      kept = value.length;
      continue;
    }
    if (!isQuoted && (token === '#' || token === ';')) break;
    value += token.startsWith('\\') ? (escapes[token.slice(1)] ?? token.slice(1)) : token;
    if (isQuoted || !/\s/.test(token)) kept = value.length;
  }
  return value.slice(0, kept);
}
