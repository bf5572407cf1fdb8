import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { processesAreKnown, readProcess } from '../../src/backends/local/processes/process-table.ts';
import { heldProcess } from '../support/held-process.ts';
import { replacedAgain, replacedProcesses } from '../support/replaced-again.ts';
import { inShort, sessionBackend } from '../support/session.ts';

describe('what a command in a session leaves running', () => {
  test('is told of once, and goes on', async () => {
    const { run } = sessionBackend();
    const { run: first } = await run('sleep 600 > /dev/null 2>&1 & p=$!; echo "$p"');
    expect(first).toMatchObject({ survivors: [{ command: 'sleep 600', holdsOutput: false }], kept: null });
    const { run: second, output } = await run('kill -0 "$p"; echo $?');
    expect([second, output]).toMatchObject([{ survivors: [] }, '0\n']);
  });

  test('is told of with that command, and no later one, while it becomes another program again and again', async () => {
    const { run } = sessionBackend();
    for (let round = 0; round < 5; round += 1) {
      const { run: first } = await run(replacedAgain('exec sleep 600'));
      const { run: second } = await run('true');
      const told = [first, second].map((ran) => ran.kind === 'ended' && ran.survivors.length);
      expect(told).toEqual([replacedProcesses, 0]);
    }
  });

  test('is not what the shell itself runs at its end', async () => {
    const { run } = sessionBackend();
    // Whatever is forked takes long, so that it is seen.
    const slow = "set -T; trap '((BASH_SUBSHELL)) && sleep 0.3' DEBUG";
    const { run: first } = await run(`${slow}; true | true`);
    expect(first).toMatchObject({ survivors: [], parts: [0, 0] });
    expect((await run('true')).run).toMatchObject({ survivors: [] });
  });

  test('is not what the shell runs for its prompt', async () => {
    const { run } = sessionBackend();
    await run("readonly PROMPT_COMMAND='sleep 0.2' PS1='$(sleep 0.2)'");
    expect((await run('true')).run).toMatchObject({ survivors: [] });
    const { run: second } = await run('sleep 600 > /dev/null 2>&1 &');
    expect(second).toMatchObject({ survivors: [{ command: 'sleep 600' }] });
  });

  test('writes to nobody, without being held up or ended', async () => {
    const { run, directory } = sessionBackend();
    const writer =
      'echo begin; until [ -e go ]; do sleep 0.01; done; head -c 1000000 /dev/zero && echo late && touch done';
    const { run: first, output } = await run(`{ ${writer}; } & p=$!`);
    expect(output).toBe('begin\n');
    expect(first.kind === 'ended' && first.survivors[0]).toMatchObject({ holdsOutput: true });
    writeFileSync(join(directory, 'go'), '');
    const second = await run('until [ -e done ]; do sleep 0.01; done; echo clean; wait "$p"; echo $?');
    expect([inShort(second), second.output]).toEqual(['0', 'clean\n0\n']);
  });

  test('can write all the time: the command ends, and the next one sees nothing of it', async () => {
    const { run } = sessionBackend();
    const { output } = await run('(while echo tick; do sleep 0.01; done) & p=$!; echo started');
    expect(output).toMatch(/^(started|tick\n)/);
    expect((await run('echo clean')).output).toBe('clean\n');
    expect((await run('kill "$p"; wait "$p"; echo $?')).output).toBe('143\n');
  });

  test('ends with the shell', async () => {
    const held = heldProcess();
    const { run } = sessionBackend({ directory: held.directory });
    await run('(trap "" TERM; sleep 600) 9> leash & setsid sleep 600 9> leash &');
    const ended = await run('exit 3');
    held.expectGone();
    expect(inShort(ended)).toBe('3; shell ended');
  });

  test.skipIf(!processesAreKnown)(
    'ends with its conversation, also where that ended while the shell began',
    async () => {
      const { run, backend } = sessionBackend();
      const began = run('sleep 600 > /dev/null 2>&1 & echo $!');
      await backend.endConversation('c');
      const pid = Number((await began).output);
      expect(pid).toBeGreaterThan(0);
      await backend.close();
      expect(readProcess(pid)).toBe(null);
    },
  );
});

describe('a command that is for a certain shell', () => {
  const shellOf = ({ run }: Awaited<ReturnType<ReturnType<typeof sessionBackend>['run']>>) =>
    run.kind === 'ended' && run.session !== null ? run.session.shell : 'none';

  test('runs in that one, and in no other', async () => {
    const { run } = sessionBackend();
    const shell = shellOf(await run('x=1', { shell: null }));
    expect(shell).toEqual(expect.any(String));
    const same = await run('echo "$x"', { shell });
    expect([same.output, shellOf(same)]).toEqual(['1\n', shell]);
    for (const wanted of [null, 'another']) {
      const refused = await run('x=2; touch new', { shell: wanted });
      expect(refused).toEqual({ run: { kind: 'other_shell', shell }, output: '' });
    }
    expect((await run('echo "$x"; ls', { shell })).output).toBe('1\n');
  });

  test('runs in none where another client has run something in it meanwhile', async () => {
    const { run } = sessionBackend();
    const first = shellOf(await run('x=1', { shell: null, client: 'one' }));
    expect(shellOf(await run('x=2', { shell: first, client: 'one' }))).toBe(first);
    const second = shellOf(await run('x=3', { shell: first, client: 'other' }));
    const refused = await run('x=4; touch new', { shell: first, client: 'one' });
    expect(refused).toEqual({ run: { kind: 'other_shell', shell: second }, output: '' });
    // Nothing has run, and so it is the other one's as before.
    expect(shellOf(await run('echo "$x"', { shell: second, client: 'other' }))).toBe(second);
    const third = await run('echo "$x"; ls', { shell: second, client: 'one' });
    expect(third.output).toBe('3\n');
    expect([first, second]).not.toContain(shellOf(third));
  });

  test('runs in none where that one has ended, and the next one is told of as new all the same', async () => {
    const { run } = sessionBackend();
    const shell = shellOf(await run('x=1'));
    await run('exit');
    expect((await run('touch new', { shell })).run).toEqual({ kind: 'other_shell', shell: null });
    const next = await run('ls', { shell: null });
    expect([inShort(next), next.output]).toEqual(['0; new: ended', '']);
    expect(shellOf(next)).not.toBe(shell);
  });
});

