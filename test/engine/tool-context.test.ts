import { getEventListeners } from 'node:events';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createResource } from '../../src/engine/resources.ts';
import { createRunningCalls } from '../../src/engine/running-calls.ts';
import { createToolContext } from '../../src/engine/tool-context.ts';
import { neverAborted } from '../../src/model/never-aborted.ts';
import { rejectionOf, thrownBy } from '../support/thrown.ts';

const none = { browsers: null, conversationId: null };

describe('the context of a call', () => {
  it('is filled in where nothing was said', () => {
    expect(createToolContext({}, none)).toEqual({
      signal: expect.any(AbortSignal),
      conversationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      isConversationNamed: false,
      workingDirectory: process.cwd(),
      timeoutMs: null,
      patience: null,
      keepsRuns: true,
      onEvent: null,
      approver: null,
      browser: expect.any(Function),
    });
  });

  it('is what was said', () => {
    const onEvent = (): void => {};
    const { signal } = new AbortController();
    const given = {
      signal,
      conversationId: 'a',
      workingDirectory: '/work',
      timeoutMs: 5,
      patience: signal,
      keepsRuns: false,
      onEvent,
      approver: null,
    };
    const context = createToolContext(given, none);
    expect(context).toEqual({ ...given, isConversationNamed: true, browser: expect.any(Function) });
    expect(context.signal).toBe(signal);
  });

  it('has an absolute directory', () => {
    expect(createToolContext({ workingDirectory: 'below/../there' }, none).workingDirectory).toBe(
      resolve('there'),
    );
  });

  it('is a new one for every call, of a conversation of its own where none is named', () => {
    const [one, two] = [createToolContext({}, none), createToolContext({}, none)];
    expect(one).not.toBe(two);
    expect(one.conversationId).not.toBe(two.conversationId);
  });

  it('has the signal that nobody can abort where none is given, which no call listens to', async () => {
    const { signal } = createToolContext({}, none);
    expect([signal, signal.aborted]).toEqual([neverAborted, false]);
    let listeners = -1;
    const calls = createRunningCalls();
    await calls.track('c', signal, async (own) => {
      expect(own).not.toBe(signal);
      listeners = getEventListeners(signal, 'abort').length;
    });
    expect(listeners).toBe(0);
  });

  it('has the browser of its conversation, which is made when it is asked for', async () => {
    const opened: string[] = [];
    const browsers = createResource({
      async open(conversationId) {
        opened.push(conversationId);
        return { of: conversationId };
      },
      close: async () => {},
    });
    const [one, two] = [1, 2].map(() =>
      createToolContext({ conversationId: 'a' }, { browsers, conversationId: null }),
    );
    const other = createToolContext({ conversationId: 'b' }, { browsers, conversationId: null });
    expect(opened).toEqual([]);
    const first = await one?.browser();
    expect(first).toEqual({ of: 'a' });
    expect(await two?.browser()).toBe(first);
    expect(await other.browser()).toEqual({ of: 'b' });
    expect(opened).toEqual(['a', 'b']);
  });

  it('says what is missing when there is no browser provider', async () => {
    expect(await rejectionOf(createToolContext({}, none).browser())).toEqual({
      code: 'no-resource',
      message: 'expected a browser provider, none was configured: give createBash one',
    });
  });

  it.each([
    [
      'a misspelled one',
      { workingDir: '/tmp' },
      /^a call: expected only the options signal, .*, got "workingDir" — did you mean "workingDirectory"\?$/,
    ],
    ['null', null, 'a call: expected an object of options, got null'],
    ['a conversation alone', 'main', 'a call: expected an object of options, got string'],
    [
      'no directory',
      { workingDirectory: null },
      'workingDirectory: expected a string that is not empty, got null',
    ],
    ['a signal that is none', { signal: 4 }, 'a call: signal: expected an AbortSignal, got number'],
    [
      'an empty directory',
      { workingDirectory: '' },
      'workingDirectory: expected a string that is not empty, got an empty string',
    ],
    [
      'a conversation by number',
      { conversationId: 7 },
      'conversationId: expected a string that is not empty and can be written as UTF-8, without NUL characters, got number',
    ],
    [
      'a conversation with half a character',
      { conversationId: 'a\ud800' },
      'conversationId: expected a string that is not empty and can be written as UTF-8, without NUL characters, got string',
    ],
    [
      'a conversation with a NUL',
      { conversationId: 'a\0b' },
      'conversationId: expected a string that is not empty and can be written as UTF-8, without NUL characters, got string',
    ],
    ['a listener that is none', { onEvent: {} }, 'onEvent: expected a function, or null, got object'],
    [
      'an approver that is a function',
      { approver: () => {} },
      /approver: expected an approver, an object with the function ask, or null, got function$/,
    ],
  ])('is not made of %s', (_name, given, message) => {
    const error = thrownBy(() => createToolContext(given as never, none));
    expect(error.code).toBe('misuse');
    expect(error.message).toMatch(message);
  });
});
