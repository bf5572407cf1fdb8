import { expect, test } from 'vitest';
import { isCovered } from '../../src/approvals/covered.ts';
import { approvalKey } from '../../src/engine/approval-key.ts';
import type { Access } from '../../src/model/access.ts';
import type { Finding, Verdict } from '../../src/model/decision.ts';
import type { ApprovalQuestion } from '../../src/model/ports.ts';
import { questionOf } from './support.ts';

const finding = (reason: string, verdict: Verdict = 'ask'): Finding => ({
  ...{ id: 'write-file', verdict, reason, instead: null },
});
const host: Access = { kind: 'host', host: 'example.com' };
const file: Access = { kind: 'path', path: '/srv', access: 'writable' };

const command = 'touch a; touch b';
const then = questionOf(command, { findings: [finding('a'), finding('b')], access: [host] });

function covered(now: ApprovalQuestion, before = then): boolean {
  return isCovered(now, before, ({ findings, access }) => approvalKey({ ...now, findings, access }));
}

test.each<readonly [string, Partial<ApprovalQuestion>, boolean]>([
  ['for the same reasons', { findings: [finding('a'), finding('b')], access: [host] }, true],
  ['for less', { findings: [finding('b'), finding('granted', 'allow')], access: [] }, true],
  ['for another reason', { findings: [finding('b'), finding('c')], access: [] }, false],
  ['for more beyond its sandbox', { findings: [finding('b')], access: [file] }, false],
  ['in another conversation', { findings: [finding('b')], conversationId: 'another' }, false],
  ['by another contract', { findings: [finding('b')], contract: 'plain' }, false],
  [
    'with another sandbox',
    { findings: [finding('b')], confinement: { kind: 'degraded', level: 'x', reason: 'y', cure: 'z' } },
    false,
  ],
])('a yes to a call is one to the same call that is asked about %s: %s %s', (_, given, expected) => {
  expect(covered(questionOf(command, given))).toBe(expected);
});

test('a yes to a call is none to another one', () => {
  expect(covered(questionOf('touch a;  touch b', { findings: [finding('b')] }))).toBe(false);
});

test('a yes to what would have been denied does not count as asked about', () => {
  const denied = questionOf(command, { findings: [finding('b', 'deny')] });
  expect(covered(questionOf(command, { findings: [finding('b')] }), denied)).toBe(false);
});
