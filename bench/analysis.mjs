// How long judging a command takes, beside two peers: `npm run bench`, or `node bench/analysis.mjs [file]` after a build. The
// file has lines of JSON with a `command` each. All texts are data here: nothing is run.
//
// The peers do other work. A walk with tree-sitter parses and visits every command, and decides nothing. The guard decides by
// patterns over words, and reads no wrappers' grammars.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { checkCommand } from 'cc-safety-net/api';
import { Language, Parser } from 'web-tree-sitter';
import { analyze } from '../dist/analysis/index.js';
import { decide, placesOf, shippedPolicy } from '../dist/policy/index.js';
import { typicalCommands } from './commands.mjs';
import { interleaved, median, printTable, quantile } from './measure.mjs';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const where = { cwd: '/home/user/project', home: '/home/user' };
const places = placesOf(where);

function judge(command) {
  const analysis = analyze(command, where);
  return analysis.kind === 'unrunnable' ? null : decide(shippedPolicy, analysis, places);
}

const grammar = fileURLToPath(import.meta.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm'));

async function treeSitterWalk() {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return (command) => {
    const tree = parser.parse(command);
    let commands = 0;
    for (const node of tree.rootNode.descendantsOfType('command')) commands += node.text.length > 0 ? 1 : 0;
    tree.delete();
    return commands;
  };
}

/** The guard looks into the directory for its settings: an empty one has none. */
function guard(directory) {
  return (command) => (command.trim() === '' ? null : checkCommand({ command, cwd: directory }));
}

/** How many commands are judged before anything is measured. */
const warmUp = 8000;

/**
 * Milliseconds that each of the commands takes. What others have left behind is cleared away first: it is not theirs. A full
 * collection would clear away more, the machine code for shapes of which there is no object at that moment, and make every
 * round begin without it, as no process does between two commands.
 */
function timesOf(commands, work) {
  collectGarbage({ type: 'minor' });
  return commands.map((command) => {
    const begin = performance.now();
    work(command);
    return performance.now() - begin;
  });
}

/** One round of each of the contenders after the other: what slows the machine down slows all of them down. */
function throughput(title, commands, contenders, rounds) {
  const all = contenders.map(() => []);
  // The first commands are for the compiler of the machine code.
  for (let round = -Math.ceil(warmUp / commands.length); round < rounds; round += 1) {
    for (const [index, [, work]] of contenders.entries()) {
      const times = timesOf(commands, work);
      if (round >= 0) all[index].push(times);
    }
  }
  const totals = all.map((ofRounds) =>
    median(ofRounds.map((times) => times.reduce((sum, time) => sum + time, 0))),
  );
  const rows = contenders.map(([name], index) => [
    name,
    Math.round((1000 * commands.length) / totals[index]).toLocaleString('en'),
    median(all[index].flat()).toFixed(3),
    quantile(all[index].flat(), 0.99).toFixed(3),
    (totals[index] / totals[0]).toFixed(1),
  ]);
  printTable(`${title}: ${commands.length} commands, ${rounds} rounds, one core`, [
    ['', 'commands/s', 'p50 ms', 'p99 ms', 'time as a ratio'],
    ...rows,
  ]);
}

/** What a process takes that loads this and ends, above one that loads nothing. */
async function loading() {
  const loads = [
    ['bare', ''],
    ['handrail/analysis', "await import('./dist/analysis/index.js')"],
    ['handrail/policy', "await import('./dist/policy/index.js')"],
    [
      'tree-sitter',
      "const { Parser, Language } = await import('web-tree-sitter'); await Parser.init(); await Language.load(process.argv[1])",
    ],
    ['cc-safety-net', "await import('cc-safety-net/api')"],
  ];
  const root = fileURLToPath(new URL('..', import.meta.url));
  const start = (code) => {
    const words = ['--input-type=module', '--eval', code, grammar];
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  const works = loads.map(
    ([, code]) =>
      () =>
        start(code),
  );
  await interleaved(works, 2);
  const times = await interleaved(works, 21);
  const bare = median(times[0]);
  printTable('Starting a process that loads it, ms (21 rounds)', [
    ['', 'median', 'above bare'],
    ...loads.map(([name], index) => [
      name,
      median(times[index]).toFixed(1),
      (median(times[index]) - bare).toFixed(1),
    ]),
  ]);
}

const [file = '../shared/corpus/guard.jsonl'] = process.argv.slice(2);
const corpus = existsSync(file)
  ? readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line).command)
  : [];
const directory = mkdtempSync(join(tmpdir(), 'handrail-bench-'));
try {
  const contenders = [
    ['handrail: analyse and decide', judge],
    ['tree-sitter: parse and visit', await treeSitterWalk()],
    ['cc-safety-net: checkCommand', guard(directory)],
  ];
  throughput('Typical commands of agents', typicalCommands, contenders, 41);
  if (corpus.length > 0) throughput('The corpus', corpus, contenders, 5);
  await loading();
} finally {
  rmSync(directory, { recursive: true });
}
