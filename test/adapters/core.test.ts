import { describe, expect, test } from 'vitest';
import { withProgress } from '../../src/adapters/ai-sdk/progress.ts';
import {
  type AgentCall,
  createAgentTools,
  createCommandTool,
  resultOf,
} from '../../src/adapters/core/agent-tools.ts';
import { createAskedCalls } from '../../src/adapters/core/asked.ts';
import type { PersonAnswer } from '../../src/adapters/core/person.ts';
import { recordRefused } from '../../src/adapters/core/refusals.ts';
import { readDecision } from '../../src/adapters/langchain/decision.ts';
import { createAskedInputs } from '../../src/adapters/mastra/asked-inputs.ts';
import type { Approver } from '../../src/model/ports.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

describe('what was asked about', () => {
  test('is claimed once, for what it was', () => {
    const asked = createAskedCalls();
    asked.ask('a', { input: { command: 'ls', more: [1] }, key: 'one' });
    expect(asked.claim('a', { more: [1], command: 'ls' })).toEqual({ kind: 'here', key: 'one' });
    expect(asked.claim('a', { more: [1], command: 'ls' })).toBe(null);
    asked.ask('b', { input: { command: 'ls' }, key: 'one' });
    expect(asked.isAskedOther('b', { input: { command: 'ls' }, key: 'one' })).toBe(false);
    expect(asked.isAskedOther('b', { input: { command: 'ls' }, key: 'two' })).toBe(true);
    expect(asked.isAskedOther('b', { input: { command: 'id' }, key: 'one' })).toBe(true);
    expect(asked.claim('b', { command: 'id' })).toBe(null);
    expect(asked.claim('b', { command: 'ls' })).toBe(null);
  });

  test('is what it was then, also when the input is changed later', () => {
    const asked = createAskedCalls();
    const input = { command: 'ls' };
    asked.ask('a', { input, key: 'one' });
    input.command = 'id';
    expect(asked.claim('a', input)).toBe(null);
  });

  test('somewhere else counts once', () => {
    const asked = createAskedCalls();
    expect(asked.claim('a', {})).toEqual({ kind: 'elsewhere' });
    expect(asked.claim('a', {})).toBe(null);
  });
});

test('what was asked about an input first is claimed once, unless it needs no answer any more, of the last thousand', () => {
  const asked = createAskedInputs();
  const call = (input: unknown, conversationId?: string) => ({ conversationId, input });
  asked.note(call({ command: 'a' }), 'one');
  asked.note(call({ command: 'a' }), 'two');
  expect(asked.claim(call({ command: 'b' }))).toBe(null);
  expect(asked.claim(call({ command: 'a' }, 'another conversation'))).toBe(null);
  expect(asked.claim(call({ command: 'a' }))).toEqual({ kind: 'here', key: 'one' });
  expect(asked.claim(call({ command: 'a' }))).toBe(null);
  asked.note(call({ command: 'a' }), 'one');
  asked.note(call({ command: 'a' }), null);
  expect(asked.claim(call({ command: 'a' }))).toBe(null);
  for (let at = 0; at < 1_001; at += 1) asked.note(call(at), 'one');
  expect([0, 1, 1_000].map((at) => asked.claim(call(at)) !== null)).toEqual([false, true, true]);
});

describe('who is asked about a call', () => {
  test('is who came with it, and nobody where a person was asked before', async () => {
    const [tool] = createAgentTools(temporaryBash({ sandbox: 'off', options: { approve: 'rules' } }), {
      workingDirectory: temporaryDirectory(),
    });
    const asked: string[] = [];
    const approver: Approver = {
      async ask({ request }) {
        asked.push(request.command);
        return { kind: 'approved' };
      },
    };
    const statusOf = async (command: string, call: AgentCall) => {
      const result = await tool?.run({ command }, call);
      return result === undefined ? null : resultOf(result).status;
    };
    expect(await statusOf('touch a', {})).toBe('needs_approval');
    expect(await statusOf('touch b', { approver })).toBe('ok');
    const elsewhere = { kind: 'elsewhere' } as const;
    expect(await statusOf('touch c', { approver, approval: elsewhere })).toBe('ok');
    expect(await statusOf('git add .', { approver, approval: elsewhere })).toBe('denied');
    const asking = await tool?.toAsk({ command: 'touch d' });
    const here = { kind: 'here', key: asking?.key ?? '' } as const;
    expect(await statusOf('touch e', { approver, approval: here })).toBe('needs_approval');
    expect(await statusOf('touch d', { approver, approval: here })).toBe('ok');
    expect(asked).toEqual(['touch b']);
  });
});

