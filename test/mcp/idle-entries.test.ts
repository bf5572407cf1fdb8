import { expect, onTestFinished, test } from 'vitest';
import { createIdleEntries } from '../../src/adapters/mcp/idle-entries.ts';

function entriesWith(max: number, idleMs = 60_000) {
  const ended: string[] = [];
  const entries = createIdleEntries<string>({
    max,
    idleMs,
    end: async (value) => {
      ended.push(value);
    },
  });
  onTestFinished(() => entries.close());
  return { entries, ended };
}

test('room is made by letting go of what is idle for longest, and of nothing in use', async () => {
  const { entries, ended } = entriesWith(2);
  const [first, second] = [new AbortController(), new AbortController()];
  entries.add('a', 'A');
  entries.add('b', 'B');
  entries.use('a', first.signal);
  entries.use('b', second.signal);
  expect(entries.add('c', 'C')).toBe(false);
  second.abort();
  first.abort();
  expect(entries.add('c', 'C')).toBe(true);
  expect(ended).toEqual(['B']);
  expect(entries.get('a')).toBe('A'); // Which is a use.
  expect(entries.add('d', 'D')).toBe(true);
  expect(ended).toEqual(['B', 'C']);
});

test('what is used by a request that is over already is idle', () => {
  const { entries, ended } = entriesWith(1);
  entries.add('a', 'A');
  entries.use('a', AbortSignal.abort());
  expect(entries.add('b', 'B')).toBe(true);
  expect(ended).toEqual(['A']);
});

test('what nobody has used for a while is let go of, and each once', async () => {
  const { entries, ended } = entriesWith(3, 20);
  const busy = new AbortController();
  entries.add('idle', 'idle');
  entries.add('busy', 'busy');
  entries.use('busy', busy.signal);
  await expect.poll(() => entries.get('idle'), { interval: 100 }).toBeNull();
  expect(entries.get('busy')).toBe('busy');
  await entries.delete('busy');
  await entries.close();
  expect(ended).toEqual(['idle', 'busy']);
});

test('what comes when it is closed is not taken: nobody would let go of it', async () => {
  const { entries, ended } = entriesWith(2);
  entries.add('a', 'A');
  const closing = entries.close();
  expect(entries.add('b', 'B')).toBe(false);
  await closing;
  expect(ended).toEqual(['A']);
});
