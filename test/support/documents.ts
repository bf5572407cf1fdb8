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
  drawing: 'It is nothing that could be run.',
} as const;

/** What runs a block that its page's stage is not the place for: the words after `run by:`. */
export const runners = {
  '.ci/run': 'It installs the packages of a checkout, which CI does by the same words.',
  'scripts/install-test-tools.sh': 'It installs something on the machine, which CI does by this.',
  'examples/agents': 'It is a part of a program there, whose test looks for it and runs that.',
  'test/adapters/examples.test.ts': 'It needs a model; the test compiles and runs it with one of its own.',
  'test/adapters/playwright.test.ts': 'It needs a Chromium; where there is none, that is told there.',
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
  /** One of the `runners`; `null`: it is run with its page. */
  readonly runBy: string | null;
  /** One of the `reasons`; `null`: it is run. */
  readonly notRun: string | null;
}

/** The fenced blocks of a document, with what the comment right before each says. */
export function blocksOf(page: string): readonly Block[] {
  const text = read(page);
  const found = text.matchAll(
    /^(?:<!-- (file|at a terminal|run by|not run)(?:: (.+?))? -->\n+)?( *)```(\w*)\n([\s\S]*?)^\3```$/gm,
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
      runBy: notice === 'run by' ? words : null,
      notRun: notice === 'not run' ? words : null,
    };
  });
}
