/** The most that a contract can keep of a stream in memory: 16 MiB, far above what any model can be given. */
export const maxKeptBytes = 16 * 1024 * 1024;

/**
 * The longest command that the rules of a contract look into, in UTF-16 units: 4 Mi, four times what a document lets a
 * model write, for a script within a script is read again. What is longer is not checked, and treated as what is not read.
 */
export const maxAnalysed = 4 * 1024 * 1024;

/** A duration for people: `12 ms`, `1.2 s`, `3 min 5 s`. */
export function formatDuration(ms: number): string {
  // Between two times of the clock, which may have been set back.
  if (ms < 0) return '0 ms';
  // The limits are those of the rounded numbers: 999.6 ms is 1 s and not 1000 ms.
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${Number((ms / 1_000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1_000);
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A duration in seconds, to the millisecond: `120s`, `1.5s`. */
export function formatSeconds(ms: number): string {
  return `${ms / 1_000}s`;
}

/** A size for people, in powers of 1024: `512 bytes`, `1.5 KiB`, `3 MiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return count(bytes, 'byte');
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  const fits = units.findIndex((_, index) => Number((bytes / 1_024 ** (index + 1)).toFixed(1)) < 1_024);
  const power = fits === -1 ? units.length : fits + 1;
  return `${Number((bytes / 1_024 ** power).toFixed(1))} ${units[power - 1]}`;
}

/** `1 line`, `2 lines`, `12,345 lines` */
export function count(n: number, noun: string): string {
  return `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`;
}
