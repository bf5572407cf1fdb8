import type { Duplex } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createLineSplitter } from '../local/streams/line-reader.ts';
import { readFrames } from './frames.ts';
import { keepAlive } from './keep-alive.ts';
import { type FoundProcess, parseContainerReport, type Report } from './report.ts';

/** What ties a container to this process: with it the container ends. */
export interface Control {
  /** Called with all that is told in the container, until the returned function is. */
  listen(listener: (report: Report) => void): () => void;
  /** Has the keeper look at the processes of a call; `null` when the container is over, or its keeper does not answer. */
  look(question: Look): Promise<Answer | null>;
  /** Has the keeper end a launcher, before it looks at anything that it is asked for later. */
  endLauncher(pid: number): void;
  /** Settled when the container is over, or this process has lost it. */
  readonly over: Promise<void>;
  isOver(): boolean;
  /** What was said where errors are said, which is only done where the keeper could not be started. */
  complaint(): string;
  /** Whether the container keeps this process from ending; at first it does not. */
  keepAlive(isKept: boolean): void;
  /** Lets go of the container, which then ends. */
  close(): void;
}

export interface Look {
  readonly launcherPid: number;
  readonly mark: string;
  /** Whether no other call is under way in the container: then all that runs in it is this call's. */
  readonly isAlone: boolean;
  /** Sent to each process that is found. */
  readonly signals: readonly NodeJS.Signals[];
  /** Whether the processes are told one by one. */
  readonly isListed: boolean;
}

export interface Answer {
  /** How many were found, before any signal was sent. */
  readonly count: number;
  /** Empty unless they were to be listed. */
  readonly processes: readonly FoundProcess[];
}

/** Milliseconds that the keeper may take: 10 s. It takes one; somebody has suspended it, or the container. */
const answerMs = 10_000;

/**
 * Processes of a list that are kept, 4,096, twice what a container may have unless it is told otherwise, and characters of the command of each,
 * 500 as the keeper tells: a command can write in its stead, without an end.
 */
const mostListed = { processes: 4_096, commandLength: 500 };

/** Characters of a complaint that are kept: 1,000, which is a screen of it. */
const complaintLength = 1_000;

export function createControl(socket: Duplex): Control {
  const listeners = new Set<(report: Report) => void>();
  let looks = 0;
  let isThere = true;
  let complaint = '';
  const split = createLineSplitter((line) => {
    const report = parseContainerReport(line);
    if (report !== null) for (const listener of listeners) listener(report);
  });
  const decoder = new StringDecoder('utf8');
  const over = readFrames(socket, (stream, payload) => {
    if (stream === 1) split(decoder.write(payload));
    else complaint = `${complaint}${payload.toString()}`.slice(0, complaintLength);
  }).then(() => {
    isThere = false;
  });
  socket.on('error', () => {}); // It is over then, which is told above.
  // The body of the request for this connection, which Podman takes for input, is a line of its own, and no order.
  socket.write('\n');

  const listen = (listener: (report: Report) => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  return {
    listen,
    async look({ launcherPid, mark, isAlone, signals, isListed }) {
      if (!isThere) return null;
      looks += 1;
      const look = looks;
      const processes: FoundProcess[] = [];
      const words = [
        launcherPid,
        mark,
        isAlone ? 'alone' : 'beside',
        signals.map(shortName).join(',') || '-',
      ];
      let forget = (): void => {};
      const count = new Promise<number>((resolve) => {
        forget = listen((report) => {
          const isWanted = isListed && processes.length < mostListed.processes;
          if (report.kind === 'process' && report.look === look && isWanted)
            processes.push(shortened(report));
          if (report.kind === 'looked' && report.look === look) resolve(report.count);
        });
      });
      socket.write(`look ${look} ${words.join(' ')} ${isListed ? 'list' : '-'}\n`);
      const answer = await withinMs(answerMs, [count, over.then(() => null)]);
      forget();
      return answer === null ? null : { count: answer, processes };
    },
    endLauncher: (pid) => void socket.write(`end ${pid}\n`),
    over,
    isOver: () => !isThere,
    complaint: () => complaint.trim(),
    keepAlive: (isKept) => keepAlive(socket, isKept),
    close() {
      isThere = false;
      socket.destroy();
    },
  };
}

/** Made anew: a part of a text keeps all of the text that it was read from. */
function shortened({ pid, holdsOutput, command }: FoundProcess): FoundProcess {
  return {
    ...{ pid, holdsOutput },
    command: Buffer.from(command.slice(0, mostListed.commandLength)).toString(),
  };
}

/** `TERM` for `SIGTERM`: bash has both. */
function shortName(signal: NodeJS.Signals): string {
  return signal.slice('SIG'.length);
}

/** The first that is settled; `null` when the time is over before. */
export async function withinMs<T>(ms: number, promises: readonly Promise<T>[]): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([...promises, limit]);
  } finally {
    clearTimeout(timer);
  }
}
