import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { contracts } from '../../src/contracts/contracts.ts';
import type { Event } from '../../src/model/event.ts';
import type { Job } from '../../src/model/job.ts';
import type { ApprovalAnswer, ApprovalQuestion } from '../../src/model/ports.ts';
import { builtRoot, loadBuiltRoot } from '../support/built.ts';
import { isAlive } from '../support/is-alive.ts';
import { endJobs } from '../support/jobs.ts';
import { temporaryDirectory } from '../support/temporary.ts';

let built: Awaited<ReturnType<typeof loadBuiltRoot>>;

beforeAll(async () => {
  built = await loadBuiltRoot();
});

type Given = Parameters<typeof built.createBash>[0];

/** A bash in a thread, or here, with a directory of its own to work in. */
function bashOf(given: Given = {}, thread = true) {
  const directory = temporaryDirectory();
  const stateDir = join(directory, 'state');
  const bash = built.createBash({ thread, stateDir, sandbox: 'off', ...given });
  onTestFinished(async () => {
    await bash.close();
    await endJobs(stateDir);
  });
  return { bash, directory, context: { workingDirectory: directory, conversationId: 'one' } };
}

const unasked = { options: { approve: 'never' } };

/** Without what is another one in each call. */
function alike(value: unknown): unknown {
  const text = JSON.stringify(value, (key, part: unknown) =>
    /^(?:call_id|\w*time\w*|duration\w*)$/.test(key) ? 0 : part,
  );
  return text
    .replaceAll(/handrail test [^"\\ ]+ [^"\\/]+/g, 'directory')
    .replaceAll(/\w+\.output\b/g, 'file')
    .replaceAll(/\d+(?:\.\d+)? ?m?s\b/g, '0 s');
}

