import { describe, expect, test } from 'vitest';
import type { Key, NamedKey } from '../../src/tui/keys.ts';
import { type TextField, textField, typed } from '../../src/tui/text-field.ts';

/** A text in which `|` stands for the cursor. */
function field(drawn: string, lines: TextField['lines'] = 'free'): TextField {
  return { ...textField(drawn.replace('|', ''), lines), cursor: drawn.indexOf('|') };
}

const drawn = ({ value, cursor }: TextField) => `${value.slice(0, cursor)}|${value.slice(cursor)}`;

const press = (from: TextField, ...keys: readonly NamedKey[]) =>
  drawn(keys.reduce((now, kind) => typed(now, { kind }), from));

const family = '👩‍👩‍👧';
const accented = 'e\u0301';

describe('a text that is typed', () => {
  test.each<readonly [NamedKey, string, string]>([
    ['left', 'ab|', 'a|b'],
    ['left', '|ab', '|ab'],
    ['left', 'a\n|b', 'a|\nb'],
    ['left', `x${family}|y`, `x|${family}y`],
    ['left', `x${accented}|y`, `x|${accented}y`],
    ['left', '🇩🇪🇫🇷|', '🇩🇪|🇫🇷'],
    ['right', '|ab', 'a|b'],
    ['right', 'ab|', 'ab|'],
    ['right', `|${family}y`, `${family}|y`],
    ['right', `|${accented}y`, `${accented}|y`],
    ['home', 'one\ntwo th|ree\nfour', 'one\n|two three\nfour'],
    ['home', '\n|a', '\n|a'],
    ['home', '|\na', '|\na'],
    ['end', 'one\nt|wo\nthree', 'one\ntwo|\nthree'],
    ['end', 'o|ne', 'one|'],
    ['word-left', 'git commit --amend|', 'git commit --|amend'],
    ['word-left', 'git commit --|amend', 'git |commit --amend'],
    ['word-left', 'git |commit', '|git commit'],
    ['word-left', '|git', '|git'],
    ['word-left', 'one\n  two|', 'one\n  |two'],
    ['word-left', 'one\n  |two', '|one\n  two'],
    ['word-left', `caf${accented}|`, `|caf${accented}`],
    ['word-left', `a ${family}|`, `|a ${family}`],
    ['word-right', '|git commit', 'git| commit'],
    ['word-right', 'git| commit', 'git commit|'],
    ['word-right', 'git --|', 'git --|'],
    ['word-right', `|caf${accented}s x`, `caf${accented}s| x`],
    ['erase', 'ab|c', 'a|c'],
    ['erase', '|ab', '|ab'],
    ['erase', 'one\n|two', 'one|two'],
    ['erase', `x${family}|y`, 'x|y'],
    ['erase', `x${accented}|y`, 'x|y'],
    ['delete', 'a|bc', 'a|c'],
    ['delete', 'ab|', 'ab|'],
    ['delete', 'one|\ntwo', 'one|two'],
    ['delete', `|${family}y`, '|y'],
    ['erase-word', 'rm --force|', 'rm |'],
    ['erase-word', 'cat ./a/b  |c', 'cat |c'],
    ['erase-word', '|a', '|a'],
    ['erase-before', 'one\ntwo th|ree', 'one\n|ree'],
    ['erase-before', 'one\n|two', 'one\n|two'],
    ['erase-after', 'one\ntwo th|ree\nfour', 'one\ntwo th|\nfour'],
    ['erase-after', 'one|\ntwo', 'one|two'],
    ['erase-after', 'one|', 'one|'],
    ['line-break', 'one|two', 'one\n|two'],
    ['up', 'one\ntw|o', 'on|e\ntwo'],
    ['up', 'o|ne\ntwo', 'o|ne\ntwo'],
    ['up', '漢字\nabc|', '漢|字\nabc'],
    ['up', '\t\tx\nab|', '\t\t|x\nab'],
    ['down', 'on|e\ntwo', 'one\ntw|o'],
    ['down', 'one\nt|wo', 'one\nt|wo'],
    ['down', 'one|\n', 'one\n|'],
    ['down', 'abc|\n漢漢', 'abc\n漢|漢'],
    ['tab', 'a|b', 'a|b'],
    ['page-up', 'a|b', 'a|b'],
  ])('%s: %j becomes %j', (kind, before, after) => {
    expect(press(field(before), kind)).toBe(after);
  });

  test('keeps to its column over lines that are shorter, until the cursor is moved in its line', () => {
    const start = field('a longer line|\n\nanother one');
    expect(press(start, 'down')).toBe('a longer line\n|\nanother one');
    expect(press(start, 'down', 'down')).toBe('a longer line\n\nanother one|');
    expect(press(start, 'down', 'down', 'up', 'up')).toBe('a longer line|\n\nanother one');
    expect(press(start, 'down', 'home', 'up')).toBe('|a longer line\n\nanother one');
  });

  test('of one line has no other, whatever is typed or pasted', () => {
    const start = field('a|b', 'one');
    expect(press(start, 'line-break')).toBe('a|b');
    const paste = (text: string) => drawn(typed(start, { kind: 'paste', text }));
    expect(paste('one\r\ntwo\tthree\n\nfour')).toBe('aone two three four|b');
    expect(paste('copied\n')).toBe('acopied|b');
    expect(paste('\x1b[31mred\x07')).toBe('a[31mred|b');
    expect(drawn(typed(start, character('\n')))).toBe('a |b');
  });

  test('of several lines keeps the line feeds and tabs of what is pasted, and no other control characters', () => {
    const paste = (text: string) => drawn(typed(field('a|b'), { kind: 'paste', text }));
    expect(paste('one\rtwo\r\n\tthree\n')).toBe('aone\ntwo\n\tthree\n|b');
    expect(paste('\x1b[31mred\x07\x9b')).toBe('a[31mred|b');
    expect(paste('\u202e')).toBe('a\u202e|b');
  });

  test('has its cursor never inside of what reads as one character, however it came together', () => {
    expect(drawn(typed(field('|\u0301x'), character('e')))).toBe(`${accented}|x`);
    expect(drawn(typed(field('👩|👧'), character('\u200d')))).toBe('👩\u200d👧|');
    expect(press(field('ex\n|\u0301'), 'erase')).toBe(`ex\u0301|`);
    expect(press(field('🇩|a🇪'), 'delete')).toBe('🇩🇪|');
  });

  test.each([
    ['wide characters', '漢'.repeat(500_000)],
    ['words', 'a '.repeat(500_000)],
    ['lines', 'x\n'.repeat(500_000)],
    ['marks', `a${'\u0301'.repeat(500_000)}`],
  ])('of a megabyte of %s takes its keys', (_, text) => {
    const moved: readonly NamedKey[] = [
      'left',
      'word-left',
      'up',
      'down',
      'home',
      'word-right',
      'end',
      'right',
    ];
    expect(press(textField(text, 'free'), ...moved)).toContain('|');
    const erased = [...moved, 'erase-word', 'erase'].reduce(
      (now, kind) => typed(now, { kind } as Key),
      textField(text, 'free'),
    );
    expect(erased.value.length).toBeLessThan(text.length);
  });
});

describe('a text whose lines are each for something', () => {
  test.each<readonly [NamedKey, string, string]>([
    ['erase', 'one\n|two', 'one\n|two'],
    ['erase', 'one\nt|wo', 'one\n|wo'],
    ['delete', 'one|\ntwo', 'one|\ntwo'],
    ['erase-word', 'one\n  |two', 'one\n|two'],
    ['erase-before', 'one\ntwo|', 'one\n|'],
    ['erase-after', '|one\ntwo', '|\ntwo'],
    ['erase-after', 'one|\ntwo', 'one|\ntwo'],
    ['line-break', 'one|\ntwo', 'one|\ntwo'],
    ['left', 'one\n|two', 'one|\ntwo'],
    ['down', 'o|ne\ntwo', 'one\nt|wo'],
  ])('has as many after %s', (kind, before, after) => {
    expect(press(field(before, 'fixed'), kind)).toBe(after);
  });

  test('has as many after a paste of several', () => {
    const text = 'a\r\nb\tc\r';
    expect(drawn(typed(field('one|\ntwo', 'fixed'), { kind: 'paste', text }))).toBe('onea b c|\ntwo');
  });
});

function character(one: string): Key {
  return { kind: 'character', character: one, isAlone: true };
}
