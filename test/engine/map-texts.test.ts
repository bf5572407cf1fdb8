import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapTexts } from '../../src/engine/map-texts.ts';

const masked = (text: string): string => text.replaceAll('hunter22', '***');

describe('mapping texts', () => {
  it('reaches every text of a JSON value, keys too, and changes nothing else', () => {
    const value = {
      command: 'echo hunter22',
      nested: { list: ['hunter22', 1, null, true, { 'x-hunter22': 'a hunter22 b' }] },
      count: 3,
      nothing: null,
      flag: false,
    };
    expect(mapTexts(value, masked)).toEqual({
      command: 'echo ***',
      nested: { list: ['***', 1, null, true, { 'x-***': 'a *** b' }] },
      count: 3,
      nothing: null,
      flag: false,
    });
  });

  it('leaves the value that it was given as it was', () => {
    const value = { list: ['hunter22'] };
    mapTexts(value, masked);
    expect(value).toEqual({ list: ['hunter22'] });
  });

  it('leaves no secret in any JSON value, and the value alone when it has none', () => {
    const secret = 'hunter22';
    const withSecrets = fc.jsonValue().map((value): unknown => {
      const text = JSON.stringify({ [`key ${secret}`]: [value, `${secret}${secret}`], other: value });
      return JSON.parse(text);
    });
    fc.assert(
      fc.property(withSecrets, fc.jsonValue(), (secretive, harmless) => {
        expect(JSON.stringify(mapTexts(secretive, masked))).not.toContain(secret);
        const cleaned: unknown = JSON.parse(JSON.stringify(harmless).replaceAll(secret, 'x'));
        expect(JSON.stringify(mapTexts(cleaned, masked))).toBe(JSON.stringify(cleaned));
      }),
    );
  });
});
