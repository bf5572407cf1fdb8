import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { yes } from '../support/access.ts';
import { handrail, type Machine, mainFile, temporaryMachine } from '../support/handrail.ts';
import { personAt, shellWithStopped } from '../support/person.ts';
import { host, record, untilGo } from '../support/watch-host.ts';
import { keys, pasted, watchScreen } from '../support/watch-screen.ts';

const esc = '\x1b\\[';

/** What the screen itself tells the terminal: its cursor, its modes, how text looks, what to erase. */
const ours = new RegExp(`${esc}(\\?(25|7|1049|2004|2026)[hl]|\\d*(;\\d+)*m|\\d*[AGHJK])`, 'g');

/** The screen with the one approval that waits opened. */
async function openedApproval(machine: Machine) {
  const screen = watchScreen(machine);
  await screen.until('3 Approvals 1!');
  screen.press('3');
  await screen.until('? waiting');
  screen.press(keys.enter);
  return screen;
}

/** Whether the terminal has its usual screen and its cursor. */
function endsLeft(written: string): boolean {
  return (
    written.lastIndexOf('\x1b[?1049l') > written.lastIndexOf('\x1b[?1049h') &&
    written.lastIndexOf('\x1b[?25h') > written.lastIndexOf('\x1b[?25l')
  );
}

