import { constants, createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type CollectorOptions, createCollector, cutLine } from '../capture/collector.ts';
import { createToldLength, lookedAt } from '../capture/held-back.ts';
import { drawnBytes, drawScreen } from '../capture/screen.ts';
import type { SpillFile } from '../capture/spill.ts';
import type { Captured, CaptureRule } from '../model/capture.ts';
import type { Job } from '../model/job.ts';
import type { TerminalSize } from '../model/plan.ts';
import { closingLines } from './closing-lines.ts';

/** How a part of an output is made into text. */
export interface OutputRule {
  readonly rule: CaptureRule;
  readonly secrets: readonly string[];
}

/** Bytes of a job's output, without the line that its supervisor writes behind it; 0 when the file is gone, or something else is there. */
export async function outputBytes(job: Job): Promise<number> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    // To open a pipe that somebody has put there would wait for one who writes to it.
    file = await open(job.outputFile, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return 0; // Removed with what is too old.
  }
  try {
    const found = await file.stat();
    if (!found.isFile()) return 0;
    const { size } = found;
    if (job.state.kind !== 'ended') return size;
    const closing = Buffer.from(closingLines(job.state.exit));
    const end = Buffer.alloc(closing.length);
    const from = Math.max(0, size - closing.length);
    await file.read(end, 0, closing.length, from);
    return end.equals(closing) ? from : size;
  } finally {
    await file.close();
  }
}

/** The same as far as it can be told: where more is to come, what may be the beginning of something is left to it. */
export async function toldBytes(job: Job, { rule, secrets }: OutputRule): Promise<number> {
  const to = await outputBytes(job);
  // What is drawn on a terminal is told as it looks.
  if (job.state.kind !== 'running' || job.terminal !== null) return to;
  const from = Math.max(0, to - lookedAt(secrets));
  return from + createToldLength(rule.clean, secrets)(await bytesOf(job, from, to));
}

/** The output from byte `from` to byte `to`, cleaned and cut as a call's is; the job's file has the whole. */
export async function readText(
  job: Job,
  { from, to }: { readonly from: number; readonly to: number },
  { rule, secrets }: OutputRule,
): Promise<Captured> {
  const screen = job.terminal && (await screenBefore(job, job.terminal, { from, to }));
  const collector = createCollector({ rule, screen, secrets, openSpill: () => whereItIs(job, to) });
  for await (const chunk of chunksOf(job, from, to)) await collector.push(chunk);
  return await collector.finish();
}

/** What was on the terminal of a job before byte `from`, as far as it is drawn together with what came up to byte `to`. */
async function screenBefore(
  job: Job,
  size: TerminalSize,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<NonNullable<CollectorOptions['screen']>> {
  const first = Math.max(0, to - drawnBytes);
  return { size, before: await bytesOf(job, first, from), beforeIsTail: first > 0 };
}

/** What is to be read of a terminal's output. */
interface DrawnLines {
  /** They are not those of the bytes; the first that is kept is 1. */
  readonly lines: readonly string[];
  /** Whether there were lines above that are not kept. */
  readonly isCut: boolean;
}

export async function drawnLines(job: Job, size: TerminalSize, to: number): Promise<DrawnLines> {
  const first = Math.max(0, to - drawnBytes);
  const bytes = await bytesOf(job, first, to);
  const { text, isCut } = await drawScreen(size, { bytes, newFrom: 0, isTail: first > 0 });
  return { lines: text === '' ? [] : text.slice(0, -1).split('\n'), isCut };
}

async function bytesOf(job: Job, from: number, to: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(job, from, to)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The lines `first` to `last`, the first one of all is 1. */
export async function readLines(
  job: Job,
  { first, last, to }: { readonly first: number; readonly last: number; readonly to: number },
  { rule, secrets }: OutputRule,
): Promise<Captured> {
  const collector = createCollector({ rule, secrets, openSpill: () => whereItIs(job, to) });
  if (job.terminal !== null) {
    await collector.push(await drawnPart(job, job.terminal, { first, last, to }));
    return await collector.finish();
  }
  let line = 1;
  for await (const chunk of chunksOf(job, 0, to)) {
    for (let at = 0; at < chunk.length && line <= last; ) {
      const end = chunk.indexOf('\n', at) + 1 || chunk.length;
      if (line >= first) await collector.push(chunk.subarray(at, end));
      if (chunk[end - 1] === 0x0a) line += 1;
      at = end;
    }
    if (line > last) break;
  }
  return await collector.finish();
}

async function drawnPart(
  job: Job,
  size: TerminalSize,
  { first, last, to }: { readonly first: number; readonly last: number; readonly to: number },
): Promise<Buffer> {
  const { lines, isCut } = await drawnLines(job, size, to);
  const drawn = lines.slice(first - 1, last).map((text) => `${text}\n`);
  return Buffer.from([isCut && first === 1 ? cutLine : '', ...drawn].join(''));
}

/** How many lines the first `to` bytes have; a last one without its line end counts. */
export async function countLines(job: Job, to: number): Promise<number> {
  if (job.terminal !== null) return (await drawnLines(job, job.terminal, to)).lines.length;
  let lines = 0;
  let isWhole = true;
  for await (const chunk of chunksOf(job, 0, to)) {
    for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', at + 1)) lines += 1;
    isWhole = chunk.at(-1) === 0x0a;
  }
  return isWhole ? lines : lines + 1;
}

/** The bytes of the output in order. */
export async function* chunksOf(job: Job, from: number, to: number): AsyncGenerator<Buffer> {
  if (to <= from) return;
  yield* createReadStream(job.outputFile, { start: from, end: to - 1 });
}

/** Nothing has to be written again: the job's file has it, `bytes` of it at this time. */
function whereItIs({ outputFile: path, outputProblem }: Job, bytes: number): SpillFile {
  return {
    write: () => {},
    close: async () =>
      outputProblem === null
        ? { kind: 'file', path }
        : { kind: 'incomplete', path, bytes, reason: outputProblem },
  };
}
