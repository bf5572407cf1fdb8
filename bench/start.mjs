// How long a program takes to import the package, and to have its first command run, and how long the command line does, beside a
// process of Node that does nothing: `npm run bench`, or `node bench/start.mjs` after a build. Whole processes, in turn.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleaved, median, printTable, quantile } from './measure.mjs';

const entry = new URL('../dist/index.js', import.meta.url).href;
const commandLine = fileURLToPath(new URL('../dist/cli/handrail.cjs', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'handrail-bench-'));

function run(words) {
  const { status, stderr } = spawnSync(process.execPath, words, {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: directory },
  });
  if (status !== 0) throw new Error(String(stderr));
}

function program(lines) {
  return ['--input-type=module', '-e', lines];
}

const make = `import { createBash } from ${JSON.stringify(entry)};
  const bash = createBash({ stateDir: 'state', sandbox: 'off' });`;
const kinds = {
  "node -e ''": program(''),
  'importing the package': program(`import ${JSON.stringify(entry)};`),
  'and making a bash': program(make),
  'and a command': program(`${make} await bash.run({ command: 'true' }); process.exit(0);`),
  'handrail --version': [commandLine, '--version'],
  'handrail jobs': [commandLine, 'jobs'],
  'handrail explain ls': [commandLine, 'explain', 'ls'],
  'handrail run -- true': [commandLine, 'run', '--no-live', '--yes', '--', 'true'],
};

try {
  const works = Object.values(kinds).map((words) => () => run(words));
  await interleaved(works, 2);
  const times = await interleaved(works, Number(process.argv[2] ?? 21));
  const bare = median(times[0]);
  printTable('Starting, ms', [
    ['', 'median', 'p90', 'more', 'as a ratio'],
    ...Object.keys(kinds).map((name, index) => [
      name,
      median(times[index]).toFixed(1),
      quantile(times[index], 0.9).toFixed(1),
      (median(times[index]) - bare).toFixed(1),
      (median(times[index]) / bare).toFixed(2),
    ]),
  ]);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