describe('commands at once', () => {
  test('run one after the other in one session', async () => {
    const { run } = sessionBackend();
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    const runs = numbers.map((n) => run(`echo "$((n++)) ${n} $(set -C; : > lock && echo alone; rm lock)"`));
    const outputs = (await Promise.all(runs)).map(({ output }) => output);
    expect(outputs).toEqual(numbers.map((n) => `${n} ${n} alone\n`));
  });

  test('run side by side in twenty sessions', async () => {
    const { run } = sessionBackend({ sessions: { most: 20 } });
    const meet = (n: number): string =>
      `n=${n}; touch "here $n"; until set -- here*; (($# == 20)); do sleep 0.01; done`;
    const keys = Array.from({ length: 20 }, (_, index) => `s${index}`);
    await Promise.all(keys.map((key, n) => run(meet(n), { key })));
    const outputs = await Promise.all(keys.map(async (key) => (await run('echo "$n"', { key })).output));
    expect(outputs).toEqual(keys.map((_, n) => `${n}\n`));
  });
});

/** A session with processes that hold the leash, also ones that do not want to end. */
async function heldSession(sessions = {}) {
  const held = heldProcess();
  const backend = sessionBackend({ directory: held.directory, sessions });
  await backend.run('exec 9> leash; a=1; sleep 600 & setsid sleep 600 & (trap "" TERM; sleep 600) &', {
    key: 'held',
  });
  expect(held.isGone()).toBe(false);
  return { ...backend, held };
}

describe('a session ends, and nothing of it is left,', () => {
  test('with its conversation, and no other', async () => {
    const { backend, run, held } = await heldSession();
    await run('b=1', { key: 'other', conversationId: 'd' });
    await backend.endConversation('d');
    expect(held.isGone()).toBe(false);
    expect(inShort(await run('true', { key: 'other', conversationId: 'd' }))).toBe('0');
    await backend.endConversation('c');
    held.expectGone();
  });

  test('with its backend', async () => {
    const { backend, held } = await heldSession();
    await backend.close();
    held.expectGone();
  });

  test('with its backend, also while a command is under way in it', async () => {
    const { backend, run, held } = await heldSession();
    let close = Promise.resolve();
    const running = run('echo ready; sleep 600', {
      key: 'held',
      onOutput: () => {
        close = backend.close();
      },
    });
    await running;
    await close;
    held.expectGone();
  });

  test('when nothing runs in it for long', async () => {
    const { run, held } = await heldSession({ idleMs: 1 });
    await expect.poll(held.isGone).toBe(true);
    expect(inShort(await run('true', { key: 'held' }))).toBe('0; new: ended');
  });

  test.each([Number.POSITIVE_INFINITY, 1e10])(
    'not when it may stay for longer than a timer of Node takes: %d ms',
    async (idleMs) => {
      const { run } = sessionBackend({ sessions: { idleMs } });
      await run('a=1');
      await sleep(20); // A timer that takes it for 1 ms was set before, and has gone off.
      expect((await run('echo "$a"')).output).toBe('1\n');
    },
  );

  test('when there are too many, the one that was used the longest ago', async () => {
    const { run, held } = await heldSession({ most: 2 });
    await run('b=1', { key: 'second' });
    expect(held.isGone()).toBe(false);
    await run('true', { key: 'third' });
    await expect.poll(held.isGone).toBe(true);
    expect((await run('echo "$b"', { key: 'second' })).output).toBe('1\n');
    expect(inShort(await run('true', { key: 'held' }))).toBe('0; new: ended');
  });

  test('also when one makes place for the next again and again', async () => {
    const { run } = sessionBackend({ sessions: { most: 1 } });
    for (let n = 0; n < 20; n += 1) {
      const ran = await run('sleep 600 & echo "$((a++))"', { key: `s${n}` });
      expect([inShort(ran), ran.output]).toEqual(['0', '0\n']);
    }
  });

  test('when somebody else ends its shell', async () => {
    const { run } = sessionBackend();
    await run('a=1; (until [ -e go ]; do sleep 0.01; done; kill -9 $$; touch done) > /dev/null &');
    await run('touch go; until [ -e done ]; do sleep 0.01; done', { key: 'other' });
    const next = await run('echo "[$a]"');
    expect([inShort(next), next.output]).toEqual(['0; new: lost', '[]\n']);
  });
});
