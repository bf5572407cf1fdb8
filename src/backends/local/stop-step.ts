import { setTimeout as sleep } from 'node:timers/promises';
import { askToEnd, signalEach } from './end-call.ts';
import type { Known } from './known-processes.ts';
import { interruptSignal } from './session-script.ts';
import type { SessionShell } from './session-shell.ts';

/** Milliseconds between two looks: at first, and at most, doubling in between. */
const firstLookMs = 3;
const lookEveryMs = 50;

/** Milliseconds that the shell has to come back when the grace is over and its children were killed: 500 ms. */
const comeBackMs = 500;

/**
 * Ends a command and keeps the shell: the shell is told to leave the command first, so that nothing of it is begun any
 * more; then its processes are ended, by SIGTERM, the grace and SIGKILL. Resolves to whether the shell has come back.
 */
export async function stopStep(
  shell: SessionShell,
  ofCommand: () => Known,
  graceMs: number,
): Promise<boolean> {
  const begin = performance.now();
  const asked = new Set<string>();
  const comeBack = createComeBack(shell);
  let wasOver = false;
  for (let wait = firstLookMs; !shell.hasEnded(); wait = Math.min(2 * wait, lookEveryMs)) {
    const elapsed = performance.now() - begin;
    const isBack = comeBack();
    const { found: left, isSure } = ofCommand();
    if (elapsed < graceMs) askToEnd(left, asked);
    else signalEach(left, ['SIGKILL']);
    const isLate = elapsed > graceMs + comeBackMs;
    const isOver = isBack && left.length === 0 && (isSure || isLate);
    if (isOver && wasOver) return true;
    wasOver = isOver;
    if (!isOver && isLate) return false;
    await sleep(wait);
  }
  return false;
}

/** Each call has the shell leave the command, until it is back; tells whether it is. */
function createComeBack(shell: SessionShell): () => boolean {
  let looks = 0;
  let interrupted = 0;
  return () => {
    if (interrupted > 0 && shell.lastBack() >= interrupted) return true;
    // Every other time it is only asked: an interruption can take the question along.
    if (looks % 2 === 0) interrupted = interrupt(shell);
    else shell.askBack();
    looks += 1;
    return false;
  };
}

function interrupt(shell: SessionShell): number {
  const identity = shell.call.shell;
  // A shell that is suspended has to go on to come back.
  if (identity !== null) signalEach([identity], [interruptSignal, 'SIGCONT']);
  return shell.askBack();
}
