import { closeSync, openSync, readSync } from 'node:fs';
import { seen, statFields, threadWithAll } from './process-table.ts';

/** What a process is told to have as its environment while another program takes its place, until that has its own. */
export const beingReplaced = Symbol('being replaced');

/**
 * The environment that the process was started with, each variable ended by a zero byte; `null` when it is gone, or not ours to see. What
 * has none, as a thread of the kernel, has an empty one.
 */
export function environmentOf(pid: number): string | null | typeof beingReplaced {
  const environment = environmentOfThread(pid);
  if (environment !== '' && environment !== null) return environment;
  const thread = threadWithAll(pid);
  return thread === pid ? environment : environmentOfThread(thread);
}

function environmentOfThread(pid: number): ReturnType<typeof environmentOf> {
  for (let time = 0; time < mostReadings; time += 1) {
    const environment = readAtOnce(`/proc/${pid}/environ`);
    if (environment !== '') return environment;
    const fields = statFields(pid);
    const hasMemory = (fields[memoryField] ?? '0') !== '0';
    if (hasMemory && codeIsTold && fields[codeField] === '0') return beingReplaced;
    if (!hasMemory || fields[environmentStartField] === fields[environmentEndField]) return environment;
    // It has got its environment since that was read.
  }
  return beingReplaced;
}

/** What is replaced again and again can be so each time it is looked at. */
const mostReadings = 10;

/**
 * Fields 23, 26, 50 and 51 of proc(5)'s list: how much memory it has, where its code begins, which the kernel tells when all else of a
 * program is in its place, and where its environment begins and ends.
 */
const memoryField = 20;
const codeField = 23;
const environmentStartField = 47;
const environmentEndField = 48;

/** Whether it is told where code begins: gVisor has a 0 there for all. */
const codeIsTold = statFields(process.pid)[codeField] !== '0';

/**
 * The value of a variable in an environment; `null` when not set. As bash starts it takes each variable apart for a moment, in the place
 * where the environment is: the name is ended by a zero byte then.
 */
export function environmentValue(environment: string, name: string): string | null {
  const all = `\0${environment}`;
  const whole = all.indexOf(`\0${name}=`);
  const start = whole === -1 ? all.indexOf(`\0${name}\0`) : whole;
  if (start === -1) return null;
  const from = start + name.length + 2;
  const end = all.indexOf('\0', from);
  return all.slice(from, end === -1 ? undefined : end);
}

/** Room for what is read at once: 256 KiB, more than all but a few environments have. It grows with those. */
let room = Buffer.alloc(256 * 1024);

/**
 * As `readOrNull`, in a single reading: of a process that becomes another program between two of them, the rest would not be told any
 * more, and it would look as if that were all.
 */
function readAtOnce(path: string): string | null {
  return seen(() => {
    const fd = openSync(path, 'r');
    try {
      for (;;) {
        const length = readSync(fd, room, 0, room.length, 0);
        if (length < room.length) return room.toString('utf8', 0, length);
        room = Buffer.alloc(2 * room.length);
      }
    } finally {
      closeSync(fd);
    }
  });
}
