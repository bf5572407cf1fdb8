import { messageOf } from '../model/errors.ts';
import type { FileText } from '../model/ports.ts';
import { readTextFile } from './read-text.ts';

/** Reads a file that a contract's options name; contracts themselves read none. */
export function readOptionFile(path: string): FileText {
  try {
    return { kind: 'text', text: readTextFile(path) };
  } catch (error) {
    return { kind: 'unreadable', reason: messageOf(error) };
  }
}
