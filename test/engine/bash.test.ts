import { describe, expect, it, vi } from 'vitest';
import { createBashFrom } from '../../src/engine/bash.ts';
import type { Approver, Backend } from '../../src/model/ports.ts';
import { createFakeBackend } from '../../src/testing/index.ts';
import { rejectionOf } from '../support/thrown.ts';
import { bashParts, contextOf, deferred, strict } from './parts.ts';

/** A backend whose commands go on until they are stopped; `started(n)` is settled when n of them run. */
function endlessBackend() {
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const close = vi.fn(async () => {});
  const endless = createFakeBackend(() => {
    for (const { count, resolve } of waiting) if (endless.plans.length >= count) resolve();
    return { ends: 'when-stopped' };
  });
  const backend: Backend = { ...endless, close };
  const started = (count: number): Promise<void> => {
    const all = deferred<void>();
    waiting.push({ count, resolve: () => all.resolve() });
    return all.promise;
  };
  return { backend, started, close };
}

describe('a bash', () => {
  it('has the contract’s name and its tools, described for the working directory', () => {
    const bash = createBashFrom(bashParts());
    expect(bash.contract).toBe('probe');
    const described = bash.tools.list().map((tool) => ({
      name: tool.name,
      annotations: tool.annotations,
      inputSchema: tool.inputSchema,
      outputSchema: tool.outputSchema,
      description: tool.description({ workingDirectory: '/work' }),
    }));
    const common = {
      annotations: { title: 'Run', readOnly: false, destructive: true, openWorld: true },
      inputSchema: { type: 'object' },
      outputSchema: null,
      description: 'Runs in /work.',
    };
    expect(described).toEqual([
      { name: 'bash', ...common },
      { name: 'other', ...common },
    ]);
  });

  it('runs the contract’s first tool, and any by its name', async () => {
    const parts = bashParts();
    const bash = createBashFrom(parts);
    await bash.run({ command: 'one' }, { conversationId: 'a', workingDirectory: '/work' });
    await bash.call('other', { command: 'two' }, { conversationId: 'b', workingDirectory: '/' });
    const opened = parts.recorder.entries.flatMap((entry) => (entry.kind === 'opened' ? [entry.call] : []));
    expect(opened).toEqual([
      {
        contract: 'probe',
        tool: 'bash',
        backend: 'fake',
        conversationId: 'a',
        workingDirectory: '/work',
        input: { command: 'one' },
      },
      {
        contract: 'probe',
        tool: 'other',
        backend: 'fake',
        conversationId: 'b',
        workingDirectory: '/',
        input: { command: 'two' },
      },
    ]);
  });

  it('refuses a tool that there is not, and records nothing', async () => {
    const parts = bashParts();
    expect(await rejectionOf(createBashFrom(parts).call('sh', {}))).toEqual({
      code: 'unknown-tool',
      message: 'expected one of the tools bash, other, got "sh"',
    });
    expect(parts.recorder.entries).toEqual([]);
  });

  it('serves many conversations at once', async () => {
    const bash = createBashFrom(bashParts());
    const results = await Promise.all(
      ['a', 'b', 'c'].map((id) =>
        bash.run({ command: `echo ${id}` }, { conversationId: id, workingDirectory: `/${id}` }),
      ),
    );
    expect(results.map(({ result }) => result.request)).toEqual(
      ['a', 'b', 'c'].map((id) => ({
        command: `echo ${id}`,
        cwd: `/${id}`,
        timeoutMs: 1_000,
        lifetime: { kind: 'call', survivors: 'end' },
        terminal: null,
        session: null,
        workspace: null,
        root: null,
        access: [],
        description: null,
      })),
    );
  });
});

describe('ending a conversation', () => {
  it('lets go of all else also where its jobs cannot be found, and says that they were not', async () => {
    const parts = bashParts();
    const endConversation = vi.fn(async () => {});
    const list = async (): Promise<never> => {
      throw new Error('no jobs to be read');
    };
    const backend = { ...parts.backend, endConversation };
    const bash = createBashFrom({ ...parts, backend, jobs: { ...parts.jobs, list } });
    await expect(bash.endConversation('a', { jobs: 'end' })).rejects.toThrow('no jobs to be read');
    expect(endConversation.mock.calls).toEqual([['a']]);
  });

  it('closes its browser also where the backend cannot end it', async () => {
    const parts = bashParts();
    const endConversation = async (): Promise<never> => {
      throw new Error('the backend does not end it');
    };
    const browser = { open: async () => 'a browser', close: vi.fn(async () => {}) };
    const bash = createBashFrom({ ...parts, backend: { ...parts.backend, endConversation }, browser });
    await bash.context({ conversationId: 'a' }).browser();
    await expect(bash.endConversation('a')).rejects.toThrow('the backend does not end it');
    expect(browser.close.mock.calls).toEqual([['a browser']]);
  });

  it('cancels its calls, waits for them, and leaves others alone', async () => {
    const { backend, started } = endlessBackend();
    const parts = { ...bashParts(), backend };
    const bash = createBashFrom(parts);
    const both = started(2);
    const mine = bash.run({ command: 'mine' }, { conversationId: 'a' });
    const other = bash.run({ command: 'other' }, { conversationId: 'b' });
    await both;
    await bash.endConversation('a');
    expect((await mine).outcome).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
    expect(parts.recorder.entries.filter(({ kind }) => kind === 'closed')).toHaveLength(1);
    await bash.close();
    expect((await other).outcome).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
  });

  it.each([
    ['a', { jobs: 'kill' }, 'endConversation: jobs: expected "keep" or "end", got string'],
    [
      5,
      {},
      'endConversation: conversationId: expected a string that is not empty and can be written as UTF-8, without NUL characters, got number',
    ],
    [
      undefined,
      {},
      'endConversation: conversationId: expected a string that is not empty and can be written as UTF-8, without NUL characters, got undefined',
    ],
    ['a', null, 'endConversation: expected an object of options, got null'],
    [
      'a',
      { job: 'end' },
      'endConversation: expected only the options jobs, got "job" — did you mean "jobs"?',
    ],
  ])('refuses what it does not know, and ends nothing: %j, %j', async (id, given, message) => {
    const bash = createBashFrom(bashParts());
    expect(await rejectionOf(bash.endConversation(id as string, given as object))).toMatchObject({
      code: 'misuse',
      message,
    });
    await bash.close();
  });

  it('cancels a call that waits for an answer', async () => {
    const asked = deferred<void>();
    const approver: Approver = {
      ask() {
        asked.resolve();
        return new Promise(() => {});
      },
    };
    const bash = createBashFrom({ ...bashParts(), approver, options: strict });
    const call = bash.run({ command: 'ls' }, { conversationId: 'a' });
    await asked.promise;
    await bash.endConversation('a');
    expect((await call).outcome).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
  });
});

