import fc from 'fast-check';
import { expect, test } from 'vitest';
import { whyAmbiguous } from '../../../src/adapters/hooks/core/doubled-key.ts';

test.each([
  ['{"a":1,"a":1}', 'a'],
  ['{"a":{"b":[]},"a":2}', 'a'],
  ['[{"x":[{"b":"1","c":"2","b" \n:\t"3"}]}]', 'b'],
  ['{"command":"a","comm\\u0061nd":"b"}', 'command'],
  ['{"":1,"":2}', ''],
  ['{"a\\\\":1,"a\\\\":2}', 'a\\'],
  ['{"a\\"":1,"b":"\\\\","a\\"":2}', 'a"'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
])('a key that stands twice in an object is found: %s', (json, key) => {
  expect(JSON.parse(json)).toBeTypeOf('object');
  expect(whyAmbiguous(json)).toBe(`the key ${JSON.stringify(key)} twice in one`);
});

test.each([
  '{"a":"a","b":"a"}',
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":2}]',
  '{"a":["b","b"],"b":["a"]}',
  String.raw`{"a":"\\","b":"{\"a\":1,\"a\":2}"}`,
  '{"a":1,"A":2}',
  '"a"',
])('one that does not is none: %s', (json) => {
  expect(JSON.parse(json)).toBeDefined();
  expect(whyAmbiguous(json)).toBe(null);
});

test('no JSON that was made of a value has one, and each has that an entry is put into again', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (object, isSpaced) => {
      const json = JSON.stringify(object, null, isSpaced ? 2 : 0);
      expect(whyAmbiguous(json)).toBe(null);
      const [key] = Object.keys(object);
      if (key === undefined) return;
      const doubled = `${json.slice(0, -1)},${JSON.stringify(key)}:0}`;
      expect(whyAmbiguous(doubled)).toBe(`the key ${JSON.stringify(key)} twice in one`);
    }),
  );
});

test('what is in itself more often than any question is not gone into', () => {
  expect(whyAmbiguous(`${'['.repeat(1_000)}${']'.repeat(1_000)}`)).toBe(null);
  expect(whyAmbiguous(`${'['.repeat(1_001)}${']'.repeat(1_001)}`)).toBe('more than 1000 levels');
});
