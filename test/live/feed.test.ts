import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFeed } from '../../src/live/feed.ts';
import { listSockets } from '../../src/live/socket-place.ts';
import type { TerminalSize } from '../../src/model/plan.ts';
import type { WatchedOutput } from '../../src/model/ports.ts';
import { temporaryBash } from '../support/bash.ts';
import { lacksBubblewrap } from '../support/bubblewrap.ts';
import { handrail, temporaryMachine } from '../support/handrail.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { watching } from './watching.ts';

/** A bash whose commands are not confined, and a file that lets those go on that wait for it. */
function host(given: { readonly stateDir?: string; readonly env?: Readonly<Record<string, string>> } = {}) {
  const directory = temporaryDirectory();
  const stateDir = given.stateDir ?? join(directory, 'state');
  const env = { PATH: process.env.PATH ?? '', HOME: directory, ...given.env };
  const bash = temporaryBash({ stateDir, sandbox: 'off', env });
  const run = (command: string) =>
    bash.run({ command }, { workingDirectory: directory, conversationId: 'talk' });
  const release = (): void => writeFileSync(join(directory, 'go'), '');
  return { bash, directory, stateDir, run, release };
}

const untilGo = 'until [ -e go ]; do sleep 0.02; done';

describe('who looks on at a host', () => {
  test('sees a call that already runs, what it wrote before and what it writes, and how it ends', async () => {
    const { stateDir, directory, run, release } = host();
    const call = run(`echo before; until [ -e seen ]; do sleep 0.02; done; echo after; ${untilGo}; exit 3`);
    const { hosts, until, over } = watching(stateDir);
    await until(() => hosts.calls().some(({ output }) => output.text === 'before\n'));
    const [seen] = hosts.calls();
    expect(seen).toMatchObject({
      ...{ contract: 'default', tool: 'bash', conversationId: 'talk', workingDirectory: directory },
      command: { cwd: directory, description: null, confinement: 'not confined' },
      output: { text: 'before\n', isCut: false },
    });
    writeFileSync(join(directory, 'seen'), '');
    await until(() => hosts.calls()[0]?.output.text === 'before\nafter\n');
    release();
    await call;
    await until(() => over.length === 1);
    expect(over[0]).toMatchObject({ status: 'failed', call: { id: seen?.id } });
    expect(hosts.calls()).toEqual([]);
  });

  test('who comes when an output is in its file sees the end that is kept, and what comes then', async () => {
    const { stateDir, directory, run, release } = host();
    const call = run(
      `seq 100000; touch written; until [ -e seen ]; do sleep 0.02; done; echo new; ${untilGo}`,
    );
    await expect.poll(() => existsSync(join(directory, 'written'))).toBe(true);
    const { hosts, until } = watching(stateDir);
    await until(() => hosts.calls()[0]?.output.text.includes('\n99990\n') === true);
    expect(hosts.calls()[0]?.output.isCut).toBe(true);
    writeFileSync(join(directory, 'seen'), '');
    await until(() => hosts.calls()[0]?.output.text.endsWith('…\nnew\n') === true);
    release();
    await call;
  });

  test('sees no secret of the host: not in the command, and not in an output that has it in pieces', async () => {
    const secret = 'hunter2-and-more';
    const { stateDir, directory, run, release } = host({ env: { API_TOKEN: secret } });
    const piece = 'until [ -e seen ]; do sleep 0.02; done';
    const call = run(`echo ${secret}; printf hunter2-; ${piece}; echo and-more; ${untilGo}`);
    const { hosts, until } = watching(stateDir);
    await until(() => hosts.calls()[0]?.output.text === '***\n');
    expect(hosts.calls()[0]?.command?.text).toContain('echo ***;');
    writeFileSync(join(directory, 'seen'), '');
    await until(() => hosts.calls()[0]?.output.text === '***\n***\n');
    release();
    await call;
  });

  test('gets the last line of a progress bar as it looks now, and nothing that a terminal would obey', async () => {
    const { stateDir, run, release } = host();
    const call = run(
      String.raw`printf '10%%\r50%%\r'; printf '\e]52;c;aGk=\a\e[2J\e[31mred\e[0m'; ${untilGo}`,
    );
    const { hosts, until } = watching(stateDir);
    await until(() => hosts.calls()[0]?.output.text === 'red');
    release();
    await call;
  });

  test('gets of a command on a terminal what is to be read there', async () => {
    const { bash, directory, stateDir, release } = host();
    const command = String.raw`printf 'abc\n\033[1;1Hx\n'; ${untilGo}`;
    const call = bash.run({ command, pty: true }, { workingDirectory: directory });
    const { hosts, until } = watching(stateDir);
    await until(() => hosts.calls()[0]?.output.text === 'xbc\n');
    release();
    await call;
  });

  test('holds up no command by not reading', async () => {
    const { stateDir, directory, run, release } = host();
    const call = run(`${untilGo}; yes 'a flood of output' | head -c 100000000`);
    await expect.poll(() => listSockets(stateDir)).not.toEqual([]);
    const [name = ''] = await listSockets(stateDir);
    const slow = connect(join(stateDir, 'live', name)).pause();
    await new Promise((done) => slow.once('connect', done));
    const { hosts, until } = watching(stateDir);
    await until(() => hosts.count === 1);
    release();
    const { outcome } = await call;
    expect(outcome).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 0 } });
    expect(existsSync(join(directory, 'go'))).toBe(true);
    slow.destroy();
  });

  test('cannot say anything: whoever writes is left', async () => {
    const { stateDir, run, release } = host();
    const call = run(untilGo);
    await expect.poll(() => listSockets(stateDir)).not.toEqual([]);
    const [name = ''] = await listSockets(stateDir);
    const writer = connect(join(stateDir, 'live', name));
    writer.resume().write('{"kind":"stop"}\n');
    await new Promise((done) => writer.once('close', done));
    release();
    expect((await call).outcome.kind).toBe('ended');
  });

  test('is told that a call has gone with its host, when that was killed', async () => {
    const machine = temporaryMachine();
    const { hosts, until, over } = watching(machine.stateDir);
    const script = 'echo here; exec sleep 60';
    const printed = handrail(machine, ['run', '--yes', '--sandbox', 'off', '--live', '--', script], {
      onStdout: ({ pid }) =>
        void until(() => hosts.calls().length === 1).then(() => process.kill(pid, 'SIGKILL')),
    });
    await until(() => over.length === 1);
    expect(over[0]).toMatchObject({ status: null, call: { command: { text: script } } });
    expect((await printed).status).toBe(null);
  });
});

