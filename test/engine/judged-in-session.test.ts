import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeQuestion } from '../../src/approvals/describe.ts';
import { createLocalBackend } from '../../src/backends/local/local-backend.ts';
import type { ApprovalAnswer, ApprovalQuestion } from '../../src/model/ports.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const yes: ApprovalAnswer = { kind: 'approved' };

/** A session in a workspace with some directories; whoever is asked says what `answer` does. */
function scene({
  answer = yes,
  ...given
}: { answer?: ApprovalAnswer } & Parameters<typeof temporaryBash>[0] = {}) {
  const workingDirectory = realpathSync(temporaryDirectory());
  for (const name of ['sub/deep', 'other']) mkdirSync(join(workingDirectory, name), { recursive: true });
  for (const name of ['notes', 'sub/notes', 'sub/deep/notes', 'other/notes'])
    writeFileSync(join(workingDirectory, name), `of ${name}\n`);
  const asked: ApprovalQuestion[] = [];
  const bash = temporaryBash({
    sandbox: 'off',
    options: { approve: 'rules' },
    ...given,
    approver: {
      async ask(question) {
        asked.push(question);
        return answer;
      },
    },
  });
  const context = { workingDirectory, conversationId: 'one' };
  const run = async (command: string) => {
    asked.length = 0;
    const { outcome, text } = await bash.run({ command, session: 'main' }, context);
    return {
      kind: outcome.kind,
      text,
      reasons: asked.flatMap(({ findings }) => findings.map(({ reason }) => reason)),
    };
  };
  return { workingDirectory, bash, context, asked, run };
}

/** Runs some commands, and tells why the last one is asked about. */
async function reasonsAfter(...commands: readonly string[]): Promise<readonly string[]> {
  const { run, workingDirectory } = scene();
  let reasons: readonly string[] = [];
  for (const command of commands)
    ({ reasons } = await run(command.replaceAll('WORKSPACE', workingDirectory)));
  return reasons.map((reason) => reason.replaceAll(workingDirectory, 'WORKSPACE'));
}

describe('a command in a session is asked about for what it would do in its shell, and for nothing else', () => {
  test.each([
    ['a function', ['greet() { echo "hi $1"; }', 'greet you']],
    ['a variable', ['FOO=1', 'echo "$FOO"']],
    ['a directory', ['cd sub', 'cat notes', 'cd ..', 'cat sub/notes']],
    ['a directory behind a `cd` that may have failed', ['cd sub; cd deep', 'cd ..', 'cat deep/notes']],
    ['a directory that only the shell knows', ['source ./missing; cd sub', 'cat notes', 'cat deep/notes']],
    ['a directory where a `cd` has failed', ['cd missing', 'cat notes']],
    [
      'one that it has come to by many',
      ['cd sub', 'cd ..', 'cd sub && cd deep', 'cd ../..', 'cat "$PWD/notes"'],
    ],
    [
      'names there',
      ['cd sub', 'cd deep', 'for f in n*; do wc -l "$f"; done', 'cd ..; for f in n*; do wc -l "$f"; done'],
    ],
    [
      'names where only the shell knows where it is',
      ['cd "$(ls -d s*)"', 'for f in n*; do wc -l "$f"; done'],
    ],
  ])('%s', async (_what, commands) => {
    expect(await reasonsAfter(...commands)).toEqual([]);
  });

  test.each([
    ['a function', ['greet() { touch made; }', 'greet'], 'it would write to WORKSPACE/made'],
    ['a variable', ['x=made', 'touch "$x"'], 'it would write to WORKSPACE/made'],
    ['a directory', ['cd sub', 'touch made'], 'it would write to WORKSPACE/sub/made'],
    [
      'a directory that only the shell knows',
      ['source ./missing; cd sub', 'touch made'],
      'it would write to WORKSPACE/sub/made',
    ],
  ])('%s, once', async (_what, commands, reason) => {
    expect(await reasonsAfter(...commands)).toEqual([reason]);
  });

  test('a directory that the shell has come to by a link, which `..` leads out of again', async () => {
    const { run, workingDirectory } = scene();
    const outside = temporaryDirectory();
    symlinkSync(join(workingDirectory, 'sub/deep'), join(outside, 'link'));
    await run(`cd '${outside}/link'; source ./missing`);
    expect((await run('cat notes')).reasons).toEqual([]);
    const { reasons } = await run('cd .. && cat notes');
    expect(reasons).toEqual([expect.stringContaining('…/notes, which is not known to be in the workspace')]);
    expect((await run('echo "$PWD"')).text).toBe(outside);
    expect((await run('cat notes')).reasons).toEqual([expect.stringContaining(`${outside}/notes`)]);
  });

  test('a directory whose name leads elsewhere by now, from which `cd` goes on there', async () => {
    const { run, workingDirectory } = scene();
    const [outside, link] = [temporaryDirectory(), join(workingDirectory, 'link')];
    mkdirSync(join(outside, 'deep'));
    writeFileSync(join(outside, 'deep/notes'), 'of somebody else\n');
    symlinkSync('sub', link);
    await run('cd link');
    expect((await run('cd deep && cat notes')).reasons).toEqual([]);
    await run('cd ..');
    rmSync(link);
    symlinkSync(outside, link);
    expect(await run('cat notes')).toMatchObject({ reasons: [], text: 'of sub/notes' });
    const { reasons, text } = await run('cd deep && cat notes');
    expect([reasons, text]).toEqual([
      [expect.stringContaining('not known to be in the workspace')],
      'of somebody else',
    ]);
    await run(`cd '${workingDirectory}/sub'`);
    expect(await run('cat notes')).toMatchObject({ reasons: [], text: 'of sub/notes' });
  });

  test('where a trap may lead it elsewhere, what the system tells of its directory counts not', async () => {
    const { run } = scene();
    await run('cd sub');
    expect((await run('cat notes')).reasons).toEqual([]);
    await run("trap 'cd /' USR1");
    expect((await run('cat notes')).reasons).toEqual([expect.stringContaining('the session has a trap')]);
  });
});