describe('a bash in a thread', () => {
  describe.each(contracts.map(({ name }) => name))('gives what one gives that works here: %s', (contract) => {
    test.each([
      ['printf "one\\ntwo\\n"; printf three >&2'],
      ['cat missing; exit 3'],
      ['seq 20000'],
      ['git add .'],
      ['echo "an unclosed quote'],
      [7],
    ])('%s', async (command) => {
      const results = [];
      for (const thread of [true, false]) {
        const { bash, context } = bashOf({ contract }, thread);
        const { text, isError, result, outcome, recorded } = await bash.run(
          { command, description: 'a try' },
          context,
        );
        results.push(alike({ text, isError, result, kind: outcome.kind, recorded: recorded.kind }));
      }
      expect(results[0]).toEqual(results[1]);
    });
  });

  test('has the tools of its contract, in its words', () => {
    const toolsOf = (thread: boolean) => {
      const { bash } = bashOf({ contract: 'session' }, thread);
      return bash.tools
        .list()
        .map((tool) => ({ ...tool, text: tool.description({ workingDirectory: '/work' }) }));
    };
    expect(JSON.stringify(toolsOf(true))).toBe(JSON.stringify(toolsOf(false)));
  });

  test('takes contracts that Handrail brings along as they are, and by name', async () => {
    const { bash, context } = bashOf({ contract: built.plain as never });
    expect(bash.contract).toBe('plain');
    expect((await bash.run({ command: 'echo hi' }, context)).text).toContain('hi');
  });

  test('starts nothing before it is called', async () => {
    const { bash, directory } = bashOf();
    bash.tools.list();
    bash.approvals.join({ ask: async () => ({ kind: 'unanswered' }) }, { conversationId: null });
    await bash.close();
    expect(existsSync(join(directory, 'state'))).toBe(false);
  });

  test('tells a listener what happens as it happens, and waits for it', async () => {
    const { bash, context } = bashOf(unasked);
    const events: Event[] = [];
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const running = bash.run({ command: 'echo hi; seq 1000000' }, { ...context, onEvent });
    function onEvent(event: Event) {
      events.push(event);
      if (event.kind === 'output') return held;
      return undefined;
    }
    await vi.waitUntil(() => events.some(({ kind }) => kind === 'output'), { timeout: 60_000 });
    const told = events.length;
    await bash.run({ command: 'true' }, { ...context, conversationId: 'another' });
    expect(events.length).toBe(told);
    release();
    const { outcome } = await running;
    expect(outcome.kind).toBe('ended');
    const text = events.map((event) => (event.kind === 'output' ? event.text : '')).join('');
    expect(text.split('\n').length).toBe(1_000_002);
    expect([events.at(0)?.kind, events.at(-1)?.kind]).toEqual(['started', 'finished']);
  });

  test.each(['started', 'output', 'finished'])(
    'gives its caller just what a listener has thrown at "%s"',
    async (at) => {
      const { bash, context } = bashOf(unasked);
      const mine = new TypeError('mine');
      const onEvent = ({ kind }: Event) => {
        if (kind === at) throw mine;
      };
      await expect(bash.run({ command: 'echo hi; sleep 0.1' }, { ...context, onEvent })).rejects.toBe(mine);
    },
  );

  test.each([
    ['a function', () => 'true'],
    ['a symbol', Symbol('true')],
    ['what cannot be read', { toString: () => 'true' }],
  ])('says in words that %s cannot be given to it, and goes on', async (_, command) => {
    const { bash, context } = bashOf(unasked);
    const running = bash.run({ command }, context);
    await expect(running).rejects.toMatchObject({ name: 'HandrailError', code: 'misuse' });
    await expect(running).rejects.toThrow(
      /^expected what can be given to another thread, got what cannot: .* could not be cloned\. Leave/,
    );
    expect(await bash.running()).toEqual([]);
    expect((await bash.run({ command: 'exit 3' }, context)).outcome).toMatchObject({ exit: { code: 3 } });
  });

  test('refuses what has no meaning before it is asked', async () => {
    const { bash, context } = bashOf(unasked);
    const wrong: readonly [string, () => unknown][] = [
      [
        'refuse: reason: expected a string, got undefined',
        () => bash.refuse('bash', {}, undefined as never, context),
      ],
      [
        'running: conversationId: expected a string that is not empty and can be written as UTF-8, without NUL characters, or null, got number',
        () => bash.running(1 as never),
      ],
      [
        'endConversation: expected an object of options, got null',
        () => bash.endConversation('one', null as never),
      ],
      [
        'join: approver: expected an approver, an object with the function ask, got null',
        () => bash.approvals.join(null as never, { conversationId: null }),
      ],
    ];
    for (const [message, ask] of wrong)
      await expect((async () => await ask())()).rejects.toMatchObject({ code: 'misuse', message });
  });

  test('cancels a call, also one whose signal was aborted before', async () => {
    const { bash, context } = bashOf(unasked);
    const canceller = new AbortController();
    const onEvent = ({ kind }: Event) => {
      if (kind === 'output') canceller.abort();
    };
    const running = bash.run(
      { command: 'echo on; sleep 600' },
      { ...context, signal: canceller.signal, onEvent },
    );
    expect((await running).outcome).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
    const late = await bash.run({ command: 'sleep 600' }, { ...context, signal: AbortSignal.abort() });
    expect(late.text).toMatch(/cancelled/);
  });

  test('makes no job for a caller that has none', async () => {
    const { bash, context } = bashOf(unasked);
    const { outcome } = await bash.run({ command: 'sleep 600 & echo on' }, { ...context, keepsRuns: false });
    expect(outcome).toMatchObject({ kind: 'ended', job: null, survivors: [{ command: 'sleep 600' }] });
  });

  test('makes a job of what its caller waits for no longer, and gives its output and its end', async () => {
    const ends: Job[] = [];
    const { bash, context } = bashOf({ ...unasked, onJobEnd: (job) => void ends.push(job) });
    const patience = new AbortController();
    const onEvent = ({ kind }: Event) => {
      if (kind === 'output') patience.abort();
    };
    const command = 'echo on; until [ -e end ]; do sleep 0.05; done; echo off';
    const { outcome } = await bash.run({ command }, { ...context, patience: patience.signal, onEvent });
    expect(outcome.kind).toBe('moved_to_job');
    const [job] = await bash.outputs.list('one');
    expect((await bash.running('one')).map((task) => task.job?.id)).toEqual([job?.id]);
    expect(await bash.running('another')).toEqual([]);
    await bash.run({ command: 'touch end' }, context);
    const { text } = await bash.call(
      'bash_output',
      { job: job?.id, wait_for: 'exit', wait_ms: 60_000 },
      context,
    );
    expect(text).toContain('off');
    const part = { fromLine: 1, lines: null, maxBytes: 1_000 };
    const read = await bash.outputs.read('one', job?.id ?? '', part);
    expect(read).toMatchObject({ job: { id: job?.id }, totalLines: 2 });
    expect(await bash.outputs.read('another', job?.id ?? '', part)).toBeNull();
    await vi.waitUntil(() => ends.length > 0, { timeout: 60_000 });
    expect(ends.map(({ id }) => id)).toEqual([job?.id]);
  });

  test('tells of the end of a job also after it was closed', async () => {
    const ends: Job[] = [];
    const { bash, context, directory } = bashOf({ ...unasked, onJobEnd: (job) => void ends.push(job) });
    const command = 'until [ -e end ]; do sleep 0.05; done';
    const { outcome } = await bash.run({ command, run_in_background: true }, context);
    expect(outcome.kind).toBe('moved_to_job');
    await bash.close();
    execFileSync('touch', [join(directory, 'end')]);
    await vi.waitUntil(() => ends.length > 0, { timeout: 60_000 });
  });

  test('goes on where who is told of the end of a job throws, which is its host’s to handle', () => {
    const directory = temporaryDirectory();
    const program = `
      import { createBash } from ${JSON.stringify(builtRoot)};
      const thrown = new Promise((resolve) => process.on('unhandledRejection', resolve));
      const onJobEnd = () => { throw new Error('mine'); };
      const bash = createBash({ thread: true, stateDir: 'state', options: { approve: 'never' }, sandbox: 'off', onJobEnd });
      await bash.run({ command: 'until [ -e end ]; do sleep 0.05; done', run_in_background: true });
      await bash.run({ command: 'touch end' });
      const alive = setInterval(() => {}, 1_000);
      console.log((await thrown).message);
      clearInterval(alive);
      console.log((await bash.run({ command: 'echo on' })).text.split('\\n')[0]);
      await bash.close();`;
    const text = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      ...{ cwd: directory, encoding: 'utf8', timeout: 60_000 },
    });
    expect(text).toBe('mine\non\n');
  });

  test('ends its thread when it is closed and no job is left whose end it is to tell of', async () => {
    const ends: Job[] = [];
    const { bash, context, directory } = bashOf({ ...unasked, onJobEnd: (job) => void ends.push(job) });
    const threads = threadsFromNow();
    await bash.run({ command: 'until [ -e end ]; do sleep 0.05; done', run_in_background: true }, context);
    await bash.close();
    expect(threads.size).toBe(1);
    execFileSync('touch', [join(directory, 'end')]);
    await vi.waitUntil(() => ends.length > 0 && threads.size === 0, { timeout: 60_000 });
    const another = bashOf({ ...unasked, onJobEnd: () => {} });
    await another.bash.run({ command: 'true' }, another.context);
    await another.bash.close();
    expect(threads.size).toBe(0);
  });

  test('reads a file that its options name where its process was when it was made, and once', async () => {
    const directory = temporaryDirectory();
    const file = join(directory, 'profile.json');
    writeFileSync(file, JSON.stringify({ name: 'made', allow: ['*'] }));
    const { bash, context } = bashOf({ contract: 'workspace', options: { profile: file } });
    writeFileSync(file, JSON.stringify({ name: 'later', deny: ['*'] }));
    expect((await bash.run({ command: 'echo hi', description: 'a try' }, context)).text).toContain('hi');
  });

  describe('asks a person', () => {
    const command = 'mkdir made';
    const always = { options: { approve: 'always' } };

    test.each<[ApprovalAnswer, boolean]>([
      [{ kind: 'approved' }, true],
      [{ kind: 'edited', command: 'mkdir made && mkdir more' }, true],
      [{ kind: 'refused', reason: 'not today' }, false],
    ])('who answers %o', async (answer, isMade) => {
      const questions: ApprovalQuestion[] = [];
      const approver = {
        async ask(question: ApprovalQuestion) {
          questions.push(question);
          return answer;
        },
      };
      const { bash, context, directory } = bashOf({ ...always, approver });
      const { text } = await bash.run({ command }, context);
      expect(questions.map(({ request }) => request.command)).toEqual([command]);
      expect(existsSync(join(directory, 'made'))).toBe(isMade);
      if (answer.kind === 'refused') expect(text).toContain('not today');
    });

    test('who comes with the call, and not the one of all calls', async () => {
      const asked: string[] = [];
      const named = (name: string, answer: ApprovalAnswer) => ({
        async ask() {
          asked.push(name);
          return answer;
        },
      });
      const { bash, context, directory } = bashOf({
        ...always,
        approver: named('all', { kind: 'refused', reason: '' }),
      });
      await bash.run({ command }, { ...context, approver: named('call', { kind: 'approved' }) });
      expect(asked).toEqual(['call']);
      expect(existsSync(join(directory, 'made'))).toBe(true);
    });

    test('who has joined before the first call, until she has left; and takes the question back when another has answered', async () => {
      const { bash, context, directory } = bashOf(always);
      const withdrawn: string[] = [];
      const leave = bash.approvals.join(
        {
          ask: (_, signal) =>
            new Promise((resolve) => {
              signal.addEventListener('abort', () => {
                withdrawn.push('first');
                resolve({ kind: 'unanswered' });
              });
            }),
        },
        { conversationId: null },
      );
      const running = bash.run({ command }, context);
      const waiting = await vi.waitUntil(async () => (await bash.approvals.open())[0], { timeout: 60_000 });
      expect(await bash.approvals.answer(waiting?.id ?? '', { kind: 'approved' })).toMatchObject({
        kind: 'taken',
      });
      await running;
      await vi.waitUntil(() => withdrawn.length > 0, { timeout: 60_000 });
      expect(existsSync(join(directory, 'made'))).toBe(true);
      leave();
      const { outcome } = await bash.run({ command: 'mkdir again' }, context);
      expect(outcome.kind).toBe('needs_approval');
    });
  });

  test('judges and refuses calls, and knows no tool of another name', async () => {
    const { bash, context } = bashOf();
    expect(await bash.judge('bash', { command: 'git push --force' }, context)).toMatchObject({
      kind: 'judged',
      decision: { verdict: 'deny' },
    });
    const refused = await bash.refuse('bash', { command: 'ls' }, 'not this', context);
    expect(refused.outcome).toMatchObject({ kind: 'denied', by: 'person', reason: 'not this' });
    for (const wrong of [bash.call('none', {}), bash.judge('none', {}), bash.refuse('none', {}, 'no')])
      await expect(wrong).rejects.toMatchObject({ name: 'HandrailError', code: 'unknown-tool' });
  });

  test('ends a conversation, and the calls in it', async () => {
    const { bash, context } = bashOf(unasked);
    let started = false;
    const onEvent = () => {
      started = true;
    };
    const running = bash.run({ command: 'echo on; sleep 600' }, { ...context, onEvent });
    await vi.waitUntil(() => started, { timeout: 60_000 });
    await bash.endConversation('one');
    expect((await running).text).toMatch(/cancelled/);
  });

  test.each([true, false])(
    'ends the jobs of a conversation also after it was closed: thread %s',
    async (thread) => {
      const { bash, context } = bashOf(unasked, thread);
      const { outcome } = await bash.run({ command: 'sleep 600', run_in_background: true }, context);
      const { pid } = (outcome as { readonly job: Job }).job.shell;
      await bash.close();
      await bash.endConversation('one');
      expect(isAlive(pid)).toBe(true);
      await bash.endConversation('one', { jobs: 'end' });
      await expect.poll(() => isAlive(pid)).toBe(false);
      await expect(bash.run({ command: 'true' }, context)).rejects.toMatchObject({ code: 'misuse' });
    },
  );

  test.each([true, false])(
    'is closed at the end of the block that it is made in by `await using`: thread %s',
    async (thread) => {
      const { bash, context } = bashOf(unasked, thread);
      await bash.run({ command: 'true' }, context);
      await bash[Symbol.asyncDispose]();
      await expect(bash.run({ command: 'true' }, context)).rejects.toMatchObject({ code: 'misuse' });
      expect(bash[Symbol.asyncDispose]()).toBe(bash.close());
    },
  );

  test.each(['end a conversation, close', 'close, end a conversation'])(
    'does both where they are asked for at once: %s',
    async (order) => {
      const { bash, context } = bashOf(unasked);
      const { outcome } = await bash.run({ command: 'sleep 600', run_in_background: true }, context);
      const { pid } = (outcome as { readonly job: Job }).job.shell;
      const steps = {
        close: () => bash.close(),
        'end a conversation': () => bash.endConversation('one', { jobs: 'end' }),
      };
      await Promise.all(order.split(', ').map((step) => steps[step as keyof typeof steps]()));
      await expect.poll(() => isAlive(pid)).toBe(false);
    },
  );

  test('starts nothing to end a conversation that had no call', async () => {
    const { bash, directory } = bashOf();
    const threads = () => readdirSync('/proc/self/task').length;
    const before = threads();
    await bash.endConversation('one');
    expect(threads()).toBe(before);
    expect(existsSync(join(directory, 'state'))).toBe(false);
    await expect(bash.endConversation(5 as never)).rejects.toMatchObject({ code: 'misuse' });
  });

  test('is closed when the jobs have ended that were to, also where it has made no call', async () => {
    const { bash } = bashOf();
    let isOver = false;
    const ending = bash.endConversation('one', { jobs: 'end' }).then(() => {
      isOver = true;
    });
    await bash.close();
    await new Promise(setImmediate); // What waits for the same as `close` is told in the same turn.
    expect(isOver).toBe(true);
    await ending;
  });

  test.skipIf(!existsSync('/proc/self/fd'))(
    'leaves nothing open in its process when it is closed',
    async () => {
      const open = () => readdirSync('/proc/self/fd').length;
      const make = async () => {
        const { bash, context } = bashOf(unasked);
        for (let calls = 0; calls < 2; calls += 1) await bash.run({ command: 'true' }, context);
        await bash.close();
      };
      await make();
      const before = open();
      for (let made = 0; made < 3; made += 1) await make();
      await expect.poll(open).toBeLessThanOrEqual(before);
    },
  );

  test('ends its calls when it is closed, and takes no more', async () => {
    const { bash, context } = bashOf(unasked);
    let started = false;
    const onEvent = () => {
      started = true;
    };
    const running = bash.run({ command: 'echo on; sleep 600' }, { ...context, onEvent });
    await vi.waitUntil(() => started, { timeout: 60_000 });
    await Promise.all([bash.close(), bash.close()]);
    expect((await running).text).toMatch(/cancelled/);
    for (const late of [
      bash.run({ command: 'true' }),
      bash.judge('bash', {}),
      bash.running(),
      bash.approvals.open(),
    ])
      await expect(late).rejects.toMatchObject({ code: 'misuse' });
  });

  test.each<[string, Given]>([
    ['backend', { backend: { name: 'mine', run: fail, endConversation: fail, close: fail } as never }],
    ['recorder', { recorder: { open: fail, close: fail } as never }],
    ['browser', { browser: { open: fail, close: fail } as never }],
    ['clock', { clock: { elapsedMs: fail, nowMs: fail, after: fail } as never }],
    ['contract', { contract: { ...contracts[1], tools: [...(contracts[1]?.tools ?? [])] } as never }],
    ['options', { contract: 'plain', options: { confirm: fail } as never }],
  ])('refuses what is code, and says what: %s', (name, given) => {
    expect(() => built.createBash({ ...given, thread: true })).toThrow(
      expect.objectContaining({
        code: 'invalid-options',
        message: expect.stringContaining(`createBash: ${name}: `),
      }),
    );
  });

  test('lets its process end, and leaves nothing behind when that is in the middle of a command', () => {
    const directory = temporaryDirectory();
    const program = (rest: string) => `
      import { createBash } from ${JSON.stringify(builtRoot)};
      const bash = createBash({ thread: true, stateDir: 'state', options: { approve: 'never' }, sandbox: 'off' });
      process.chdir('/');
      await bash.run({ command: 'true' }, { workingDirectory: ${JSON.stringify(directory)} });
      ${rest}`;
    const run = (rest: string) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', program(rest)], {
        cwd: directory,
        encoding: 'utf8',
      });
    expect(run('console.log("idle")')).toBe('idle\n');
    expect(existsSync(join(directory, 'state'))).toBe(true); // Where the process was when the bash was made.
    run(`await new Promise((resolve) => {
      const onEvent = ({ kind }) => kind === 'output' && resolve();
      void bash.run({ command: 'echo $$ > pid; echo on; sleep 600' }, { onEvent, workingDirectory: ${JSON.stringify(directory)} });
    });
    process.exit(0);`);
    const pid = readFileSync(join(directory, 'pid'), 'utf8').trim();
    return vi.waitUntil(() => !existsSync(`/proc/${pid}`), { timeout: 60_000 });
  });

  test.skipIf(!existsSync('/proc/self/task'))(
    'has ended by itself before its process does, also one that has not been loaded yet',
    () => {
      const directory = temporaryDirectory();
      const program = (calls: string) => `
      import { once } from 'node:events';
      import { readdirSync } from 'node:fs';
      import { createBash } from ${JSON.stringify(builtRoot)};
      const make = () => createBash({ thread: true, stateDir: 'state', options: { approve: 'never' }, sandbox: 'off' });
      const tasks = () => readdirSync('/proc/self/task');
      const before = tasks();
      const listeners = process.listenerCount('exit');
      ${calls}
      const since = tasks().filter((task) => !before.includes(task));
      process.on('exit', () => {
        const until = Date.now() + 20_000;
        const ended = () => since.filter((task) => !tasks().includes(task)).length;
        while (ended() === 0 && Date.now() < until);
        console.log(ended());
      });
      process.exit(3);`;
      const run = (calls: string) => {
        const args = ['--input-type=module', '-e', program(calls)];
        return spawnSync(process.execPath, args, {
          ...{ cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
        });
      };
      const loading = `const started = once(process, 'worker'); void make().run({ command: 'sleep 600' }); await started;`;
      expect(run(loading)).toMatchObject({ status: 3, stdout: '1\n' });
      expect(run(`await make().run({ command: 'true' });`)).toMatchObject({ status: 3, stdout: '1\n' });
      const closed = `const bash = make(); await bash.run({ command: 'true' }); await bash.close(); console.log(process.listenerCount('exit') - listeners); process.exit(3);`;
      expect(run(closed)).toMatchObject({ status: 3, stdout: '0\n' });
    },
  );
});

