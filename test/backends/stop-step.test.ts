import { expect, test } from 'vitest';
import type { SessionShell } from '../../src/backends/local/sessions/session-shell.ts';
import { stopStep } from '../../src/backends/local/sessions/stop-step.ts';

/** A process that is none: 2^30 is more than any id. */
const process = { pid: 2 ** 30, parentPid: 1, groupId: 2 ** 30, sessionId: 2 ** 30, startTime: 0 };

const graceMs = 0;

test.each([
  ['as soon as nothing of the command is left', { leftMs: 0, backMs: 0 }, true],
  ['where it takes the command longer to end than it would get itself', { leftMs: 900, backMs: 950 }, true],
  ['where it does not say so', { leftMs: 0, backMs: Infinity }, false],
  ['where something of the command is always left', { leftMs: Infinity, backMs: 0 }, false],
])('whether a shell has come back: %s', async (_title, { leftMs, backMs }, isBack) => {
  const begin = performance.now();
  const elapsed = (): number => performance.now() - begin;
  const ofCommand = async () => ({ found: elapsed() < leftMs ? [process] : [], isSure: true });
  const shell = shellThatIsBack(() => elapsed() >= backMs);
  expect(await stopStep(shell, ofCommand, graceMs)).toBe(isBack);
});

/** A shell that says each number that it is asked for, once it is back. */
function shellThatIsBack(isBack: () => boolean): SessionShell {
  let asked = 0;
  const shell: Pick<SessionShell, 'hasEnded' | 'askBack' | 'lastBack'> & { readonly call: object } = {
    call: { shell: null },
    hasEnded: () => false,
    askBack() {
      asked += 1;
      return asked;
    },
    lastBack: () => (isBack() ? asked : 0),
  };
  // Of a shell nothing else is looked at here.
  return shell as SessionShell;
}
