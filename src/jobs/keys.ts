import type { KeyName } from '../model/job.ts';

/**
 * What a key sends: as a terminal of the type xterm has it. Enter is a line feed, which a terminal makes of a carriage
 * return anyway, and which is what a pipe needs.
 */
export const keyBytes: Readonly<Record<KeyName, string>> = {
  Enter: '\n',
  Tab: '\t',
  Escape: '\x1b',
  Space: ' ',
  Backspace: '\x7f',
  Delete: '\x1b[3~',
  Up: '\x1b[A',
  Down: '\x1b[B',
  Right: '\x1b[C',
  Left: '\x1b[D',
  Home: '\x1b[H',
  End: '\x1b[F',
  PageUp: '\x1b[5~',
  PageDown: '\x1b[6~',
  'C-a': '\x01',
  'C-c': '\x03',
  'C-d': '\x04',
  'C-e': '\x05',
  'C-k': '\x0b',
  'C-l': '\x0c',
  'C-r': '\x12',
  'C-u': '\x15',
  'C-w': '\x17',
  'C-x': '\x18',
  'C-z': '\x1a',
  'C-\\': '\x1c',
};
