import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { promptOn, type Takes } from '../../src/approvals/prompt-on.ts';

/** What a prompt reads of what a terminal sends, chunk by chunk, and what was written to the terminal. */
async function read(takes: Takes, chunks: readonly string[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  const terminal = { input, output, signal: new AbortController().signal };
  const heard = await promptOn(terminal, takes, async (prompt) => {
    for (const chunk of chunks) {
      input.write(chunk);
      await turn();
    }
    return String(prompt.input.read() ?? '');
  });
  return { heard, written: String(output.read()), isListening: input.listenerCount('keypress') > 0 };
}

const [up, down, left] = ['\x1b[A', '\x1b[B', '\x1b[D'];
const paste = (text: string): string => `\x1b[200~${text}\x1b[201~`;

describe('a prompt at a terminal', () => {
  test.each<readonly [string, Takes, readonly string[], string]>([
    ['keys that come one after the other, as they are', 'keys', [down, 'j', '\r'], `${down}j\r`],
    ['of keys that come at once, those that only move', 'keys', [`j${down}k${up}\r`], down + up],
    ['no character of a text that comes at once', 'keys', ['just do it\r'], ''],
    ['nothing that was pasted', 'keys', [paste('j\r')], ''],
    ['nothing of a paste that comes in parts', 'keys', ['\x1b[200~j', '\r', 'j\x1b[20', '1~'], ''],
    ['characters of a text as they come', 'line', ['npm', ' test', '\r'], 'npm test\r'],
    ['a text without the Enter that came with it', 'line', ['npm test\r'], 'npm test'],
    ['a text of several lines as one line', 'line', ['npm\rtest\tx\r\r'], 'npm test x '],
    ['keys that change a text, with it', 'line', [`x\x7f\x7f${left}y`], `x\x7f\x7f${left}y`],
    [
      'a pasted text as one line, in which nothing is a key',
      'line',
      [paste('npm\r\x1b[Atest\x03\r')],
      'npm [Atest',
    ],
    [
      'a text of several lines with its line ends, none of which is an Enter',
      'lines',
      ['a\rb\tc\r'],
      'a\nb c\n',
    ],
    [
      'a pasted text with its line ends, in which nothing is a key',
      'lines',
      [paste('\ra\r\n\tb\x1b')],
      '\na\n b',
    ],
    ['an Enter and a tab that come alone', 'lines', ['\t', '\r'], '\t\r'],
    ['Ctrl-C, also among others', 'keys', ['\x03', 'ab\x03'], '\x03\x03'],
    ['Ctrl-D as turning away, and not as the end of its input', 'line', ['\x04'], '\x03'],
    ['Ctrl-C in a paste that never ends', 'line', ['\x1b[200~x', '\x03'], '\x03'],
  ])('reads %s', async (_, takes, chunks, heard) => {
    expect(await read(takes, chunks)).toMatchObject({ heard });
  });

  test.each(['before it asks', 'while it asks'])(
    'is turned away from where the terminal is gone %s',
    async (when) => {
      const input = new PassThrough();
      const end = async () => {
        input.resume().end();
        await finished(input);
      };
      if (when === 'before it asks') await end();
      const terminal = { input, output: new PassThrough(), signal: new AbortController().signal };
      const heard = await promptOn(terminal, 'keys', async (prompt) => {
        if (when === 'while it asks') await end();
        return String(prompt.input.read() ?? '').slice(0, 1);
      });
      expect(heard).toBe('\x03');
    },
  );

  test('has the terminal tell what is pasted as long as it asks, and hears nothing afterwards', async () => {
    const { written, isListening } = await read('keys', []);
    expect(written).toBe('\x1b[?2004h\x1b[?2004l');
    expect(isListening).toBe(false);
  });
});
