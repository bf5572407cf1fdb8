/** A key that was pressed. */
export type Key =
  | { readonly kind: NamedKey }
  /** One character. `isAlone`: it did not come with others at once, as pasted text does. */
  | { readonly kind: 'character'; readonly character: string; readonly isAlone: boolean };

export type NamedKey =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'page-up'
  | 'page-down'
  | 'home'
  | 'end'
  | 'enter'
  | 'escape'
  | 'tab'
  | 'back-tab'
  | 'erase';

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
  { keys: 'a', what: 'yes, always: the rule that is shown, or one as narrow' },
  { keys: 'e', what: 'run another command instead' },
  { keys: 'n', what: 'no, with a reason for the model' },
];
