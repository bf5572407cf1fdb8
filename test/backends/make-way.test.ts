import { expect, test } from 'vitest';
import type { Encloser } from '../../src/backends/local/enclosure.ts';
import { type LeavingSandbox, makingWay } from '../../src/backends/local/make-way.ts';
import { sandboxFor } from '../support/bubblewrap.ts';

const stub = '/workspace/made-by-commands';
const leaving = (over: Promise<void>): LeavingSandbox => ({ stubs: [stub], over });

/** Whether there was anything to wait for, for a sandbox that can write in the workspace and has these stubs. */
async function hasMadeWay(
  stubs: readonly string[],
  { others = [], dropped = false }: { others?: readonly LeavingSandbox[]; dropped?: boolean },
): Promise<boolean> {
  let answer: boolean | null = null;
  const encloser: Encloser = {
    async enclose(_sandbox, wants) {
      answer = await wants.makeWay({ stubs });
      return { kind: 'could_not_start', problem: { code: 'sandbox-unavailable', message: 'not made here' } };
    },
    mountPointsNow: () => null,
    makeWay: async () => dropped,
  };
  const enclose = makingWay(encloser, { warmShells: null, leaving: new Set(others) });
  await enclose(sandboxFor('/workspace'), { desk: false, home: '' });
  if (answer === null) throw new Error('expected that way was made');
  return answer;
}

test('nothing is waited for where nothing is in the way', async () => {
  expect(await hasMadeWay([], {})).toBe(false);
  // It is a stub of both, and stays.
  expect(await hasMadeWay([stub], { others: [leaving(new Promise(() => {}))] })).toBe(false);
});

test('what is put away is waited for, and said', async () => {
  let isOver = false;
  const over = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    isOver = true;
  });
  expect(await hasMadeWay([], { others: [leaving(over)] })).toBe(true);
  expect(isOver).toBe(true);
});

test('what is kept for the next sandboxes and was put away is said', async () => {
  expect(await hasMadeWay([], { dropped: true })).toBe(true);
});
