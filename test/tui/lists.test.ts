import { expect, test } from 'vitest';
import type { OpenApproval } from '../../src/model/approval.ts';
import { conversationRows } from '../../src/tui/lists.ts';
import { questionOf } from '../approvals/support.ts';

function approval(state: OpenApproval['state'], conversationId: string): OpenApproval {
  const question = questionOf('touch a', { conversationId });
  return { id: `${state} ${conversationId}`, question, isMasked: false, state, askedAtMs: 5, expiresAtMs: 9 };
}

test('of a conversation those questions count that somebody can be answered to, as above the list', () => {
  const open = [
    approval('waiting', 'a'),
    approval('gone', 'a'),
    approval('left', 'b'),
    approval('gone', 'c'),
  ];
  const audit = { all: [] as const };
  const rows = conversationRows({ calls: () => [], jobs: () => [], approvals: () => open, audit });
  expect(rows.map(({ id, waiting }) => [id, waiting])).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
});
