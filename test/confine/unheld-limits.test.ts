import { expect, test } from 'vitest';
import { defaultLimits } from '../../src/confine/sandbox-limits.ts';
import { unheldLimits } from '../../src/confine/unheld-limits.ts';

const uncounted = { reason: 'nothing counts them', cure: 'count them' };

test.each<readonly [string, number | null, typeof uncounted | undefined, string | null]>([
  [
    'one that somebody has set is told',
    40,
    uncounted,
    'its limit of 40 processes is not held: nothing counts them',
  ],
  ['the one that is built in is not', defaultLimits.processes, uncounted, null],
  ['none is none', null, uncounted, null],
  ['nor is one that is held', 40, undefined, null],
])('of limits on processes that nothing holds %s', (_, processes, given, reason) => {
  const unheld = unheldLimits({ limits: { ...defaultLimits, processes } }, given);
  expect(unheld).toEqual(reason === null ? null : { reason, cure: 'count them' });
});