describe('the answer that a graph is resumed with', () => {
  test.each<readonly [unknown, PersonAnswer]>([
    [{ decisions: [{ type: 'approve' }] }, { approved: true }],
    [{ decisions: [{ type: 'reject', message: 'no' }] }, { approved: false, reason: 'no' }],
    [{ decisions: [{ type: 'reject' }] }, { approved: false }],
    [{ decisions: [{ type: 'edit' }] }, { approved: false, reason: 'the answer was "edit", not approve' }],
    [
      { decisions: [{ type: 'approve' }, { type: 'approve' }] },
      { approved: false, reason: 'there was more than one answer to one question' },
    ],
    ...[true, 'approve', null, undefined, {}, { decisions: [] }, { decisions: ['approve'] }].map(
      (answer) => [answer, { approved: false, reason: 'the answer was none that is known' }] as const,
    ),
  ])('%j: %j', (answer, decision) => {
    expect(readDecision(answer)).toEqual(decision);
  });
});

describe('a refusal', () => {
  test('is told with its reason, and where there is none that none was given', async () => {
    const tool = createCommandTool(temporaryBash({ sandbox: 'off' }), {
      workingDirectory: temporaryDirectory(),
    });
    const told = async (reason?: string) => (await tool.refuse({ command: 'touch a' }, reason)).text;
    expect([await told('not now'), await told(''), await told()]).toEqual([
      '[denied by the user: not now]',
      '[denied by the user: no reason was given]',
      '[denied by the user: no reason was given]',
    ]);
  });

  test('is recorded once, of what was asked about and answered', async () => {
    const asked = createAskedCalls();
    for (const id of ['refused', 'approved', 'open']) asked.ask(id, { input: { id }, key: 'one' });
    const answers = new Map<string, PersonAnswer>([
      ['refused', { approved: false, reason: 'no' }],
      ['approved', { approved: true }],
      ['never asked about', { approved: false }],
    ]);
    const recorded: unknown[] = [];
    for (let turn = 0; turn < 2; turn += 1)
      await recordRefused(
        asked,
        (callId) => answers.get(callId),
        async (input, reason) => recorded.push([input, reason]),
      );
    expect(recorded).toEqual([[{ id: 'refused' }, 'no']]);
    expect(asked.open().map(([id]) => id)).toEqual(['approved', 'open']);
  });
});

describe('progress', () => {
  test('who stops listening ends what runs, and waits for its end', async () => {
    const seen: string[] = [];
    const progress = withProgress(
      (onOutput, signal) => {
        onOutput('first');
        return new Promise<string>((resolve) => {
          signal.addEventListener('abort', () => {
            seen.push('aborted');
            resolve('cancelled');
          });
        });
      },
      (shown) => shown,
    );
    for await (const value of progress) {
      seen.push(value);
      break;
    }
    expect(seen).toEqual(['first', 'aborted']);
  });

  test('has the end of a flood, and fails as what it follows does', async () => {
    const values: string[] = [];
    const failing = withProgress(
      async (onOutput) => {
        for (let line = 0; line < 10_000; line += 1) onOutput(`${line}\n`);
        await new Promise((resolve) => setImmediate(resolve));
        throw new Error('a bug');
      },
      (shown) => shown,
    );
    await expect(
      (async () => {
        for await (const value of failing) values.push(value);
      })(),
    ).rejects.toThrow('a bug');
    expect(values.map((value) => value.length)).toEqual([4_000]);
    expect(values[0]).toMatch(/\n9999\n$/);
  });
});
