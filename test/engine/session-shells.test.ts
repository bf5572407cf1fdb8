import { expect, test } from 'vitest';
import { shellAfter } from '../../src/engine/session-shells.ts';

function stepsOf(...scripts: readonly string[]) {
  return { cwd: '/w', steps: scripts.map((script) => ({ script, at: null, hasFailed: false })) };
}

test('what a shell has run is read once, and anew where many others were read since', () => {
  const [often, once] = [stepsOf('x=1', 'y=2'), stepsOf('x=1')];
  const [shell, other] = [shellAfter(often), shellAfter(once)];
  for (let at = 0; at < 100; at += 1) {
    shellAfter(stepsOf(`x=${at}`));
    expect(shellAfter(often)).toBe(shell);
  }
  const again = shellAfter(once);
  expect(again).not.toBe(other);
  expect(again?.text).toBe('x=1');
});
