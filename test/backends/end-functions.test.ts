import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  callLimit,
  hasCallLimit,
  softLimitOf,
  takeCallLimit,
} from '../../src/backends/local/processes/call-limit.ts';
import { markVariable } from '../../src/backends/local/processes/call-processes.ts';
import { endFunctions } from '../../src/backends/local/processes/end-functions.ts';
import { processesAreKnown } from '../../src/backends/local/processes/process-table.ts';
import { endsThreads, startWithoutFirstThread } from '../support/first-thread.ts';
import { path } from '../support/local-backend.ts';

/** How often a signal was sent until it was told whether all is gone, and what was told; `reached`: which of the times reached somebody. */
function tellWhetherGone(reached: number): string {
  const script = `
${endFunctions}
sent=0
exec {never}<> <(:)
send() { ((++sent == ${reached})); }
is_gone 0 && answer=yes || answer=no
echo "$sent $answer"
`;
  return execFileSync('bash', ['-c', script], { env: { PATH: path }, encoding: 'utf8' }).trim();
}

test.each([
  ['reaches somebody at once', 1, '1 no'],
  ['reaches somebody who could not be told at first', 2, '2 no'],
  ['reaches nobody twice', 3, '2 yes'],
])('whether the processes of a call are gone is told by a signal that %s', (_, reached, told) => {
  expect(tellWhetherGone(reached)).toBe(told);
});

test.skipIf(!processesAreKnown || !endsThreads)(
  'a process of a call is found by bash whose first thread has ended',
  async () => {
    const mark = randomBytes(8).toString('hex');
    const { pid } = await startWithoutFirstThread({ [markVariable]: mark });
    const script = `declare -A calls=([${mark}]="0 0 0 0")\n${endFunctions}\nfind_calls\necho "\${!found[@]}"`;
    const told = execFileSync('bash', ['-c', script], { env: { PATH: path }, encoding: 'utf8' });
    expect(told.trim()).toBe(String(pid));
  },
);

test.skipIf(!processesAreKnown)('a process that may not be sent a signal is there all the same', () => {
  const mark = randomBytes(8).toString('hex');
  // As for one of another user, as a set-user-id program leaves behind.
  const script = `kill() { false; }\ndeclare -A calls=([${mark}]="0 0 0 0")\n${endFunctions}
${markVariable}=${mark} sleep 600 & send_calls 0 && echo there; command kill "$!"; wait; send_calls 0 || echo gone`;
  const told = execFileSync('bash', ['-c', script], { env: { PATH: path }, encoding: 'utf8' });
  expect(told).toBe('there\ngone\n');
});

test.skipIf(!processesAreKnown).each([
  ['as old as the shell of a call is found', 0, 'found\n'],
  ['older than that is not looked at', 1, ''],
])('a process that is %s', (_, younger, expected) => {
  const mark = randomBytes(8).toString('hex');
  const script = `${endFunctions}
${markVariable}=${mark} sleep 600 & look
declare -A calls=([${mark}]="0 $((since[$!] + ${younger})) 0 0")
find_calls; [[ \${found[$!]-} ]] && echo found; kill "$!"`;
  expect(execFileSync('bash', ['-c', script], { env: { PATH: path }, encoding: 'utf8' })).toBe(expected);
});

test.skipIf(!processesAreKnown || !endsThreads)(
  'the limit of a process is told, also of one whose first thread has ended',
  async () => {
    const mark = randomBytes(8).toString('hex');
    const limited = `mark=${mark}; ${takeCallLimit('mark')}; exec "$@"`;
    const { pid } = await startWithoutFirstThread({}, { before: ['bash', '-c', limited, 'bash'] });
    const script = `declare -A calls=([${mark}]="0 0 0 0")\n${endFunctions}\nfind_calls\necho "\${!found[@]}"`;
    const told = execFileSync('bash', ['-c', script], { env: { PATH: path }, encoding: 'utf8' });
    expect(told.trim()).toBe(String(pid));
    expect([softLimitOf(pid), hasCallLimit(pid)]).toEqual([callLimit(mark), true]);
    expect(hasCallLimit(process.pid)).toBe(false);
  },
);
