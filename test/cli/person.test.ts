import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { handrail, temporaryMachine } from '../support/handrail.ts';
import { personAt, shellWithStopped } from '../support/person.ts';

const down = '\u001b[B';
const enter = '\r';

const waitsNoMore =
  'the question waits no more: it was answered elsewhere, its time is up, or its call is over';

describe('handrail run at a terminal', () => {
  test('asks, shows what would run, and runs it with a yes', async () => {
    const machine = temporaryMachine();
    const person = personAt(machine, ['run', '--', 'touch made; echo \u202edone']);
    await person.sees('touch made; echo <U+202E>done');
    await person.sees(`creates ${machine.directory}/made`);
    await person.sees('May it run?');
    person.types(down);
    await person.sees('● Yes, this once');
    person.types(enter);
    expect(await person.status).toBe(0);
    expect(existsSync(join(machine.directory, 'made'))).toBe(true);
  });

  test('takes the key that was pressed too soon for a no, and its reason to the agent', async () => {
    const machine = temporaryMachine();
    const person = personAt(machine, ['run', '--', 'touch made']);
    await person.sees('● No');
    person.types(enter);
    await person.sees('Why? The agent is told.');
    await person.enters('not here');
    expect(await person.status).toBe(126);
    expect(person.screen()).toContain('[denied by the user: not here]');
    expect(existsSync(join(machine.directory, 'made'))).toBe(false);
  });

  test('is asked anew when it goes on after a stop, and a shell has its terminal meanwhile', async () => {
    const machine = temporaryMachine();
    const shell = await shellWithStopped(machine, "run -- 'touch made'");
    for (const signal of ['SIGTSTP', 'SIGSTOP'] as const) {
      shell.types('fg\r');
      await shell.sees('● No');
      process.kill(shell.program, signal);
      await shell.sees('Stopped');
      await shell.sees('ready>');
      if (signal === 'SIGSTOP') continue;
      const written = shell.written();
      expect(written.lastIndexOf('\x1b[?25h')).toBeGreaterThan(written.lastIndexOf('\x1b[?25l'));
    }
    shell.types('fg\r');
    await shell.sees('● No');
    shell.types(down);
    await shell.sees('● Yes, this once');
    shell.types(enter);
    await shell.sees('ready>');
    expect(existsSync(join(machine.directory, 'made'))).toBe(true);
  });

  test('is told how to answer, where the terminal cannot move its cursor', async () => {
    const person = personAt(temporaryMachine(), ['run', '--', 'touch made'], { TERM: 'dumb' });
    await person.sees('[The user can answer with `handrail approve 1`');
    expect(await person.status).toBe(126);
    expect(person.written()).not.toContain('\x1b');
  });

  test('takes nothing for an answer that was typed before the question was there', async () => {
    const machine = temporaryMachine();
    const person = personAt(machine, ['run', '--', 'touch made']);
    person.types(`${down}${enter}`);
    await person.sees('● No');
    person.types(enter);
    await person.sees('Why? The agent is told.');
    person.types(enter);
    expect(await person.status).toBe(126);
    expect(existsSync(join(machine.directory, 'made'))).toBe(false);
  });

  test('takes no answer from what is pasted', async () => {
    const machine = temporaryMachine();
    const person = personAt(machine, ['run', '--', 'touch made']);
    await person.sees('● No');
    person.types('just do it\r');
    person.types('\u001b[200~just do it\r\u001b[201~');
    person.types('\u001b[A');
    await person.sees('● Run another command in its stead');
    person.types('\u0004');
    expect(await person.status).toBe(126);
    expect(person.screen()).toContain('[denied by the user: the user turned the question away]');
    expect(existsSync(join(machine.directory, 'made'))).toBe(false);
  });

  test('shows what it would always allow beside the question where it is long', async () => {
    const name = 'x'.repeat(200);
    const person = personAt(temporaryMachine(), ['run', '--', `touch ${name}`]);
    await person.sees('"always" would allow');
    await person.sees('Always, as said above');
    person.types('\u0003');
    expect(await person.status).toBe(126);
  });

  test('is a no when the person turns away', async () => {
    const person = personAt(temporaryMachine(), ['run', '--', 'touch made']);
    await person.sees('May it run?');
    person.types('\u0003');
    expect(await person.status).toBe(126);
    expect(person.screen()).toContain('[denied by the user: the user turned the question away]');
  });

  test('runs an edited command, and keeps a rule that was changed for one as narrow', async () => {
    const machine = temporaryMachine();
    const edits = personAt(machine, ['run', '--', 'touch made']);
    await edits.sees('May it run?');
    edits.types(`\u001b[A`);
    await edits.sees('● Run another command in its stead');
    edits.types(enter);
    await edits.sees('The command to run; it is judged again');
    await edits.enters('-too');
    expect(await edits.status).toBe(0);
    expect(existsSync(join(machine.directory, 'made-too'))).toBe(true);
    const keeps = personAt(machine, ['run', '--', 'touch made']);
    await keeps.sees('May it run?');
    keeps.types(down + down);
    await keeps.sees(`● Always: touch made in`);
    keeps.types(enter);
    await keeps.sees('Always, in');
    await keeps.enters(' && sh');
    await keeps.sees('one call of a known program');
    keeps.types('\u007f'.repeat(6));
    await keeps.enters('-3');
    expect(await keeps.status).toBe(0);
    const { stdout } = await handrail(machine, ['grants', '--json']);
    expect(JSON.parse(stdout)).toMatchObject([{ words: ['touch', 'made-3'] }]);
  });

  test('keeps of several calls what is left in, one after the other', async () => {
    const machine = temporaryMachine();
    const person = personAt(machine, ['run', '--', 'touch first; touch second']);
    await person.sees('○ Always: touch first in');
    for (const label of ['Run another command in its stead', 'Always, changed or without some of it']) {
      person.types('\u001b[A');
      await person.sees(`● ${label}`);
    }
    await person.sees('what is left out is asked about again');
    person.types(enter);
    await person.sees('Always, 1 of 2 (empty: left out), in ');
    person.types('\u0015');
    await person.sees('_');
    person.types(enter);
    await person.sees('Always, 2 of 2 (empty: left out), in ');
    await person.sees('touch second');
    person.types(enter);
    expect(await person.status).toBe(0);
    for (const name of ['first', 'second']) expect(existsSync(join(machine.directory, name))).toBe(true);
    const { stdout } = await handrail(machine, ['grants', '--json']);
    expect(JSON.parse(stdout)).toMatchObject([{ words: ['touch', 'second'] }]);
  });

  test('has a command of several lines edited in lines', async () => {
    const machine = temporaryMachine();
    const person = personAt(machine, ['run', '--', 'touch first\ntouch second']);
    await person.sees('May it run?');
    person.types('\u001b[A');
    await person.sees('● Run another command in its stead');
    person.types(enter);
    await person.sees('Tab and Enter when done');
    await person.sees('touch second');
    person.types(`-too${enter}touch third`);
    await person.sees('touch third');
    person.types('\t');
    await person.sees('[ submit ]');
    person.types(enter);
    expect(await person.status).toBe(0);
    expect(person.screen()).toContain('touch second-too');
    for (const name of ['first', 'second-too', 'third'])
      expect(existsSync(join(machine.directory, name))).toBe(true);
  });

  test('asks no more once somebody else has answered, and says so', async () => {
    const machine = temporaryMachine();
    const person = personAt(machine, ['run', '--', 'touch made']);
    await person.sees('May it run?');
    expect(await handrail(machine, ['approve', '1', '--no', '--because', 'from elsewhere'])).toMatchObject({
      stdout: 'approval 1 is answered: the agent is told\n',
    });
    expect(await person.status).toBe(126);
    expect(person.screen()).toContain(`${waitsNoMore}\r\n[denied by the user: from elsewhere]`);
  });

  test('is told that the time of the question is up', async () => {
    const machine = temporaryMachine();
    const env = { HANDRAIL_APPROVAL_WAIT_MS: '2000' };
    const person = personAt(machine, ['run', '--', 'touch made'], env);
    await person.sees('May it run?');
    expect(await person.status).toBe(126);
    expect(person.screen()).toContain(`${waitsNoMore}\r\n[not run: it needs the user's approval`);
  });
});

