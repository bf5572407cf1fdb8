import type { ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, test } from 'vitest';
import { formFor, hasForms } from '../../src/adapters/mcp/elicitation.ts';
import { askWithResult, createAskedCodec, takeAnswer } from '../../src/adapters/mcp/input-required.ts';
import type { Approvals, Decisive, OpenApproval } from '../../src/model/approval.ts';
import { questionOf } from '../approvals/support.ts';

const offers = [{ kind: 'call', words: ['npm', 'test'], cwd: '/project' }] as const;
const open: OpenApproval = {
  ...{ id: '7', question: questionOf('npm test', { offers }), isMasked: false },
  ...{ state: 'left', askedAtMs: 0, expiresAtMs: 1 },
};

describe('a form', () => {
  test.each([
    [undefined, false],
    [{}, false],
    [{ elicitation: {} }, true],
    [{ elicitation: { form: {} } }, true],
    [{ elicitation: { form: {}, url: {} } }, true],
    [{ elicitation: { url: {} } }, false],
  ])('can be shown by a client that can do %j: %j', (capabilities, expected) => {
    expect(hasForms(capabilities)).toBe(expected);
  });

  const answersOf = (form: object | null) => JSON.stringify(form).match(/"enum":(\[.*?\])/)?.[1];

  test('has every answer that there is, and none that would hold for longer where it must not', () => {
    const { question } = open;
    expect(answersOf(formFor(question, { onlyOnce: false }))).toBe('["once","conversation","always","no"]');
    expect(answersOf(formFor(question, { onlyOnce: true }))).toBe('["once","no"]');
  });

  test('of a call whose secret was left out has none that would hold for longer', async () => {
    const codec = createAskedCodec();
    const ask = async (isMasked: boolean) => await askWithResult({ ...open, isMasked }, 'c', codec);
    expect(answersOf(await ask(false))).toBe('["once","conversation","always","no"]');
    expect(answersOf(await ask(true))).toBe('["once","no"]');
  });

  test('there is none for what no client shows as a whole', () => {
    const of = (length: number) => formFor(questionOf('x'.repeat(length)), { onlyOnce: true });
    expect(of(90_000)?.message).toContain('x'.repeat(90_000));
    expect(of(100_000)).toBeNull();
  });
});

describe('an answer that a call brings along', () => {
  async function taken(given: unknown, conversationId = 'c', left: readonly OpenApproval[] = [open]) {
    const answers: [string, Decisive][] = [];
    const approvals: Approvals = {
      join: () => () => {},
      open: async () => left,
      answer: async (id, answer) => {
        answers.push([id, answer]);
        return { kind: 'taken', state: 'left' };
      },
    };
    const mcpReq = {
      requestState: () => ({ approval: '7', conversationId: 'c' }),
      inputResponses: { approval: given },
    };
    // Only these two are looked at.
    const context = { mcpReq } as unknown as ServerContext;
    return { kind: await takeAnswer({ approvals }, conversationId, context), answers };
  }

  const yes = { action: 'accept', content: { answer: 'once' } };

  test('is for the question that was asked, in its conversation alone', async () => {
    expect(await taken(yes)).toEqual({ kind: 'taken', answers: [['7', { kind: 'approved' }]] });
    expect(await taken(yes, 'another')).toEqual({ kind: 'none', answers: [] });
    expect(await taken(yes, 'c', [])).toEqual({ kind: 'none', answers: [] });
  });

  test('is none where the form was closed, or something else came', async () => {
    expect(await taken({ action: 'cancel' })).toEqual({ kind: 'dismissed', answers: [] });
    for (const given of [undefined, 'accept', {}, { action: 'agree' }])
      expect(await taken(given)).toEqual({ kind: 'none', answers: [] });
  });
});
