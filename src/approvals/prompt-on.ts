import type { Key as Keypress } from 'node:readline';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { ReadStream } from 'node:tty';
import { asLine, asLines } from './pasted-text.ts';
import { bracketedPaste, listenForPresses, type Press } from './presses.ts';
import { onGoingOn, onStop, stop } from './stops.ts';

/** A terminal with a person at it. */
export interface PersonsTerminal {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

/** What is made of a text that was pasted: nothing where one of several things is chosen, else a part of what is typed. */
export type Takes = 'keys' | 'line' | 'lines';

/**
 * Has a prompt read the keys of a terminal. Those that came at once, as pasted text does, neither choose nor answer: an Enter
 * counts that comes alone.
 */
export async function promptOn<Answer>(
  { input, output, signal }: PersonsTerminal,
  takes: Takes,
  prompt: (terminal: PersonsTerminal) => Promise<Answer>,
): Promise<Answer> {
  const keys = new PassThrough();
  const deaf = listenForPresses(input, (press) => void keys.write(heard(press, takes)));
  const stopWatching = whenGone(input, () => void keys.write(leave));
  const take = (): void => {
    setRaw(input, true);
    output.write(bracketedPaste.on);
    input.resume();
  };
  const giveBack = (): void => {
    input.pause();
    output.write(bracketedPaste.off);
    setRaw(input, false);
  };
  const unstopped = acrossStops({ take, giveBack }, output);
  take();
  try {
    return await prompt({ input: keys, output, signal });
  } finally {
    deaf();
    stopWatching();
    unstopped();
    giveBack();
  }
}

const showCursor = '\x1b[?25h';

/** A shell has the terminal while this process is stopped, and leaves it in another state. The returned function ends that. */
function acrossStops(
  { take, giveBack }: { readonly take: () => void; readonly giveBack: () => void },
  output: Writable,
): () => void {
  let undo = (): void => {};
  const hear = (): void => {
    const unheard = onStop(() => {
      giveBack();
      output.write(showCursor);
      undo();
      stop();
      hear();
      take();
    });
    const unresumed = onGoingOn(() => {
      giveBack();
      take();
    });
    undo = () => {
      unheard();
      unresumed();
    };
  };
  hear();
  return () => undo();
}

/** Calls `then` when a terminal is gone, and with it whoever was at it; the returned function stops that. */
function whenGone(input: Readable, then: () => void): () => void {
  const events = ['end', 'close', 'error'] as const;
  for (const event of events) input.on(event, then);
  if (input.readableEnded || input.destroyed) then();
  return () => {
    for (const event of events) input.off(event, then);
  };
}

function setRaw(input: Readable, isRaw: boolean): void {
  if (input instanceof ReadStream) input.setRawMode(isRaw);
}

/** Turns away from a question. */
export const leave = '\x03';

function heard(press: Press, takes: Takes): string {
  switch (press.kind) {
    case 'key':
      return isLeaving(press.key) ? leave : (press.key.sequence ?? '');
    case 'keys':
      return press.keys.some(isLeaving) ? leave : together(press.keys, takes);
    case 'paste':
      return pasted(press.text, takes);
  }
}

/** By Ctrl-D, too: a prompt would take that for the end of its input, and hear nothing any more. */
function isLeaving({ ctrl, name }: Keypress): boolean {
  return ctrl === true && (name === 'c' || name === 'd');
}

function together(keys: readonly Keypress[], takes: Takes): string {
  if (takes === 'keys') return textOf(keys.filter(({ name }) => name === 'up' || name === 'down'));
  // What was typed in haste is not lost: only the Enter has to be pressed again.
  const isEnded = takes === 'line' && isBreak(keys.at(-1));
  const lineBreak = takes === 'line' ? ' ' : '\n';
  return textOf(
    (isEnded ? keys.slice(0, -1) : keys).map((key) =>
      isBreak(key) ? { sequence: lineBreak } : key.name === 'tab' ? { sequence: ' ' } : key,
    ),
  );
}

function isBreak(key: Keypress | undefined): boolean {
  return key?.name === 'return' || key?.name === 'enter';
}

function textOf(keys: readonly Keypress[]): string {
  return keys.map(({ sequence = '' }) => sequence).join('');
}

/** A tab would lead out of the text. */
function pasted(text: string, takes: Takes): string {
  switch (takes) {
    case 'keys':
      return '';
    case 'line':
      return asLine(text);
    case 'lines':
      return asLines(text).replaceAll('\t', ' ');
  }
}
