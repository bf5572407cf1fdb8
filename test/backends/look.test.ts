import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { nextLook, takeLook } from '../../src/backends/local/processes/look.ts';
import { environmentValue } from '../../src/backends/local/processes/process-environment.ts';
import { processesAreKnown } from '../../src/backends/local/processes/process-table.ts';
import { path } from '../support/local-backend.ts';

/** Becomes bash again, for as long as it is there. */
const again = 'exec bash -c "$0" "$0"';

/** A process that is there until it is let go, or the test is over. */
function startProcess(before: Readonly<Record<string, string>> = {}) {
  const child = spawn('bash', ['--norc', '-c', 'read -r'], {
    env: { ...before, PATH: path, GIVEN: 'yes' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  onTestFinished(() => void child.stdin.end());
  return { pid: child.pid ?? 0, child };
}

test.skipIf(!processesAreKnown)('a look sees what is there, and sees it once', async () => {
  const { pid, child } = startProcess();
  const look = takeLook();
  await expect.poll(() => takeLook().environmentValue(pid, 'GIVEN')).toBe('yes');
  expect(look.processIds()).toContain(pid);
  expect(look.process(pid)).toMatchObject({ pid, parentPid: process.pid });
  const before = look.openFiles(pid);
  expect(before.map(({ path }) => path)).toContain(`/proc/${pid}/fd/0`);
  child.stdin.end();
  await once(child, 'exit');
  expect(look.process(pid)).not.toBe(null);
  expect(look.openFiles(pid)).toEqual(before);
  expect([takeLook().process(pid), takeLook().openFiles(pid)]).toEqual([null, []]);
});

test.skipIf(!processesAreKnown)(
  'a process that becomes another program again and again never has another environment',
  async () => {
    const child = spawn('bash', ['--norc', '-c', `echo; ${again}`, again], {
      env: { PATH: path, GIVEN: 'yes' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill());
    await once(child.stdout, 'data');
    const told = new Set<string | null>();
    for (let time = 0; time < 20_000; time += 1) {
      const look = takeLook();
      const value = look.environmentValue(child.pid ?? 0, 'GIVEN');
      told.add(look.isBeingReplaced(child.pid ?? 0) ? 'being replaced' : value);
    }
    told.delete('being replaced');
    expect([...told]).toEqual(['yes']);
  },
);

test.skipIf(!processesAreKnown)('an environment is read at once, however long it is', async () => {
  const before = Array.from({ length: 400 }, (_, at) => [`V${at}`, 'x'.repeat(1_000)]);
  const { pid } = startProcess(Object.fromEntries(before));
  await expect.poll(() => takeLook().environmentValue(pid, 'GIVEN')).toBe('yes');
  const readings = () => Number(/^syscr: (\d+)$/m.exec(readFileSync('/proc/thread-self/io', 'utf8'))?.[1]);
  const look = takeLook();
  const counting = -(readings() - readings());
  const begin = readings();
  expect(look.environmentValue(pid, 'GIVEN')).toBe('yes');
  expect(readings() - begin - counting).toBe(1);
});

test('a variable is found that bash has taken apart, as it does for a moment when it starts', () => {
  expect(environmentValue('A=1\0MARK\0value\0B=2\0', 'MARK')).toBe('value');
  expect(environmentValue('A=1\0MARK=value\0B=2\0', 'MARK')).toBe('value');
  expect(environmentValue('A=MARK\0MARKED=2\0', 'MARK')).toBe(null);
});

test('a look in a turn of its own is had at once, and the others of that turn share one', async () => {
  await nextTurn();
  let turns = 0;
  setImmediate(() => {
    turns += 1;
  });
  const [first, second, third] = [nextLook(), nextLook(), nextLook()];
  const one = await first;
  expect(turns).toBe(0);
  const others = await Promise.all([second, third]);
  expect(turns).toBe(1);
  expect(others[0]).toBe(others[1]);
  expect(others[0]).not.toBe(one);
});

test.skipIf(!processesAreKnown)('a look that is shared begins after all have asked for it', async () => {
  await nextTurn();
  await nextLook();
  const shared = nextLook();
  const { pid } = startProcess();
  expect((await Promise.all([shared, nextLook()])).map((look) => look.process(pid)?.pid)).toEqual([pid, pid]);
});
