import { expect, test } from 'vitest';
import { maskQuestion } from '../../src/approvals/mask-question.ts';
import { questionOf } from './support.ts';

const mask = (text: string): string => text.replaceAll('hunter2', '***');

test('a secret is left out of a question wherever it stands, but for what the question is found by', () => {
  const offers = [{ kind: 'call', words: ['curl', 'hunter2'], cwd: '/hunter2' }] as const;
  const names = { key: 'key-hunter2', callId: 'call-hunter2', contract: 'hunter2' };
  const question = questionOf('curl hunter2', { offers, conversationId: 'hunter2', ...names });
  const { masked, isMasked } = maskQuestion(question, mask);
  expect(isMasked).toBe(true);
  expect(masked).toEqual({
    ...questionOf('curl ***', { conversationId: '***', ...names }),
    offers: [{ kind: 'call', words: ['curl', '***'], cwd: '/***' }],
  });
});

test('a question without a secret is as it was', () => {
  const question = questionOf('ls');
  expect(maskQuestion(question, mask)).toEqual({ masked: question, isMasked: false });
});
