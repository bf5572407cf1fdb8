import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { answerLines } from '../../src/cli/batch.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { handrail, temporaryMachine } from '../support/handrail.ts';

/** A terminal with this input, whose output is taken slowly: each write has to wait for the one before. */
function slowTerminal(chunks: Iterable<Buffer>) {
  const written: string[] = [];
  const interruption = new AbortController();
  const stdout = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      setImmediate(done);
    },
  });
  const parts = { stdin: Readable.from(chunks), stdout, interrupted: interruption.signal };
  // Of the streams of a process, only what all streams have is used.
  return { terminal: parts as unknown as Terminal, stdout, written, interruption };
}

function requests(count: number): readonly string[] {
  return Array.from({ length: count }, (_, id) => `{"id":${id},"command":"echo é${id}"}\n`);
}

describe('a batch', () => {
  test('answers each line in its order, however the input comes', async () => {
    const bytes = Buffer.from(requests(50).join(''));
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) =>
      bytes.subarray(7 * at, 7 * at + 7),
    );
    const { terminal, written } = slowTerminal(pieces);
    expect(await answerLines(terminal, (command) => ({ command }))).toBe(0);
    expect(written).toEqual(requests(50));
  });

  test('judges no more than is taken', async () => {
    const { terminal, stdout, written } = slowTerminal([Buffer.from(requests(200).join(''))]);
    const waiting: number[] = [];
    await answerLines(terminal, () => {
      waiting.push(stdout.writableLength);
      return {};
    });
    expect(new Set(waiting)).toEqual(new Set([0]));
    expect(written).toHaveLength(200);
  });

  const notJson = /^expected a JSON object with id and command, got text that is none \(.+\): no JSON$/;

  test('answers what it does not understand with an error and the number of the line, and goes on', async () => {
    const input = Buffer.concat([
      Buffer.from('{"id":1,"command":"ls"}\r\n\nno JSON\n[1]\n{"id":"b","command":7}\n{"id":6}\n'),
      Buffer.from('{"id":7,"command":"'),
      Buffer.from([0xff]),
      Buffer.from('"}\n{"command":"pwd"}\n{"id":8,"comand":"ls"}\n{"id":9,"command":"ls","directory":"/"}'),
    ]);
    const { terminal, written } = slowTerminal([input]);
    expect(await answerLines(terminal, (command) => ({ command }))).toBe(1);
    expect(written.map((line) => JSON.parse(line))).toEqual([
      { id: 1, command: 'ls' },
      { id: null, line: 3, error: expect.stringMatching(notJson) },
      { id: null, line: 4, error: 'expected a JSON object with id and command, got [1]' },
      { id: 'b', line: 5, error: 'expected a command that is a text, got 7' },
      { id: 6, line: 6, error: 'expected a command that is a text, got none' },
      { id: null, line: 7, error: 'expected UTF-8, got bytes that are none' },
      { id: null, command: 'pwd' },
      {
        ...{ id: 8, line: 9 },
        error: 'expected only the keys id and command, got "comand" — did you mean "command"?',
      },
      { id: 9, line: 10, error: 'expected only the keys id and command, got "directory"' },
    ]);
  });

  test('shows no half of a character where it cuts a line', async () => {
    const { terminal, written } = slowTerminal([Buffer.from(`[${'x'.repeat(78)}👩]\n`)]);
    expect(await answerLines(terminal, () => ({}))).toBe(1);
    expect(written.map((line) => JSON.parse(line).error)).toEqual([expect.stringMatching(/: \[x{78}$/)]);
  });

  test('does not keep a line that is longer than any command', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const { terminal, written } = slowTerminal([
      ...Array.from({ length: 49 }, () => chunk),
      Buffer.from('\n{"id":2,"command":"ls"}\n'),
    ]);
    expect(await answerLines(terminal, () => ({}))).toBe(1);
    expect(written.map((line) => JSON.parse(line))).toEqual([
      { id: null, line: 1, error: 'expected a line of at most 50331648 bytes, got a longer one' },
      { id: 2 },
    ]);
  });

  test('ends when it is asked to', async () => {
    const endless = (function* () {
      for (;;) yield Buffer.from('{"command":"ls"}\n'.repeat(10));
    })();
    const { terminal, interruption } = slowTerminal(endless);
    let answers = 0;
    const status = await answerLines(terminal, () => {
      if (++answers === 3) interruption.abort();
      return {};
    });
    expect({ status, answers }).toEqual({ status: 130, answers: 3 });
  });

  test('exits with 1 where a line was not understood', async () => {
    const printed = await handrail(temporaryMachine(), ['explain', '--batch'], {
      stdin: '{\n{"id":1,"command":"ls"}\n',
    });
    expect(printed).toEqual({
      status: 1,
      stdout: expect.stringMatching(
        /^\{"id":null,"line":1,"error":"expected a JSON object with id and command, got text that is none \(.+\): \{"\}\n\{"id":1,"verdict":"allow","findings":\[\]\}\n$/,
      ),
      stderr: '',
    });
  });
});

describe('the command on standard input', () => {
  test('is judged as it is, without the newline at its end', async () => {
    const machine = temporaryMachine();
    expect(await handrail(machine, ['check', '-'], { stdin: 'ls -la\n' })).toEqual({
      status: 0,
      stdout: 'allow\n',
      stderr: '',
    });
    const { stdout } = await handrail(machine, ['explain', '--json', '-'], { stdin: 'ls\n\n' });
    expect(JSON.parse(stdout).analysis.command).toBe('ls\n');
  });
});

describe('the exit status of handrail check', () => {
  test.each([
    [['check'], /^error: missing required argument 'command'\n\(--help says what is expected\)\n$/],
    [['check', ''], /^handrail: expected a command, got an empty text\n$/],
    [['check', '-'], /^handrail: expected a command, got an empty text\n$/],
    [['check', 'ls', '--nope'], /^error: unknown option '--nope'\n\(--help says what is expected\)\n$/],
    [
      ['check', 'ls', '--rules', 'nowhere.json'],
      /^handrail: \/.*\/nowhere\.json: expected a file of rules, got /,
    ],
  ])('is 64 where the call was not understood, which is no verdict: %j', async (words, stderr) => {
    expect(await handrail(temporaryMachine(), words)).toEqual({
      status: 64,
      stdout: '',
      stderr: expect.stringMatching(stderr),
    });
  });

  test('is 64 for a file of rules that is broken', async () => {
    const machine = temporaryMachine();
    writeFileSync(join(machine.directory, 'rules.json'), '{');
    const { status } = await handrail(machine, ['check', 'ls', '--rules', 'rules.json']);
    expect(status).toBe(64);
  });
});