describe('handrail watch', () => {
  test('shows a command that runs with what it writes, then what became of it, and leaves the terminal as it was', async () => {
    const machine = temporaryMachine();
    const { run, release } = host(machine);
    const call = run(`echo first; until [ -e seen ]; do sleep 0.02; done; echo second; ${untilGo}; exit 4`);
    const screen = watchScreen(machine);
    await screen.until('first');
    expect(screen.terminal.buffer.active.type).toBe('alternate');
    expect(screen.rows()[0]).toMatch(
      /^\[1 Running 1\] 2 Jobs 0 {2}3 Approvals 0 {2}4 Audit {2}5 Conversations +1 host$/,
    );
    expect(screen.rows()[2]).toMatch(/^> \d+s +» running +talk +echo first; until/);
    writeFileSync(join(machine.directory, 'seen'), '');
    await screen.until('second');
    screen.press(keys.enter);
    await screen.until('Confinement   not confined');
    screen.press(keys.escape);
    release();
    await call;
    await screen.until('✗ failed');
    screen.press('q');
    expect(await screen.exit).toBe(0);
    expect(screen.terminal.buffer.active.type).toBe('normal');
    expect(screen.rows().join('')).toBe('');
    for (const restored of ['\x1b[?25h', '\x1b[?2004l', '\x1b[?7h', '\x1b[?1049l'])
      expect(screen.written().lastIndexOf(restored)).toBeGreaterThan(screen.written().lastIndexOf('Running'));
  });

  test('Ctrl-C and SIGTERM leave it too, and the terminal is as it was', async () => {
    const machine = temporaryMachine();
    const screens = [watchScreen(machine), watchScreen(machine)] as const;
    await Promise.all(screens.map((screen) => screen.until('nothing runs')));
    screens[0].press(keys.ctrlC);
    process.kill(screens[1].pid, 'SIGTERM');
    for (const screen of screens) {
      expect(await screen.exit).toBe(0);
      expect(screen.terminal.buffer.active.type).toBe('normal');
      expect(screen.written()).toContain('\x1b[?25h');
    }
  });

  test('stopped by a shell, it gives the terminal back, and has it again when it goes on', async () => {
    const machine = temporaryMachine();
    // In the background it waits for the terminal, and draws nothing on it.
    const shell = await shellWithStopped(machine, 'watch');
    expect(shell.written()).not.toContain('\x1b[?1049h');
    for (const signal of ['SIGTSTP', 'SIGSTOP'] as const) {
      shell.types('fg\r');
      await shell.sees('nothing runs');
      process.kill(shell.program, signal);
      await shell.sees('Stopped');
      await shell.sees('ready>');
      shell.types('echo $((40 + 2))\r');
      await shell.sees('42');
      if (signal === 'SIGTSTP') expect(endsLeft(shell.written())).toBe(true);
    }
    shell.types('fg\r');
    await shell.sees('nothing runs');
    shell.types('q');
    await shell.sees('ready>');
    expect(endsLeft(shell.written())).toBe(true);
  });

  test('stopped before it has drawn all of its screen, it gives the terminal back', async () => {
    const machine = temporaryMachine();
    const slow = join(machine.home, 'slow.cjs');
    writeFileSync(
      slow,
      `const { stdout } = process;
       const write = stdout.write;
       stdout.write = (text, ...rest) => {
         const isWritten = write.call(stdout, text, ...rest);
         if (String(text).includes('nothing runs')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
         return isWritten;
       };`,
    );
    const shell = await shellWithStopped(machine, 'watch', { NODE_OPTIONS: `--require "${slow}"` });
    shell.types('fg\r');
    await shell.sees('nothing runs');
    process.kill(shell.program, 'SIGTSTP');
    await shell.sees('Stopped');
    await shell.sees('ready>');
    expect(endsLeft(shell.written())).toBe(true);
    shell.types('fg\r');
    await shell.sees('nothing runs');
    shell.types('q');
    await shell.sees('ready>');
  });

  test('a screen that breaks leaves the terminal as it was, too', async () => {
    const machine = temporaryMachine();
    const breaking = join(machine.home, 'breaking.cjs');
    writeFileSync(breaking, "process.on('SIGUSR2', () => { throw new Error('broken'); });");
    const screen = watchScreen(machine, { env: { NODE_OPTIONS: `--require "${breaking}"` } });
    await screen.until('Running');
    process.kill(screen.pid, 'SIGUSR2');
    expect(await screen.exit).toBe(1);
    await screen.until('Error: broken');
    expect(screen.terminal.buffer.active.type).toBe('normal');
    expect(screen.terminal.modes.wraparoundMode).toBe(true);
  });

  test('nothing that a command writes, or is called, is obeyed by the terminal', async () => {
    const machine = temporaryMachine();
    // Characters that steer a terminal make it a text that is run only if somebody says so.
    const { run, release } = host(machine, { approve: 'rules', approver: { ask: async () => yes } });
    const evil = String.raw`\e]52;c;aGk=\a\e]0;owned\a\e[2J\e[1;1Hover\e[31m\x9b2J`;
    const call = run(
      `printf '${evil}'; printf '%s seen\\n' '\u009b2J\u202e'; : '\u001b]0;owned\u0007\u202e'; ${untilGo}`,
      '\u001b]0;owned\u0007\u009bc',
    );
    const screen = watchScreen(machine, { columns: 120 });
    await screen.until('seen');
    for (const key of ['5', '4', '1', keys.enter]) {
      screen.press(key);
      await screen.until((rows) => rows[0] !== '' && rows.some((row) => row.includes('␛]0;owned')));
    }
    expect(screen.rows()[0]).toMatch(/^\[1 Running 1\]/);
    expect(screen.rows().join('\n')).toContain('<U+202E>');
    expect(screen.obeyed).toEqual([]);
    const left = screen.written().replaceAll(ours, '');
    expect(['\x1b', '\x9b', '\u202e'].filter((character) => left.includes(character))).toEqual([]);
    release();
    await call;
  });

  test('an approval is read to its end before a yes is taken, which then runs the command; pasted keys answer nothing', async () => {
    const machine = temporaryMachine();
    const { run } = host(machine, { approve: 'rules' });
    const lines = Array.from({ length: 30 }, (_, n) => `echo line ${n}`);
    const call = run(['node -e "console.log(5*5)"', ...lines].join('\n'));
    const screen = await openedApproval(machine);
    await screen.until('Command       node -e "console.log(5*5)"');
    screen.press('y');
    await screen.until('there is more below: read to the end first');
    screen.press('yyyy');
    await screen.until('several keys at once: nothing was answered');
    screen.press(keys.end);
    await screen.until('y yes');
    screen.press('y');
    await screen.until('approved for this once');
    expect((await call).text).toContain('25\nline 0');
    await screen.until('3 Approvals 0');
  });

  test('a command of several lines is changed with a cursor; what is pasted is a part of it, and answers nothing', async () => {
    const machine = temporaryMachine();
    const { run } = host(machine, { approve: 'rules' });
    const call = run('touch one\ntouch two');
    const screen = await openedApproval(machine);
    await screen.until('Command       touch one');
    screen.press(keys.end);
    await screen.until('e edit');
    screen.press('e');
    await screen.until('Run instead: touch one⏎');
    expect(screen.terminal.modes.bracketedPasteMode).toBe(true);
    await screen.until('line 2 of 2');
    const cursorIs = (column: number, row: number) => () => {
      const { cursorX, cursorY } = screen.terminal.buffer.active;
      return cursorX === column && cursorY === row;
    };
    await screen.until(cursorIs(22, 21));
    screen.press(keys.up);
    await screen.until(cursorIs(22, 20));
    screen.press(keys.wordLeft);
    await screen.until(cursorIs(19, 20));
    screen.press(pasted('漢\rtouch '));
    await screen.until('Run instead: touch 漢⏎');
    await screen.until(cursorIs(19, 20));
    screen.press(keys.delete);
    await screen.until('             touch ne⏎');
    screen.press('x\r');
    await screen.until('             touch x⏎');
    screen.press('zz');
    await screen.until('             zzne⏎');
    for (const key of [keys.erase, keys.erase, keys.altEnter]) screen.press(key);
    await screen.until('line 4 of 5');
    screen.press('touch ');
    await screen.until('             touch ne⏎');
    screen.resize(40, 12);
    await screen.until((rows) => rows.length === 12 && (rows.at(-2) ?? '').endsWith('  line 4 of 5'));
    screen.press(keys.enter);
    await screen.until('another command in its stead');
    expect((await call).outcome).toMatchObject({ kind: 'ended', exit: { code: 0 } });
    const made = readdirSync(machine.directory).filter((name) =>
      ['ne', 'one', 'two', 'x', '漢'].includes(name),
    );
    expect(made.toSorted()).toEqual(['ne', 'two', 'x', '漢']);
    screen.press('q');
    expect(await screen.exit).toBe(0);
    expect(screen.terminal.modes.bracketedPasteMode).toBe(false);
  });

  test('a command that floods its output is shown, and keys are taken meanwhile', async () => {
    const machine = temporaryMachine();
    const { run, release } = host(machine);
    const call = run(`(yes 'a flood' & flood=$!; ${untilGo}; kill $flood)`);
    const screen = watchScreen(machine);
    await screen.until((rows) => rows.slice(10, 20).every((row) => row === 'a flood'));
    screen.press('?');
    await screen.until('the next list');
    release();
    await call;
  });

  test('an empty line of an output has a line of the screen, and what can be done stands at its end', async () => {
    const machine = temporaryMachine();
    const { run, release } = host(machine);
    const call = run(`printf 'first\\n\\n\\nlast\\n'; ${untilGo}`);
    const screen = watchScreen(machine, { rows: 12 });
    await screen.until((rows) => rows.includes('last'));
    expect(screen.rows().slice(3)).toEqual([
      expect.stringMatching(/^── output /),
      ...['first', '', '', 'last'],
      ...['', ''],
      expect.stringMatching(/^Enter open .* q leave$/),
      '',
    ]);
    release();
    await call;
  });

  test('is drawn anew for every size, in columns that wide characters do not break', async () => {
    const machine = temporaryMachine();
    await record(machine, ['echo 漢字かな', 'echo 👩‍👩‍👧 family', 'echo plain', `echo ${'漢'.repeat(200)}`]);
    const screen = watchScreen(machine);
    await screen.until('nothing runs');
    screen.press('4');
    await screen.until('echo plain');
    for (const [columns, rows] of [
      [40, 10],
      [200, 50],
      [80, 24],
    ] as const) {
      screen.resize(columns, rows);
      const titles = columns === 40 ? '4Aud' : '4 Audit';
      await screen.until(
        (now) =>
          now.length === rows &&
          (now[0] ?? '').includes(`[${titles}]`) &&
          (now.at(-2) ?? '').includes('/ search'),
      );
      const shown = screen.rows();
      expect(shown.at(-1)).toBe('');
      const places = shown.slice(2, 6).map((row) => row.indexOf('echo'));
      expect(new Set(places)).toHaveProperty('size', 1);
      expect(shown.slice(6, -2).join('')).toBe('');
    }
  });

  test('with NO_COLOR there are no colours, and every state is still told by a sign and a word', async () => {
    const machine = temporaryMachine();
    await record(machine, ['echo fine']);
    const coloured = watchScreen(machine);
    const plain = watchScreen(machine, { env: { NO_COLOR: '1', CI: 'true' } });
    for (const screen of [coloured, plain]) {
      await screen.until('nothing runs');
      screen.press('4');
      await screen.until('✓ ok');
      screen.press(keys.enter);
      await screen.until('Status        ✓ ok');
    }
    const colour = new RegExp(`${esc}(3[0-8]|9[0-7])[;\\dm]`);
    expect(coloured.written()).toMatch(colour);
    expect(plain.written()).not.toMatch(colour);
  });

  test('says in words that it needs a terminal which can move its cursor', async () => {
    const person = personAt(temporaryMachine(), ['watch'], { TERM: 'dumb' });
    await person.sees('expected a terminal that can move its cursor, got one of TERM=dumb');
    expect(await person.status).toBe(2);
    expect(person.written()).not.toContain('\x1b');
  });

  test('says in words that it needs a terminal', async () => {
    const { status, stdout, stderr } = await handrail(temporaryMachine(), ['watch']);
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'handrail: watch: expected a terminal to show a screen on and to read keys from, got none on standard input and output; handrail jobs and handrail audit print text\n',
    });
  });

  test('is not for a command of an agent, which could answer for the person', async () => {
    const machine = temporaryMachine();
    const { bash } = host(machine);
    const input = { command: `'${process.execPath}' '${mainFile}' watch`, pty: true };
    const { text } = await bash.run(input, { workingDirectory: machine.directory });
    expect(text).toContain('is for a person, and this was started by a command that handrail runs');
  });
});
