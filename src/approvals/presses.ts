import { emitKeypressEvents, type Interface, type Key as Keypress } from 'node:readline';

/** What comes from the keys of a terminal. */
export type Press =
  | { readonly kind: 'key'; readonly key: Keypress }
  /** They came at once: nobody types so, but pasted text comes so where the terminal does not tell of it. */
  | { readonly kind: 'keys'; readonly keys: readonly Keypress[] }
  /** What the terminal says was pasted. */
  | { readonly kind: 'paste'; readonly text: string };

/** Has a terminal tell what is pasted, and no more. */
export const bracketedPaste = { on: '\x1b[?2004h', off: '\x1b[?2004l' } as const;

/** Milliseconds after which an Esc is one, and not the begin of what another key sends: 50, more than a connection puts between them. */
const escapeMs = 50;

/**
 * Reads keys from a terminal in raw mode, also one that tells what was pasted. Those that came at once are known from each
 * other. The returned function ends it.
 */
export function listenForPresses(terminal: NodeJS.ReadableStream, press: (press: Press) => void): () => void {
  let together: Keypress[] = [];
  let pasted: string | null = null;
  const deliver = (): void => {
    const read = pressesOf(together, pasted);
    together = [];
    pasted = read.pasted;
    read.presses.forEach(press);
  };
  const collect = (_: string | undefined, key: Keypress): void => {
    // All that was read at once comes before any microtask.
    if (together.length === 0) queueMicrotask(deliver);
    together.push(key);
  };
  terminal.on('keypress', collect);
  // Of the interface it reads this alone.
  emitKeypressEvents(terminal, { escapeCodeTimeout: escapeMs } as unknown as Interface);
  return () => void terminal.off('keypress', collect);
}

/** What was pressed at once; `pasted`: what has come of a paste that goes on. */
function pressesOf(
  together: readonly Keypress[],
  pasted: string | null,
): { readonly presses: readonly Press[]; readonly pasted: string | null } {
  const [first, ...others] = together;
  const alone = others.length === 0 ? first : undefined;
  // The end of a paste may never come: who is kept from all keys can leave.
  if (alone?.ctrl === true && alone.name === 'c')
    return { presses: [{ kind: 'key', key: alone }], pasted: null };
  const presses: Press[] = [];
  let keys: Keypress[] = [];
  let rest = pasted;
  const flush = (): void => {
    if (keys.length > 0)
      presses.push(alone === undefined ? { kind: 'keys', keys } : { kind: 'key', key: alone });
    keys = [];
  };
  for (const key of together) {
    if (key.name === 'paste-start') {
      flush();
      rest ??= '';
    } else if (key.name === 'paste-end') {
      if (rest !== null) presses.push({ kind: 'paste', text: rest });
      rest = null;
    } else if (rest !== null) rest += key.sequence ?? '';
    else keys.push(key);
  }
  flush();
  return { presses, pasted: rest };
}
