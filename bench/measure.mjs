/** The middle of the numbers, or the mean of the two in the middle. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The number that the given share of them does not exceed. */
export function quantile(numbers, share) {
  return numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];
}

/** Milliseconds that `work` takes. */
export async function timed(work) {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** Times each of the works in turn, `rounds` times: what slows the machine down slows all of them down. */
export async function interleaved(works, rounds) {
  const times = works.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) times[index].push(await timed(work));
  }
  return times;
}

/** Prints rows in columns. */
export function printTable(title, rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const lines = rows.map((row) => row.map((cell, column) => String(cell).padEnd(widths[column])).join('  '));
  process.stdout.write(['', title, ...lines.map((line) => line.trimEnd()), ''].join('\n'));
}
