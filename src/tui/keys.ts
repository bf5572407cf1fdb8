/** A key that was pressed. */
export type Key =
  | { readonly kind: NamedKey }
  /** One character. `isAlone`: it did not come with others at once, as pasted text does where the terminal does not tell of it. */
  | { readonly kind: 'character'; readonly character: string; readonly isAlone: boolean }
  /** What the terminal says was pasted. */
  | { readonly kind: 'paste'; readonly text: string };

export type NamedKey =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'page-up'
  | 'page-down'
  | 'home'
  | 'end'
  | 'enter'
  | 'line-break'
  | 'escape'
  | 'leave'
  | 'tab'
  | 'back-tab'
  | 'erase'
  | 'erase-word'
  | 'erase-before'
  | 'erase-after'
  | 'delete';

/** What the keys do, for the help. */
export const keyHelp: readonly { readonly keys: string; readonly what: string }[] = [
  { keys: '1 2 3 4 5', what: 'running, jobs, approvals, audit, conversations' },
  { keys: 'Tab ← →', what: 'the next list, the one before' },
  { keys: '↑ ↓ k j', what: 'one line up or down' },
  { keys: 'PgUp PgDn', what: 'one screen up or down' },
  { keys: 'Home End g G', what: 'to the first, to the last' },
  { keys: 'Enter', what: 'open what is selected, whole' },
  { keys: 'Esc', what: 'back' },
  { keys: '/', what: 'search the audit: a regular expression' },
  { keys: 'q Ctrl-C', what: 'leave; everything goes on' },
  { keys: '', what: '' },
  { keys: 'y', what: 'opened approval: yes, this once' },
  { keys: 'c', what: 'yes, and again in this conversation' },
  { keys: 'a', what: 'yes, always: what is shown, or as narrow; of several, an empty line is left out' },
  { keys: 'e', what: 'run another command instead' },
  { keys: 'n', what: 'no, with a reason for the model' },
  { keys: '', what: '' },
  { keys: 'Enter Esc', what: 'in a text that is typed: done, back' },
  { keys: '← → Home End', what: 'move in its line; also Ctrl-A, Ctrl-E' },
  { keys: 'Ctrl-← Ctrl-→', what: 'move by words; also Alt-b, Alt-f' },
  { keys: '↑ ↓', what: 'to the line above, beneath' },
  { keys: 'Alt-Enter', what: 'a new line, in a command; also Ctrl-J' },
  { keys: 'Ctrl-W', what: 'erase the word before' },
  { keys: 'Ctrl-U Ctrl-K', what: 'erase to the start of the line, to its end' },
  { keys: 'PgUp PgDn', what: 'read on in what is answered' },
];
