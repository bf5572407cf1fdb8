import { once } from 'node:events';
import { messageOf } from '../model/errors.ts';
import { headOf } from '../model/whole-characters.ts';
import { unwritableStatus } from './exit-status.ts';
import { gotName, isBrokenPipe, type Terminal } from './terminal.ts';
import { utf8 } from './utf8.ts';
import { jsonText } from './visible.ts';

/** The longest line that is read, in bytes: the longest command, each byte of it written as an escape of six. */
const maxLineBytes = 48 * 1024 * 1024;

/** What exits with this has answered every line, and not every answer is a verdict. */
const someFailed = 1;

/** As a shell has it for what Ctrl-C ends. */
const interruptedStatus = 130;

/**
 * Answers each line of JSON on standard input with one on standard output, in their order. A line that is not understood is
 * answered with an error and its number, and the next one is read; the exit status is 1 then. No more is read than is
 * answered, and nothing is answered that nobody takes.
 */
export async function answerLines(
  terminal: Terminal,
  answer: (command: string) => Readonly<Record<string, unknown>>,
): Promise<number> {
  const { stdout, interrupted } = terminal;
  let status = 0;
  let isUnwritable = false;
  // Nobody else says why it was interrupted.
  stdout.once('error', (error) => {
    isUnwritable = !isBrokenPipe(error);
  });
  for await (const { number, bytes } of linesOf(terminal)) {
    const request = readRequest(bytes);
    if (request.kind === 'blank') continue;
    if (request.kind === 'wrong') status = someFailed;
    const reply =
      request.kind === 'wrong'
        ? { id: request.id, line: number, error: request.error }
        : { id: request.id, ...answer(request.command) };
    if (!stdout.write(`${jsonText(reply)}\n`)) await drained(terminal);
    if (interrupted.aborted) break;
  }
  if (!interrupted.aborted) return status;
  return isUnwritable ? unwritableStatus : interruptedStatus;
}

/** Waits until what was written is taken, or nobody will take it any more. */
async function drained({ stdout, interrupted }: Terminal): Promise<void> {
  try {
    await once(stdout, 'drain', { signal: interrupted });
  } catch (error) {
    // Aborted: whoever waits looks at the signal next.
    if (!interrupted.aborted) throw error;
  }
}

/** A line of the input, counted from 1; `null` if it is too long to be kept. */
interface Line {
  readonly number: number;
  readonly bytes: Buffer | null;
}

/** The lines of standard input, also a last one without an end. Ends early when this process is asked to end. */
async function* linesOf({ stdin, interrupted }: Terminal): AsyncGenerator<Line> {
  const stop = (): void => void stdin.destroy();
  interrupted.addEventListener('abort', stop, { once: true });
  const line = createLine();
  let number = 1;
  try {
    for await (const chunk of stdin) {
      const bytes = Buffer.from(chunk);
      let start = 0;
      for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, start)) {
        line.add(bytes.subarray(start, end));
        yield { number, bytes: line.take() };
        number++;
        start = end + 1;
      }
      line.add(bytes.subarray(start));
    }
  } catch (error) {
    // A stream that is destroyed while it is read says so; that was us.
    if (!interrupted.aborted) throw error;
  } finally {
    interrupted.removeEventListener('abort', stop);
  }
  if (!interrupted.aborted) yield { number, bytes: line.take() };
}

/** Collects the parts of a line, up to a bound. */
function createLine(): { add(bytes: Buffer): void; take(): Buffer | null } {
  let parts: Buffer[] = [];
  let length = 0;
  return {
    add(bytes) {
      length += bytes.length;
      if (length <= maxLineBytes) parts.push(bytes);
      else parts = [];
    },
    take() {
      const line = length <= maxLineBytes ? Buffer.concat(parts) : null;
      parts = [];
      length = 0;
      return line;
    },
  };
}

/** What a line asks for. */
type Request =
  | { readonly kind: 'command'; readonly id: unknown; readonly command: string }
  | { readonly kind: 'wrong'; readonly id: unknown; readonly error: string }
  | { readonly kind: 'blank' };

const keys: readonly string[] = ['id', 'command'];

/** UTF-16 units that are told of what was not understood. */
const mostShown = 80;

function readRequest(bytes: Buffer | null): Request {
  if (bytes === null)
    return wrong(null, `expected a line of at most ${maxLineBytes} bytes, got a longer one`);
  const text = utf8(bytes);
  if (text === null) return wrong(null, 'expected UTF-8, got bytes that are none');
  if (text.trim() === '') return { kind: 'blank' };
  const shown = headOf(text.trim(), mostShown);
  const parsed = parse(text);
  if (parsed.kind === 'none')
    return wrong(
      null,
      `expected a JSON object with id and command, got text that is none (${parsed.why}): ${shown}`,
    );
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return wrong(null, `expected a JSON object with id and command, got ${shown}`);
  const id = 'id' in value ? value.id : null;
  // What is passed over would be taken to hold: a directory, for one.
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined)
    return wrong(id, `expected only the keys id and command, got ${gotName(unknown, keys)}`);
  const command = 'command' in value ? value.command : undefined;
  if (typeof command === 'string') return { kind: 'command', id, command };
  const received = command === undefined ? 'none' : headOf(JSON.stringify(command), mostShown);
  return wrong(id, `expected a command that is a text, got ${received}`);
}

function wrong(id: unknown, error: string): Request {
  return { kind: 'wrong', id, error };
}

type Parsed =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'none'; readonly why: string };

function parse(text: string): Parsed {
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch (error) {
    return { kind: 'none', why: messageOf(error) };
  }
}
