import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { CallIdentity } from './call-processes.ts';
import { callWords } from './end-functions.ts';
import { watchdogScript } from './watchdog-script.ts';

/**
 * Ends the commands of a host that is gone: also of one that was ended by SIGKILL and had no chance to do it itself.
 *
 * It is one bash for a backend, in a session of its own, that is told through a pipe which calls are under way. However
 * the host goes, the kernel closes the pipe; then every process of those calls gets SIGTERM, and SIGKILL after a grace.
 */
export interface Watchdog {
  /** A mark for a call that is about to start; the watchdog knows of it already. */
  nextMark(): string;
  /** Called when the shell of a call has started. */
  know(call: Pick<CallIdentity, 'mark' | 'shell' | 'launcher'>): void;
  /** Called when nothing of a call is left. */
  forget(mark: string): void;
  /** Called when a call is to outlive the host: told at once. */
  release(mark: string): void;
  close(): void;
}

/** Tenths of a second between SIGTERM and SIGKILL: 2 s, as the contracts ask. */
const graceTenths = 20;

/** Marks that are told of at a time: writing to the pipe takes a tenth of a millisecond, and marks cost nothing. */
const batch = 32;

/** Starts with the first call. One that has ended is started again with the next, and told of the calls under way. */
export function createWatchdog(bash: string): Watchdog {
  /** What it has to know of each call, and of the marks that are still free. */
  const lines = new Map<string, string>();
  const freeMarks: string[] = [];
  /** Calls that are over and that it was not told of yet: there is no hurry. */
  const forgotten: string[] = [];
  let running: ChildProcess | null = null;

  const start = (): ChildProcess => {
    const words = ['--noprofile', '--norc', '-c', watchdogScript, 'handrail-watchdog', String(graceTenths)];
    const child = spawn(bash, words, {
      detached: true,
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
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

  const tell = (news: readonly string[]): void => {
    const isNew = running === null;
    running ??= start();
    const ended = forgotten.splice(0).map((mark) => `end ${mark}\n`);
    running.stdin?.write((isNew ? [...lines.values()] : [...ended, ...news]).join(''));
  };

  const makeMarks = (): void => {
    const marks = Array.from({ length: batch }, () => randomBytes(8).toString('hex'));
    for (const mark of marks) lines.set(mark, beginLine(mark, null, null));
    freeMarks.push(...marks);
    tell(marks.map((mark) => beginLine(mark, null, null)));
  };

  const forget = (mark: string): void => {
    lines.delete(mark);
    forgotten.push(mark);
  };

  return {
    nextMark() {
      if (running === null || freeMarks.length === 0) makeMarks();
      return freeMarks.pop() ?? '';
    },
    know({ mark, shell, launcher }) {
      const line = beginLine(mark, shell, launcher);
      lines.set(mark, line);
      tell([line]);
    },
    forget,
    release(mark) {
      forget(mark);
      tell([]);
    },
    close() {
      running?.stdin?.end();
      running = null;
    },
  };
}

function beginLine(mark: string, ...known: Parameters<typeof callWords>): string {
  return `begin ${mark} ${callWords(...known).join(' ')}\n`;
}
