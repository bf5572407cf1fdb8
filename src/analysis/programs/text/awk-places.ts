import type { Token } from './awk-tokens.ts';

/** How many tokens are looked at for where an expression or a statement begins. */
const mostBefore = 64;

/** The `print` or `printf` whose output a pipe takes. */
export function printBefore(tokens: readonly Token[], at: number): number | null {
  for (let place = at - 1; place >= Math.max(0, at - mostBefore); place--) {
    const token = tokens[place];
    if (isPrint(token)) return place;
    if (token?.kind === 'newline' || token?.text === ';') return null;
  }
  return null;
}

/** Where the expression before a place begins. */
export function startBefore(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let place = at - 1; place >= Math.max(0, at - mostBefore); place--) {
    const token = tokens[place];
    if (token === undefined) break;
    if (isSign(token, ')]')) depth++;
    if (depth === 0 && (isStart(token) || isSign(token, '[})'))) return place + 1;
    if (isSign(token, '([')) depth--;
  }
  return Math.max(0, at - mostBefore);
}

export function isPrint(token: Token | undefined): boolean {
  return token?.kind === 'name' && /^printf?$/.test(token.text);
}

/** Whether the token is one of the signs of one character. */
export function isSign(token: Token, signs: string): boolean {
  return token.kind === 'sign' && token.text.length === 1 && signs.includes(token.text);
}

export function isEnd(token: Token | undefined): boolean {
  return token === undefined || token.kind === 'newline' || token.text === ';' || token.text === '}';
}

export function isEndOfOperand(token: Token | undefined): boolean {
  return isEnd(token) || /^(\)|&&|\|\||,|[<>=!]=?|==)$/.test(token?.text ?? '');
}

/** Behind such a token, an operand begins with the next one. */
export function isStart(token: Token | undefined): boolean {
  return token?.kind === 'newline' || /^([({,;=!]|&&|\|\|)$/.test(token?.text ?? '');
}

/** A line that ends so goes on in the next one. */
export function goesOn(token: Token | undefined): boolean {
  return (
    ['', ',', '{', '&&', '||', '?', ':', 'do', 'else'].includes(token?.text ?? '') ||
    token?.kind === 'newline'
  );
}

export function endOfStatement(tokens: readonly Token[], start: number): number {
  const end = tokens.findIndex((token, at) => at > start && (isEnd(token) || at - start > mostBefore));
  return end === -1 ? tokens.length : end;
}
