import { randomUUID } from 'node:crypto';
import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { unlessAborted } from '../../local/abort.ts';
import { type StartedKeeper, startKeeper } from '../../local/helpers/keeper-process.ts';
import { createLineSplitter } from '../../local/streams/line-reader.ts';
import { closePipe, type Pipe, type PipePool } from '../../local/streams/pipes.ts';

/** A process by whose namespaces others are made: it tells its id, and stays. */
export interface Resident {
  /** `null`: it has ended before it could tell, or has not told in time, or is not wanted any more. */
  readonly pid: number | null;
  /** What those that were to make it have said before, in one line. */
  readonly said: string;
  /** With the end of this, and of those that others have, it is over. */
  readonly lifelineFd: number;
  /** Lets go of it, for it to end with others who have it. Again it does nothing. */
  letGo(): void;
  /** Lets go of it. Resolves when nothing is left of it, or that cannot be waited for; meanwhile it keeps this process from ending. */
  end(): Promise<void>;
  /** Whether what keeps it was ended by a signal, and has put nothing away. */
  wasKilled(): boolean;
}

export interface ResidentParts {
  /** Absolute path. */
  readonly perl: string;
  readonly pool: PipePool;
}

/**
 * What runs there, by the name of `handrail-<its word>`. It tells its id, which is that of the machine, on descriptor 3. What it is
 * started by ends it, or it ends itself with descriptor 1, where that is the lifeline.
 */
const script = `
$0 = 'handrail-' . shift;
my $mark = shift;
close STDERR;
open(my $to, '>&=', 3);
syswrite($to, "$mark$$\\n");
close $to;
if (-p STDOUT) { open(my $lifeline, '<&=', 1); sysread($lifeline, my $end, 1) }
else { sleep }
`;

/**
 * Milliseconds in which it has to have told its id: 30 s. It takes some ten; what is mounted for it may be on a server that does not
 * answer.
 */
const mostMakingMs = 30_000;

/** The program, for those that the words before it make namespaces for. `mark`: what it tells before its id. */
export function residentWords(perl: string, name: string, mark = ''): readonly string[] {
  return [perl, '-e', script, '--', name, mark];
}

interface ResidentGiven {
  readonly env: Readonly<Record<string, string>>;
  /** Aborted when nobody waits for it any more; `null`: somebody does. */
  readonly unwanted: AbortSignal | null;
}

/** Starts one with the words that make its namespaces before those of the program in them. Rejects when it cannot be started. */
export async function startResident(
  name: string,
  words: readonly string[],
  { perl, pool }: ResidentParts,
  { env, unwanted }: ResidentGiven,
): Promise<Resident> {
  const lifeline = await pool.take();
  const late = AbortSignal.timeout(mostMakingMs);
  const stop = unwanted === null ? late : AbortSignal.any([unwanted, late]);
  try {
    const mark = `${randomUUID()} `;
    const all = [...words, ...residentWords(perl, name, mark)];
    const { keeper, pid, said } = await start(all, { pool, lifeline, env, mark, stop });
    closeSync(lifeline.readFd);
    let isHeld = true;
    const letGo = (): void => {
      if (isHeld) {
        lifeline.closeWritingEnd();
        keeper.wake();
      }
      isHeld = false;
    };
    const end = async (): Promise<void> => {
      letGo();
      await keeper.over();
      // What has made nothing may not see that nobody wants it.
      if (pid === null) keeper.endNow();
    };
    return { pid, said, lifelineFd: lifeline.writeFd, letGo, end, wasKilled: keeper.wasKilled };
  } catch (error) {
    closePipe(lifeline);
    throw error;
  }
}

async function start(
  words: readonly string[],
  {
    pool,
    lifeline,
    env,
    mark,
    stop,
  }: {
    readonly pool: PipePool;
    readonly lifeline: Pipe;
    readonly env: Readonly<Record<string, string>>;
    readonly mark: string;
    readonly stop: AbortSignal;
  },
): Promise<Told & { readonly keeper: StartedKeeper }> {
  const reports = await pool.take();
  try {
    const keeper = startKeeper(words, { lifelineFd: lifeline.readFd, reportsFd: reports.writeFd, env });
    reports.closeWritingEnd();
    return { keeper, ...(await firstNumber(reports.readFd, mark, stop)) };
  } catch (error) {
    closePipe(reports);
    throw error;
  }
}

type Told = Pick<Resident, 'pid' | 'said'>;

/** How much is kept of what is said, in characters: 1 Ki. */
const mostSaid = 1_024;

/**
 * The number that is told behind the mark, and what was said before; `null` when nobody is there any more who could tell, or it is not waited for
 * any longer. What is said can have names of files in it, and these a line of any text.
 */
async function firstNumber(readFd: number, mark: string, stop: AbortSignal): Promise<Told> {
  const socket = new Socket({ fd: readFd, readable: true, writable: false });
  socket.setEncoding('latin1');
  let said = '';
  try {
    const told = new Promise<number | null>((resolve) => {
      socket.on(
        'data',
        createLineSplitter((line) => {
          if (line.startsWith(mark)) resolve(Number(line.slice(mark.length)));
          else said = `${said} ${line}`.trim().slice(0, mostSaid);
        }),
      );
      socket.on('close', () => resolve(null));
      // A pipe that breaks has nothing more to tell.
      socket.on('error', () => resolve(null));
    });
    const first = await unlessAborted(told, stop);
    return { pid: first === 'stopped' ? null : first, said };
  } finally {
    socket.destroy();
  }
}
