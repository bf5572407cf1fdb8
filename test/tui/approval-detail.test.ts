import { expect, test } from 'vitest';
import { widthOf } from '../../src/contracts/columns.ts';
import { approvalDetail } from '../../src/tui/approval-detail.ts';
import { questionOf } from '../approvals/support.ts';

const long: readonly (readonly [name: string, text: string])[] = [
  ['wide characters', '漢'.repeat(300_000)],
  ['marks', 'a\u0301'.repeat(150_000)],
  ['what is not seen', '\u202e'.repeat(100_000)],
  ['one letter', 'a'.repeat(1_000_000)],
  ['lines', 'touch x\n'.repeat(60_000)],
];

/** A screen that takes minutes for a question keeps its person from all others. */
test.each(long)('a question with a long text of %s is shown whole, in rows that fit', (_, text) => {
  const reason = { id: 'x', verdict: 'ask', reason: text, instead: null } as const;
  const question = questionOf(`touch ${text}end`, { findings: [reason] });
  const approval = {
    id: '1',
    question,
    isMasked: false,
    state: 'left',
    askedAtMs: 0,
    expiresAtMs: 1,
  } as const;
  const rows = approvalDetail(approval, 5, 80).map((line) => line.map((span) => span.text).join(''));
  expect(rows.filter((row) => row.length > 80 || (row.length > 40 && widthOf(row) > 80))).toEqual([]);
  const command = rows.slice(
    0,
    rows.findIndex((row) => row.startsWith('Directory')),
  );
  // To describe all of the text for a message takes half a minute.
  expect(command.slice(-2).join('\n')).toMatch(/en\s*d$/);
});

test.each([
  ['touch a\u0301\u0302', 'touch a\u0301\u0302'],
  ['touch a\u0301\u0302\u0303', 'touch a\u0301\u0302⟨1 mark⟩'],
  ['touch a\u0301\u0302\u0303\u0304; x', 'touch a\u0301\u0302⟨2 marks⟩; x'],
])(
  'marks that are not put on a character are told of, as another file has the name without: %o',
  (command, shown) => {
    const approval = { id: '1', question: questionOf(command), isMasked: false, state: 'left' } as const;
    const rows = approvalDetail({ ...approval, askedAtMs: 0, expiresAtMs: 1 }, 5, 80);
    const row = rows
      .map((line) => line.map(({ text }) => text).join(''))
      .find((text) => text.startsWith('Command'));
    expect(row).toBe(`Command       ${shown}`);
  },
);

test('since when a question is open is not said of how long an answer holds', () => {
  const approval = {
    id: '1',
    question: questionOf('touch x'),
    isMasked: false,
    expiresAtMs: 3_600_000,
  } as const;
  const rows = approvalDetail({ ...approval, state: 'left', askedAtMs: 0 }, 53_000, 80);
  const texts = rows.map((line) => line.map(({ text }) => text).join(''));
  expect(texts.slice(0, 3).map((text) => text.trim())).toEqual([
    'State         ? left: the call is over; a yes is for the same call when it is',
    'made again',
    'Asked         53s ago',
  ]);
});
