/** A duration for people: `12 ms`, `1.2 s`, `3 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Number((ms / 1_000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1_000);
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A size for people, in powers of 1024: `512 bytes`, `1.5 KiB`, `3 MiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return count(bytes, 'byte');
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
  return `${Number((bytes / 1_024 ** power).toFixed(1))} ${units[power - 1]}`;
}

/** `1 line`, `2 lines`, `12,345 lines` */
export function count(n: number, noun: string): string {
  return `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`;
}
