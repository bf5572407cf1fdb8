import type { Writable } from 'node:stream';
import { widthOf } from '../contracts/columns.ts';
import { leave, type PersonsTerminal, promptOn } from './prompt-on.ts';
import { onGoingOn } from './stops.ts';

/** A terminal on which somebody is asked. */
export interface AskingTerminal extends PersonsTerminal {
  /** How to answer where it is too small for a choice. */
  readonly instead: string;
}

/** A list that is chosen from. */
interface Choices {
  readonly message: string;
  readonly options: readonly { readonly label?: string; readonly hint?: string }[];
}

/**
 * Has a person choose where there is room for it; `null` when the person turns away. On a screen of too few rows a list shows none of what there
 * is: that is said then, and a larger one is waited for. It is asked anew after this process was stopped.
 */
export async function withRoom<Value>(
  terminal: AskingTerminal,
  choices: Choices,
  choose: (terminal: PersonsTerminal) => Promise<Value | symbol>,
): Promise<Value | null> {
  for (;;) {
    if (!(await waitForRoom(terminal, choices))) return null;
    const anew = new AbortController();
    const unsized = onResize(terminal.output, () => {
      if (!hasRoom(terminal.output, choices)) anew.abort();
    });
    // What a shell has written meanwhile is below it, where the next key would draw.
    const unresumed = onGoingOn(() => anew.abort());
    const signal = AbortSignal.any([terminal.signal, anew.signal]);
    const chosen = await choose({ ...terminal, signal }).finally(() => {
      unsized();
      unresumed();
    });
    if (typeof chosen !== 'symbol') return chosen;
    if (terminal.signal.aborted || !anew.signal.aborted) return null;
  }
}

/** `false`: the person has turned away, or the signal is aborted. */
async function waitForRoom(terminal: AskingTerminal, choices: Choices): Promise<boolean> {
  const { output, signal, instead } = terminal;
  if (hasRoom(output, choices)) return true;
  // With a line end it would not be whole on the least of screens, of five rows of 20 columns.
  output.write(`Too few rows: make the terminal larger, or press Ctrl-C and ${instead}.`);
  return await promptOn(terminal, 'keys', async ({ input }) => {
    let stop = (): void => {};
    const left = new Promise<false>((resolve) => {
      input.on('data', (keys) => String(keys).includes(leave) && resolve(false));
      if (signal.aborted) resolve(false);
      signal.addEventListener('abort', () => resolve(false));
    });
    const enlarged = new Promise<true>((resolve) => {
      stop = onResize(output, () => hasRoom(output, choices) && resolve(true));
    });
    return await Promise.race([left, enlarged]).finally(() => {
      stop();
      output.write('\n');
    });
  });
}

function onResize(output: Writable, then: () => void): () => void {
  output.on('resize', then);
  return () => void output.off('resize', then);
}

/** What stands before each line of a list. */
const barWidth = '│  '.length;

const keysWords = '↑/↓ to navigate • Enter: confirm';

/** Whether the longest option is seen whole, with what is asked, what leaves out others, and the keys: the end of it all is seen. */
function hasRoom(output: Writable, { message, options }: Choices): boolean {
  const { columns, rows } = sizeOf(output);
  const rowsOf = (text: string): number => foldedRows(text, columns - barWidth);
  const longest = options.map(({ label = '', hint }) =>
    rowsOf(`●_${label}${hint === undefined ? '' : ` (${hint})`}`),
  );
  const notOptions = rowsOf(message) + rowsOf(keysWords) + ['...', '...', '└'].length;
  return notOptions + Math.max(...longest) <= rows;
}

/** Of a terminal; what is none has no end. */
export function sizeOf(output: Writable): { readonly columns: number; readonly rows: number } {
  const { columns, rows }: { columns?: unknown; rows?: unknown } = Object(output);
  const sizeIn = (size: unknown): number =>
    typeof size === 'number' && size > 0 ? size : Number.POSITIVE_INFINITY;
  return { columns: sizeIn(columns), rows: sizeIn(rows) };
}

/** How many rows a text takes that is folded between its words where that can be. */
function foldedRows(text: string, columns: number): number {
  const width = Math.max(1, columns);
  let rows = 1;
  let at = 0;
  for (const word of text.split(' ')) {
    const wide = widthOf(word);
    if (at > 0 && at + 1 + wide > width) {
      rows += 1;
      at = 0;
    }
    at += wide + (at > 0 ? 1 : 0);
    while (at > width) {
      rows += 1;
      at -= width;
    }
  }
  return rows;
}
