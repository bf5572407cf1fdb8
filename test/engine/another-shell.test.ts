import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createLocalBackend } from '../../src/backends/local/local-backend.ts';
import type { BashOptions } from '../../src/index.ts';
import type { ApprovalQuestion } from '../../src/model/ports.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const rules: BashOptions<unknown, unknown> = { sandbox: 'off', options: { approve: 'rules' } };

/** A workspace and a directory outside of it, with the same notes in both. */
function places() {
  const [workingDirectory, elsewhere] = [temporaryDirectory(), temporaryDirectory()];
  for (const place of [workingDirectory, elsewhere]) {
    mkdirSync(join(place, 'sub'));
    writeFileSync(join(place, 'sub/notes'), 'text');
  }
  return { elsewhere, context: { conversationId: 'one', workingDirectory } };
}

/** A backend whose shells end as soon as nothing runs in them. It does not tell which it has, unless it is asked to run something. */
function shortLived(idleMs = 1) {
  const local = createLocalBackend({ bashPath: null, path: process.env.PATH ?? '', sessions: { idleMs } });
  onTestFinished(() => local.close());
  const { sessionShell: _, ...backend } = local;
  return { backend, local };
}

/** Runs in a session, and waits until its shell has ended. */
function sessionOf(given: BashOptions<unknown, unknown>) {
  const { elsewhere, context } = places();
  const bash = temporaryBash({ ...rules, ...given });
  const events: string[] = [];
  const run = async (command: string) => {
    const told = { ...context, onEvent: ({ kind }: { kind: string }) => void events.push(kind) };
    const result = await bash.run({ command, session: 'main' }, told);
    await sleep(20); // The timer of the shell was set before, and for less: it has gone off.
    return result;
  };
  return { bash, context, elsewhere, events, run };
}

/** Somebody who says yes to all. */
function approver() {
  const asked: string[] = [];
  const ask = async ({ request }: ApprovalQuestion) => {
    asked.push(request.command);
    return { kind: 'approved' } as const;
  };
  return { asked, ask };
}

test('a command whose shell has ended meanwhile runs in the next one, told of as started once', async () => {
  const { run, events } = sessionOf({ backend: shortLived().backend });
  await run('cd sub');
  events.length = 0;
  const { outcome } = await run('cat sub/notes');
  expect(outcome).toMatchObject({
    kind: 'ended',
    exit: { kind: 'exited', code: 0 },
    session: { found: { isNew: true, because: 'ended' }, left: null },
  });
  expect(events).toEqual(['started', 'output', 'finished']);
});

test('what a person has allowed for a shell that has ended meanwhile is asked about again', async () => {
  const { asked, ask } = approver();
  const { run } = sessionOf({ backend: shortLived().backend, approver: { ask } });
  await run('cd sub');
  expect((await run('touch new')).outcome.kind).toBe('ended');
  expect(asked).toEqual(['touch new', 'touch new']);
});

test('what was allowed for a shell in which nothing was set is not asked about again where that has ended', async () => {
  const { asked, ask } = approver();
  const { run } = sessionOf({ backend: shortLived().backend, approver: { ask } });
  await run('cat sub/notes');
  expect((await run('touch new')).outcome).toMatchObject({
    kind: 'ended',
    session: { found: { isNew: true, because: 'ended' } },
  });
  expect(asked).toEqual(['touch new']);
});

test.each([
  { meanwhile: 'cd /', asks: ['touch new', 'touch other'] },
  { meanwhile: 'cat sub/notes', asks: ['touch new'] },
])(
  'what a person has written is asked about where its shell is another one by then: $meanwhile',
  async ({ meanwhile, asks }) => {
    const asked: string[] = [];
    const ask = async ({ request }: ApprovalQuestion) => {
      asked.push(request.command);
      if (asked.length > 1) return { kind: 'refused', reason: 'not there' } as const;
      await bash.run({ command: meanwhile, session: 'main' }, context);
      return { kind: 'edited', command: 'touch other' } as const;
    };
    const { bash, context, run } = sessionOf({ approver: { ask } });
    await run('cat sub/notes');
    const { outcome } = await run('touch new');
    expect([asked, outcome.kind]).toEqual([asks, asks.length > 1 ? 'denied' : 'ended']);
  },
);

test.each([{ before: [] }, { before: ['cat sub/notes'] }, { before: ['cd .'] }])(
  'a call that could not be started leaves its session as it was, after $before',
  async ({ before }) => {
    const { bash, context, run } = sessionOf({});
    for (const command of before) await run(command);
    const input = { command: 'x=1', session: 'main', workdir: join(context.workingDirectory, 'missing') };
    expect((await bash.run(input, context)).outcome.kind).toBe('could_not_start');
    expect((await run('cat sub/notes')).outcome.kind).toBe('ended');
  },
);

test('where a backend has failed and has no shell, the next command is for a new one', async () => {
  const { local } = shortLived(60_000);
  let fails = true;
  const backend: typeof local = {
    ...local,
    async run(...given) {
      if (!fails) return await local.run(...given);
      fails = false;
      throw new Error('broken');
    },
  };
  const { run } = sessionOf({ backend });
  await expect(run('cat sub/notes')).rejects.toThrow('broken');
  expect((await run('cat sub/notes')).outcome.kind).toBe('ended');
});

