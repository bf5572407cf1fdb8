import { allValues, has } from '../../analysis/programs/options.ts';
import { parsedCall } from '../../analysis/programs/parsed-call.ts';
import type { Call } from '../../analysis/programs/program.ts';
import { textOf } from '../../analysis/words.ts';
import type { Invocation } from '../../model/analysis.ts';

/** Names of files that hold secrets. */
const secrets =
  '.env .env.local config/.env prod.env .npmrc .netrc .pgpass .git-credentials id_rsa deploy/id_ed25519 config/credentials.json config/secrets.yml server.key server.pem token.txt passwords.txt'.split(
    ' ',
  );

/** Names of files as they are in any project, among them the words that are in those of secrets by the way. */
const others =
  'README.md LICENSE Dockerfile package.json src/index.ts src/words.ts src/npm/net.rs src/server/main.go src/components/Menu.tsx lib/config/local.py test/app.test.js docs/git/deploy.txt scripts/build.prod.sh github/workflows/ci.yml'.split(
    ' ',
  );

/**
 * Whether a program looks for names of secrets among those that it passes on, or finds: its expression fits some of them, and no
 * name of another kind.
 */
export function filtersForSecrets(invocation: Invocation): boolean {
  const call = parsedCall(invocation)?.call;
  if (call === undefined || !looksAtNames(invocation) || has(call, '--invert-match')) return false;
  return isForSecrets(expressionOf(call), ['']);
}

/** Whether `find -regex` is for names of secrets, in whatever of its syntaxes: the expression has to fit a path as a whole. */
export function findsByExpression(search: Invocation): boolean {
  const call = parsedCall(search)?.call;
  if (call === undefined) return false;
  const starts = call.operands.length === 0 ? ['.'] : call.operands.map((word) => textOf(word) ?? '.');
  const under = starts.map((start) => `${start.replace(/\/+$/, '')}/`);
  const expressions = ['-regex', '-iregex'].flatMap((name) => allValues(call, name));
  if (expressions.length === 0) return false;
  if (expressions.length > most.expressions || under.join('').length > most.before) return true;
  return expressions.some((word) => {
    const text = textOf(word) ?? '.';
    return [text, withGroupsSwapped(text)].some((source) =>
      isForSecrets(compiled(asWritten(source), true), under),
    );
  });
}

/** Whether it fits names of secrets below one of the directories, and no name of another kind. One that is not known may be. */
function isForSecrets(expression: RegExp | null, under: readonly string[]): boolean {
  if (expression === null) return true;
  const fits = (name: string) => under.some((directory) => expression.test(directory + name));
  return secrets.some(fits) && !others.some(fits);
}

/** `grep` looks at names where it reads no file. */
function looksAtNames({ name, effects }: Invocation): boolean {
  if (/^[ef]?grep$/.test(name ?? '')) return effects.every(({ kind }) => kind !== 'reads');
  return name === 'fd' || name === 'fdfind';
}

/**
 * What expressions may have for them to be tried, and how many characters may go before a name: the time that takes grows with a power of that.
 * People write less.
 */
const most = { length: 200, repetitions: 3, groups: 4, expressions: 4, before: 80 };

/** What is looked for, as this language has it; `null` where that is not known. */
function expressionOf(call: Call): RegExp | null {
  const given = has(call, '--regexp') ? allValues(call, '--regexp') : call.operands.slice(0, 1);
  const texts = given.map((word) => textOf(word) ?? '.');
  const isFixed = call.name === 'fgrep' || has(call, '--fixed-strings');
  const source = texts.map((text) => `(?:${isFixed ? escaped(text) : sourceOf(text, call)})`).join('|');
  return compiled(source, has(call, '--line-regexp'));
}

function compiled(source: string, isWhole = false): RegExp | null {
  if (takesLong(source)) return null;
  try {
    return new RegExp(isWhole ? `^(?:${source})$` : source, 'i');
  } catch {
    return null; // It is no expression of this language, and may be one of the program.
  }
}

function takesLong(source: string): boolean {
  const repetitions = source.match(/[*+{]|(?<!\()\?/g) ?? [];
  const groups = source.match(/\((?!\?:)/g) ?? [];
  const isLarge =
    source.length > most.length || repetitions.length > most.repetitions || groups.length > most.groups;
  return isLarge || /\)[*+{]/.test(source);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** A basic expression has a backslash where an extended one has none, and the other way round. */
function sourceOf(text: string, call: Call): string {
  const isExtended =
    !call.name.endsWith('grep') ||
    call.name === 'egrep' ||
    has(call, '--extended-regexp') ||
    has(call, '--perl-regexp');
  const swapped = isExtended
    ? text
    : text.replace(/\\?[(){}|+?]|\\./g, (piece) => {
        if (piece.length === 1) return `\\${piece}`;
        return /[(){}|+?]/.test(piece) ? piece.slice(1) : piece;
      });
  return asWritten(swapped);
}

/** As Emacs has it, which is how `find` reads an expression that it is told nothing of. */
function withGroupsSwapped(text: string): string {
  return text.replace(/\\?[(){}|]|\\./g, (piece) => {
    if (piece.length === 1) return `\\${piece}`;
    return /[(){}|]/.test(piece) ? piece.slice(1) : piece;
  });
}

/** What this language has other signs for. */
function asWritten(text: string): string {
  return text.replace(/\\[<>]/g, '\\b').replace(/\[:\w+:\]/g, '\\w');
}
