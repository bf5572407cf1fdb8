import { expect, test } from 'vitest';
import { answerOf } from '../../src/adapters/mcp/elicitation.ts';
import { questionOf } from '../approvals/support.ts';

const call = { kind: 'call', words: ['touch', 'made'], cwd: '/work' } as const;
const host = { kind: 'access', access: { kind: 'host', host: 'a.example' }, workspace: '/work' } as const;
const question = questionOf('touch made', { offers: [call, host] });

/** In the newest era nobody has held it against the form before. */
const answered = (content: unknown) => answerOf({ action: 'accept', content } as never, question);

test.each([
  null,
  'no',
  ['no'],
  { answer: ['once'] },
  { reason: ['no'] },
  { reason: false },
  { answer: 'once', command: 42 },
  { answer: 'once', command: null },
  { answer: 'always', rule: 42 },
  { answer: 'always', rule: false },
  { answer: 'always', rule_2: 'no' },
  { approve: false },
])('a form that came back with %j is no yes', (content) => {
  expect(answered(content)).toEqual({
    kind: 'refused',
    reason: expect.stringMatching(/^what came back from asking is no answer/),
  });
});

test.each([
  [undefined, { kind: 'approved' }],
  [{}, { kind: 'approved' }],
  [{ answer: 'once', reason: '', command: '', rule: 'touch made', rule_2: true }, { kind: 'approved' }],
  [
    { answer: 'always', rule: 'touch made', rule_2: true },
    { kind: 'approved', always: {} },
  ],
  [
    { answer: 'always', rule: 'touch made', rule_2: false },
    { kind: 'approved', always: { offers: [call] } },
  ],
])('a form that came back with %j is a yes', (content, answer) => {
  expect(answered(content)).toEqual(answer);
});
