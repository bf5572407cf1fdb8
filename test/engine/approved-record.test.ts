import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import type { ApprovalAnswer } from '../../src/model/ports.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { answering, askAlways, contextOf, engineParts, memoryRecorder, strict, tool } from './parts.ts';

type Parts = ReturnType<typeof engineParts>;

/** Runs `ls`, about which the rules ask, and what was recorded of it in the end. */
async function closedAfter(parts: Parts, answer: ApprovalAnswer | null) {
  const approver = answer && answering(answer);
  await createEngine({ ...parts, options: strict, approver })(tool, { command: 'ls' }, contextOf());
  const entry = parts.recorder.entries.at(-1);
  return entry?.kind === 'closed' ? entry.call : null;
}

describe('the record of a call that the rules have a person asked about', () => {
  it('says that a person has let it run, and what the rules asked about', async () => {
    expect(await closedAfter(engineParts(), { kind: 'approved' })).toMatchObject({
      status: 'ok',
      approved: { by: 'person', findings: [askAlways] },
    });
  });

  it('says so of the command that a person had run in its stead', async () => {
    expect(await closedAfter(engineParts(), { kind: 'edited', command: 'pwd' })).toMatchObject({
      ...{ status: 'ok', command: 'pwd' },
      approved: { by: 'person', findings: [askAlways] },
    });
  });

  it('tells a yes for the conversation apart, which the person was not asked for again', async () => {
    const parts = engineParts();
    await closedAfter(parts, { kind: 'approved', conversation: true });
    expect(await closedAfter(parts, null)).toMatchObject({
      status: 'ok',
      approved: { by: 'grant', findings: [askAlways] },
    });
  });

  it('has no secret of the host in the reasons', async () => {
    const rules = [
      { kind: 'every-command', finding: { ...askAlways, reason: 'has hunter22 in it' } } as const,
    ];
    const parts = engineParts();
    const approver = answering({ kind: 'approved' });
    await createEngine({ ...parts, options: { rules }, approver })(tool, { command: 'ls' }, contextOf());
    expect(parts.recorder.entries.at(-1)).toMatchObject({
      call: { approved: { findings: [{ reason: 'has *** in it' }] } },
    });
  });

  it('tells what was allowed with "always" and does not ask any more', async () => {
    const recorder = memoryRecorder();
    const approver = answering({ kind: 'approved', always: {} });
    const bash = temporaryBash({ recorder, approver, sandbox: 'off', options: { approve: 'rules' } });
    const context = { workingDirectory: temporaryDirectory(), conversationId: 'c' };
    await bash.run({ command: 'mkdir made' }, context);
    await bash.run({ command: 'mkdir made' }, context);
    const calls = recorder.entries.flatMap((entry) => (entry.kind === 'closed' ? [entry.call] : []));
    expect(calls).toMatchObject([
      { status: 'ok', approved: { by: 'person', findings: [{ id: 'write-file' }] } },
      { status: 'failed', approved: { by: 'grant', findings: [{ id: 'granted', verdict: 'allow' }] } },
    ]);
  });

  it('names nobody where a rule that allows it has the id of what was granted', async () => {
    const finding = {
      id: 'granted',
      verdict: 'allow',
      reason: 'the builds are mine',
      instead: null,
    } as const;
    const parts = engineParts();
    const options = { rules: [{ kind: 'every-command', finding } as const] };
    await createEngine({ ...parts, options })(tool, { command: 'ls' }, contextOf());
    const closed = parts.recorder.entries.at(-1);
    expect(closed).toMatchObject({ kind: 'closed', call: { status: 'ok' } });
    expect(closed?.kind === 'closed' && 'approved' in closed.call).toBe(false);
  });

  it('names nobody where the rules allow it, or where it did not run', async () => {
    const parts = engineParts();
    await createEngine(parts)(tool, { command: 'ls' }, contextOf());
    const refused = await closedAfter(parts, { kind: 'refused', reason: 'no' });
    const open = await closedAfter(parts, null);
    const calls = parts.recorder.entries.flatMap((entry) => (entry.kind === 'closed' ? [entry.call] : []));
    expect([refused?.status, open?.status]).toEqual(['denied', 'needs_approval']);
    expect(calls.filter((call) => 'approved' in call)).toEqual([]);
  });
});
