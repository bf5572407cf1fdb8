import { describe, expect, test } from 'vitest';
import { bashTools } from '../../src/adapters/ai-sdk/index.ts';
import { answerOf } from '../../src/adapters/mcp/elicitation.ts';
import { shellTool } from '../../src/adapters/openai/index.ts';
import { createLineParts } from '../../src/jobs/line-parts.ts';
import { headOf, tailOf } from '../../src/model/whole-characters.ts';
import { questionOf } from '../approvals/support.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Characters of two units each: one of two cuts at any place divides one. */
const pairs = (length: number) => ['', 'a'].map((first) => first + '😀'.repeat(length / 2));

const half = /\p{Surrogate}/u;

test('a text is cut to a length between two characters', () => {
  expect([0, 1, 2, 3, 4, 5].map((most) => headOf('a😀b', most))).toEqual([
    '',
    'a',
    'a',
    'a😀',
    'a😀b',
    'a😀b',
  ]);
  expect([0, 1, 2, 3, 4, 5].map((most) => tailOf('a😀b', most))).toEqual([
    '',
    'b',
    'b',
    '😀b',
    'a😀b',
    'a😀b',
  ]);
});

describe('where a text is cut there is no half of a character', () => {
  test('in what the shell tool tells', async () => {
    const shell = shellTool(temporaryBash({ sandbox: 'off' }), { workingDirectory: temporaryDirectory() });
    const action = { commands: pairs(1_000).map((text) => `printf %s ${text}`), timeout_ms: null };
    for (const max_output_length of [100, 101, 102, 103]) {
      const call = { type: 'shell_call', call_id: 'one', action: { ...action, max_output_length } };
      const [item] = await shell.runResponses([call]);
      for (const { stdout } of item?.output ?? []) {
        expect(stdout).toContain('characters is left out');
        expect(stdout).not.toMatch(half);
      }
    }
  });

  test.each(pairs(200))('in what is told of an input that does not fit', async (text) => {
    const { text: told } = await temporaryBash({ sandbox: 'off' }).call('bash', { command: [text] });
    expect(told).toContain('😀… (array)');
    expect(told).not.toMatch(half);
  });

  test('in what is told of a long line that a pattern matches in', async () => {
    const bash = temporaryBash({ sandbox: 'off' });
    const context = { conversationId: 'one', workingDirectory: temporaryDirectory() };
    const lines = pairs(10_000).map((text) => `${text}here${text}\\n`);
    const command = `printf '${lines.join('')}'; sleep 300`;
    const { outcome } = await bash.run({ command, run_in_background: true }, context);
    const job = outcome.kind === 'moved_to_job' ? outcome.job.id : '';
    await bash.call('bash_output', { job, wait_for: { pattern: 'here' } }, context);
    const { text } = await bash.call('bash_output', { job, search: 'here' }, context);
    expect(text.match(/here/g)).toHaveLength(2);
    expect(text).not.toMatch(half);
  });

  test('in the parts of a very long line', () => {
    for (const text of pairs(3 * 1024 * 1024)) {
      const lines = createLineParts({ redraws: false });
      const parts = [...lines.push(Buffer.from(text)), lines.unfinished()];
      expect(parts.filter((part) => half.test(part.text))).toEqual([]);
    }
  });

  test('in what is shown of a command of the AI SDK while it runs', async () => {
    const tool = bashTools(temporaryBash({ sandbox: 'off' }), {
      workingDirectory: temporaryDirectory(),
    }).bash;
    for (const text of pairs(10_000)) {
      const input = { command: `printf %sb ${text}; until [ -e shown ]; do sleep 0.02; done` };
      const stop = new AbortController();
      const call = { toolCallId: 'one', messages: [], abortSignal: stop.signal, context: {} };
      const results = tool?.execute?.(input, call) as AsyncIterable<{ readonly text: string }>;
      for await (const { text: shown } of results) {
        stop.abort();
        expect(shown).not.toMatch(half);
      }
    }
  });

  test.each(pairs(20_000))('in the reason of a no from an MCP client', (reason) => {
    const answer = answerOf({ action: 'decline', content: { reason } } as never, questionOf('touch made'));
    expect(answer.kind === 'refused' && half.test(answer.reason)).toBe(false);
  });
});
