// Runs scripts of package.json beside each other: `node scripts/beside.mjs check:style check:types`. What each prints comes as a
// whole, in the order in which they are named; the status is 0 where that of every one is.
import process from 'node:process';
import { execa } from 'execa';

const names = process.argv.slice(2);
if (names.length === 0) throw new Error('expected names of scripts, got none');

const isColoured = process.stdout.isTTY && process.env.NO_COLOR === undefined;
const options = {
  all: true,
  reject: false,
  stdin: 'ignore',
  stripFinalNewline: false,
  env: isColoured ? { FORCE_COLOR: '1' } : {},
};
const running = names.map((name) => ({ name, ended: execa('npm', ['run', '--silent', name], options) }));

for (const { name, ended } of running) {
  const { all = '', failed, shortMessage } = await ended;
  process.stdout.write(all);
  if (!failed) continue;
  process.exitCode = 1;
  process.stdout.write(`${name}: ${shortMessage}\n`);
}
