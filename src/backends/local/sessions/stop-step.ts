import { setTimeout as sleep } from 'node:timers/promises';
import { askToEnd, signalEach } from '../processes/end-call.ts';
import type { Known } from '../processes/known-processes.ts';
import { interruptSignal } from './session-script.ts';
import type { SessionShell } from './session-shell.ts';

/** Milliseconds between two looks: at first, and at most, doubling in between. */
const firstLookMs = 3;
const lookEveryMs = 50;

/** Milliseconds that the shell has to come back when the grace is over and nothing of the command is left to wait for: 500 ms. */
const comeBackMs = 500;

/** Milliseconds after the grace in which that has to be so: 2 s. Hundreds of processes take long to end where much runs. */
const mostMs = 2_000;

/**
 * Ends a command and keeps the shell: the shell is told to leave the command first, so that nothing of it is begun any
 * more; then its processes are ended, by SIGTERM, the grace and SIGKILL. Resolves to whether the shell has come back.
 */
export async function stopStep(
  shell: SessionShell,
  ofCommand: () => Promise<Known>,
  graceMs: number,
): Promise<boolean> {
  const begin = performance.now();
  const asked = new Set<string>();
  const comeBack = createComeBack(shell);
  let isAlone = false;
  let wasOver = false;
  let waitedForOthers = graceMs;
  for (let wait = firstLookMs; !shell.hasEnded(); wait = Math.min(2 * wait, lookEveryMs)) {
    const isBack = comeBack(isAlone);
    const { found: left, isSure } = await ofCommand();
    const elapsed = performance.now() - begin;
    isAlone = left.length === 0;
    if (elapsed < graceMs) askToEnd(left, asked);
    else signalEach(left, ['SIGKILL']);
    if (!isAlone) waitedForOthers = Math.max(graceMs, elapsed);
    const isLate = elapsed > Math.min(waitedForOthers + comeBackMs, graceMs + mostMs);
    const isOver = isBack && isAlone && (isSure || isLate);
    if (isOver && wasOver) return true;
    wasOver = isOver;
    if (!isOver && isLate) return false;
    await sleep(wait);
  }
  return false;
}

/**
 * How often a shell is looked for before it counts as one that reads no lines: 8 times, in a quarter of a second. What it runs for its prompt
 * it does not leave by `interruptSignal`.
 */
const promptLooks = 8;

/**
 * Each call has the shell leave the command, until it is back; tells whether it is. `isAlone`: nothing that it has started is there, so that it
 * waits for none: SIGINT has it leave what it does itself.
 */
function createComeBack(shell: SessionShell): (isAlone: boolean) => boolean {
  let looks = 0;
  let interrupted = 0;
  return (isAlone) => {
    if (interrupted > 0 && shell.lastBack() >= interrupted) return true;
    // Every other time it is only asked: an interruption can take the question along.
    if (looks % 2 === 0) interrupted = interrupt(shell, isAlone && looks >= promptLooks);
    else shell.askBack();
    looks += 1;
    return false;
  };
}

function interrupt(shell: SessionShell, isAtPrompt: boolean): number {
  const identity = shell.call.shell;
  const signals = isAtPrompt ? ([interruptSignal, 'SIGINT'] as const) : ([interruptSignal] as const);
  // A shell that is suspended has to go on to come back.
  if (identity !== null) signalEach([identity], [...signals, 'SIGCONT']);
  return shell.askBack();
}
