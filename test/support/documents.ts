import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every document of the repository, by its path in it. */
export const documents: readonly string[] = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'));

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Why a block is not run: the words after `not run:` in the comment before it. There are no other reasons. */
export const reasons = {
  installs: 'It changes the machine: it installs something.',
  'other program': 'It needs a program that is not part of this project, such as an editor or a browser.',
  drawing: 'It is nothing that could be run.',
  'part of an example':
    'It is a part of a program in examples/agents, whose test looks for it there and runs that.',
  'run with the examples':
    'It needs a model; the test of examples/agents compiles and runs it with one of its own.',
} as const;

/** A fenced block of a document. */
export interface Block {
  readonly page: string;
  /** Of its first fence. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** The name under which the blocks after it find it as a file; `null`: they do not. */
  readonly file: string | null;
  /** Whether a person has to answer it, or to end it. */
  readonly atTerminal: boolean;
  /** `null`: it is run. */
  readonly notRun: string | null;
}

/** The fenced blocks of a document, with what the comment right before each says. */
export function blocksOf(page: string): readonly Block[] {
  const text = read(page);
  const found = text.matchAll(
    /^(?:<!-- (file|at a terminal|not run)(?:: (.+?))? -->\n+)?( *)```(\w*)\n([\s\S]*?)^\3```$/gm,
  );
  return [...found].map((match) => {
    const [, notice, words = null, indent = '', language = '', body = ''] = match;
    return {
      page,
      line: text.slice(0, match.index).split('\n').length + (notice === undefined ? 0 : 1),
      language,
      text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      file: notice === 'file' ? words : null,
      atTerminal: notice === 'at a terminal',
      notRun: notice === 'not run' ? words : null,
    };
  });
}
