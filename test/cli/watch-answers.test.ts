import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { claimLeft, leaveQuestion } from '../../src/state/left-questions.ts';
import { questionOf } from '../approvals/support.ts';
import { handrail, temporaryMachine } from '../support/handrail.ts';
import { host, record } from '../support/watch-host.ts';
import { keys, pasted, type WatchScreen, watchScreen } from '../support/watch-screen.ts';

/** Types what asks for a line, as a person does: character by character, for what comes at once is pasted. */
async function typed(screen: WatchScreen, label: string, text: string): Promise<void> {
  for (const [at, character] of [...text].entries()) {
    screen.press(character);
    await screen.until(`${label}${text.slice(0, at + 1)}`.trimEnd());
  }
  screen.press(keys.enter);
}

describe('handrail watch, on a terminal', () => {
  test('takes each answer by its key: no with a reason, for the conversation, and always for the rule that is shown', async () => {
    const machine = temporaryMachine();
    const { run } = host(machine, { approve: 'rules' });
    const screen = watchScreen(machine);
    await screen.until('nothing runs');
    screen.press('3');
    await screen.until('nobody waits for an answer');
    /** A call whose question is opened on the screen. */
    const asked = async (command: string) => {
      const call = run(command);
      await screen.until('? waiting');
      screen.press(keys.enter);
      await screen.until(`Command       ${command}`);
      await screen.until('y yes');
      return { call };
    };
    const answered = async ({ call }: Awaited<ReturnType<typeof asked>>) => {
      const { text } = await call;
      await screen.until('nobody waits for an answer');
      return text;
    };

    const refused = await asked('touch refused');
    screen.press('n');
    await screen.until('No, because:');
    await typed(screen, 'No, because: ', 'use make');
    expect(await answered(refused)).toBe('[denied by the user: use make]');

    const again = await asked('touch again');
    screen.press('c');
    expect(await answered(again)).toBe('[no output]');
    expect((await run('touch again')).text).toBe('[no output]');

    const always = await asked('touch always');
    screen.press('a');
    await screen.until('Always: touch always');
    screen.press(keys.enter);
    expect(await answered(always)).toBe('[no output]');
    expect((await run('touch always', 'another')).text).toBe('[no output]');
    const { stdout } = await handrail(machine, ['grants', '--json']);
    expect(JSON.parse(stdout)).toMatchObject([{ command: 'touch again' }, { words: ['touch', 'always'] }]);
    expect(['refused', 'again', 'always'].map((name) => existsSync(join(machine.directory, name)))).toEqual([
      ...[false, true, true],
    ]);
  });

  test('shows each of several calls that always would keep, of which one is left out, and a paste answers nothing', async () => {
    const machine = temporaryMachine();
    const { run } = host(machine, { approve: 'rules' });
    const screen = watchScreen(machine);
    await screen.until('nothing runs');
    screen.press('3');
    const call = run('touch a; touch b');
    await screen.until('? waiting');
    screen.press(keys.enter);
    await screen.until('Command       touch a; touch b');
    screen.press(keys.end);
    await screen.until('a always');
    screen.press('a');
    await screen.until('Always: touch a');
    await screen.until('        touch b');
    await screen.until((rows) => /an empty line is left out +line 2 of 2$/.test(rows.at(-2) ?? ''));
    await screen.until(`- touch b in ${machine.directory}`);
    screen.press(pasted('c\r'));
    await screen.until('        touch bc');
    screen.press('\x15');
    // Its last row is drawn last: an Enter that came with the key before would be taken for pasted.
    await screen.until(
      (rows) =>
        rows[rows.indexOf('Always: touch a') + 1] === '' && rows.at(-2)?.endsWith('line 2 of 2') === true,
    );
    screen.press(keys.enter);
    await screen.until('approved once, and what you kept for good; it is asked about again');
    expect((await call).text).toBe('[no output]');
    const { stdout } = await handrail(machine, ['grants', '--json']);
    expect(JSON.parse(stdout)).toMatchObject([{ words: ['touch', 'a'] }]);
    expect(JSON.parse(stdout)).toHaveLength(1);
  });

  test('searches the audit, shows a job with what it writes, and scrolls', async () => {
    const machine = temporaryMachine();
    await record(machine, ['make needle', ...Array.from({ length: 60 }, (_, n) => `echo ${n}`)]);
    const { bash } = host(machine);
    const context = { workingDirectory: machine.directory, conversationId: 'talk' };
    await bash.run({ command: 'echo from the job; exec sleep 60', run_in_background: true }, context);
    const screen = watchScreen(machine);
    await screen.until('2 Jobs 1');
    screen.press('2');
    await screen.until('from the job');
    screen.press('4');
    await screen.until('62 calls');
    expect(screen.rows().join('\n')).not.toContain('make needle');
    screen.press(keys.end);
    await screen.until((rows) => rows.some((row) => /^> .*make needle$/.test(row)));
    screen.press('/');
    await screen.until('Search:');
    await typed(screen, 'Search: ', 'needle');
    await screen.until('1 call matches needle');
    await screen.until((rows) => /^> .*make needle$/.test(rows[2] ?? '') && rows[3] === '');
  });

  test('shows what a guard has left, under its whole id, and keeps the answer for it', async () => {
    const machine = temporaryMachine();
    const { stateDir } = machine;
    const question = questionOf('npm publish', { contract: 'hook' });
    const id = leaveQuestion(stateDir, question, false, Date.now());
    const screen = watchScreen(machine);
    await screen.until('3 Approvals 1!');
    screen.press('3');
    await screen.until((rows) => rows.some((row) => row.startsWith(`> ${id} `)));
    screen.press(keys.enter);
    await screen.until('Command       npm publish');
    await screen.until('y yes');
    screen.press('y');
    await screen.until('approved for this once; it holds when the call is made again');
    expect(claimLeft(stateDir, question.key, Date.now())).toEqual({ kind: 'approved' });
    await screen.until('3 Approvals 0');
  });
});
