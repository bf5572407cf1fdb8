import { describe, expect, test } from 'vitest';
import { assemble, type Step } from '../../../src/backends/bubblewrap/filter/bpf.ts';

/** The instructions, in hexadecimal: code, distance when so, distance when not, value. */
function words(steps: readonly Step[]): readonly string[] {
  return Buffer.from(assemble(steps)).toString('hex').match(/.{16}/g) ?? [];
}

const end: Step = { kind: 'return', value: 0x7fff0000 };
const done: Step = { kind: 'label', name: 'done' };

describe('the assembler for filters', () => {
  test.each<readonly [Step, string]>([
    [{ kind: 'load', offset: 16 }, '2000000010000000'],
    [{ kind: 'return', value: 0x80000000 }, '0600000000000080'],
    [{ kind: 'jump', test: 'equal', value: 0xc000003e, to: 'done' }, '150000003e0000c0'],
    [{ kind: 'jump', test: 'at-least', value: 0x40000000, to: 'done' }, '3500000000000040'],
    [{ kind: 'jump', test: 'bits', value: 0x10000000, to: 'done' }, '4500000000000010'],
  ])('writes %o', (step, expected) => {
    expect(words([step, done, end])).toEqual([expected, '060000000000ff7f']);
  });

  test('counts instructions to a label, and not labels', () => {
    const jump: Step = { kind: 'jump', test: 'equal', value: 1, to: 'done' };
    const between: Step = { kind: 'label', name: 'between' };
    expect(words([jump, end, between, end, done, end])[0]).toBe('1500020001000000');
  });

  test.each([
    ['forwards too far', [...Array.from({ length: 256 }, () => end), done, end]],
    ['to where nothing is', [end]],
  ])('refuses a jump %s', (_where, after) => {
    const steps: Step[] = [{ kind: 'jump', test: 'equal', value: 1, to: 'done' }, ...after];
    expect(() => assemble(steps)).toThrow('a jump cannot get to done');
  });

  test('refuses a jump backwards', () => {
    const jump: Step = { kind: 'jump', test: 'equal', value: 1, to: 'done' };
    expect(() => assemble([done, jump, end])).toThrow('a jump cannot get to done');
    expect(words([jump, ...Array.from({ length: 255 }, () => end), done, end])[0]).toBe('1500ff0001000000');
  });
});
