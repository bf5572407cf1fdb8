import { describe, expect, test } from 'vitest';
import { sandboxLevels } from '../../src/confine/sandbox-levels.ts';
import { createEngine, type EngineParts } from '../../src/engine/engine.ts';
import type { Access } from '../../src/model/access.ts';
import type { ContractTool } from '../../src/model/contract.ts';
import type { Policy } from '../../src/model/decision.ts';
import type { Grant } from '../../src/model/grant.ts';
import type { Report } from '../../src/model/outcome.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';
import { createFakeBackend, exited } from '../../src/testing/index.ts';
import { always, person, yes } from '../support/access.ts';
import { contextOf, engineParts, memoryGrants, memoryRecorder, tool } from './parts.ts';

const host: Access = { kind: 'host', host: 'a.example' };
const path: Access = { kind: 'path', path: '/data', access: 'writable' };

/** The probe's tool, whose commands ask for this. */
function asking(access: readonly Access[]): ContractTool<Policy, Report> {
  return {
    ...tool,
    decode(input, scope) {
      const operation = tool.decode(input, scope);
      return operation.kind === 'run'
        ? { ...operation, request: { ...operation.request, access } }
        : operation;
    },
  };
}

/** Calls of one engine, whose commands are confined to the workspace. */
function engineWith(given: Partial<EngineParts<Policy, Report>> & { readonly can?: boolean } = {}) {
  const { can = true, ...around } = given;
  const fake = createFakeBackend(() => ({ ends: exited({ kind: 'exited', code: 0 }) }));
  const sandboxSupport = async () =>
    can
      ? ({ kind: 'available' } as const)
      : ({ kind: 'unavailable', reason: 'no bwrap', cure: 'install it' } as const);
  const parts = engineParts();
  const sandbox = { ...parts.sandbox, rule: { levels: sandboxLevels.slice(0, 1), required: false } };
  const engine = createEngine({ ...parts, sandbox, backend: { ...fake, sandboxSupport }, ...around });
  const call = async (command: string, access: readonly Access[] = [], workingDirectory = '/work') =>
    (await engine(asking(access), { command }, contextOf({ workingDirectory }))).outcome;
  return { call, plans: fake.plans };
}

function grantOf(access: Access, given: Partial<Grant> = {}): Grant {
  const terms = { contract: 'probe', conversationId: null, grantedAtMs: 0, expiresAtMs: null };
  return { kind: 'access', access, workspace: '/work', ...terms, ...given } as Grant;
}

describe('with one answer for good', () => {
  test('the call and what it asks for are both kept', async () => {
    const grants = memoryGrants();
    const approver = person(always());
    const { call } = engineWith({ options: shippedPolicy, grants, approver });
    expect((await call('touch file', [host])).kind).toBe('ended');
    expect((await call('touch file', [host])).kind).toBe('ended');
    const terms = { contract: 'probe', conversationId: null, grantedAtMs: 0, expiresAtMs: null };
    expect(await grants.of('probe')).toEqual([
      { kind: 'call', words: ['touch', 'file'], cwd: '/work', ...terms },
      { kind: 'access', access: host, workspace: '/work', ...terms },
    ]);
    expect(approver.questions.map(({ findings }) => findings.map(({ id }) => id))).toEqual([
      ['write-file', 'sandbox-access'],
    ]);
  });

  test('of a call that no narrow answer would do for, what it asks for is', async () => {
    const grants = memoryGrants();
    const approver = person(always(), yes);
    const { call } = engineWith({ options: shippedPolicy, grants, approver });
    await call('python3 x.py', [host]);
    await call('python3 x.py', [host]);
    expect((await grants.of('probe')).map(({ kind }) => kind)).toEqual(['access']);
    expect(approver.questions.map(({ access, offers }) => ({ access, offers }))).toEqual([
      { access: [host], offers: [{ kind: 'access', access: host, workspace: '/work' }] },
      { access: [], offers: null },
    ]);
  });
});

