import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { ownScript } from '../../src/backends/local/own-script.ts';
import { supervisorScript } from '../../src/backends/local/supervision/supervisor-script.ts';
import { readEnd, readShellEnd } from '../../src/jobs/directory.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** What a bash says has gone by, which a clock that is put forward adds to, and here what it is started with. */
const secondsGoneBy = '100000';

test.skipIf(!existsSync('/proc/uptime'))('a job is not ended because the clock was put forward', async () => {
  const parent = temporaryDirectory();
  const directory = join(parent, 'job');
  mkdirSync(directory);
  const pipe = join(parent, 'output');
  execFileSync('mkfifo', [pipe]);
  const both = openSync(pipe, 'r+');
  const [reading, writing] = [openSync(pipe, 'r'), openSync(pipe, 'w')];
  closeSync(both);
  // The shell is over, and has left this, which has the output open.
  const left = spawn('sleep', ['60'], { stdio: ['ignore', writing, 'ignore'] });
  const leftEnded = once(left, 'exit');
  const { words, variables } = ownScript('job', supervisorScript);
  const cat = execFileSync('sh', ['-c', 'command -v cat'], { encoding: 'utf8' }).trim();
  const given = [directory, '1000', '60', 'no-mark-of-any-process', '0 0 0 0', '10', 'exited 0', cat];
  const root = openSync('/', 'r');
  const supervisor = spawn('bash', [...words, ...given], {
    env: { ...variables, SECONDS: secondsGoneBy },
    stdio: ['ignore', reading, 'ignore', 'ignore', root],
  });
  const over = once(supervisor, 'exit');
  for (const descriptor of [reading, writing, root]) closeSync(descriptor);
  onTestFinished(() => {
    left.kill('SIGKILL');
    supervisor.kill('SIGKILL');
  });
  while (readShellEnd(directory) === null && readEnd(directory) === null) await sleep(20);
  expect([readEnd(directory), left.exitCode, left.signalCode]).toEqual([null, null, null]);
  left.kill();
  await Promise.all([leftEnded, over]);
  expect(readEnd(directory)?.exit).toEqual({ kind: 'exited', code: 0 });
});