describe('the socket of a host', () => {
  test('is in a directory for its owner alone, and goes when the host is closed', async () => {
    const { bash, stateDir, run } = host();
    await run('true');
    await expect.poll(() => listSockets(stateDir)).toHaveLength(1);
    expect(statSync(join(stateDir, 'live')).mode & 0o777).toBe(0o700);
    await bash.close();
    expect(readdirSync(join(stateDir, 'live'))).toEqual([]);
  });

  test('what a killed host has left is removed by the next one, and nothing else is', async () => {
    const { stateDir, run } = host();
    mkdirSync(join(stateDir, 'live'), { recursive: true });
    for (const name of ['999999-5-1.sock', 'notes']) writeFileSync(join(stateDir, 'live', name), '');
    await run('true');
    await expect.poll(() => readdirSync(join(stateDir, 'live')).includes('999999-5-1.sock')).toBe(false);
    expect(readdirSync(join(stateDir, 'live'))).toContain('notes');
  });

  test('is reached also where its path is longer than the system takes', async () => {
    const stateDir = join(temporaryDirectory(), 'deep'.repeat(20), 'deeper'.repeat(20));
    const { run, release } = host({ stateDir });
    const call = run(`echo here; ${untilGo}`);
    const { hosts, until } = watching(stateDir);
    await until(() => hosts.calls()[0]?.output.text === 'here\n');
    release();
    await call;
  });

  test('is no reason for a call to fail when it cannot be made', async () => {
    const { stateDir, run } = host();
    mkdirSync(stateDir, { recursive: true });
    writeFileSync(join(stateDir, 'live'), 'not a directory');
    expect((await run('echo fine')).text).toBe('fine');
    expect(readFileSync(join(stateDir, 'live'), 'utf8')).toBe('not a directory');
  });

  test('a bash that is not to be watched has none', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    const bash = temporaryBash({ stateDir, watchable: false });
    await bash.run({ command: 'true' });
    expect(existsSync(join(stateDir, 'live'))).toBe(false);
  });

  test.skipIf(lacksBubblewrap)('a confined command does not see it', async () => {
    const directory = temporaryDirectory();
    const stateDir = join(directory, 'state');
    const bash = temporaryBash({ stateDir, sandbox: 'workspace', sandboxRequired: true });
    const run = (command: string) => bash.run({ command }, { workingDirectory: directory });
    await run('true');
    await expect.poll(() => listSockets(stateDir)).toHaveLength(1);
    const { text } = await run(
      `ls -A ${JSON.stringify(stateDir)}; ls ${JSON.stringify(join(stateDir, 'live'))}`,
    );
    expect(text).not.toContain('.sock');
    expect(text).toContain(`${JSON.stringify(stateDir)} is hidden`);
  });
});

