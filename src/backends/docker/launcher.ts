import type { Duplex } from 'node:stream';
import type { Exit } from '../../model/exit.ts';
import { exitOf } from '../local/launchers/launcher-report.ts';
import { type CommandStream, createCommandStream, type Push } from './command-stream.ts';
import { type Control, withinMs } from './control.ts';
import { orderFields } from './launcher-script.ts';
import type { DirectoryProblem, Report } from './report.ts';

/** A bash in a container that starts the shells of commands, one after the other. */
export interface ContainerLauncher {
  /** The id that it has in its container, and with it its session. */
  readonly pid: number;
  readonly stream: CommandStream;
  /** Whether it can be given a command. */
  isFree(): boolean;
  run(order: Order, push: Push): Step;
  /** Cuts its streams, with which it ends. */
  letGo(): void;
}

/** What a shell is started with. */
interface Order {
  readonly mark: string;
  readonly cwd: string;
  readonly root: string | null;
  readonly streams: 'apart' | 'combined';
  readonly input: 'nothing' | 'pipe';
  readonly command: string;
}

/** A command that a launcher was given. */
export interface Step {
  /** How the shell ended, or why it did not run; `null`: the launcher is gone, and nobody can tell. */
  readonly ended: Promise<StepEnd | null>;
  /** Whether the launcher has come to it; if not, it may still do so. */
  hasBegun(): boolean;
  /**
   * Has all delivered that the command has written; for when no process of it is left. `false`: that could not be. After
   * it, or before, the launcher is not to be used again.
   */
  finish(): Promise<boolean>;
}

export type StepEnd =
  | { readonly kind: 'exited'; readonly exit: Exit }
  | { readonly kind: 'refused'; readonly code: DirectoryProblem };

/** Milliseconds that a launcher has until it waits for orders: 30 s. It takes a tenth of one; a command in the container may have suspended it. */
const startMs = 30_000;

/** Characters that are kept of why there is no launcher: 1,000, which is a screen of it. */
const complaintLength = 1_000;

/** Rejects when it has not come to wait for orders, with what the daemon says of it where a program writes. */
export async function attendLauncher(
  socket: Duplex,
  control: Control,
  pid: Promise<number>,
): Promise<ContainerLauncher> {
  const stream = createCommandStream(socket);
  const gone = Promise.race([stream.over, control.over]).then(() => null);
  let complaint = '';
  stream.deliverTo((_stream, bytes) => {
    complaint = `${complaint}${bytes.toString()}`.slice(0, complaintLength);
  });
  const known = await withinMs(startMs, [pid, gone]);
  if (known === null) {
    stream.close();
    throw new Error(complaint.trim() || 'bash ended before it had anything to do, or does not answer');
  }
  stream.deliverTo(null);
  let isBusy = false;
  return {
    pid: known,
    stream,
    isFree: () => !isBusy && !stream.isOver(),
    run(order, push) {
      isBusy = true;
      stream.keepAlive(true);
      stream.deliverTo(push);
      const over = whenOver(control, order.mark);
      stream.write(orderText(order));
      return {
        ended: Promise.race([over.ended, gone]).finally(over.forget),
        hasBegun: over.hasBegun,
        async finish() {
          const isWhole = await stream.endsWith((token) => stream.write(finishText(token)));
          isBusy = !isWhole;
          stream.deliverTo(null);
          stream.keepAlive(false);
          return isWhole;
        },
      };
    },
    letGo: () => stream.close(),
  };
}

/** Puts together what is told of a shell: its status, and whether it is that of an exit or of a signal. */
function whenOver(
  control: Control,
  mark: string,
): {
  readonly ended: Promise<StepEnd>;
  readonly hasBegun: () => boolean;
  readonly forget: () => void;
} {
  let forget = (): void => {};
  let hasBegun = false;
  const ended = new Promise<StepEnd>((resolve) => {
    const take = createStepReader(mark);
    forget = control.listen((report) => {
      hasBegun ||= 'mark' in report && report.mark === mark;
      const end = take(report);
      if (end !== null) resolve(end);
    });
  });
  return { ended, hasBegun: () => hasBegun, forget: () => forget() };
}

/** Given what is told, says how the shell of that mark ended once it has. */
function createStepReader(mark: string): (report: Report) => StepEnd | null {
  let pid: number | null = null;
  let exitedByItself = true;
  return (report) => {
    if (report.kind === 'change' && report.pid === pid) exitedByItself = report.exitedByItself;
    if (!('mark' in report) || report.mark !== mark) return null;
    switch (report.kind) {
      case 'started':
        pid = report.pid;
        return null;
      case 'refused':
        return { kind: 'refused', code: report.code };
      case 'status':
        return { kind: 'exited', exit: exitOf(report.status, exitedByItself) };
    }
  };
}

/** Linux takes no single argument longer than this: MAX_ARG_STRLEN, 32 pages of 4 KiB, its final NUL counted. */
const maxArgumentBytes = 32 * 4096;

function orderText({ mark, cwd, root, streams, input, command }: Order): string {
  const how = Buffer.byteLength(command) < maxArgumentBytes ? 'text' : 'loaded';
  return fieldsText({ verb: 'run', mark, cwd, root: root ?? '', streams, input, how, text: command });
}

function finishText(token: string): string {
  const nothing = { mark: '', cwd: '', root: '', streams: '', input: '', how: '' };
  return fieldsText({ verb: 'finish', ...nothing, text: token });
}

function fieldsText(fields: Readonly<Record<(typeof orderFields)[number], string>>): string {
  return orderFields.map((name) => `${fields[name]}\0`).join('');
}