test('a question of a thread that is lost is taken back', async () => {
  const threads = threadsFromNow();
  let isTakenBack = false;
  const approver = {
    ask: (_: ApprovalQuestion, signal: AbortSignal) =>
      new Promise<ApprovalAnswer>((resolve) => {
        signal.addEventListener('abort', () => {
          isTakenBack = true;
          resolve({ kind: 'unanswered' });
        });
        // It is no message of the host, which the thread does not catch.
        for (const thread of threads) thread.postMessage(null);
      }),
  };
  const { bash, context } = bashOf({ options: { approve: 'always' }, approver });
  await expect(bash.run({ command: 'true' }, context)).rejects.toMatchObject({ code: 'thread-lost' });
  expect(isTakenBack).toBe(true);
});

test('a thread whose file is missing, as in a bundle, ends what is asked of it, and says what to do; there is nothing to close then', async () => {
  // The compiler's output: the file of the thread, which the bundler writes, is not beside it.
  const file = fileURLToPath(new URL('../../dist/create-bash.js', import.meta.url));
  const { createBash }: Pick<typeof built, 'createBash'> = await import(/* @vite-ignore */ file);
  const bash = createBash({ thread: true, stateDir: join(temporaryDirectory(), 'state') });
  const message = expect.stringMatching(
    /^thread: expected the file of the thread at \/.*thread\.cjs, which is not there: .* a bundle leaves it out/,
  );
  const lost = { name: 'HandrailError', code: 'misuse', message };
  const calls = [bash.run({ command: 'true' }), bash.running()];
  for (const call of calls) await expect(call).rejects.toMatchObject(lost);
  await expect(bash.run({ command: 'true' })).rejects.toMatchObject(lost);
  await bash.close();
});

