import { expect, it } from 'vitest';
import { effectLines } from './effect-lines.ts';
import { wordsOf } from './words-of.ts';

it.each([
  ['gcc -xc -o a -', ['replaces /w/a']],
  ['gcc -o a ./-', ['reads /w/-', 'replaces /w/a']],
  ['gcc -lm', ['replaces /w/a.out']],
  ['gcc -shared -nostartfiles -Wl,-w', ['replaces /w/a.out']],
  ['gcc -w', []],
  ['ld -w', ['replaces /w/a.out']],
  ['ld -v', []],
  ['as', ['replaces /w/a.out']],
  ['as -D', ['replaces /w/a.out']],
  ['as -v', ['replaces /w/a.out']],
  ['as --version', []],
  ['ld', []],
  ['as -Ds -M main.s', ['reads /w/main.s', 'replaces /w/a.out']],
  ['ld -E main.o', ['reads /w/main.o', 'replaces /w/a.out']],
  ['gcc -E main.c', ['reads /w/main.c']],
  ['gcc -c src/main.c', ['reads /w/src/main.c', 'replaces /w/main.o']],
  ['cpp main.c', ['reads /w/main.c']],
  ['cpp -P main.c out', ['reads /w/main.c', 'reads /w/out', 'replaces /w/out']],
  ['cpp main.c -', ['reads /w/main.c']],
  ['nasm -felf64 a.asm', ['reads /w/a.asm', 'replaces /w/a.o']],
  ['nasm -f elf64 -o a a.asm', ['reads /w/a.asm', 'replaces /w/a']],
  ['nasm -E a.asm', ['reads /w/a.asm']],
  ['nasm -E -la a.asm', ['reads /w/a.asm', 'replaces /w/a']],
  ['nasm -M -Z a a.asm', ['reads /w/a.asm', 'replaces /w/a']],
  ['nasm -MF a a.asm', ['reads /w/a.asm', 'replaces /w/a', 'replaces /w/a.o']],
  ['yasm -a x86 a.asm', ['reads /w/a.asm', 'replaces /w/a.o']],
  ['yasm -e a.asm', ['reads /w/a.asm']],
  ['yasm -e -E a a.asm', ['reads /w/a.asm', 'replaces /w/a']],
  ['yasm -M --list=a a.asm', ['reads /w/a.asm', 'replaces /w/a']],
  ['gcc -o a main.c', ['reads /w/main.c', 'replaces /w/a']],
])('%s', (text, expected) => {
  expect([...effectLines(...wordsOf(text))].toSorted()).toEqual(expected.toSorted());
});