test('nothing is asked of a command as long as nobody looks on', async () => {
  const asked: string[] = [];
  const output: WatchedOutput = {
    soFar: () => {
      asked.push('so far');
      return { kind: 'raw', bytes: Buffer.from('text'), isWhole: true };
    },
    listen: (to) => void asked.push(to === null ? 'stop' : 'listen'),
  };
  const stateDir = temporaryDirectory();
  const feed = createFeed(stateDir, []);
  const call = {
    ...{ id: 'one', contract: 'default', tool: 'bash', conversationId: 'talk' },
    ...{ workingDirectory: '/', openedAt: 0 },
  };
  const command = { command: 'x', cwd: '/', description: null, startedAt: 0, terminal: null, output };
  const progress = feed.enter(call);
  progress.runs({ ...command, confinement: { kind: 'none' } });
  await expect.poll(() => listSockets(stateDir)).toHaveLength(1);
  expect(asked).toEqual([]);

  const { hosts, until } = watching(stateDir);
  await until(() => hosts.calls()[0]?.output.text === 'text');
  expect(asked).toEqual(['so far', 'listen']);
  hosts.close();
  await expect.poll(() => asked).toEqual(['so far', 'listen', 'stop']);
  progress.over('ok');
  await feed.close();
});

test('an output that cannot be drawn is told as such, and the host goes on', async () => {
  const output: WatchedOutput = {
    soFar: () => ({ kind: 'raw', bytes: Buffer.from('text'), isWhole: true }),
    listen: () => {},
  };
  const stateDir = temporaryDirectory();
  const feed = createFeed(stateDir, []);
  const call = {
    ...{ id: 'one', contract: 'default', tool: 'bash', conversationId: 'talk' },
    ...{ workingDirectory: '/', openedAt: 0 },
  };
  const terminal: TerminalSize = {
    rows: 24,
    get columns(): number {
      throw new Error('too many open files');
    },
  };
  const command = { command: 'x', cwd: '/', description: null, startedAt: 0, terminal, output };
  const progress = feed.enter(call);
  progress.runs({ ...command, confinement: { kind: 'none' } });

  const { hosts, until, over } = watching(stateDir);
  await until(() => hosts.calls()[0]?.output.text === 'what it writes cannot be shown (too many open files)');
  progress.over('ok');
  await until(() => over.length > 0);
  await feed.close();
  hosts.close();
});
