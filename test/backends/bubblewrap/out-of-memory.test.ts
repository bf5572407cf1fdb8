import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findLimitMeans } from '../../../src/backends/bubblewrap/limits/limit-means.ts';
import { limitSupport } from '../../../src/backends/bubblewrap/limits/limits.ts';
import { sandboxLevels } from '../../../src/confine/sandbox-levels.ts';
import type { BashResult, JobListResult, JobToolResult } from '../../../src/index.ts';
import { temporaryBash } from '../../support/bash.ts';
import { bubblewrapBackend, lacksBubblewrap } from '../../support/bubblewrap.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

/** Without a control group each process is refused memory, and can tell that itself. */
const cannotTell = lacksBubblewrap || limitSupport(findLimitMeans()).memory !== 'cgroup';

const limitBytes = 64 * 1024 ** 2;

/** Takes 300 MB at most. */
const hogs = `perl -e 'push @a, "x" x 1048576 for 1 .. 300'`;

const told = (processes: string) =>
  `[out of memory: ${processes} of it ended by SIGKILL; in its sandbox all of it may have 64 MiB]`;

type AnyResult = BashResult & JobToolResult & JobListResult;

/** `isWhole`: each sandbox is made by itself. `hosts`: those that it may reach. */
function smallBash(
  workingDirectory = temporaryDirectory(),
  { isWhole = false, hosts }: { isWhole?: boolean; hosts?: readonly string[] } = {},
) {
  const [level] = sandboxLevels;
  if (level === undefined) throw new Error('expected a level');
  const limits = {
    processes: null,
    memory: { kind: 'bytes', bytes: limitBytes },
    fileBytes: null,
    cpuSeconds: null,
  } as const;
  const bash = temporaryBash<unknown, AnyResult>({
    contract: 'default',
    options: { approve: 'never' },
    sandbox: { ...level, limits, ...(hosts && { network: { hosts } }) },
    ...(isWhole && { backend: bubblewrapBackend({ isWhole }) }),
  });
  const context = { conversationId: 'one', workingDirectory };
  const call = async (tool: string, input: object) => await bash.call(tool, input, context);
  return { call, run: async (input: object) => await call('bash', input) };
}

test.skipIf(cannotTell)(
  'a command of which a part was ended for want of memory is told so, whatever its status',
  async () => {
    const { run } = smallBash();
    const { outcome, result } = await run({ command: `${hogs} | cat; echo done` });
    expect(outcome).toMatchObject({
      kind: 'ended',
      exit: { code: 0 },
      outOfMemory: { processes: 1, limitBytes },
    });
    expect(result.text).toBe(`done\n${told('1 process')}`);
    expect((await run({ command: 'echo next' })).outcome).not.toHaveProperty('outOfMemory');
  },
);

test.skipIf(cannotTell)(
  'a command of a session is told of its own alone, and not of what an earlier one has left',
  async () => {
    const directory = temporaryDirectory();
    const { run } = smallBash(directory);
    const session = 'main';
    const both = `${hogs} 2> /dev/null; ${hogs} 2> /dev/null; true`;
    expect((await run({ command: both, session })).result.text).toContain(told('2 processes'));
    await run({ command: `{ sleep 0.5; ${hogs}; touch over; } > /dev/null 2>&1 &`, session });
    await expect.poll(() => existsSync(join(directory, 'over'))).toBe(true);
    expect((await run({ command: 'echo next', session })).outcome).not.toHaveProperty('outOfMemory');
  },
);

test.skipIf(cannotTell).each([{}, { session: 'main' }])(
  'where what had started the command was ended with it for want of memory, nobody from outside is said to have done that: %j',
  async (given) => {
    const { run } = smallBash();
    // Of a file in memory no process is to blame: the kernel ends one after the other.
    const { outcome, result } = await run({ command: 'head -c 300M /dev/zero > /dev/shm/x; true', ...given });
    expect(outcome).toMatchObject({ kind: 'ended', exit: { kind: 'lost' }, outOfMemory: { limitBytes } });
    expect(result.text).toContain('was ended, for want of memory it seems');
    expect(result.text).not.toContain('from outside');
  },
);

/** Does nothing else meanwhile, as a host that is at work. */
function beBusy(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test
  .skipIf(cannotTell)
  .each([
    { given: {} },
    { given: { session: 'main' } },
    { given: { session: 'main' }, hosts: ['example.com'] },
    { given: { session: 'main' }, isWhole: true },
  ])('so it is where the host is busy while all of it ends: %j', async ({ given, ...made }) => {
  const directory = temporaryDirectory();
  const { run } = smallBash(directory, made);
  const command = 'touch begun; sleep 0.2; head -c 300M /dev/zero > /dev/shm/x; true';
  const running = run({ command, ...given });
  await expect.poll(() => existsSync(join(directory, 'begun'))).toBe(true);
  beBusy(900);
  expect((await running).outcome).toMatchObject({ exit: { kind: 'lost' }, outOfMemory: { limitBytes } });
});

test.skipIf(cannotTell).each([
  { command: `${hogs}; exit 3`, exit: 'exit status 3', which: '1 process' },
  {
    command: `${hogs} | cat; sleep 0.5; echo done`,
    exit: 'exit status 0',
    which: '1 process',
    isWhole: true,
  },
  // Of a file in memory: all of it is ended, one after the other.
  { command: 'head -c 300M /dev/zero > /dev/shm/x; true', exit: 'how is not known' },
  { command: 'head -c 300M /dev/zero > /dev/shm/x; true', exit: 'how is not known', hosts: ['example.com'] },
  { command: 'head -c 300M /dev/zero > /dev/shm/x; true', exit: 'how is not known', isWhole: true },
])('a job is told of it as well: %j', async ({ command, exit, which = '\\d process(es)?', ...made }) => {
  const directory = temporaryDirectory();
  const { call } = smallBash(directory, made);
  const waiting = `until [ -e go ]; do sleep 0.02; done; ${command}`;
  const { result } = await call('bash', { command: waiting, run_in_background: true });
  writeFileSync(join(directory, 'go'), '');
  const read = await call('bash_output', { job: result.job?.id, wait_ms: 30_000 });
  expect(read.result.text).toMatch(new RegExp(`: ${exit}; ${told(which).slice(1, -1)}]`));
  expect((await call('bash_jobs', {})).result.text).toMatch(/: .*; out of memory: /);
});

test.skipIf(cannotTell)('so it is where what watches over the job is late to look', async () => {
  const directory = temporaryDirectory();
  const { call } = smallBash(directory);
  const command = 'until [ -e go ]; do sleep 0.02; done; head -c 300M /dev/zero > /dev/shm/x; true';
  const { result } = await call('bash', { command, run_in_background: true });
  const named = join(result.job?.output_file ?? '', '../supervisor');
  await expect.poll(() => readFileSync(named, 'utf8')).toMatch(/\n$/);
  const supervisor = Number.parseInt(readFileSync(named, 'utf8'), 10);
  process.kill(supervisor, 'SIGSTOP');
  try {
    writeFileSync(join(directory, 'go'), '');
    // As long as one may be late where much runs; nothing is to be seen meanwhile.
    await sleep(2_500);
  } finally {
    process.kill(supervisor, 'SIGCONT');
  }
  const read = await call('bash_output', { job: result.job?.id, wait_ms: 30_000 });
  expect(read.result.text).toContain('out of memory: ');
});