test('a thread that has failed is told with how, to who asks then and later', async () => {
  // It is no message of the host, which the thread does not catch.
  const started = (worker: Worker): void => worker.postMessage(null);
  process.once('worker', started);
  onTestFinished(() => void process.off('worker', started));
  const { bash, context } = bashOf();
  const message = expect.stringMatching(/^the thread of this bash is gone, .* it has failed: TypeError: /s);
  const lost = { name: 'HandrailError', code: 'thread-lost', message };
  await expect(bash.run({ command: 'true' }, context)).rejects.toMatchObject(lost);
  await expect(bash.running()).rejects.toMatchObject(lost);
});

test('the end of a process does not wait for a thread that has failed', () => {
  const program = `
    import { createBash } from ${JSON.stringify(builtRoot)};
    // It is no message of the host, which the thread does not catch.
    process.once('worker', (worker) => worker.postMessage(null));
    const bash = createBash({ thread: true, stateDir: 'state' });
    await bash.run({ command: 'true' }).catch(({ code }) => console.log(code));
    Atomics.wait = () => console.log('waited for it');
    process.exit();`;
  const args = ['--input-type=module', '-e', program];
  const cwd = temporaryDirectory();
  expect(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })).toBe('thread-lost\n');
});

/** The threads that are started from now on, and have not ended. */
function threadsFromNow(): ReadonlySet<Worker> {
  const running = new Set<Worker>();
  const add = (worker: Worker): void => {
    running.add(worker);
    worker.once('exit', () => running.delete(worker));
  };
  process.on('worker', add);
  onTestFinished(() => void process.off('worker', add));
  return running;
}

function fail(): never {
  throw new Error('nothing is to be called');
}
