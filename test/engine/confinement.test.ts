import { describe, expect, test } from 'vitest';
import { sandboxLevels } from '../../src/confine/sandbox-levels.ts';
import { createEngine } from '../../src/engine/engine.ts';
import type { Exit, Run } from '../../src/model/exit.ts';
import type { SandboxSupport } from '../../src/model/sandbox.ts';
import { createFakeBackend, exited, type FakeBackend } from '../../src/testing/index.ts';
import { contextOf, engineParts, tool } from './parts.ts';

const [workspace] = sandboxLevels;
const lacking = { kind: 'unavailable', reason: 'no bwrap on PATH', cure: 'install bubblewrap' } as const;

/** A call of an engine whose commands are to be confined, on a backend that can, or cannot. */
async function called(support: SandboxSupport | null, given: { required?: boolean; isOff?: boolean } = {}) {
  return await calledOn(
    createFakeBackend(() => ({ ends: exited({ kind: 'exited', code: 0 }) })),
    support,
    given,
  );
}

async function calledOn(
  fake: FakeBackend,
  support: SandboxSupport | null,
  { required = false, isOff = false } = {},
) {
  const backend = { ...fake, ...(support && { sandboxSupport: async () => support }) };
  const parts = engineParts();
  const levels = isOff || workspace === undefined ? [] : [workspace];
  const sandbox = { ...parts.sandbox, rule: { levels, required } };
  const engine = createEngine({ ...parts, backend, sandbox });
  const { outcome } = await engine(tool, { command: 'true' }, contextOf());
  return { outcome, plans: fake.plans, entries: parts.recorder.entries };
}

describe('a command that is to be confined', () => {
  test('is, in a plan that says what holds, and its result and its record say so', async () => {
    const { outcome, plans, entries } = await called({ kind: 'available' });
    const confinement = { kind: 'sandbox', level: 'workspace', network: 'none' };
    expect(outcome).toMatchObject({ kind: 'ended', confinement });
    expect(entries.at(-1)).toMatchObject({ call: { outcome: { confinement } } });
    expect(plans).toMatchObject([{ sandbox: { level: 'workspace', conversationId: 'a conversation' } }]);
    const places = plans[0]?.sandbox?.places ?? [];
    expect(places).toContainEqual({ path: '/work', access: 'writable' });
    expect(places).toContainEqual({ path: '/home/u/.ssh', access: 'hidden' });
    expect(places).toContainEqual({ path: '/state', access: 'hidden' });
  });

  test.each([
    ['the machine cannot', lacking, lacking],
    [
      'the backend does not',
      null,
      { reason: 'the backend fake makes no sandboxes', cure: 'use one that does, or set "sandbox" to "off"' },
    ],
  ])(
    'runs without where %s, and its result and its record say why',
    async (_why, support, { reason, cure }) => {
      const { outcome, plans, entries } = await called(support);
      const confinement = { kind: 'degraded', level: 'workspace', reason, cure };
      expect(outcome).toMatchObject({ kind: 'ended', confinement });
      expect(entries.at(-1)).toMatchObject({ call: { outcome: { confinement } } });
      expect(plans).toMatchObject([{ sandbox: null }]);
    },
  );

  test('does not run without where that is required, and is told the cure', async () => {
    const { outcome, plans } = await called(lacking, { required: true });
    const message =
      'the command was to be confined, and nothing was started: no bwrap on PATH; install bubblewrap';
    expect(outcome).toEqual({ kind: 'could_not_start', problem: { code: 'sandbox-unavailable', message } });
    expect(plans).toEqual([]);
  });
});

describe('what it says that it was denied is told', () => {
  const noHost = 'curl: (6) Could not resolve host: a.example\n';
  const noFile = 'cat: /home/u/.ssh/id: Permission denied\n';
  const network = { kind: 'network', because: 'no-network', host: 'a.example', rule: 'a.example' };
  const file = { kind: 'path', path: '/home/u/.ssh/id', access: 'hidden' };

  test.each<readonly [string, Exit, readonly number[] | null, readonly object[]]>([
    ['that fails', { kind: 'exited', code: 1 }, null, [network, file]],
    ['that fails before the last part of a pipeline', { kind: 'exited', code: 0 }, [1, 0], [network]],
    ['whose time is up', { kind: 'timed_out', timeoutMs: 1 }, null, [network]],
    ['that does not fail', { kind: 'exited', code: 0 }, [0, 0], []],
  ])('to a command %s', async (_which, exit, parts, denials) => {
    const fake = createFakeBackend(() => ({
      writes: [['output', noHost + noFile]],
      ends: { ...exited(exit), parts } as Run,
    }));
    const { outcome } = await calledOn(fake, { kind: 'available' });
    expect(outcome).toMatchObject({ kind: 'ended', denials });
  });
});

test('a command that nobody wants confined is told to be so, whatever is required', async () => {
  const { outcome, plans } = await called(lacking, { required: true, isOff: true });
  expect(outcome).toMatchObject({ kind: 'ended', confinement: { kind: 'none' } });
  expect(plans).toMatchObject([{ sandbox: null }]);
});
