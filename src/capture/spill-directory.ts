import { join } from 'node:path';
import { createSpillFile, type SpillFile, type SpillQuota } from './spill.ts';
import { sweep } from './sweep.ts';

/** What the files of a directory may take up, and for how long. */
export interface SpillLimits {
  /** The most that is kept of one stream. */
  readonly streamBytes: number;
  /** The most that all files take up together. */
  readonly totalBytes: number;
  /** Milliseconds after which a file may be removed. */
  readonly maxAgeMs: number;
}

/**
 * 256 MiB a stream, the upper end of what agents in the field keep of a command; 2 GiB in all, eight such streams; seven
 * days, so that what was cut on a Friday can be read on a Monday.
 */
export const spillLimits: SpillLimits = {
  streamBytes: 256 * 1024 ** 2,
  totalBytes: 2 * 1024 ** 3,
  maxAgeMs: 7 * 24 * 60 * 60 * 1_000,
};

/** The directory that takes what was cut. Several processes may use one directory at once. */
export interface SpillDirectory {
  /** Opens a file that does not exist yet; `name` ends with the name of a stream. */
  open(name: string): SpillFile;
}

/**
 * The directory is looked through when the first file is opened and then once for every 1/32 of the total that is
 * written (64 MiB): what is too old is removed, and of the rest the oldest until there is room. In between this process
 * knows what it has written itself, so that several of them together go over the total by no more than that.
 */
export function createSpillDirectory(directory: string, limits: SpillLimits = spillLimits): SpillDirectory {
  const openNames = new Set<string>();
  const lookEvery = limits.totalBytes / 32;
  let lookedThrough: Promise<void> | null = null;
  let foundBytes = 0;
  let writtenBytes = 0;
  let isKnown = false;

  return {
    open(name) {
      openNames.add(name);
      isKnown = false;
      const file = createSpillFile(join(directory, name), quotaOfOne());
      return {
        write: file.write,
        async close() {
          const spill = await file.close();
          openNames.delete(name);
          return spill;
        },
      };
    },
  };

  function quotaOfOne(): SpillQuota {
    let left = limits.streamBytes;
    return async (bytes) => {
      const { streamBytes, totalBytes } = limits;
      if (!isKnown || writtenBytes >= lookEvery || !hasRoomFor(bytes)) await lookThrough();
      const granted = Math.max(0, Math.min(bytes, left, totalBytes - foundBytes - writtenBytes));
      left -= granted;
      writtenBytes += granted;
      if (granted === bytes) return { bytes, reason: null };
      const reason =
        left === 0
          ? `at most ${mebibytes(streamBytes)} of a stream are kept`
          : `the files in ${directory} have reached their limit of ${mebibytes(totalBytes)} together`;
      return { bytes: granted, reason };
    };
  }

  function hasRoomFor(bytes: number): boolean {
    return foundBytes + writtenBytes + bytes <= limits.totalBytes;
  }

  /** Once at a time, whoever asks for it. */
  async function lookThrough(): Promise<void> {
    lookedThrough ??= look().finally(() => {
      lookedThrough = null;
    });
    await lookedThrough;
  }

  async function look(): Promise<void> {
    const { maxAgeMs, totalBytes } = limits;
    foundBytes = await sweep(directory, { maxAgeMs, mostBytes: totalBytes - lookEvery, openNames });
    writtenBytes = 0;
    isKnown = true;
  }
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toLocaleString('en-US')} MiB`;
}
