/** One line of what the shell of a session tells; see `stepLines` and `backLine`. */
export type SessionReport =
  /** How the parts of the last pipeline ended, of the command itself (`depth` 0) or of a file that it has sourced. */
  | {
      readonly kind: 'parts';
      readonly order: number;
      readonly depth: number;
      readonly statuses: readonly number[];
    }
  /** The line of the command is run. */
  | { readonly kind: 'begun'; readonly order: number }
  | { readonly kind: 'over'; readonly order: number; readonly status: number }
  /** The command could not be connected to its streams: nothing of it has run. */
  | { readonly kind: 'unable'; readonly order: number }
  /** The step is over, and could not say so in the usual way. */
  | { readonly kind: 'mute'; readonly order: number }
  | { readonly kind: 'back'; readonly number: number };

/** `null` for a line that is none of them: a command has written it. */
export function parseSessionReport(line: string): SessionReport | null {
  const [, word, rest = ''] = /^ ?(parts|begun|over|mute|unable|back) ([\d ]+?) *$/.exec(line) ?? [];
  const [first = Number.NaN, second = Number.NaN, ...statuses] = rest.split(' ').map(Number);
  switch (word) {
    case 'parts':
      return { kind: 'parts', order: first, depth: second, statuses };
    case 'over':
      return { kind: 'over', order: first, status: second };
    case 'begun':
    case 'mute':
    case 'unable':
      return { kind: word, order: first };
    case 'back':
      return { kind: 'back', number: first };
    default:
      return null;
  }
}
