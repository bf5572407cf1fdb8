import { isUtf8 } from 'node:buffer';
import { Transform } from 'node:stream';
import { ProtocolErrorCode, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { describeValue } from '../../model/describe-value.ts';
import { messageOf } from '../../model/errors.ts';
import type { RequestId } from './bound-lines.ts';

/** A line that is no message of JSON-RPC. */
export interface Malformed {
  /** As it came. */
  readonly line: string;
  readonly id: RequestId | null;
  readonly code: ProtocolErrorCode;
  readonly message: string;
}

/**
 * Passes on the lines that are messages, of whole lines as chunks: the library leaves out the others without a word. What is only blank is
 * left out here too.
 */
export function wellFormed(onMalformed: (malformed: Malformed) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const line = chunk.toString('utf8').trim();
      const malformed = line === '' ? null : problemOf(line, isUtf8(chunk));
      if (malformed !== null) onMalformed(malformed);
      else if (line !== '') this.push(chunk);
      done();
    },
  });
}

function problemOf(line: string, isText: boolean): Malformed | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    const message = `expected JSON, got text that is none (${messageOf(error)})`;
    return { line, id: null, code: ProtocolErrorCode.ParseError, message };
  }
  if (!isText) {
    // With what stands for such bytes in it, it would be another command.
    const message = 'expected JSON, got bytes that are no UTF-8';
    return { line, id: idOf(value), code: ProtocolErrorCode.ParseError, message };
  }
  try {
    parseJSONRPCMessage(value);
    return null;
  } catch {
    const message = `expected a message of JSON-RPC 2.0, got ${describeValue(line)}`;
    return { line, id: idOf(value), code: ProtocolErrorCode.InvalidRequest, message };
  }
}

/** What has no method would be an answer: the id in it is that of a call of ours, and no call of theirs is to be taken for it. */
function idOf(value: unknown): RequestId | null {
  const { id, method }: { readonly id?: unknown; readonly method?: unknown } = Object(value);
  if (typeof method !== 'string') return null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