describe('what is asked of a bash in a way that has no meaning', () => {
  it.each([undefined, null, 3])('is refused, not recorded: a refusal whose reason is %j', async (reason) => {
    const parts = bashParts();
    const bash = createBashFrom(parts);
    const message = `refuse: reason: expected a string, got ${reason === null ? 'null' : typeof reason}`;
    const refusing = bash.refuse('bash', { command: 'ls' }, reason as unknown as string);
    expect(await rejectionOf(refusing)).toMatchObject({ code: 'misuse', message });
    expect(parts.recorder.entries).toEqual([]);
    await bash.close();
  });

  it.each([5, '', {}])('is refused, and not told as nothing that runs: running(%j)', async (given) => {
    const bash = createBashFrom(bashParts());
    const kind = given === '' ? 'an empty string' : typeof given;
    const message = `running: conversationId: expected a string that is not empty and can be written as UTF-8, without NUL characters, or null, got ${kind}`;
    expect(await rejectionOf(bash.running(given as string))).toMatchObject({ code: 'misuse', message });
    await bash.close();
  });
});

describe('closing a bash', () => {
  it('ends its calls, then lets go of the backend, then of the recorder', async () => {
    const { backend, started, close } = endlessBackend();
    const steps: string[] = [];
    close.mockImplementation(async () => void steps.push('backend closed'));
    const bash = createBashFrom({ ...bashParts(), backend, release: () => void steps.push('released') });
    const running = started(1);
    const call = bash.run({ command: 'x' }).then(({ outcome }) => {
      steps.push('call over');
      return outcome;
    });
    await running;
    await bash.close();
    expect(await call).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
    expect(steps.toSorted()).toEqual(['backend closed', 'call over', 'released']);
    expect(steps.indexOf('backend closed')).toBeLessThan(steps.indexOf('released'));
  });

  it('is done once, however often it is asked for, and waited for by all', async () => {
    const { backend, close } = endlessBackend();
    const ended = deferred<void>();
    close.mockImplementation(async () => await ended.promise);
    const bash = createBashFrom({ ...bashParts(), backend });
    let over = 0;
    const closings = [bash.close(), bash.close()].map(async (closing) => {
      await closing;
      over += 1;
    });
    await vi.waitUntil(() => close.mock.calls.length > 0);
    expect(over).toBe(0);
    ended.resolve();
    await Promise.all([...closings, bash.close()]);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('lets go again of what it takes to end jobs afterwards', async () => {
    const parts = bashParts();
    const steps: string[] = [];
    const list = async () => {
      steps.push('opened');
      return [];
    };
    const jobs = { ...parts.jobs, list };
    const bash = createBashFrom({ ...parts, jobs, release: () => void steps.push('released') });
    await bash.close();
    await bash.endConversation('a', { jobs: 'end' });
    expect(steps).toEqual(['released', 'opened', 'released']);
  });

  it('lets go of all else also where the backend cannot be closed, and says that it was not', async () => {
    const parts = bashParts();
    const release = vi.fn();
    const close = async (): Promise<never> => {
      throw new Error('the backend does not close');
    };
    const bash = createBashFrom({ ...parts, backend: { ...parts.backend, close }, release });
    await expect(bash.close()).rejects.toThrow('the backend does not close');
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('opens no browser afterwards: nobody would close it', async () => {
    const browser = { open: vi.fn(async () => 'a browser'), close: vi.fn(async () => {}) };
    const bash = createBashFrom({ ...bashParts(), browser });
    const context = bash.context({ conversationId: 'a' });
    expect(await context.browser()).toBe('a browser');
    await bash.close();
    expect(browser.close.mock.calls).toEqual([['a browser']]);
    expect(await rejectionOf(context.browser())).toMatchObject({ code: 'misuse' });
    expect(browser.open).toHaveBeenCalledTimes(1);
  });

  it('accepts no call afterwards, and records none', async () => {
    const parts = bashParts();
    const bash = createBashFrom(parts);
    await bash.close();
    const problem = { code: 'misuse', message: 'expected a bash that is open, this one was closed' };
    expect(await rejectionOf(bash.run({ command: 'ls' }))).toEqual(problem);
    expect(await rejectionOf(bash.tools.dispatch('bash', { command: 'ls' }, contextOf()))).toEqual(problem);
    expect(await rejectionOf(bash.running())).toEqual(problem);
    expect(await rejectionOf(bash.approvals.open())).toEqual(problem);
    expect(await rejectionOf(bash.approvals.answer('1', { kind: 'refused', reason: 'no' }))).toEqual(problem);
    expect(parts.recorder.entries).toEqual([]);
  });
});
