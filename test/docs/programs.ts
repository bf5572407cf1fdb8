import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Block } from '../support/documents.ts';
import { compile, install } from '../support/package-user.ts';
import { output, type Stage } from './stage.ts';

/** All programs of all pages, compiled at once: to start the compiler takes as long as the rest. */
export interface Programs {
  /** What the compiler has to say of them; empty where all is well. */
  readonly problems: string;
  /** The program of a block, for Node. */
  read(block: Block): string;
}

export async function compilePrograms(directory: string, blocks: readonly Block[]): Promise<Programs> {
  install(directory, ['playwright-core']);
  for (const block of blocks) writeFileSync(join(directory, `${nameOf(block)}.mts`), block.text);
  const problems = await compile(directory, { include: '*.mts' });
  return { problems, read: (block) => readFileSync(join(directory, 'out', `${nameOf(block)}.mjs`), 'utf8') };
}

/** `docs-audit-12`: told in what the compiler says. */
function nameOf({ page, line }: Block): string {
  return `${page.replace(/\.md$/, '').replaceAll('/', '-')}-${line}`;
}

/** What a program prints, and what it says that it prints, in comments `// prints: …`. */
export async function runProgram(block: Block, program: string, stage: Stage) {
  const file = `program-${block.line}.mjs`;
  writeFileSync(join(stage.directory, file), program);
  const expected = [...block.text.matchAll(/\/\/ prints: (.*)$/gm)].map(([, line]) => `${line}\n`).join('');
  return { printed: await output(process.execPath, [file], stage), expected };
}
