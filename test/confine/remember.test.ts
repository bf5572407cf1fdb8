import { expect, test } from 'vitest';
import { rememberLast } from '../../src/confine/remember.ts';

function counted(most: number) {
  let made = 0;
  const remembered = rememberLast(most, (...words: readonly string[]) => {
    made += 1;
    return words.join(' ');
  });
  return { remembered, made: () => made };
}

test('what was asked for before is not made again', () => {
  const { remembered, made } = counted(2);
  expect([remembered('a', 'b'), remembered('a', 'b'), made()]).toEqual(['a b', 'a b', 1]);
});

test('what is asked for with another argument is made', () => {
  const { remembered } = counted(2);
  expect([remembered('a', 'b'), remembered('a', 'c'), remembered('a', 'b')]).toEqual(['a b', 'a c', 'a b']);
});

test('no more is remembered than the most, and what was asked for longest ago goes first', () => {
  const { remembered, made } = counted(2);
  for (const word of ['a', 'b', 'a', 'c']) remembered(word);
  expect(made()).toBe(3);
  remembered('a');
  expect(made()).toBe(3);
  remembered('b');
  expect(made()).toBe(4);
});
