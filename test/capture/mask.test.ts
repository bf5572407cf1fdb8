import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecretMask } from '../../src/capture/mask.ts';
import type { Stage } from '../../src/capture/stage.ts';
import { latin, latinOf, masked } from './oracle.ts';
import { createEnd, through } from './stages.ts';
import { chunkSizes, chunksOf, secrets, terminalStream } from './streams.ts';

const mask = (hidden: readonly string[]) => (next: Stage) => createSecretMask(hidden, next);

function maskedIn(hidden: readonly string[], ...chunks: readonly string[]): string {
  return through(
    mask(hidden),
    chunks.map((chunk) => Buffer.from(chunk)),
  ).toString();
}

describe('the mask on secrets', () => {
  it('is put over a secret that comes in several chunks', () => {
    expect(maskedIn(['hunter22'], 'a hun', 't', 'er2', '2 b')).toBe('a *** b');
  });

  it('is put over secrets that overlap as over one', () => {
    expect(maskedIn(['hunter22', 'r22abc'], 'hunter2', '2a', 'bc!')).toBe('***!');
  });

  it('is put over a secret that overlaps itself', () => {
    expect(maskedIn(['abcabc'], 'abcabc', 'abc!')).toBe('***!');
  });

  it('gives back what only began like a secret', () => {
    expect(maskedIn(['hunter22'], 'hunter', ' hunter2', ' hunter')).toBe('hunter hunter2 hunter');
  });

  it('is put over a secret of several lines', () => {
    expect(maskedIn(['-----BEGIN\nabc\n-----END'], 'key: -----BEGIN\n', 'abc\n----', '-END\n')).toBe(
      'key: ***\n',
    );
  });

  it('is not there when nothing is secret', () => {
    expect(maskedIn([], 'hunter22')).toBe('hunter22');
  });

  it('holds back no more than what may be a secret', () => {
    const end = createEnd();
    const stage = createSecretMask(['hunter22'], end);
    stage.push(Buffer.from('progress: hunt'));
    expect([end.bytes().toString(), stage.rests]).toEqual(['progress: ', false]);
    stage.push(Buffer.from('s'));
    expect([end.bytes().toString(), stage.rests]).toEqual(['progress: hunts', true]);
  });

  it('does as with the whole text, however that is chunked', () => {
    const hidden = fc.oneof(
      fc.constant(secrets),
      fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'é'), minLength: 1, maxLength: 6 }), {
        maxLength: 4,
      }),
    );
    const stream = fc.oneof(
      terminalStream,
      fc
        .string({ unit: fc.constantFrom('a', 'b', '\n', 'é'), maxLength: 40 })
        .map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(stream, hidden, chunkSizes, (bytes, values, sizes) => {
        const expected = masked(latin(bytes), values.map(latinOf));
        expect(latin(through(mask(values), chunksOf(bytes, sizes)))).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});
