import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openLaboratory } from './laboratory.ts';

const laboratory = openLaboratory();
afterAll(() => laboratory.close());
const { directory, home } = laboratory;

async function run(script: string) {
  const { executions, written } = await laboratory.observe(script);
  return { ran: executions.map(({ argv }) => argv.join(' ')), in: executions.map(({ cwd }) => cwd), written };
}

describe('the laboratory notes', () => {
  test.each([
    ['programs that do not exist, with their words', 'ok1 "a b"; none', ['ok1 a b', 'none']],
    ['those in the background', 'ok1 & ok2 & wait', expect.arrayContaining(['ok1', 'ok2'])],
    ['those that are not waited for', '(ok1; ok1 a) > f1 2>&1 &', ['ok1', 'ok1 a']],
    ['those in a shell that is started', "bash -c 'ok1 $0' a", ['bash -c ok1 $0 a', 'ok1 a']],
    [
      'those in a shell that others start',
      "env nice bash <<< 'ok1'",
      ['env nice bash', 'nice bash', 'bash', 'ok1'],
    ],
    ['those that others start', 'echo a | xargs st1 b', ['xargs st1 b', 'st1 b a']],
    ['none of the machine itself', 'ls; id', ['ls', 'id']],
  ])('%s', async (_, script, ran) => {
    expect((await run(script)).ran).toEqual(ran);
  });

  test('in which directory they were', async () => {
    expect((await run('cd d1; ok1; (cd ~; ok1); env -C .. st1')).in).toEqual([
      `${directory}/d1`,
      home,
      `${directory}/d1`,
      directory,
    ]);
  });

  test('which files have come, and which have changed', async () => {
    expect((await run('ok1 > f1; ok1 >> a.c; echo a >> b.c; ok2 > ~/f2')).written.toSorted()).toEqual(
      [`${directory}/b.c`, `${directory}/f1`, `${home}/f2`].toSorted(),
    );
  });
});

describe('the laboratory keeps to itself', () => {
  test('so that what is written above the working directory is noted too', async () => {
    const { written } = await run('cd ../../..; ok1 > f1');
    expect(written).toEqual([join(directory, '../../../f1')]);
  });

  test('so that what never ends is ended, and the next script finds nothing of it', async () => {
    expect((await laboratory.observe('while :; do ok1; done')).timedOut).toBe(true);
    expect(await run('ok2')).toEqual({ ran: ['ok2'], in: [directory], written: [] });
  });

  test('so that functions that call themselves twice end soon', async () => {
    const { timedOut } = await laboratory.observe('f() { f | f; }; f');
    expect(timedOut).toBe(false);
  });
});
