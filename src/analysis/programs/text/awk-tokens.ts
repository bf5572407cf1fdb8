/** A token of a program of awk. Blanks, comments and continued lines are left out. */
export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'regex' | 'newline' | 'sign';
  /** As it is written. */
  readonly text: string;
}

/** The tokens up to `at`. */
interface Lexer {
  readonly text: string;
  readonly mindsBrackets: boolean;
  readonly tokens: Token[];
  /** For every open parenthesis, whether it belongs to `if`, `while`, `for` or `switch`. */
  readonly parentheses: boolean[];
  /** The last token closed a parenthesis of one of those: a statement follows, and no division. */
  isBehindCondition: boolean;
  at: number;
}

const signs = /\|&|\|\||&&|>>|[<>=!+\-*/%^]=|\*\*=?|\+\+|--|[-+*/%^!<>|?:~$=()[\]{},;@]/y;
const number = /0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;

/** Splits a program of awk; `null` where awk would refuse it, or where it is not clear how it is to be split. */
export function awkTokens(text: string, mindsBrackets: boolean): readonly Token[] | null {
  const lexer: Lexer = { text, mindsBrackets, tokens: [], parentheses: [], isBehindCondition: false, at: 0 };
  for (;;) {
    match(lexer, /(?:[ \t\r\f\v]|\\\r?\n|#[^\n]*)*/y);
    if (lexer.at === text.length) return lexer.tokens;
    if (!readToken(lexer)) return null;
  }
}

function match(lexer: Lexer, pattern: RegExp): string | null {
  pattern.lastIndex = lexer.at;
  const found = pattern.exec(lexer.text);
  if (found === null) return null;
  lexer.at += found[0].length;
  return found[0];
}

function readToken(lexer: Lexer): boolean {
  const char = lexer.text[lexer.at] ?? '';
  if (char === '\n') return push(lexer, 'newline', match(lexer, /\n/y));
  if (char === '"') return push(lexer, 'string', match(lexer, /"(?:\\[\s\S]|[^"\\\n])*"/y));
  if (/[A-Za-z_]/.test(char)) return push(lexer, 'name', match(lexer, /\w+/y));
  if (/\d/.test(char)) return push(lexer, 'number', match(lexer, number));
  if (char === '.') return push(lexer, 'number', match(lexer, number));
  if (char !== '/') return push(lexer, 'sign', match(lexer, signs));
  const isRegex = mayBeginRegex(lexer);
  if (isRegex === null) return false;
  return isRegex ? push(lexer, 'regex', readRegex(lexer)) : push(lexer, 'sign', match(lexer, signs));
}

function push(lexer: Lexer, kind: Token['kind'], text: string | null): boolean {
  if (text === null) return false;
  const last = lexer.tokens.at(-1);
  lexer.isBehindCondition = false;
  if (text === '(') lexer.parentheses.push(/^(if|while|for|switch)$/.test(last?.text ?? ''));
  if (text === ')') lexer.isBehindCondition = lexer.parentheses.pop() ?? false;
  lexer.tokens.push({ kind, text });
  return true;
}

const operators: ReadonlySet<string> = new Set([
  'print',
  'printf',
  'return',
  'in',
  'case',
  'exit',
  'else',
  'do',
]);

/** A slash divides behind a value, and begins a pattern elsewhere; `null` where it may do both. */
function mayBeginRegex(lexer: Lexer): boolean | null {
  const last = lexer.tokens.at(-1);
  switch (last?.kind) {
    case undefined:
    case 'newline':
      return true;
    case 'regex':
      return null;
    case 'string':
    case 'number':
      return false;
    case 'name':
      return last.text === 'getline' ? null : operators.has(last.text);
    case 'sign':
      if (last.text === ')') return lexer.isBehindCondition;
      return ![']', '++', '--'].includes(last.text);
  }
}

function readRegex(lexer: Lexer): string | null {
  if (!lexer.mindsBrackets) return match(lexer, /\/(?:\\[^\n]|[^/\\\n])*\//y);
  return match(lexer, /\/(?:\\[^\n]|\[\^?\]?(?:\[:[^:\n]*:\]|\\[^\n]|[^\]\\\n])*\]|[^/\\[\n])*\//y);
}
