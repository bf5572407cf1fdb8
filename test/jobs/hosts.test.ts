import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BashResult, JobToolResult } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { endJobs } from '../support/jobs.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

/** A host that starts the command, which becomes a job, and is then killed. */
async function jobOfKilledHost(command: string, terminal = '') {
  const directory = temporaryDirectory();
  const stateDir = join(directory, 'state');
  onTestFinished(() => endJobs(stateDir));
  const host = spawn(process.execPath, [fixture('host.mjs'), stateDir, directory, command, terminal], {
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

  test('on a terminal, goes on, is typed to and read by another process, and its exit status is known', async () => {
    const command = "printf 'na\\rname? '; read -r name; printf '\\033[1m<%s>\\033[0m\\n' \"$name\"; exit 7";
    const { directory, stateDir, job } = await jobOfKilledHost(command, 'terminal');
    const bash = temporaryBash<unknown, BashResult & JobToolResult>({ contract: 'default', stateDir });
    const call = async (tool: string, input: object) =>
      (await bash.call(tool, { job: job.id, ...input }, { workingDirectory: directory })).result;
    await expect
      .poll(async () => (await call('bash_output', { from_line: 1 })).job?.waiting_for_input)
      .toBe(true);
    await call('bash_input', { text: 'bob', keys: ['Enter'] });
    const read = await readByAnother(stateDir, job.id);
    expect(read.text).toMatch(/^name\? bob\n<bob>\n\[job 1 has ended after .*: exit status 7\]$/);
    expect(read.job).toMatchObject({ state: 'ended', exit_code: 7 });
    const file = 'na\rname? bob\r\n\x1b[1m<bob>\x1b[0m\r\n\n\n[background process failed: exit status: 7]\n';
    expect(readFileSync(job.output_file, 'utf8')).toBe(file);
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

  test('is told as ended once, whichever of several hosts asks, and all of them read the same', async () => {
    const { directory, stateDir, job } = await jobOfKilledHost(
      'until [ -e end ]; do sleep 0.05; done; echo over',
    );
    const claimers = await Promise.all(
      Array.from({ length: 4 }, () => claimer(stateDir, join(directory, 'go'))),
    );
    writeFileSync(join(directory, 'end'), '');
    await readByAnother(stateDir, job.id);
    writeFileSync(join(directory, 'go'), '');
    const told = await Promise.all(claimers.map((claim) => claim()));
    expect(told.flatMap(({ ended }) => ended)).toEqual([job.id]);
    expect(new Set(told.map(({ text }) => text)).size).toBe(1);
    expect(told[0]?.text).toMatch(/^over\n\[job 1 has ended after .*: exit status 0\]$/);
  });
});

/** A host that waits for a file to be there; resolves when it waits, to what it tells then. */
async function claimer(stateDir: string, go: string) {
  const words = [fixture('claimer.mjs'), stateDir, 'of the killed host', go];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return async () => {
    const [line] = await once(child.stdout, 'data');
    return JSON.parse(String(line)) as { readonly ended: readonly string[]; readonly text: string };
  };
}