test('what a person is shown is what it would run in the shell of the session, and where', async () => {
  const { run, asked, workingDirectory } = scene();
  await run('touch made');
  const [first] = asked.map(describeQuestion);
  expect(first).toMatchObject({ directory: workingDirectory, invocationsTitle: 'what it would run' });
  await run('cd sub; name=made');
  await run('touch "$name" ../made');
  const [shown] = asked.map(describeQuestion);
  expect(shown).toMatchObject({
    directory: join(workingDirectory, 'sub'),
    invocationsTitle: 'what it would run',
    invocations: [
      {
        level: 0,
        words: 'touch made ../made',
        about: expect.not.arrayContaining([expect.stringMatching(/^in /)]),
      },
    ],
  });
});

test('an answer for the conversation is for the same command in the same place', async () => {
  const { run, bash, context } = scene({ answer: { kind: 'approved', conversation: true } });
  await run('cd sub');
  expect((await run('git push')).reasons).not.toEqual([]);
  expect((await run('git push')).reasons).toEqual([]);
  await run('cd ../other');
  expect((await run('git push')).reasons).not.toEqual([]);
  await run('git() { command git "$@"; }; cd ../sub');
  expect((await run('git push')).reasons).not.toEqual([]);
  expect(await bash.judge('bash', { command: 'git push', session: 'another' }, context)).toMatchObject({
    decision: { verdict: 'ask' },
  });
});

test('what is allowed for good is the call where its shell is', async () => {
  const { run, asked, workingDirectory } = scene({ answer: { kind: 'approved', always: {} } });
  await run('cd sub');
  await run('git push origin main');
  expect(asked.map(({ offers }) => offers)).toEqual([
    [{ kind: 'call', words: ['git', 'push', 'origin', 'main'], cwd: join(workingDirectory, 'sub') }],
  ]);
  expect((await run('git push origin main')).reasons).toEqual([]);
  await run('cd ..');
  expect((await run('git push origin main')).reasons).toHaveLength(1);
});

test('without a backend that tells the directory, all to which its commands may have led count', async () => {
  const local = createLocalBackend({ bashPath: null, path: process.env.PATH ?? '' });
  const { sessionDirectory: _, ...backend } = local;
  const { run } = scene({ backend });
  await run('cd sub');
  expect((await run('touch made')).reasons).toHaveLength(2);
  await local.close();
});

test.each([' (deleted)', 'moved'])(
  'a directory that was put elsewhere under the shell, as %s, is not the one that has its name now',
  async (name) => {
    const { run, workingDirectory } = scene();
    const outside = temporaryDirectory();
    await run('cd sub');
    renameSync(join(workingDirectory, 'sub'), join(outside, `sub${name}`));
    mkdirSync(join(workingDirectory, 'sub'));
    const { reasons } = await run('cat notes');
    expect(reasons).toEqual([expect.stringContaining('which is not known to be in the workspace')]);
  },
);

test('a call that names where it is to run is judged for that place alone', async () => {
  const { bash, context, run, workingDirectory } = scene();
  await run('cd sub');
  const input = { command: 'touch made', session: 'main', workdir: 'other' };
  const judgement = await bash.judge('bash', input, context);
  expect(judgement).toMatchObject({
    decision: { findings: [{ reason: `it would write to ${workingDirectory}/other/made` }] },
  });
});
