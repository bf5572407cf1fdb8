import { expect, test } from 'vitest';
import { unfit } from '../../src/approvals/unfit.ts';

test.each([
  [undefined, 'undefined'],
  [null, 'null'],
  ['yes', 'string'],
  [{}, 'object'],
  [{ kind: 'yes' }, 'object'],
])('what is no answer is told as that, and what one is: %j', (answer, got) => {
  // What callers without types may give.
  expect(unfit(answer as never, { question: {} as never, isMasked: false })).toBe(
    `expected an answer, an object whose kind is approved, edited or refused, got ${got}`,
  );
});