describe('what was granted', () => {
  test('is in the plan, in the result and in the record', async () => {
    const recorder = memoryRecorder();
    const { call, plans } = engineWith({
      recorder,
      grants: memoryGrants([grantOf(host), grantOf(path)]),
    });
    const confinement = {
      ...{ kind: 'sandbox', level: 'workspace', network: { hosts: ['a.example'] } },
      granted: [host, path],
    };
    expect(await call('true')).toMatchObject({ confinement });
    expect(recorder.entries.at(-1)).toMatchObject({ call: { outcome: { confinement } } });
    expect(plans[0]?.sandbox?.network).toEqual({ hosts: ['a.example'] });
    expect(plans[0]?.sandbox?.places).toContainEqual({ path: '/data', access: 'writable' });
  });

  test('is recorded without secrets', async () => {
    const recorder = memoryRecorder();
    const { call } = engineWith({
      recorder,
      grants: memoryGrants([grantOf({ kind: 'host', host: 'hunter22.example' })]),
    });
    await call('true');
    expect(recorder.entries.at(-1)).toMatchObject({
      call: {
        outcome: { confinement: { network: { hosts: ['***.example'] }, granted: [{ host: '***.example' }] } },
      },
    });
  });

  test.each<readonly [string, Grant]>([
    ['another contract', grantOf(host, { contract: 'another' })],
    ['another workspace', grantOf(host, { workspace: '/elsewhere' } as Partial<Grant>)],
    ['another time', grantOf(host, { expiresAtMs: 0 })],
    ['what nobody can grant', grantOf({ kind: 'path', path: '/state', access: 'writable' })],
    ['the keys of a machine', grantOf({ kind: 'host', host: '169.254.169.254' })],
  ])('does not hold for %s', async (_what, grant) => {
    const { call } = engineWith({ grants: memoryGrants([grant]) });
    expect(await call('true')).toMatchObject({ confinement: { network: 'none', granted: [] } });
  });

  test('and cannot be read starts nothing', async () => {
    const grants = { ...memoryGrants(), of: () => Promise.reject(new Error('the disk is gone')) };
    const { call, plans } = engineWith({ grants });
    expect(await call('true')).toEqual({
      kind: 'could_not_start',
      problem: {
        code: 'state-unavailable',
        message: 'nothing was started, because what was granted could not be read: the disk is gone',
      },
    });
    expect(plans).toEqual([]);
  });
});

test('where a machine cannot confine, nobody is asked, and nothing is kept', async () => {
  const approver = person(always());
  const grants = memoryGrants();
  const { call } = engineWith({ can: false, approver, grants });
  expect(await call('true', [host, { kind: 'path', path: '/state', access: 'writable' }])).toMatchObject({
    ...{ kind: 'ended', grantable: [] },
    confinement: { kind: 'degraded' },
  });
  expect([approver.questions, await grants.of('probe')]).toEqual([[], []]);
});

test('what is asked for twice is asked about once, and who may write may read', async () => {
  const approver = person(yes);
  const { call } = engineWith({ approver });
  const read: Access = { kind: 'path', path: '/home/u/.npmrc', access: 'read-only' };
  const write: Access = { ...read, access: 'writable' };
  await call('true', [read, write, host, host]);
  expect(approver.questions.map(({ access }) => access)).toEqual([[write, host]]);
});

test('a directory is not asked for where what could not be made in it would be hidden all the same', async () => {
  const cannotMake = (path: string) => `mkdir: cannot create directory '${path}': Read-only file system\n`;
  const grantableFor = async (path: string) => {
    const fake = createFakeBackend(() => ({
      writes: [['output', cannotMake(path)]],
      ends: exited({ kind: 'exited', code: 1 }),
    }));
    const sandboxSupport = async () => ({ kind: 'available' }) as const;
    const look = (at: string) => (at === '/home/u/.local/share' ? 'directory' : 'missing');
    const { call } = engineWith({ backend: { ...fake, sandboxSupport }, look, mayWrite: () => true });
    return await call('true');
  };
  expect(await grantableFor('/home/u/.local/share/keyrings')).toMatchObject({
    denials: [{ access: 'read-only' }],
    grantable: [],
  });
  expect(await grantableFor('/home/u/.local/share/other')).toMatchObject({
    grantable: [{ kind: 'path', path: '/home/u/.local/share', access: 'writable' }],
  });
});
