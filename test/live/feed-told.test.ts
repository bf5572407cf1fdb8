import { expect, onTestFinished, test } from 'vitest';
import { createFeed } from '../../src/live/feed.ts';
import { listSockets } from '../../src/live/socket-place.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { watching } from './watching.ts';

/** A feed of calls whose output a test writes. */
function feedOf() {
  const stateDir = temporaryDirectory();
  const feed = createFeed(stateDir, []);
  onTestFinished(() => feed.close());
  return { feed, stateDir, enter: (id: string) => enter(feed, id) };
}

function enter(feed: ReturnType<typeof createFeed>, id: string) {
  let listener: ((bytes: Uint8Array) => void) | null = null;
  let text = '';
  const progress = feed.enter({
    ...{ id, contract: 'default', tool: 'bash', conversationId: 'talk' },
    ...{ workingDirectory: '/', openedAt: 0 },
  });
  const output = {
    soFar: () => ({ kind: 'raw', bytes: Buffer.from(text), isWhole: true }) as const,
    listen(to: typeof listener) {
      listener = to;
    },
  };
  return {
    over: progress.over,
    runs: (command: string) =>
      progress.runs({
        ...{ command, cwd: '/', description: null, startedAt: 0, terminal: null, output },
        confinement: { kind: 'none' },
      }),
    writes(more: string) {
      text += more;
      listener?.(Buffer.from(more));
    },
    isListenedTo: () => listener !== null,
  };
}

/** The calls as they are seen: id, command, output. */
function seen({ hosts }: Pick<ReturnType<typeof watching>, 'hosts'>) {
  return hosts.calls().map(({ id, command, output }) => [id, command?.text ?? null, output.text]);
}

/** Waits until this is seen. */
async function untilSeen(watcher: ReturnType<typeof watching>, calls: readonly unknown[]): Promise<void> {
  await watcher.until(() => JSON.stringify(seen(watcher)) === JSON.stringify(calls));
}

test('a call that begins while somebody looks on is told as it goes', async () => {
  const { stateDir, enter } = feedOf();
  const first = enter('first');
  const watcher = watching(stateDir);
  await untilSeen(watcher, [['first', null, '']]);
  const second = enter('second');
  second.runs('seq 3');
  await untilSeen(watcher, [
    ['first', null, ''],
    ['second', 'seq 3', ''],
  ]);
  for (const [line, all] of [
    ['1\n', '1\n'],
    ['2\n', '1\n2\n'],
  ] as const) {
    second.writes(line);
    await untilSeen(watcher, [
      ['first', null, ''],
      ['second', 'seq 3', all],
    ]);
  }
  first.runs('ls');
  await untilSeen(watcher, [
    ['first', 'ls', ''],
    ['second', 'seq 3', '1\n2\n'],
  ]);
});

test('a command that begins while its call is looked at is told with what it has written before', async () => {
  const { stateDir, enter } = feedOf();
  const call = enter('one');
  const watcher = watching(stateDir);
  await untilSeen(watcher, [['one', null, '']]);
  call.writes('early\n');
  call.runs('ls');
  await untilSeen(watcher, [['one', 'ls', 'early\n']]);
});

test('a call that is over before anybody looks on is not told', async () => {
  const { stateDir, enter } = feedOf();
  enter('over').over('ok');
  enter('there');
  await expect.poll(() => listSockets(stateDir)).toHaveLength(1);
  const watcher = watching(stateDir);
  await untilSeen(watcher, [['there', null, '']]);
  expect(watcher.over).toEqual([]);
});

test('a call that has ended is told to those who were there, and to nobody who comes later', async () => {
  const { stateDir, enter } = feedOf();
  const [ended] = ['ended', 'there'].map(enter);
  const first = watching(stateDir);
  await first.until(() => first.hosts.calls().length === 2);
  ended?.over('ok');
  await first.until(() => first.over.length === 1);
  const second = watching(stateDir);
  await untilSeen(second, [['there', null, '']]);
  expect(second.over).toEqual([]);
  await untilSeen(first, [['there', null, '']]);
});

test('a call goes on to be told when those who looked on have left and others come', async () => {
  const { stateDir, enter } = feedOf();
  const call = enter('one');
  call.runs('ls');
  const first = watching(stateDir);
  await untilSeen(first, [['one', 'ls', '']]);
  expect(call.isListenedTo()).toBe(true);
  first.hosts.close();
  await expect.poll(call.isListenedTo).toBe(false);
  call.writes('meanwhile\n');
  const second = watching(stateDir);
  await untilSeen(second, [['one', 'ls', 'meanwhile\n']]);
  call.writes('and more\n');
  await untilSeen(second, [['one', 'ls', 'meanwhile\nand more\n']]);
});

test('how the last calls have ended is told before the host is closed, and then it is gone', async () => {
  const { feed, stateDir, enter } = feedOf();
  const [ended, failed, open] = ['ended', 'failed', 'open'].map(enter);
  const watcher = watching(stateDir);
  await watcher.until(() => watcher.hosts.calls().length === 3);
  ended?.over('ok');
  failed?.over('failed');
  expect(open).toBeDefined();
  await feed.close();
  await watcher.until(() => watcher.over.length === 3);
  expect(watcher.over.map(({ call, status }) => [call.id, status])).toEqual([
    ['ended', 'ok'],
    ['failed', 'failed'],
    ['open', null],
  ]);
  expect([watcher.hosts.count, watcher.hosts.calls()]).toEqual([0, []]);
});