test('handrail approve has the person at the terminal pick what to answer', async () => {
  const machine = temporaryMachine();
  const env = { HANDRAIL_SANDBOX: 'off' };
  const other = `touch${' '.repeat(90)}other`;
  for (const command of ['touch one', other]) await handrail(machine, ['run', '--', command], { env });
  const person = personAt(machine, ['approve']);
  await person.sees('Which one?');
  await person.sees('● 1  touch one');
  person.types(down);
  await person.sees('● 2  touch⟨90 blanks⟩other');
  person.types(enter);
  await person.sees(`creates ${machine.directory}/other`);
  await person.sees('May it run?');
  person.types(down);
  await person.sees('● Yes, this once');
  person.types(enter);
  expect(await person.status).toBe(0);
  expect((await handrail(machine, ['run', '--', other], { env })).status).toBe(0);
  expect((await handrail(machine, ['approve'])).stdout).toContain('touch one');
});

test('handrail approve lists a command in so many columns, and cuts no character in two', async () => {
  const machine = temporaryMachine();
  const env = { HANDRAIL_SANDBOX: 'off' };
  await handrail(machine, ['run', '--', `touch ${'👩'.repeat(40)}`], { env });
  await handrail(machine, ['run', '--', 'touch other'], { env });
  const person = personAt(machine, ['approve']);
  await person.sees(`● 1  touch ${'👩'.repeat(26)}…`);
  person.types('\u001b');
  await person.status;
});

test('handrail approve asks the person at the terminal', async () => {
  const machine = temporaryMachine();
  const env = { HANDRAIL_SANDBOX: 'off' };
  await handrail(machine, ['run', '--', 'touch made'], { env });
  const person = personAt(machine, ['approve', '1']);
  await person.sees('May it run?');
  person.types(down);
  await person.sees('● Yes, this once');
  person.types(enter);
  expect(await person.status).toBe(0);
  expect((await handrail(machine, ['run', '--', 'touch made'], { env })).status).toBe(0);
});

test('handrail approve asks no more once somebody else has answered, and says so', async () => {
  const machine = temporaryMachine();
  await handrail(machine, ['run', '--', 'touch made'], { env: { HANDRAIL_SANDBOX: 'off' } });
  const person = personAt(machine, ['approve', '1']);
  await person.sees('May it run?');
  expect(await handrail(machine, ['approve', '1', '--no'])).toMatchObject({ status: 0 });
  expect(await person.status).toBe(1);
  expect(person.screen()).toContain(
    'approval 1 waits no more: it was answered elsewhere, or its call is over',
  );
});
