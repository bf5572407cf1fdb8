import { describe, expect, it } from 'vitest';
import { count, formatBytes, formatDuration } from '../../src/contracts/units.ts';

describe('a duration', () => {
  it.each([
    [-3_600_000, '0 ms'],
    [0, '0 ms'],
    [0.4, '0 ms'],
    [12.6, '13 ms'],
    [999, '999 ms'],
    [1_000, '1 s'],
    [1_240, '1.2 s'],
    [45_000, '45 s'],
    [59_900, '59.9 s'],
    [60_000, '1 min'],
    [185_000, '3 min 5 s'],
    [119_999, '2 min'],
    [600_000, '10 min'],
    [86_400_000, '1440 min'],
  ])('of %d ms reads %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it.each([
    [999.6, '1 s'],
    [59_960, '1 min'],
  ])('of %d ms is told in the unit it is rounded up to: %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe('a size', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [512, '512 bytes'],
    [1_023, '1,023 bytes'],
    [1_024, '1 KiB'],
    [1_536, '1.5 KiB'],
    [131_072, '128 KiB'],
    [1_048_576, '1 MiB'],
    [3_145_728, '3 MiB'],
    [1_073_741_824, '1 GiB'],
    [1_099_511_627_776, '1 TiB'],
    [1_125_899_906_842_624, '1024 TiB'],
  ])('of %d bytes reads %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('is told in the unit it is rounded up to', () => {
    expect(formatBytes(1_048_575)).toBe('1 MiB');
  });
});

describe('a count', () => {
  it.each([
    [0, 'line', '0 lines'],
    [1, 'line', '1 line'],
    [2, 'line', '2 lines'],
    [12_345, 'line', '12,345 lines'],
    [1_000_000, 'byte', '1,000,000 bytes'],
  ])('of %d %s(s) reads %s', (n, noun, text) => {
    expect(count(n, noun)).toBe(text);
  });
});
