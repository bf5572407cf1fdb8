import type { ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, test } from 'vitest';
import { formFor, hasForms } from '../../src/adapters/mcp/elicitation.ts';
import { askWithResult, createAskedCodec, takeAnswer } from '../../src/adapters/mcp/input-required.ts';
import type { Approvals, Decisive, OpenApproval } from '../../src/model/approval.ts';
import type { Offer } from '../../src/model/grant.ts';
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

  const host: Offer = {
    ...{ kind: 'access', workspace: '/project' },
    access: { kind: 'host', host: 'example.com' },
  };
  const others = ['a', 'b', 'c', 'd'].map((name) => ({ ...offers[0], words: ['touch', name] }));
  const fieldsOf = (given: readonly Offer[]) => {
    const form = formFor(questionOf('npm test', { offers: given }), { onlyOnce: false });
    const { answer, reason, command, ...fields } = form?.requestedSchema.properties ?? {};
    expect([answer?.type, reason?.type, command?.type]).toEqual(['string', 'string', 'string']);
    return fields;
  };

  test('has a field for each thing that would be kept: a text to change, a tick for what is beyond the sandbox', () => {
    const change =
      'Can be changed for one call of a known program, every word of it as it is, that does not run what others say.';
    const again = 'it is not kept, and the command is asked about again.';
    expect(fieldsOf(offers)).toEqual({
      rule: {
        ...{ type: 'string', title: 'What "always" allows', default: 'npm test' },
        description: `Kept in /project. ${change}`,
      },
    });
    expect(fieldsOf([...offers, host])).toEqual({
      rule: {
        ...{ type: 'string', title: 'What "always" allows, 1 of 2', default: 'npm test' },
        description: `Kept in /project. ${change} Empty: ${again}`,
      },
      rule_2: {
        ...{ type: 'boolean', title: 'What "always" allows, 2 of 2', default: true },
        description: `To reach example.com, for all commands in /project. Unticked: ${again}`,
      },
    });
  });

  test('has none for what can only be kept as it is, or where there would be more than five', () => {
    expect(fieldsOf([host])).toEqual({});
    expect(Object.keys(fieldsOf([...offers, ...others]))).toHaveLength(5);
    expect(fieldsOf([...offers, ...others, host])).toEqual({});
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

  describe('of "always", for several things', () => {
    const host: Offer = {
      ...{ kind: 'access', workspace: '/project' },
      access: { kind: 'host', host: 'example.com' },
    };
    const question = questionOf('npm test', { offers: [...offers, host] });
    const answered = async (content: object) => {
      const given = { action: 'accept', content: { answer: 'always', ...content } };
      const { answers } = await taken(given, 'c', [{ ...open, question }]);
      return answers[0]?.[1];
    };
    const ci = { ...offers[0], words: ['npm', 'ci'] };

    test('as it is shown where there is one, by a client that has filled in nothing', async () => {
      const given = { action: 'accept', content: { answer: 'always', rule: '' } };
      expect((await taken(given)).answers).toEqual([['7', { kind: 'approved', always: {} }]]);
    });

    test.each<readonly [string, object, Decisive]>([
      ['as they were shown', { rule: 'npm test', rule_2: true }, { kind: 'approved', always: {} }],
      ['by a client that has filled in nothing', {}, { kind: 'approved', always: {} }],
      ['without one', { rule: 'npm test', rule_2: false }, { kind: 'approved', always: { offers } }],
      ['without one that does not come back', { rule: 'npm test' }, { kind: 'approved', always: { offers } }],
      ['without the other', { rule: ' ', rule_2: true }, { kind: 'approved', always: { offers: [host] } }],
      ['changed', { rule: 'npm ci', rule_2: true }, { kind: 'approved', always: { offers: [ci, host] } }],
      ['without any, which is for once', { rule: '', rule_2: false }, { kind: 'approved' }],
      ['emptied, which is for once', { rule: '' }, { kind: 'approved' }],
      [
        'broader',
        { rule: 'npm *', rule_2: true },
        {
          kind: 'refused',
          reason:
            'what came back from asking is no answer: expected as rule one call of a known program, every word of it as it is, that does not run what others say',
        },
      ],
      [
        'with a text in the place of a tick',
        { rule: 'npm test', rule_2: 'reach *' },
        {
          kind: 'refused',
          reason:
            'what came back from asking is no answer: expected as rule_2 this as it was shown, or nothing',
        },
      ],
    ])('%s', async (_, content, answer) => {
      expect(await answered(content)).toEqual(answer);
    });
  });

  test('is none where the form was closed, or something else came', async () => {
    expect(await taken({ action: 'cancel' })).toEqual({ kind: 'dismissed', answers: [] });
    for (const given of [undefined, 'accept', {}, { action: 'agree' }])
      expect(await taken(given)).toEqual({ kind: 'none', answers: [] });
  });
});
