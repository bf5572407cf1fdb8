import { describe, expect, it } from 'vitest';
import { createRunningCalls } from '../../src/engine/running-calls.ts';

const never = new AbortController().signal;

/** A call that goes on until it is cancelled, and then says so. */
function untilCancelled(log: string[], name: string) {
  return (signal: AbortSignal): Promise<string> =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        log.push(`cancelled ${name}`);
        resolve(name);
      });
    });
}

describe('running calls', () => {
  it('answer with what they came to', async () => {
    const calls = createRunningCalls();
    expect(await calls.track('a', never, async () => 'done')).toBe('done');
    await expect(calls.track('a', never, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  });

  it('are cancelled by their own signal', async () => {
    const calls = createRunningCalls();
    const log: string[] = [];
    const own = new AbortController();
    const call = calls.track('a', own.signal, untilCancelled(log, 'one'));
    own.abort();
    expect([await call, log]).toEqual(['one', ['cancelled one']]);
  });

  it('are ended with their conversation, and no others are', async () => {
    const calls = createRunningCalls();
    const log: string[] = [];
    const [one, two] = ['one', 'two'].map((name) => calls.track('a', never, untilCancelled(log, name)));
    const other = calls.track('b', never, untilCancelled(log, 'other'));
    await calls.endConversation('a');
    expect([await one, await two, log]).toEqual(['one', 'two', ['cancelled one', 'cancelled two']]);
    await calls.endAll();
    expect(await other).toBe('other');
  });

  it('are all ended at the end', async () => {
    const calls = createRunningCalls();
    const log: string[] = [];
    const running = ['a', 'b'].map((name) => calls.track(name, never, untilCancelled(log, name)));
    await calls.endAll();
    expect([await Promise.all(running), log]).toEqual([
      ['a', 'b'],
      ['cancelled a', 'cancelled b'],
    ]);
  });

  it('are waited for when they are ended, also when they fail', async () => {
    const calls = createRunningCalls();
    const log: string[] = [];
    const failing = calls.track('a', never, async (signal) => {
      await untilCancelled(log, 'one')(signal);
      await Promise.resolve();
      log.push('cleaned up');
      throw new Error('a bug');
    });
    const failed = expect(failing).rejects.toThrow('a bug');
    await calls.endConversation('a');
    log.push('ended');
    expect(log).toEqual(['cancelled one', 'cleaned up', 'ended']);
    await failed;
  });

  it('are cancelled no more when they are over', async () => {
    const calls = createRunningCalls();
    const signals: AbortSignal[] = [];
    await calls.track('a', never, async (signal) => signals.push(signal));
    await calls.endAll();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });

  it('can be ended when there are none', async () => {
    await expect(createRunningCalls().endConversation('a')).resolves.toBeUndefined();
  });
});
