import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SyntaxMistake } from '../../src/model/exit.ts';
import type { Plan } from '../../src/model/plan.ts';
import { localBackend, planIn } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const bash = execFileSync('which', ['bash'], { encoding: 'utf8' }).trim();

/** What the local backend says of a text in an empty directory, and what is in the directory afterwards. */
async function check(command: string, given: Partial<Plan> = {}, stop = new AbortController().signal) {
  const cwd = temporaryDirectory();
  const mistake = (await localBackend().checkSyntax?.(planIn(cwd, command, given), stop)) ?? null;
  return { mistake: shown(mistake), made: readdirSync(cwd) };
}

function shown(mistake: SyntaxMistake | null) {
  return mistake && { exitCode: mistake.exitCode, words: Buffer.from(mistake.words).toString() };
}

describe('the check of the syntax by the local backend', () => {
  test.each([
    'if',
    'echo "',
    'touch made\n(',
    'touch made; touch too\nfi',
    'touch made &\n}',
    'x=$(touch made)\n<(touch made) )',
    'echo `touch made`\n`',
    'f() { touch made; }\nf\nf() {',
    'trap "touch made" EXIT\n((',
    'a[$(touch made)]=1\na=(1 2',
    'cat <<end\n$(touch made)\nend\n;;',
    '[[ a -nt $(touch made)',
    '+n\n(',
    '-c (',
  ])('says of %j what bash says when it is to run it, and runs nothing', async (command) => {
    const { mistake, made } = await check(command);
    const directory = temporaryDirectory();
    const { status, stderr } = spawnSync(bash, ['-c', '--', command, 'bash'], {
      cwd: directory,
      encoding: 'utf8',
    });
    expect(made).toEqual([]);
    expect(mistake?.exitCode).toBe(status);
    // What the lines before have written comes before it.
    expect(stderr.endsWith(mistake?.words ?? 'nothing')).toBe(true);
  });

  test.each([
    'touch made',
    'cat <<end\n$(touch made)\n',
    '# nothing',
    '+n',
    '-s',
    '',
    "trap 'touch made' EXIT",
  ])('finds no mistake in %j, and runs nothing', async (command) => {
    expect(await check(command)).toEqual({ mistake: null, made: [] });
  });

  test('runs nothing of a file that bash is to read first', async () => {
    const startup = join(temporaryDirectory(), 'startup');
    writeFileSync(startup, 'touch made; echo started >&2\n');
    const env = { PATH: process.env.PATH ?? '', BASH_ENV: startup };
    expect(await check('fi', { env })).toEqual({
      mistake: { exitCode: 2, words: expect.stringMatching(/^bash: -c: line 1: [^\n]*\n[^\n]*`fi'\n$/) },
      made: [],
    });
  });

  test('does not check what is longer than an argument can be', async () => {
    const filler = ': '.padEnd(131_069, 'x');
    expect((await check(`${filler}\nfi`)).mistake).toBe(null);
    expect((await check(`${filler.slice(0, -1)}\nfi`)).mistake?.exitCode).toBe(2);
  });

  test('does not know what it cannot find out', async () => {
    expect((await check('fi', { cwd: join(temporaryDirectory(), 'missing') })).mistake).toBe(null);
    expect((await check('fi', {}, AbortSignal.abort({ kind: 'cancelled' }))).mistake).toBe(null);
    expect((await check('fi', { env: { BIG: 'x'.repeat(200_000) } })).mistake).toBe(null);
    const none = localBackend({ path: temporaryDirectory() });
    expect(await none.checkSyntax?.(planIn('/', 'fi'), new AbortController().signal)).toBe(null);
  });
});
