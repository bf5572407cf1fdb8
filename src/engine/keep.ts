import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, link, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CommandCapture } from '../capture/capture.ts';
import type { RawOutput } from '../capture/collector.ts';
import { writeOutputProblem } from '../jobs/directory.ts';
import type { JobOrigin, JobRegistry, OpenedJob } from '../jobs/registry.ts';
import { messageOf } from '../model/errors.ts';
import type { Job } from '../model/job.ts';
import type { Keep } from '../model/ports.ts';

/** A command that may go on as a job. */
export interface Keeping {
  /** For the backend. */
  readonly keep: Keep;
  /** The job that it is now; `null` when it did not become one. */
  job(): Promise<Job | null>;
  /** Why it could not become one; `null` when it could, or was not to. */
  refusal(): string | null;
}

/** What of a capture a job goes on from. */
type Handing = Pick<CommandCapture, 'stop' | 'raw'>;

/** Makes a job of a command when its backend asks for a place. `ended`: as in `Keep`. */
export function createKeeping(
  registry: JobRegistry,
  origin: JobOrigin,
  captured: Handing,
  ended: NonNullable<Keep['ended']> = 'tell',
): Keeping {
  let opened: OpenedJob | null = null;
  let refusal: string | null = null;
  return {
    keep: {
      survivors: 'keep',
      ended,
      async place(run) {
        try {
          const opening = await registry.open(origin, run, async (path) => await writeSoFar(captured, path));
          if ('refusal' in opening) refusal = opening.refusal;
          else opened = opening;
        } catch (error) {
          refusal = messageOf(error);
        }
        return opened?.place ?? null;
      },
      async kept(run) {
        const job = opened;
        if (run === null) {
          opened = null;
          refusal = 'its supervisor could not be started';
        }
        try {
          await (run === null ? job?.remove() : job?.kept(run));
        } catch {
          // The store is busy or gone. The supervisor has written who it is into the job's directory; a job without one
          // is told as lost when this process is over.
        }
      },
    },
    async job() {
      return opened === null ? null : await opened.now();
    },
    refusal: () => refusal,
  };
}

/** Has all that came so far in the file, stream by stream; resolves to how many bytes of it are told with the call. */
async function writeSoFar(captured: Handing, path: string): Promise<number> {
  const untold = await captured.stop();
  const raw = captured.raw();
  const told = await writeRaw(raw, path);
  // Behind a gap it would be something else.
  if (untold.length > 0 && raw.every(({ kind }) => kind !== 'incomplete')) await appendFile(path, untold);
  return told;
}

async function writeRaw([first, ...others]: readonly RawOutput[], path: string): Promise<number> {
  if (first === undefined) throw new Error('a capture without a stream');
  if (others.length === 0) return await writeOnly(first, path);
  let bytes = 0;
  for (const raw of [first, ...others]) bytes += await append(raw, path);
  return bytes;
}

async function append(raw: RawOutput, path: string): Promise<number> {
  switch (raw.kind) {
    case 'bytes':
      await writeFile(path, raw.bytes, { mode: 0o600, flag: 'a' });
      return raw.bytes.length;
    case 'file':
      await copyToEnd(raw.path, path);
      return (await stat(raw.path)).size;
    case 'incomplete':
      await writeOutputProblem(dirname(path), raw.reason);
      if (raw.bytes > 0) await copyToEnd(raw.path, path);
      return raw.bytes;
  }
}

async function copyToEnd(from: string, path: string): Promise<void> {
  await pipeline(createReadStream(from), createWriteStream(path, { mode: 0o600, flags: 'a' }));
}

/** What is in a spill file is not written again. */
async function writeOnly(raw: RawOutput, path: string): Promise<number> {
  switch (raw.kind) {
    case 'bytes':
      await writeFile(path, raw.bytes, { mode: 0o600, flag: 'wx' });
      return raw.bytes.length;
    case 'file':
      await link(raw.path, path);
      return (await stat(path)).size;
    case 'incomplete':
      await writeOutputProblem(dirname(path), raw.reason);
      // Where nothing could be written there may be no file.
      if (raw.bytes > 0) await link(raw.path, path);
      return raw.bytes;
  }
}
