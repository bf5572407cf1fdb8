import { expect, test } from 'vitest';
import { triedRules } from '../../src/cli/hook/tried-rules.ts';
import { placesOf } from '../../src/policy/paths/places.ts';

/** What is kept, in memory. */
function keptIn(texts: Map<string, string>) {
  return triedRules({
    readText: (name) => texts.get(name) ?? null,
    keepText: (name, text) => void texts.set(name, text),
  });
}

const here = placesOf({ cwd: '/work', home: '/home/user' });

test('rules were tried if it was this text, for these places', () => {
  const texts = new Map<string, string>();
  const tried = keptIn(texts);
  expect(tried.has('{}', here)).toBe(false);
  tried.add('{}', here);
  expect(keptIn(texts).has('{}', here)).toBe(true);
  expect(tried.has('{ }', here)).toBe(false);
  expect(tried.has('{}', placesOf({ cwd: '/other', home: '/home/user' }))).toBe(false);
  expect(tried.has('{}', placesOf({ cwd: '/work', home: null }))).toBe(false);
});

test('another text of the same name was not tried', () => {
  const texts = new Map<string, string>();
  const tried = keptIn(texts);
  const rules = 'a'.repeat(10_000);
  tried.add(rules, here);
  const [name] = texts.keys();
  const others = Array.from(rules, (_, at) => `${rules.slice(0, at)}b${rules.slice(at + 1)}`);
  const known = new Map(texts);
  const ofSameName = others.filter((other) => {
    texts.clear();
    tried.add(other, here);
    return texts.has(name ?? '');
  });
  expect(ofSameName.length).toBeGreaterThan(0);
  expect(ofSameName.filter((other) => keptIn(known).has(other, here))).toEqual([]);
});

test('a text that is too long is not kept', () => {
  const texts = new Map<string, string>();
  const tried = keptIn(texts);
  const long = ' '.repeat(300 * 1024);
  tried.add(long, here);
  expect([...texts]).toEqual([]);
  expect(tried.has(long, here)).toBe(false);
});
