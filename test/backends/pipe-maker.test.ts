import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { listedChildren } from '../../src/backends/local/processes/process-table.ts';
import { descriptorsHavePaths } from '../../src/backends/local/streams/descriptor-path.ts';
import { closePipe, createPipePool } from '../../src/backends/local/streams/pipes.ts';
import { createPipeMaker, type PipeMaker } from '../../src/backends/local/streams/unnamed-pipes.ts';
import { isAlive } from '../support/is-alive.ts';
import { bashWith, path } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

function pipeMaker(): PipeMaker {
  const maker = createPipeMaker(findExecutable('bash', path) ?? '');
  onTestFinished(() => maker.close());
  return maker;
}

/** How many of what it has opened are pipes. */
async function pipesOf(maker: PipeMaker, count: number): Promise<number> {
  const opened = await maker.make(count, (paths) =>
    paths.map((name) => openSync(name, constants.O_RDONLY | constants.O_NONBLOCK)),
  );
  const pipes = opened.filter((fd) => fstatSync(fd).isFIFO()).length;
  for (const fd of opened) closeSync(fd);
  return pipes;
}

function makers(): readonly number[] {
  return listedChildren(process.pid).filter(
    (pid) => isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('handrail-pipes'),
  );
}

test.skipIf(!descriptorsHavePaths)(
  'a maker of pipes that was stopped is followed by another, and ends',
  async () => {
    const maker = pipeMaker();
    expect(await pipesOf(maker, 2)).toBe(2);
    const [pid = 0] = makers();
    process.kill(pid, 'SIGSTOP');
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'latin1')).toContain(') T ');
    expect(await pipesOf(maker, 3)).toBe(3);
    await expect.poll(() => isAlive(pid)).toBe(false);
    await maker.close();
    expect(makers()).toEqual([]);
  },
);

test.skipIf(!descriptorsHavePaths)(
  'who wants a pipe has one also where those that were begun before could not be made',
  async () => {
    const directory = temporaryDirectory();
    const bash = bashWith(directory, `mkdir '${directory}/first' 2> /dev/null && exit 1; exec "$real" "$@"`);
    const pool = createPipePool({ bash, mkfifo: '/nonexistent/mkfifo' });
    onTestFinished(() => pool.close());
    pool.prepare();
    closePipe(await pool.take());
  },
);
