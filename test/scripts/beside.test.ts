import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/temporary.ts';

const beside = fileURLToPath(new URL('../../scripts/beside.mjs', import.meta.url));

/** Has these scripts run by their names, in a package of their own. */
function run(scripts: Readonly<Record<string, string>>, names = Object.keys(scripts)) {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ private: true, scripts }));
  const options = { cwd, encoding: 'utf8', timeout: 30_000 } as const;
  const { status, stdout } = spawnSync(process.execPath, [beside, ...names], options);
  return { status, stdout };
}

test('scripts run beside each other, and what they print comes in their order', () => {
  // Each waits for the other.
  const first = 'echo first; : > one; until [ -e two ]; do sleep 0.02; done; echo over >&2';
  const second = ': > two; until [ -e one ]; do sleep 0.02; done; echo second';
  expect(run({ first, second })).toEqual({ status: 0, stdout: 'first\nover\nsecond\n' });
});

test.each([
  ['the first', { bad: 'echo no; exit 3', good: 'echo yes' }, 'no\nbad: Command failed', 'yes\n'],
  ['the last', { good: 'echo yes', bad: 'echo no; exit 3' }, 'yes\nno\nbad: Command failed', '\n'],
  ['one that a signal ends', { bad: 'kill -KILL $$', good: 'echo yes' }, 'bad: Command', 'yes\n'],
])('%s that fails is named, and is what comes of all', (_, scripts, start, end) => {
  const { status, stdout } = run(scripts);
  expect({ status, starts: stdout.startsWith(start), ends: stdout.endsWith(end) }, stdout).toEqual({
    status: 1,
    starts: true,
    ends: true,
  });
});

test.each([
  ['a script that there is not', ['none']],
  ['no script', []],
])('%s is a mistake', (_, names) => {
  expect(run({ good: 'echo yes' }, names).status).toBe(1);
});
