import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { ownScript } from '../own-script.ts';
import type { CallIdentity } from '../processes/call-processes.ts';
import { callWords } from '../processes/end-functions.ts';
import { type UnnamedFile, unnamedFile } from '../streams/unnamed-file.ts';
import { watchdogScript } from './watchdog-script.ts';

/**
 * Ends the commands of a host that is gone: also of one that was ended by SIGKILL and had no chance to do it itself.
 *
 * It is one bash for a backend, in a session of its own, and does nothing as long as the host is there. However that goes, the kernel closes
 * a pipe; then it reads in a file which calls are under way, and every process of those gets SIGTERM, and SIGKILL after a grace.
 */
export interface Watchdog {
  /** Has it start before the first call. */
  prepare(): void;
  /** A mark for a call that is about to start, which is under way from now on. Throws where nothing can be written down. */
  nextMark(): string;
  /** Called when the shell of a call has started. */
  know(call: Pick<CallIdentity, 'mark' | 'shell' | 'launcher'>): void;
  /** Called when nothing of a call is left, or it is to outlive the host. Does not throw. */
  forget(mark: string): void;
  close(): void;
}

/** Tenths of a second between SIGTERM and SIGKILL: 2 s, as the contracts ask. */
const graceTenths = 20;

/** Bytes of a line of the file, with its end: a mark has 16, and two ids with the times of their starts have 63 at most. */
const lineBytes = 96;

const freeLine = `${' '.repeat(lineBytes - 1)}\n`;

/** The lines that there is room for from the start, also where the disk is full later: 42, which take a page. */
const linesAtFirst = 42;

const program = ownScript('watchdog', watchdogScript);

/** Starts with the first call; one that has ended is started again with the next, and one that was stopped goes on. */
export function createWatchdog(bash: string): Watchdog {
  /** A line for each call. To write to a file wakes nobody, which takes a tenth of a millisecond for who reads a pipe. */
  let file: UnnamedFile | null = null;
  const lines = new Map<string, number>();
  const freeLines: number[] = [];
  let running: ChildProcess | null = null;

  const start = ({ fd }: UnnamedFile): ChildProcess => {
    const child = spawn(bash, [...program.words, String(graceTenths)], {
      detached: true,
      env: program.variables,
      stdio: ['pipe', 'ignore', 'ignore', fd],
      cwd: '/',
    });
    const gone = (): void => {
      if (running === child) running = null;
    };
    child.on('error', gone);
    child.on('exit', gone);
    child.stdin?.on('error', gone);
    // It must not keep the host from ending.
    child.unref();
    return child;
  };

  /** What a command has stopped, as it may stop all that its user has, would not learn that the host is gone. */
  const wake = (): void => void running?.kill('SIGCONT');

  const open = (): UnnamedFile => {
    file ??= unnamedFile(freeLine.repeat(linesAtFirst));
    running ??= start(file);
    wake();
    return file;
  };

  /** Each line in its place: the offset of the file is that of whoever reads it. */
  const write = ({ fd }: UnnamedFile, line: number, text: string): void =>
    void writeSync(fd, `${text.padEnd(lineBytes - 1)}\n`, line * lineBytes);

  return {
    prepare() {
      try {
        open();
      } catch {
        // The call is told, if it still cannot then.
      }
    },
    nextMark() {
      const calls = open();
      const mark = randomBytes(8).toString('hex');
      const line = freeLines.pop() ?? lines.size;
      lines.set(mark, line);
      write(calls, line, lineOf(mark, null, null));
      return mark;
    },
    know({ mark, shell, launcher }) {
      const line = lines.get(mark);
      if (line === undefined) return;
      write(open(), line, lineOf(mark, shell, launcher));
    },
    forget(mark) {
      const line = lines.get(mark);
      if (line === undefined || file === null) return;
      try {
        write(file, line, '');
      } catch {
        // Some file systems need room also for what is written over. Of what is over nothing is found by the line; a job ends with this host.
      }
      lines.delete(mark);
      freeLines.push(line);
    },
    close() {
      running?.stdin?.end();
      wake();
      running = null;
      file?.close();
      file = null;
      lines.clear();
      freeLines.length = 0;
    },
  };
}

function lineOf(mark: string, ...known: Parameters<typeof callWords>): string {
  return `${mark} ${callWords(...known).join(' ')}`;
}
