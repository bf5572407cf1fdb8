import fc from 'fast-check';
import type { CalledOption, CalledProgram } from './programs.ts';

/** Names of files that are there or not, and of what Git has. */
const names =
  'a.txt main.c d1 d1/e.txt names names0 script.sed script.awk made a.o ../out/secret 3 x . HEAD main t.tar a.gz a.zip data.json ran'.split(
    ' ',
  );

/** What options get for a value: also numbers, and orders of some programs that write and run. */
const values = [
  ...names,
  ...'rules.mk ../out/made 1,2 %s = / auto all json ./ran'.split(' '),
  'w made',
  'e ran',
];

const operands = [...names, ...'other - a.bz2 a.xz s/a/b/'.split(' ')];

/** Calls of the programs with options and words at random, as they are written in a script. */
export function callsOf(programs: readonly CalledProgram[]): fc.Arbitrary<string> {
  return fc
    .constantFrom(...programs)
    .chain(({ words, options }) =>
      fc
        .tuple(
          fc.array(optionOf(options), { maxLength: 3 }),
          fc.constantFrom<readonly string[]>([], [], [], [], ['--']),
          fc.array(fc.constantFrom(...operands), { maxLength: 3 }),
        )
        .map(([given, end, rest]) => [...words, ...given.flat(), ...end, ...rest].map(quoted).join(' ')),
    );
}

/** An option as it may be given: with a value in the same word or in the next, with another letter behind it, or shortened. */
function optionOf(options: readonly CalledOption[]): fc.Arbitrary<readonly string[]> {
  const letters = options.map(({ name }) => name).filter((name) => /^-\w$/.test(name));
  return fc
    .record({
      option: fc.constantFrom(...options),
      value: fc.constantFrom(...values),
      isBeside: fc.boolean(),
      isOdd: fc.integer({ min: 0, max: 15 }).map((one) => one === 0),
      letter: fc.constantFrom('', '', '', ...letters.map((name) => name.slice(1))),
      cut: fc.integer({ min: 4, max: 60 }),
    })
    .map(({ option, value, isBeside, isOdd, letter, cut }) => {
      const isLong = option.name.startsWith('--');
      const name = isLong ? option.name.slice(0, Math.max(cut, 5)) : option.name;
      if (option.hasValue === isOdd) return [isLong ? name : `${name}${letter}`];
      return isBeside ? [name, value] : [`${name}${isLong ? '=' : ''}${value}`];
    });
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
