import { expect, test } from 'vitest';
import { temporaryMachine } from '../support/handrail.ts';
import { watchApp } from '../support/watch-app.ts';
import { host, record, untilGo } from '../support/watch-host.ts';

/** A screen on which a person has opened the only call, about which a person is asked. */
async function watchAsked(command: string, size = { columns: 80, rows: 24 }, tab = '3 Approvals 1!') {
  const machine = temporaryMachine();
  const { run, bash } = host(machine, { approve: 'rules' });
  const call = run(command);
  const screen = watchApp(machine.stateDir, size);
  await screen.until(tab);
  screen.type('3');
  await screen.until('? waiting');
  screen.press('enter');
  return { bash, run, call, screen };
}

test('a no takes a reason along', async () => {
  const { call, screen } = await watchAsked('node release.js');
  await screen.until('n no');
  screen.type('n');
  await screen.until('No, because:');
  screen.type('not on a friday');
  await screen.until('No, because: not on a friday');
  screen.press('enter');
  expect((await call).outcome).toMatchObject({ kind: 'denied', by: 'person', reason: 'not on a friday' });
});

test('a command is listed with long blanks by their number, so that nothing is pushed out of sight', async () => {
  const { screen } = await watchAsked(`touch a;${' '.repeat(90)}touch b`);
  screen.press('escape');
  await screen.until((rows) => rows.some((row) => / touch a;⟨90 blanks⟩touch b$/.test(row)));
});

test('always shows the rule, which can be changed for another as narrow, and no broader one', async () => {
  const { run, call, screen } = await watchAsked('touch a');
  await screen.until('a always');
  screen.type('a');
  await screen.until((rows) => rows.includes('Always: touch a'));
  screen.type(' *');
  screen.press('enter');
  await screen.until('not answered: expected one call of a known program');
  await screen.until((rows) => rows.includes('Always: touch a *'));
  screen.press('erase-word');
  screen.press('left');
  screen.press('erase');
  screen.type('b');
  await screen.until((rows) => rows.includes('Always: touch b'));
  screen.press('enter');
  await screen.until('approved once, and what you kept for good; it is asked about again');
  expect((await call).outcome).toMatchObject({ kind: 'ended' });
  expect((await run('touch b')).outcome).toMatchObject({ kind: 'ended' });
});

test('always shows a line for each of several calls, of which one is changed and one left out', async () => {
  const { run, call, screen } = await watchAsked('touch a; touch b; touch c');
  screen.press('end');
  await screen.until('a always');
  screen.type('a');
  await screen.until((rows) =>
    ['Always: touch a', '        touch b', '        touch c'].every((row) => rows.includes(row)),
  );
  await screen.until('Enter allow always  Esc back  an empty line is left out');
  await screen.until('line 3 of 3');
  screen.press('erase');
  screen.type('*');
  screen.press('enter');
  await screen.until('not answered: line 3: expected one call of a known program');
  screen.press('erase-before');
  screen.press('up');
  screen.press('end');
  screen.type('-2');
  await screen.until((rows) => rows.includes('        touch b-2') && !rows.includes('        touch c*'));
  screen.press('enter');
  await screen.until('approved once, and what you kept for good; it is asked about again');
  expect((await call).outcome).toMatchObject({ kind: 'ended' });
  expect((await run('touch a; touch b-2', 'another')).outcome).toMatchObject({ kind: 'ended' });
  const again = run('touch a; touch b');
  await screen.until('3 Approvals 1!');
  screen.press('enter');
  await screen.until('- write-file: it would write to');
  screen.type('n');
  screen.press('enter');
  expect((await again).outcome).toMatchObject({ kind: 'denied', by: 'person' });
});

test('the list that is looked at is named on the narrowest screen', async () => {
  const { screen } = await watchAsked('touch a', { columns: 20, rows: 12 }, '1Run 1');
  await screen.until((rows) => rows[0]?.startsWith(' 2Job 0 [3App 1!] 4…') === true);
  screen.press('escape');
  screen.type('5');
  await screen.until((rows) => rows[0] === ' 4Aud [5Con]  1 host');
});

test('what is said is whole on a narrow screen, beneath what is typed', async () => {
  const { bash, call, screen } = await watchAsked('touch a', { columns: 40, rows: 12 }, '3App 1!');
  screen.press('end');
  await screen.until((rows) => rows.at(-1) === 'y yes  n no  c conv  a always  e edit');
  screen.type('a *');
  screen.press('enter');
  const said = [
    'Always: touch a *',
    'not answered: expected one call of a',
    'known program, every word of it as it',
    'is, that does not run what others say',
  ];
  await screen.until((rows) => rows.length === 11 && said.every((row, at) => rows.at(at - 4) === row));
  expect(await bash.approvals.answer('1', { kind: 'refused', reason: 'not now' })).toMatchObject({
    kind: 'taken',
  });
  await call;
  await screen.until('3App 0');
  screen.press('enter');
  await screen.until((rows) => rows.at(-1) === 'too late, it is not there any more');
});

