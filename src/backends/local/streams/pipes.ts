import { spawn } from 'node:child_process';
import { closeSync, constants, fstatSync, openSync, rmdirSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mayBeSpecial } from '../../../model/special-file.ts';
import { type FileId, fileIdOf } from '../processes/process-table.ts';
import type { ShownDirectory } from './channel.ts';
import { descriptorsHavePaths, pathOfDescriptor } from './descriptor-path.ts';
import { makeScratchDirectory } from './scratch-directory.ts';
import { createPipeMaker, type PipeMaker } from './unnamed-pipes.ts';

/** A pipe whose two ends are open in this process. Whoever takes it closes them. */
export interface Pipe {
  readonly readFd: number;
  readonly writeFd: number;
  /** What another process opens its writing end by, as long as `writeFd` is open. */
  readonly path: string;
  /** What another process opens its reading end by, as long as both are open. */
  readonly readPath: string;
  /** Tells whose descriptors are of this pipe. */
  readonly fileId: FileId;
  closeWritingEnd(): void;
}

/**
 * Pipes for the output of commands, a few of them always ready.
 *
 * Node gives a child sockets where it says `'pipe'`, and a socket cannot be opened by name: `echo x > /dev/stderr` and
 * `tee /dev/stderr` fail in it. It also cannot give one pipe to both streams, which is what keeps their order. So
 * these are real pipes, which never have a name: nothing is left behind however the host ends. Where there is no /proc to open
 * them by, they are FIFOs whose names stay until the writing end is closed.
 */
export interface PipePool {
  /** Has the first ones made before they are wanted. */
  prepare(): void;
  take(): Promise<Pipe>;
  close(): Promise<void>;
}

/** Pipes made at a time: those of 16 calls with two streams. */
const batch = 32;

/** When there are fewer than so many, others are made before they are wanted: what one call takes, with a launcher. */
const fewReady = 5;

/** Those with a name take two descriptors each for as long as one shell is kept: 4. */
const shownBatch = 4;

/** The programs that make pipes, by absolute path. */
export interface PipeMakers {
  readonly bash: string;
  readonly mkfifo: string;
}

/** With `shown`, the pipes have names in that directory, and others open them by what it is shown as. */
export function createPipePool(makers: PipeMakers, shown: ShownDirectory | null = null): PipePool {
  const maker = createPipeMaker(makers.bash);
  const ready: Pipe[] = [];
  let filling: Promise<void> | null = null;
  let closed = false;
  let made = 0;

  const make = async (): Promise<Pipe[]> => {
    if (shown === null) return await makePipes(maker, makers, batch);
    const names = Array.from({ length: shownBatch }, (_, index) => `pipe-${made + index}`);
    made += shownBatch;
    return await makeShownPipes(makers.mkfifo, shown, names);
  };

  const fill = async (): Promise<void> => {
    const pipes = await make();
    if (closed) pipes.forEach(closePipe);
    else ready.push(...pipes);
  };

  const filled = (): Promise<void> => {
    filling ??= fill().finally(() => {
      filling = null;
    });
    return filling;
  };

  // Whether that fails, who needs one then is told.
  const prepare = (): void => {
    if (ready.length < fewReady) filled().catch(() => {});
  };

  return {
    prepare,
    async take() {
      // What keeps those from being made that were begun before may be over by then, as when there were no descriptors.
      if (ready.length === 0) await filling?.catch(() => {});
      for (;;) {
        const pipe = ready.pop();
        if (pipe !== undefined) prepare();
        if (pipe !== undefined) return pipe;
        if (closed) throw new Error('the pipe pool is closed');
        await filled();
      }
    },
    async close() {
      closed = true;
      ready.splice(0).forEach(closePipe);
      await filling?.catch(() => {});
      await maker.close();
    },
  };
}

export function closePipe(pipe: Pipe): void {
  closeSync(pipe.readFd);
  pipe.closeWritingEnd();
}

async function makePipes(maker: PipeMaker, { mkfifo }: PipeMakers, count: number): Promise<Pipe[]> {
  return descriptorsHavePaths ? await maker.make(count, openPipes) : await makeNamedPipes(mkfifo, count);
}

async function makeNamedPipes(mkfifoPath: string, count: number): Promise<Pipe[]> {
  const directory = makeScratchDirectory();
  const paths = Array.from({ length: count }, (_, index) => join(directory, String(index)));
  let pipes: Pipe[] = [];
  try {
    await mkfifo(mkfifoPath, paths);
    pipes = openPipes(paths);
    return pipes;
  } finally {
    if (pipes.length === 0) paths.forEach(removeName);
  }
}

async function makeShownPipes(
  mkfifoPath: string,
  { directory, shownAs }: ShownDirectory,
  names: readonly string[],
): Promise<Pipe[]> {
  const paths = names.map((name) => join(directory, name));
  await mkfifo(mkfifoPath, paths);
  return openPipes(paths).map((pipe, index) => {
    const path = join(shownAs, names[index] ?? '');
    const closeWritingEnd = (): void => {
      pipe.closeWritingEnd();
      unlinkOrNot(paths[index] ?? '');
    };
    return { ...pipe, path, readPath: path, closeWritingEnd };
  });
}

/**
 * Removes the name of a pipe, and the directory with the last of them. Without a descriptor, of which there may be none
 * left: `rm` would need one.
 */
function removeName(path: string): void {
  unlinkOrNot(path);
  try {
    rmdirSync(dirname(path));
  } catch {
    // There are others.
  }
}

/** All of them or none. */
function openPipes(paths: readonly string[]): Pipe[] {
  const pipes: Pipe[] = [];
  try {
    for (const path of paths) pipes.push(openPipe(path));
    return pipes;
  } catch (error) {
    pipes.forEach(closePipe);
    throw error;
  }
}

/** The reading end first, and without waiting: the writing end can then be opened without waiting too. */
function openPipe(name: string): Pipe {
  const readFd = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const writeFd = openSync(name, constants.O_WRONLY);
    return {
      readFd,
      writeFd,
      path: descriptorsHavePaths ? pathOfDescriptor(writeFd) : name,
      readPath: descriptorsHavePaths ? pathOfDescriptor(readFd) : name,
      fileId: fileIdOf(fstatSync(readFd, mayBeSpecial)),
      closeWritingEnd() {
        closeSync(writeFd);
        if (!descriptorsHavePaths) removeName(name);
      },
    };
  } catch (error) {
    closeSync(readFd);
    throw error;
  }
}

function mkfifo(mkfifoPath: string, paths: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(mkfifoPath, ['-m', '600', ...paths], { stdio: 'ignore' });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${mkfifoPath} ended with status ${code}`));
    });
  });
}

function unlinkOrNot(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It could not be made, or is gone.
  }
}
