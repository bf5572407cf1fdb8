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

test('each that fails is named, and the status is that of a failure whatever comes after', () => {
  const { status, stdout } = run({ bad: 'echo no; exit 3', ended: 'kill -KILL $$', good: 'echo yes' });
  expect(status).toBe(1);
  expect(stdout).toMatch(/^no\nbad: Command failed .*\nended: Command .*\nyes\n$/);
});

test.each([
  ['a script that there is not', ['none']],
  ['no script', []],
])('%s is a mistake', (_, names) => {
  expect(run({ good: 'echo yes' }, names).status).toBe(1);
});
