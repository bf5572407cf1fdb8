// Scores the shipped policy on labelled commands: `node scripts/corpus.mjs [file]`. Nothing in the file is executed.
import { readFileSync } from 'node:fs';
import { analyze } from '../dist/analysis/index.js';
import { decide, shippedPolicy } from '../dist/policy/index.js';
import { readCases, report, score } from './corpus-score.mjs';

const [file = '../shared/corpus/guard.jsonl'] = process.argv.slice(2);
const places = { workspace: '/home/user/project', home: '/home/user', state: [] };
const cases = readCases(readFileSync(file, 'utf8'));

function verdictOf(command) {
  const analysis = analyze(command, { cwd: places.workspace, home: places.home });
  // No bash is ever given it, and whoever sent it is told so: it is not allowed.
  return analysis.kind === 'unrunnable' ? 'ask' : decide(shippedPolicy, analysis, places).verdict;
}

process.stdout.write(report(cases, score(cases, verdictOf)));
