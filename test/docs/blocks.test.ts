import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { lacksBubblewrap } from '../support/bubblewrap.ts';
import { type Block, blocksOf, documents, read, reasons, runners } from '../support/documents.ts';
import { makeTemporaryDirectory } from '../support/temporary.ts';
import { accept } from './json.ts';
import { compilePrograms, type Programs, runProgram } from './programs.ts';
import { refusedIn } from './refused.ts';
import { play } from './sessions.ts';
import { asRead, onStage, put, type Stage } from './stage.ts';
import { isPlayed, playAtTerminal } from './terminal.ts';

const blocks = documents.flatMap(blocksOf).filter(({ runBy, notRun }) => runBy === null && notRun === null);
const programsShown = blocks.filter(({ language }) => ['ts', 'js'].includes(language));
const pages = [...new Set(blocks.map(({ page }) => page))];

let programs: Programs;
let directory: string;
beforeAll(async () => {
  directory = makeTemporaryDirectory();
  programs = await compilePrograms(directory, programsShown);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('every program is well typed against what the package exports', () => {
  expect(programs.problems).toBe('');
});

test.each(documents)('every block of %s is of a kind that is run, or says why it is not', (page) => {
  const odd = blocksOf(page).filter((block) => !isKnown(block));
  expect(
    odd.map(({ line, language, runBy, notRun }) => [`${page}:${line}`, language, runBy, notRun]),
  ).toEqual([]);
  const fences = read(page).match(/^ *```/gm) ?? [];
  expect(blocksOf(page)).toHaveLength(fences.length / 2);
});

function isKnown(block: Block): boolean {
  if (block.notRun !== null) return Object.hasOwn(reasons, block.notRun);
  if (block.runBy !== null) return Object.hasOwn(runners, block.runBy);
  return block.atTerminal ? isPlayed(block) : ['ts', 'js', 'sh', 'json'].includes(block.language);
}

test.each(documents)('every comment of %s is one that means something', (page) => {
  const meant = /^(?:generated: [a-z-]+|file: (?:~\/)?[\w./-]+|at a terminal|run by: .+|not run: .+)$/;
  const comments = [...read(page).matchAll(/<!-- ([\s\S]*?) -->/g)].map(([, words = '']) => words);
  expect(comments.filter((words) => !meant.test(words))).toEqual([]);
});

// Where there is no bubblewrap, results say that commands were not confined.
describe.skipIf(lacksBubblewrap)('as its reader would, from the start to the end', () => {
  // A page starts dozens of processes, beside four other pages: it takes longer than a test that may have hung.
  const timeout = 240_000;
  test.concurrent.for(pages)('%s does what it shows', { timeout }, async (page, context) => {
    await onStage(directory, async (place) => {
      const shown = blocks
        .filter((one) => one.page === page)
        .map((one) => ({ ...one, text: asRead(one.text, place) }));
      for (const { file, text } of shown) if (file !== null) put(file, text, place);
      for (const block of shown) await demonstrate(block, place, context);
    });
  });
});

async function demonstrate(
  block: Block,
  place: Stage,
  { expect }: Pick<TestContext, 'expect'>,
): Promise<void> {
  const at = `${block.page}:${block.line}`;
  expect(refusedIn(block), `${at} is never run`).toEqual([]);
  if (block.atTerminal) {
    await expect.soft(playAtTerminal(block, place), at).resolves.toBeUndefined();
  } else if (block.language === 'json') {
    await expect.soft(accept(block, place), at).resolves.toBeUndefined();
  } else if (block.language === 'sh') {
    for (const { command, printed, pattern } of await play(block, place))
      expect.soft(printed, `${at} ${command}`).toMatch(pattern);
  } else {
    const { printed, expected } = await runProgram(block, asRead(programs.read(block), place), place);
    expect.soft(printed, at).toBe(expected);
  }
}
