// How long an answer takes to a text that was made to take long: `node bench/adversarial.mjs [repetitions]` after a build.
// Each is judged in a process of its own, first as the very first command, then again and again. The bound is 50 ms; the
// texts are those of the tests. All are data here: nothing is run.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { median, printTable } from './measure.mjs';

/** Milliseconds in which there has to be an answer. */
const boundMs = 50;

/** What the process of one text does. It says the answer, then how long each judgement took. */
const judging = `
import { analyze } from './dist/analysis/index.js';
import { decide, placesOf, shippedPolicy } from './dist/policy/index.js';
const [file, index] = process.argv.slice(1);
const { adversarialTexts } = await import(file);
const text = adversarialTexts.flatMap(([, , texts]) => texts)[Number(index)];
const where = { cwd: '/home/user/project', home: '/home/user' };
const times = [];
let answer;
for (let round = 0; round < 5; round += 1) {
  const begin = performance.now();
  const analysis = analyze(text, where);
  if (analysis.kind !== 'unrunnable') decide(shippedPolicy, analysis, placesOf(where));
  times.push(performance.now() - begin);
  answer = analysis.kind === 'parsed' ? 'parsed' : (analysis.problem.reason ?? analysis.problem.code);
}
console.log(JSON.stringify({ answer, times }));
`;

const root = fileURLToPath(new URL('..', import.meta.url));

/** The test's module, as Node can read it. */
async function writeTexts(file) {
  const bundle = await rolldown({ input: join(root, 'test/analysis/adversarial-texts.ts') });
  await bundle.write({ file });
  await bundle.close();
}

function judge(file, index) {
  const words = ['--input-type=module', '--eval', judging, file, String(index)];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const [repetitions = '5'] = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), 'handrail-bench-'));
try {
  const file = join(directory, 'texts.mjs');
  await writeTexts(file);
  const { adversarialTexts } = await import(file);
  const texts = adversarialTexts.flatMap(([, , all]) => all);
  const rows = texts.map((text, index) => {
    const runs = Array.from({ length: Number(repetitions) }, () => judge(file, index));
    const cold = median(runs.map(({ times }) => times[0]));
    const warm = median(runs.map(({ times }) => times.at(-1)));
    const start = JSON.stringify(text.slice(0, 40));
    return { cold, warm, start, answer: runs[0].answer, length: text.length };
  });
  const slowest = rows.toSorted((a, b) => b.cold - a.cold).slice(0, 15);
  printTable(`The slowest of ${rows.length} adversarial texts, ms (median of ${repetitions} processes)`, [
    ['cold', 'warm', 'answer', 'characters', 'text'],
    ...slowest.map(({ cold, warm, answer, length, start }) => [
      cold.toFixed(1),
      warm.toFixed(1),
      answer,
      length,
      start,
    ]),
  ]);
  const over = rows.filter(({ cold, warm }) => Math.max(cold, warm) > boundMs);
  process.stdout.write(`\n${over.length} of them above ${boundMs} ms\n`);
} finally {
  rmSync(directory, { recursive: true });
}
