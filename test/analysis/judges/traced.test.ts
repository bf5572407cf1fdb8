import { existsSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { judge } from './judge.ts';
import { script } from './scripts.ts';
import { readTrace } from './trace.ts';
import { openTracedLaboratory } from './traced.ts';
import { conduct, Mistake } from './trial.ts';

const strace = ['/usr/bin/strace', '/bin/strace', '/usr/local/bin/strace'].find(existsSync);

test.runIf(process.env.CI === 'true')('strace is there where it has to be', () => {
  expect(strace).toBeDefined();
});

const title = strace === undefined ? 'under strace, which is not installed here' : 'under strace';

describe.skipIf(strace === undefined)(title, () => {
  const laboratories = [1, 2].map(() => openTracedLaboratory(strace ?? ''));
  afterAll(() => {
    for (const laboratory of laboratories) laboratory.close();
  });

  test('what is executed and written is seen, with words and directory', async () => {
    const [laboratory] = laboratories;
    const observation = await laboratory?.observe(
      'cd d1 && ok1 "a b" \'\' é > f1; env -C d2 st1; none; (cd ..; ko1)',
    );
    expect(observation).toEqual({
      executions: [
        { cwd: `${laboratory?.directory}/d1`, argv: ['ok1', 'a b', '', 'é'] },
        { cwd: `${laboratory?.directory}/d1`, argv: ['env', '-C', 'd2', 'st1'] },
        { cwd: `${laboratory?.directory}/d1/d2`, argv: ['st1'] },
        { cwd: laboratory?.directory, argv: ['ko1'] },
      ],
      written: [`${laboratory?.directory}/d1/f1`],
      stderr: expect.stringContaining('none: command not found'),
      timedOut: false,
    });
  });

  test('everything that the kernel saw is in the analysis, for 200 scripts', async () => {
    const counts = await conduct({
      title: 'strace',
      scripts: script,
      count: 200,
      judges: laboratories,
      judge: async (laboratory, text) => {
        const verdict = await judge(laboratory, text);
        if (verdict.kind === 'surprise') throw new Mistake(text, verdict);
        return verdict.kind;
      },
    });
    expect(counts.agreed).toBeGreaterThan(100);
  }, 450_000);
});

test('a call that another process interrupts is put together, and one that failed is left out', () => {
  const trace = [
    '7 chdir("\\x64" <unfinished ...>',
    '7 <... chdir resumed>) = 0',
    '7 clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD) = 8',
    '8 execve("\\x2f\\x61", ["\\x61", "\\x2f\\x62"], 0x7f /* 2 vars */) = 0',
    '7 chdir("\\x65") = 0',
    '8 openat(AT_FDCWD, "\\x66", O_WRONLY|O_CREAT, 0666) = 3',
    '8 openat(AT_FDCWD, "\\x67", O_RDONLY) = 3',
    '7 execve("\\x62", ["\\x62"], 0x7f /* 2 vars */) = -1 ENOENT (No such file or directory)',
  ].join('\n');
  expect(readTrace(trace, '/w')).toEqual({
    executions: [{ cwd: '/w/d', argv: ['a', '/b'] }],
    written: ['/w/d/f'],
  });
});
