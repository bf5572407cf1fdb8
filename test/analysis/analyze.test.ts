import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze, describeUnrunnable } from '../../src/analysis/analyze.ts';

const MiB = 1024 * 1024;

describe('a command that bash can be given', () => {
  it.each([
    ['an ordinary one', 'ls -l', 5],
    ['the empty one', '', 0],
    ['one with an emoji', 'echo 👩‍👩‍👧', 23],
    ['one with control characters', 'printf "\u0001\u001b\n"', 12],
    ['one with a character that stands for what could not be read', 'echo \uFFFD', 8],
  ])('is known by its text and its size in bytes: %s', (_, command, bytes) => {
    expect(analyze(command)).toMatchObject({ command, bytes });
  });

  it('can be 1 MiB long', () => {
    const command = `: ${'x'.repeat(MiB - 2)}`;
    expect(analyze(command)).toMatchObject({ command, bytes: 1_048_576 });
  });

  it('can be as long as the limit, which is counted in bytes', () => {
    const command = 'é'.repeat(4 * MiB);
    expect(analyze(command)).toMatchObject({ command, bytes: 8_388_608 });
  });

  it('is any text of whole characters without a NUL', () => {
    const command = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
    fc.assert(
      fc.property(command, (command) => {
        expect(analyze(command)).toMatchObject({ command, bytes: Buffer.from(command).length });
      }),
    );
  });
});

describe('a command that bash cannot be given', () => {
  it.each([
    ['\0', 0],
    ['echo a\0b\0', 6],
    ['👍\0', 2],
  ])('is one with a NUL: %j', (command, at) => {
    expect(analyze(command)).toEqual({ kind: 'unrunnable', problem: { code: 'nul-character', at } });
  });

  it.each([
    ['\uD83D', 0],
    ['echo \uDE00', 5],
    ['👍\uDE00', 2],
    ['\uDE00\uD83D', 0],
  ])('is one with half of a surrogate pair: %j', (command, at) => {
    expect(analyze(command)).toEqual({ kind: 'unrunnable', problem: { code: 'lone-surrogate', at } });
  });

  it('is one over the limit, though it has fewer characters than that', () => {
    expect(analyze(`a${'é'.repeat(4 * MiB)}`)).toEqual({
      kind: 'unrunnable',
      problem: { code: 'too-long', bytes: 8_388_609, maxBytes: 8_388_608 },
    });
  });

  it('is any text that is not its own self after it was written as UTF-8, or that has a NUL', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) }), (command) => {
        const survives = Buffer.from(command).toString() === command && !command.includes('\0');
        expect(analyze(command).kind !== 'unrunnable').toBe(survives);
      }),
    );
  });
});

describe('the problem of such a command', () => {
  it('says where the NUL is and what to write instead', () => {
    expect(describeUnrunnable({ code: 'nul-character', at: 6 })).toEqual({
      path: 'command',
      expected: 'text without NUL characters',
      received: 'a NUL character at offset 6',
      hint: "write it as an escape that the program understands, such as printf '\\0'",
    });
  });

  it('says where the half of a pair is', () => {
    expect(describeUnrunnable({ code: 'lone-surrogate', at: 5 })).toEqual({
      path: 'command',
      expected: 'text that can be written as UTF-8',
      received: 'half of a surrogate pair at offset 5',
      hint: 'send the character whole',
    });
  });

  it('says how long it was and how long it may be', () => {
    expect(describeUnrunnable({ code: 'too-long', bytes: 8_388_609, maxBytes: 8_388_608 })).toEqual({
      path: 'command',
      expected: 'at most 8388608 bytes',
      received: '8388609 bytes',
      hint: 'write the script to a file and run the file',
    });
  });
});