test('of a shell that had ended before nobody is asked about, and it is told that the next one is new', async () => {
  const { asked, ask } = approver();
  const { bash, context, elsewhere, run } = sessionOf({ backend: shortLived().local, approver: { ask } });
  await run(`cd '${elsewhere}'`);
  const input = { command: 'cat sub/notes', session: 'main' };
  expect(await bash.judge('bash', input, context)).toMatchObject({ decision: { verdict: 'allow' } });
  const { outcome } = await run('cat sub/notes');
  expect(outcome).toMatchObject({ session: { found: { isNew: true, because: 'ended' } } });
  await run('touch new');
  expect(asked).toEqual(['touch new']);
});

test('a command that leaves its shell as it is does so where it is the first one, too, and is stopped half way', async () => {
  const { context, bash } = sessionOf({});
  const run = async (command: string, timeout_ms = 30_000) =>
    (await bash.run({ command, session: 'main', timeout_ms }, context)).outcome;
  expect(await run('/bin/sleep 60', 1_000)).toMatchObject({
    exit: { kind: 'timed_out' },
    session: { left: null },
  });
  expect(await run('cat sub/notes')).toMatchObject({ kind: 'ended', session: { found: { isNew: false } } });
});

test('many calls at once whose shell has ended run one after the other in the next one, each judged for it', async () => {
  const { elsewhere, run } = sessionOf({ backend: shortLived().backend });
  await run('cd sub');
  const commands = [
    '/bin/echo one',
    `cd '${elsewhere}'`,
    '/bin/echo two',
    'cat sub/notes',
    '/bin/echo three',
  ];
  const results = await Promise.all(commands.map(async (command) => await run(command)));
  const kinds = results.map(({ outcome }) => outcome.kind);
  expect(kinds).toEqual(['ended', 'ended', 'ended', 'needs_approval', 'ended']);
});

test.each(['local', 'backend'] as const)(
  'what another bash of the same backend has run in a session is not known, and asked about ($0)',
  async (kind) => {
    const backend = shortLived(60_000)[kind];
    const { elsewhere, context } = places();
    const [one, other] = [temporaryBash({ ...rules, backend }), temporaryBash({ ...rules, backend })];
    const run = async (bash: typeof one, command: string) =>
      (await bash.run({ command, session: 'main' }, context)).outcome.kind;
    expect(await run(one, `cd '${elsewhere}'`)).toBe('ended');
    expect(await run(other, 'cat sub/notes')).toBe('needs_approval');
    expect(await run(one, 'cd sub')).toBe('ended');
  },
);

/** Two bashes that share a backend of that kind; of what the second does somebody says yes to all. */
function twoBashes(kind: 'local' | 'backend') {
  const backend = shortLived(60_000)[kind];
  const { elsewhere, context } = places();
  const { asked, ask } = approver();
  const [one, other] = [
    temporaryBash({ ...rules, backend }),
    temporaryBash({ ...rules, backend, approver: { ask } }),
  ];
  const run = async (bash: typeof one, command: string, begun = () => {}) => {
    const onEvent = ({ kind }: { kind: string }) => void (kind === 'started' && begun());
    return (await bash.run({ command, session: 'main' }, { ...context, onEvent })).outcome.kind;
  };
  return {
    ...{ asked, elsewhere },
    runInOne: async (command: string, begun?: () => void) => await run(one, command, begun),
    runInOther: async (command: string, begun?: () => void) => await run(other, command, begun),
  };
}

test.each(['local', 'backend'] as const)(
  'of two bashes that run in one session by turns neither knows what the other has set ($0)',
  async (kind) => {
    const { asked, elsewhere, runInOne, runInOther } = twoBashes(kind);
    const set = `f='${elsewhere}/sub/notes'`;
    expect(await runInOne('f=sub/notes')).toBe('ended');
    expect(await runInOne('cat "$f"')).toBe('ended');
    expect(await runInOther(set)).toBe('ended');
    expect(asked).toEqual([set]);
    expect(await runInOne('cat "$f"')).toBe('needs_approval');
    expect(await runInOther('cat "$f"')).toBe('ended');
    expect(asked).toEqual([set, 'cat "$f"']);
  },
);

test('what was judged while another bash had something to run first is judged again', async () => {
  const { elsewhere, runInOne, runInOther } = twoBashes('local');
  await runInOne('f=sub/notes');
  const slow = await new Promise<{ end: Promise<string> }>((resolve) => {
    const end: Promise<string> = runInOne('/bin/sleep 1', () => resolve({ end }));
  });
  const setting = await new Promise<{ end: Promise<string> }>((resolve) => {
    const end: Promise<string> = runInOther(`f='${elsewhere}/sub/notes'`, () => resolve({ end }));
  });
  expect(await runInOne('cat "$f"')).toBe('needs_approval');
  expect([await slow.end, await setting.end]).toEqual(['ended', 'ended']);
});
