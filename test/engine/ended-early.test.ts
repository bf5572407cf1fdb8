import { expect, test } from 'vitest';
import type { CallJudgement } from '../../src/engine/judge-call.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const yes = { ask: async () => ({ kind: 'approved' }) as const };

/** Has a session run a command, and tells what its variable `x` is made of it then, and what is known of that. */
async function after(command: string, last = 'x=after') {
  const bash = temporaryBash({ sandbox: 'off', options: { approve: 'rules' }, approver: yes });
  const context = { conversationId: 'one', workingDirectory: temporaryDirectory() };
  const run = async (text: string) => await bash.run({ command: text, session: 's' }, context);
  await run(`x=before; ${command}\n${last}`);
  const { text } = await run('echo "$x"');
  const judged = await bash.judge('bash', { command: 'touch "/opt/$x"', session: 's' }, context);
  return { made: text, reasons: reasonsOf(judged) };
}

function reasonsOf(judged: CallJudgement): readonly string[] {
  return judged.kind === 'judged' ? judged.decision.findings.map(({ reason }) => reason) : [judged.kind];
}

test.each([
  ['return 3'],
  ['if true; then return; fi'],
  ['eval return'],
  ['builtin return'],
  ['alias r=return\nr'],
  ['mapfile -C return -c 1 <<< a'],
  ['kill -INT $$'],
  ['f() { kill -INT $$; }; f'],
  ['trap return DEBUG'],
  ['trap "return 1" ERR; false'],
])('a command in a session that is left early is not taken for one that has run: %s', async (command) => {
  const { made, reasons } = await after(command);
  expect(made).toBe('before');
  expect(reasons).not.toEqual(['it would write to the system: /opt/after']);
  expect(reasons).not.toEqual([]);
});

test.each([
  [': "${nope?}"'],
  ['echo "$((1 / 0))"'],
  ['echo "$((08))"'],
  ['set -u; echo "$nope"'],
  ['readonly r=1; r=2'],
  ['shopt -s failglob; echo nothing-there*'],
])('nor is the rest of a line that bash gives up, whatever comes behind it: %s', async (command) => {
  const { made, reasons } = await after(`${command}; x=behind`, 'true');
  expect(made).toBe('before');
  expect(reasons).not.toEqual(['it would write to the system: /opt/behind']);
  expect(reasons).not.toEqual([]);
});

test.each([
  ['true'],
  ['(return)'],
  ['return | cat'],
  ['f() { return 1; }; f'],
  ['f() { local x=1; return; }; f'],
  ['source /dev/stdin <<< return'],
  ['return() { :; }; return'],
  [': "${nope?}"'],
  ['trap "echo over" EXIT'],
])('one that goes on is: %s', async (command) => {
  expect(await after(command)).toEqual({
    made: 'after',
    reasons: ['it would write to the system: /opt/after'],
  });
});
