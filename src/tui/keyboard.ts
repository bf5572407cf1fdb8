import { emitKeypressEvents, type Interface, type Key as Keypress } from 'node:readline';
import type { Key, NamedKey } from './keys.ts';

/** Milliseconds after which an Esc is one, and not the begin of what another key sends: 50, more than a connection puts between them. */
const escapeMs = 50;

/**
 * Reads keys from a terminal in raw mode, also one that tells what was pasted. Those that came at once are known from each
 * other, as nobody types so. The returned function ends it.
 */
export function listenForKeys(terminal: NodeJS.ReadableStream, press: (key: Key) => void): () => void {
  let together: Keypress[] = [];
  let pasted: string | null = null;
  const deliver = (): void => {
    const read = keysOf(together, pasted);
    together = [];
    pasted = read.pasted;
    read.keys.forEach(press);
  };
  const collect = (_: string | undefined, pressed: Keypress): void => {
    // All that was read at once comes before any microtask.
    if (together.length === 0) queueMicrotask(deliver);
    together.push(pressed);
  };
  terminal.on('keypress', collect);
  // Of the interface it reads this alone.
  emitKeypressEvents(terminal, { escapeCodeTimeout: escapeMs } as unknown as Interface);
  return () => void terminal.off('keypress', collect);
}

/** What was pressed at once; `pasted`: what has come of a paste that goes on. */
function keysOf(
  together: readonly Keypress[],
  pasted: string | null,
): { readonly keys: readonly Key[]; readonly pasted: string | null } {
  const isAlone = together.length === 1;
  const [first] = together;
  // The end of a paste may never come: who is kept from all keys can leave.
  if (isAlone && first?.ctrl === true && first.name === 'c')
    return { keys: [{ kind: 'leave' }], pasted: null };
  const keys: Key[] = [];
  let rest = pasted;
  for (const pressed of together) {
    if (pressed.name === 'paste-start') rest ??= '';
    else if (pressed.name === 'paste-end') {
      if (rest !== null) keys.push({ kind: 'paste', text: rest });
      rest = null;
    } else if (rest !== null) rest += pressed.sequence ?? '';
    else keys.push(...keyOf(pressed, isAlone));
  }
  return { keys, pasted: rest };
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