test('one can read on in what is asked while one types', async () => {
  const { bash, call, screen } = await watchAsked(
    Array.from({ length: 30 }, (_, n) => `touch ${n}`).join('\n'),
  );
  await screen.until('touch 0');
  screen.type('n');
  screen.type('too many');
  screen.press('page-down');
  await screen.until((rows) => rows.some((row) => row === '              touch 29'));
  await screen.until('No, because: too many');
  await bash.approvals.answer('1', { kind: 'refused', reason: 'not now' });
  await call;
});

test('10,000 calls are searched and gone through to the last one', async () => {
  const machine = temporaryMachine();
  const others = Array.from({ length: 9_998 }, (_, n) => `echo number ${n}`);
  await record(machine, ['make the-very-first', ...others, 'make the-newest']);
  const screen = watchApp(machine.stateDir);
  screen.type('4');
  await screen.until((rows) => /^> .*make the-newest/.test(rows[2] ?? ''));
  screen.press('end');
  await screen.until((rows) => rows.some((row) => row.startsWith('>') && row.includes('the-very-first')));
  await screen.until('10,000 calls');
  screen.press('page-up');
  await screen.until((rows) => rows.some((row) => /^> .*echo number 19$/.test(row)));
  screen.type('/');
  await screen.until((rows) => rows.includes('Search:'));
  screen.type('VERY-.irst');
  await screen.until((rows) => /^> .*make the-very-first$/.test(rows[2] ?? '') && rows[3] === '');
  screen.press('enter');
  await screen.until('1 call matches VERY-.irst');
  screen.press('enter');
  await screen.until('Recorded call');
  await screen.until('Command       make the-very-first');
  screen.press('escape');
  await screen.until('1 call matches');
  screen.press('escape');
  await screen.until('10,000 calls');
});

test('a call is found by what stands far behind in its command', async () => {
  const machine = temporaryMachine();
  const long = `echo ${'x'.repeat(5_000)} needle ${'x'.repeat(100_000)} beyond`;
  await record(machine, ['echo short', long]);
  const screen = watchApp(machine.stateDir, { columns: 600, rows: 24 });
  screen.type('4');
  await screen.until(`echo ${'x'.repeat(500)}`);
  await screen.until('2 calls');
  screen.type('/needle');
  screen.press('enter');
  await screen.until('1 call matches needle');
  await screen.until(`echo ${'x'.repeat(500)}`);
});

test('what is no regular expression is searched for letter for letter, and it is said', async () => {
  const machine = temporaryMachine();
  await record(machine, ['echo one', "echo 'f(x'"]);
  const screen = watchApp(machine.stateDir, { columns: 80, rows: 24 });
  screen.type('4');
  await screen.until('2 calls');
  screen.type('/f(');
  await screen.until('Enter done  Ctrl-U clear  (plain text)');
  screen.press('enter');
  await screen.until('1 call matches the plain text f(');
  await screen.until("echo 'f(x'");
});

test('a job is shown with what it has written', async () => {
  const machine = temporaryMachine();
  const { bash } = host(machine);
  const context = { workingDirectory: machine.directory, conversationId: 'talk' };
  await bash.run({ command: 'echo from the job; exec sleep 60', run_in_background: true }, context);
  const screen = watchApp(machine.stateDir);
  await screen.until('2 Jobs 1');
  screen.type('2');
  await screen.until('from the job');
  screen.press('enter');
  await screen.until('Process');
});

test('a call that waits for its session is shown with its command, and what it waits for', async () => {
  const machine = temporaryMachine();
  const { run, release } = host(machine);
  const first = run(untilGo, 'talk', 'main');
  const screen = watchApp(machine.stateDir);
  await screen.until('» running');
  const second = run('echo second', 'talk', 'main');
  await screen.until((rows) => rows.some((row) => /· in line +talk +echo second$/.test(row)));
  screen.press('down');
  screen.press('enter');
  await screen.until((rows) => rows.includes('Waits for     session main, in which another command runs'));
  await screen.until((rows) => rows.some((row) => /^Command +echo second$/.test(row)));
  release();
  expect((await first).outcome).toMatchObject({ kind: 'ended' });
  expect((await second).outcome).toMatchObject({ kind: 'ended' });
  await screen.until((rows) => rows.every((row) => !row.includes('Waits for')));
});
