import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Block } from '../support/documents.ts';
import { root } from '../support/documents.ts';
import { output, type Stage } from './stage.ts';

/** What a reader has, and nothing of the machine that it is tested on. */
const settings = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    rootDir: '.',
    outDir: 'out',
  },
  include: ['*.mts'],
};

/** All programs of all pages, compiled at once: to start the compiler takes as long as the rest. */
export interface Programs {
  /** What the compiler has to say of them; empty where all is well. */
  readonly problems: string;
  /** The program of a block, for Node. */
  read(block: Block): string;
}

export async function compile(directory: string, blocks: readonly Block[]): Promise<Programs> {
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(root, join(directory, 'node_modules/handrail'));
  for (const name of ['@types', 'playwright-core'])
    symlinkSync(join(root, 'node_modules', name), join(directory, 'node_modules', name));
  for (const block of blocks) writeFileSync(join(directory, `${nameOf(block)}.mts`), block.text);
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const env = { PATH: process.env.PATH ?? '' };
  const problems = await output(process.execPath, [compiler, '-p', '.'], { directory, env }).catch(String);
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
