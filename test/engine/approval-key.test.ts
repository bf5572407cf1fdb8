import { expect, test } from 'vitest';
import type { Confinement } from '../../src/model/sandbox.ts';
import { questionOf } from '../approvals/support.ts';
import { requestOf } from './parts.ts';

const granted = [{ kind: 'host', host: 'a.example' }] as const;
const sandbox = { kind: 'sandbox', level: 'workspace', network: 'none', granted: [] } as const;
const keyOf = (confinement: Confinement) => questionOf('ls', { confinement }).key;

test.each<readonly [string, Confinement]>([
  ['another level', { ...sandbox, level: 'mine' }],
  ['a network', { ...sandbox, network: 'host' }],
  ['other hosts', { ...sandbox, network: { hosts: ['a.example'] } }],
  ['a limit that is not held', { ...sandbox, unheld: { reason: 'not held', cure: '' } }],
  ['no sandbox', { kind: 'none' }],
  ['none though there should be one', { kind: 'degraded', level: 'workspace', reason: '', cure: '' }],
])('an answer about a command in a sandbox is not for the same one with %s', (_, confinement) => {
  expect(keyOf(confinement)).not.toBe(keyOf(sandbox));
});

test('an answer that grants something is for the call that then has it', () => {
  expect(keyOf({ ...sandbox, granted })).toBe(keyOf(sandbox));
});

test('an answer about a command that finds nothing to read is not for one that can be typed into', () => {
  const request = requestOf('python3');
  const job = (input: 'nothing' | 'pipe') => ({ kind: 'job', settleMs: 1_000, input }) as const;
  const terminal = { columns: 80, rows: 24 };
  const keys = [
    request,
    { ...request, lifetime: job('nothing') },
    { ...request, lifetime: job('pipe') },
    { ...request, lifetime: job('pipe'), terminal },
    { ...request, terminal },
  ].map((one) => questionOf('python3', { request: one }).key);
  expect(new Set(keys).size).toBe(3);
  expect([keys[0], keys[3]]).toEqual([keys[1], keys[4]]);
});
