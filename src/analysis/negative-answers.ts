import type { CommandNode } from './parse.ts';

/** Programs that end with 1 to say no, and what the no is. An error of theirs is 2 or more. */
const meanings: Readonly<Record<string, string>> = {
  grep: 'no line matched',
  egrep: 'no line matched',
  fgrep: 'no line matched',
  zgrep: 'no line matched',
  rg: 'no line matched',
  ag: 'no line matched',
  ack: 'no line matched',
  pgrep: 'no process matched',
  pidof: 'no process matched',
  diff: 'they differ',
  cmp: 'they differ',
  zdiff: 'they differ',
  test: 'it is not so',
  '[': 'it is not so',
};

/** Subcommands of git that do so. */
const gitMeanings: Readonly<Record<string, string>> = {
  grep: 'no line matched',
  diff: 'they differ',
  'diff-index': 'they differ',
  'diff-files': 'they differ',
  'check-ignore': 'it is not ignored',
};

/** What a command says when it ends with 1 and that is no failure; `null` when it is one, or that is not known. */
export function meaningOfOne(node: CommandNode): string | null {
  switch (node.type) {
    case 'TestCommand':
      return 'it is not so';
    case 'ArithmeticCommand':
      return 'the result is 0';
    case 'Redirected':
      return meaningOfOne(node.command);
    case 'Command': {
      const [name, first] = wordsOf(node);
      if (name === undefined) return null;
      if (name === 'git') return first === undefined ? null : ownValue(gitMeanings, first);
      return ownValue(meanings, name);
    }
    default:
      return null; // A loop, a function, a group: whose status it is cannot be told from the text.
  }
}

/** Builtins that do not end with 1 unless something is badly wrong; `cd` says so when it does. */
const reliable = new Set([
  'cd',
  'pushd',
  'popd',
  'echo',
  'printf',
  'export',
  'set',
  'shopt',
  'umask',
  'true',
  ':',
  'sleep',
]);

/** Whether a command that has ended with 1 is most unlikely to be this one. */
export function neverFails(node: CommandNode): boolean {
  return node.type === 'Command' && reliable.has(wordsOf(node)[0] ?? '');
}

/** The words as far as they are what stands there. */
export function wordsOf(node: Extract<CommandNode, { type: 'Command' }>): readonly string[] {
  const words = [node.name, ...node.args].map((word) => word?.text ?? '');
  const end = words.findIndex((word) => !/^[\w.[/-]+$/.test(word));
  return end === -1 ? words : words.slice(0, end);
}

function ownValue(table: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(table, key) ? (table[key] ?? null) : null;
}
