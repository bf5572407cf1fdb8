import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLocalBackend } from '../../src/backends/local/local-backend.ts';
import { heldProcess } from '../support/held-process.ts';

const hostFile = fileURLToPath(new URL('fixtures/host.mjs', import.meta.url));
const path = process.env.PATH ?? '';

/** A host process that runs the command; settled when the command has said that it is ready. */
async function hostRunning(
  command: string,
  directory: string,
  terminal = '',
  ...session: string[]
): Promise<ChildProcess> {
  const host = spawn(process.execPath, [hostFile, command, directory, terminal, ...session], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void host.kill('SIGKILL'));
  for await (const chunk of host.stdout) if (String(chunk).includes('ready')) break;
  return host;
}

async function kill(host: ChildProcess): Promise<void> {
  host.kill('SIGKILL');
  await once(host, 'exit');
}

/** The watchdogs that a host has started. */
function watchdogsOf(hostPid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return (
          words.includes('\0handrail-watchdog\0') &&
          stat.slice(stat.lastIndexOf(')')).split(' ')[2] === `${hostPid}`
        );
      } catch {
        return false; // It ended between the listing and the look.
      }
    });
}

describe.each([
  ['', ''],
  [' on a terminal', 'terminal'],
])('when the host is killed, the processes of its command%s end too', (_where, terminal) => {
  test.each([
    ['a pipeline', '{ echo ready; sleep 600; } | cat | cat'],
    [
      'processes that ignore being asked',
      'trap "" TERM INT HUP; (trap "" TERM; sleep 600) & echo ready; while :; do sleep 1; done',
    ],
    ['one that left its session', 'setsid sleep 600 & echo ready; wait'],
    [
      'a daemon that left by two forks',
      '(setsid bash -c "sleep 600 & sleep 600" > /dev/null 2>&1 &); echo ready; sleep 600',
    ],
    ['one that threw its environment away', 'env -i sleep 600 & echo ready; wait'],
    ['one that did both', 'setsid env -i sleep 600 & echo ready; wait'],
    [
      'one that did both and closed its output, and whose parent is over',
      '(setsid env -i sleep 600 < /dev/null > /dev/null 2>&1 &); echo ready; sleep 600',
    ],
    [
      'the children of one that did both, which it outlives',
      'setsid env -i bash -c "trap : TERM; setsid sleep 600 & sleep 600 & wait; wait; sleep 600" & echo ready; wait',
    ],
    [
      'one that leads a group of its own, and whose parent is over',
      '(set -m; env -i bash -c "trap : TERM; sleep 600 & wait; sleep 600" &); echo ready; sleep 600',
    ],
    [
      'a storm of two hundred',
      'for i in {1..100}; do (setsid sleep 600 & sleep 600) & done; echo ready; wait',
    ],
  ])('%s', async (_name, command) => {
    const held = heldProcess();
    const host = await hostRunning(`exec 9> leash; ${command}`, held.directory, terminal);
    await kill(host);
    await expect.poll(() => held.isGone()).toBe(true);
  });

  test('a session, with what its commands have left', async () => {
    const held = heldProcess();
    const left = 'exec 9> leash; setsid sleep 600 & (trap "" TERM; sleep 600) &';
    const host = await hostRunning(`${left} echo ready; while :; do sleep 1; done`, held.directory, 's');
    await kill(host);
    await expect.poll(() => held.isGone()).toBe(true);
  });
});

describe('the watchdog', () => {
  test('ends with its host, and is one for all of its calls', async () => {
    const held = heldProcess();
    const host = await hostRunning('echo ready; sleep 600', held.directory);
    const watchdogs = watchdogsOf(Number(host.pid));
    expect(watchdogs).toHaveLength(1);
    await kill(host);
    await expect.poll(() => watchdogs.filter(isThere)).toEqual([]);
  });

  test('is started again when somebody ended it, and knows the calls under way', async () => {
    const held = heldProcess();
    const backend = createLocalBackend({ bashPath: null, path });
    const never = new AbortController().signal;
    const plan = {
      cwd: held.directory,
      env: { PATH: path },
      streams: 'apart',
      input: 'nothing',
      terminal: null,
      graceMs: 100,
      session: null,
      root: null,
      sandbox: null,
    } as const;
    await backend.run({ ...plan, command: 'true' }, () => {}, never, null);
    const [watchdog, ...others] = watchdogsOf(process.pid);
    if (watchdog === undefined || others.length > 0) throw new Error('expected one watchdog');
    process.kill(watchdog, 'SIGKILL');
    await expect.poll(() => isThere(watchdog)).toBe(false);
    const run = await backend.run({ ...plan, command: 'exit 3' }, () => {}, never, null);
    expect(run).toEqual({
      kind: 'ended',
      exit: { kind: 'exited', code: 3 },
      parts: null,
      survivors: [],
      kept: null,
      session: null,
    });
    expect(watchdogsOf(process.pid)).toHaveLength(1);
    await backend.close();
    await expect.poll(() => watchdogsOf(process.pid)).toEqual([]);
  });
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // No such process.
  }
}
