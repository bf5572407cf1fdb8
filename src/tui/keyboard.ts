import type { Key as Keypress } from 'node:readline';
import { listenForPresses, type Press } from '../approvals/presses.ts';
import type { Key, NamedKey } from './keys.ts';

/** Reads keys from a terminal in raw mode, and what is pasted. The returned function ends it. */
export function listenForKeys(terminal: NodeJS.ReadableStream, press: (key: Key) => void): () => void {
  return listenForPresses(terminal, (pressed) => keysOf(pressed).forEach(press));
}

function keysOf(press: Press): readonly Key[] {
  switch (press.kind) {
    case 'paste':
      return [press];
    case 'key':
      return keyOf(press.key, true);
    case 'keys':
      return press.keys.flatMap((key) => keyOf(key, false));
  }
}

function keyOf(pressed: Keypress, isAlone: boolean): readonly Key[] {
  const { name = '', sequence = '', ctrl = false, meta = false } = pressed;
  // It came with others: it is a part of a text, and answers nothing.
  if (!isAlone && name in partsOfText)
    return [{ kind: 'character', character: partsOfText[name] ?? '', isAlone }];
  if (name === 'tab') return [{ kind: pressed.shift === true ? 'back-tab' : 'tab' }];
  const named = (ctrl ? withCtrl[name] : meta ? withAlt[name] : undefined) ?? plain[name];
  if (named !== undefined) return [{ kind: named }];
  if (ctrl || meta || !/^\P{Cc}$/u.test(sequence)) return [];
  return [{ kind: 'character', character: sequence, isAlone }];
}

const partsOfText: Readonly<Partial<Record<string, string>>> = { return: '\n', enter: '\n', tab: '\t' };

/** By the names that Node has for keys. */
type Names = Readonly<Partial<Record<string, NamedKey>>>;

const plain: Names = {
  ...{ up: 'up', down: 'down', left: 'left', right: 'right', pageup: 'page-up', pagedown: 'page-down' },
  // A line feed is what Ctrl-J sends, and no Enter of a terminal in raw mode.
  ...{ home: 'home', end: 'end', return: 'enter', enter: 'line-break', escape: 'escape' },
  ...{ backspace: 'erase', delete: 'delete' },
};

const withCtrl: Names = {
  ...{ a: 'home', e: 'end', c: 'leave', left: 'word-left', right: 'word-right' },
  ...{ u: 'erase-before', k: 'erase-after', w: 'erase-word' },
};

const withAlt: Names = {
  ...{ b: 'word-left', f: 'word-right', left: 'word-left', right: 'word-right' },
  ...{ backspace: 'erase-word', return: 'line-break' },
};
