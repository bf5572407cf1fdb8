import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BashResult, JobToolResult } from '../../src/index.ts';
import { endJobs } from '../support/jobs.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

/** A host that starts the command, which becomes a job, and is then killed. */
async function jobOfKilledHost(command: string) {
  const directory = temporaryDirectory();
  const stateDir = join(directory, 'state');
  onTestFinished(() => endJobs(stateDir));
  const host = spawn(process.execPath, [fixture('host.mjs'), stateDir, directory, command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void host.kill('SIGKILL'));
  const [line] = await once(host.stdout, 'data');
  host.kill('SIGKILL');
  await once(host, 'exit');
  const job = JSON.parse(String(line)) as NonNullable<BashResult['job']>;
  return { directory, stateDir, job };
}

/** What another process reads of the job once it is over. */
function readByAnother(stateDir: string, job: string): Promise<Pick<JobToolResult, 'text' | 'job'>> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [fixture('reader.mjs'), stateDir, job], (error, stdout) => {
      if (error === null) resolve(JSON.parse(stdout) as Pick<JobToolResult, 'text' | 'job'>);
      else reject(error);
    });
  });
}

describe('a job whose host was killed', () => {
  test('goes on, and another process reads its output and its exit status', async () => {
    const command = 'echo before; until [ -e go ]; do sleep 0.05; done; echo after; exit 7';
    const { directory, stateDir, job } = await jobOfKilledHost(command);
    writeFileSync(join(directory, 'go'), '');
    const read = await readByAnother(stateDir, job.id);
    expect(read.text).toMatch(/^before\nafter\n\[job 1 has ended after .*: exit status 7\]$/);
    expect(read.job).toMatchObject({ state: 'ended', exit_code: 7, signal: null });
  });

  test('tells the signal that ended it', async () => {
    const { directory, stateDir, job } = await jobOfKilledHost(
      'until [ -e go ]; do sleep 0.05; done; kill -USR1 $$',
    );
    writeFileSync(join(directory, 'go'), '');
    const read = await readByAnother(stateDir, job.id);
    expect(read.job).toMatchObject({ state: 'ended', exit_code: null, signal: 'SIGUSR1' });
  });

  test('is read by two processes at once, which are told the same', async () => {
    const { directory, stateDir, job } = await jobOfKilledHost(
      'until [ -e go ]; do sleep 0.05; done; echo over; exit 3',
    );
    const reads = [readByAnother(stateDir, job.id), readByAnother(stateDir, job.id)];
    writeFileSync(join(directory, 'go'), '');
    const [first, second] = await Promise.all(reads);
    expect(first).toEqual(second);
    expect(first?.job).toMatchObject({ state: 'ended', exit_code: 3 });
  });
});
