import { writeSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { drain, drainStopped } from '../../src/backends/local/streams/drain.ts';
import { createPipePool } from '../../src/backends/local/streams/pipes.ts';
import { type PipeReader, readPipe } from '../../src/backends/local/streams/read-pipe.ts';

/** A reader that waits for its sink, and reads once more when it was asked for the third time whether it does. */
function heldUpReader(): PipeReader {
  let asked = 0;
  const chunks = (): number => (asked < 3 ? 1 : 2);
  return {
    ended: new Promise(() => {}),
    hasEnded: () => false,
    beforeEnd: () => {},
    fileId: '0:0',
    lastActiveMs: () => performance.now(),
    chunks,
    isHeldUp() {
      asked += 1;
      return chunks() === 1;
    },
    hold: () => null,
    release: () => {},
    discard: () => {},
    stop: () => {},
  };
}

/** Each time that somebody looks, three seconds are gone. */
function hurryTime(): void {
  let now = 0;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 3_000;
    return now;
  });
  onTestFinished(() => spy.mockRestore());
}

test('what stood in a pipe when the shell ended is read, however long the sink has no room', async () => {
  hurryTime();
  const reader = heldUpReader();
  await drain([reader], new AbortController().signal);
  expect(reader.chunks()).toBe(2);
});

test('a command that was stopped is not waited for by a sink that has no room', async () => {
  hurryTime();
  const reader = heldUpReader();
  await drainStopped([reader]);
  expect(reader.chunks()).toBe(1);
});

test('the end of the time ends the wait for a sink that has no room', async () => {
  hurryTime();
  const reader = { ...heldUpReader(), chunks: () => 1, isHeldUp: () => true };
  await drain([reader], AbortSignal.timeout(1));
  expect(reader.isHeldUp()).toBe(true);
});

test('what stood in the pipe by the end of the time is read', async () => {
  const pool = createPipePool({ bash: findExecutable('bash', process.env.PATH) ?? '', mkfifo: '' });
  const pipe = await pool.take();
  let text = '';
  const reader = readPipe(pipe, (chunk) => {
    text += chunk.toString();
  });
  onTestFinished(async () => {
    reader.stop();
    pipe.closeWritingEnd();
    await pool.close();
  });
  writeSync(pipe.writeFd, 'in time');
  await drain([reader], AbortSignal.abort());
  expect(text).toBe('in time');
});

test('what is in the pipe is read by a process that was too busy to read it in time', async () => {
  const pool = createPipePool({ bash: findExecutable('bash', process.env.PATH) ?? '', mkfifo: '' });
  const pipe = await pool.take();
  let text = '';
  const reader = readPipe(pipe, (chunk) => {
    text += chunk.toString();
  });
  onTestFinished(() => {
    reader.stop();
    pipe.closeWritingEnd();
    pool.close();
  });
  writeSync(pipe.writeFd, 'late');
  hurryTime();
  await drain([reader], new AbortController().signal);
  expect(text).toBe('late');
});
