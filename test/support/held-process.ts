import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { temporaryDirectory } from './temporary.ts';

/** A command with several processes, and the means to tell whether one of them is alive. */
export interface HeldProcess {
  readonly directory: string;
  /** Prints `ready` and goes on for ten minutes. */
  readonly command: string;
  /** Prints `ready` and ends, and leaves processes behind that go on for ten minutes. */
  readonly inBackground: string;
  isGone(): boolean;
  expectGone(): void;
}

/** All processes hold the writing end of a FIFO; when its reading end comes to its end, the last of them is gone. */
export function heldProcess(): HeldProcess {
  const directory = temporaryDirectory();
  const leash = join(directory, 'leash');
  execFileSync('mkfifo', [leash]);
  const fd = openSync(leash, constants.O_RDONLY | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(fd));
  const children = "exec 9> leash; bash -c 'sleep 600 & sleep 600; :' & sleep 600 | cat & echo ready";
  const isGone = (): boolean => {
    try {
      return readSync(fd, Buffer.alloc(1)) === 0;
    } catch {
      return false; // EAGAIN: somebody holds the other end.
    }
  };
  return {
    directory,
    command: `${children}; wait`,
    inBackground: children,
    isGone,
    expectGone: () => expect(isGone()).toBe(true),
  };
}
