import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signalName } from '../backends/local/processes/signals.ts';
import type { OutOfMemory, ProcessIdentity } from '../model/exit.ts';
import type { JobExit } from '../model/job.ts';
import type { TerminalSize } from '../model/plan.ts';

/** The file in a job's directory that has its output. */
export function outputFileIn(directory: string): string {
  return join(directory, 'output');
}

/** What a supervisor has written of its job's end; `null` as long as it has not. */
export function readEnd(directory: string): { readonly exit: JobExit; readonly at: number } | null {
  const line = readLine(join(directory, 'end'));
  if (line === null) return null;
  const [words, seconds] = splitLast(line);
  return { exit: parseExit(words), at: Math.round(Number(seconds) * 1_000) };
}

/** How the shell of a job ended that goes on without it; `null` when there is no such. */
export function readShellEnd(directory: string): JobExit | null {
  const line = readLine(join(directory, 'shell'));
  return line === null ? null : parseExit(line);
}

/** The processes of a job that were ended for want of memory; `null`: none that is known. */
export function readOutOfMemory(directory: string): OutOfMemory | null {
  const [processes, limitBytes] = readLine(join(directory, 'memory'))?.split(' ').map(Number) ?? [];
  return processes === undefined || limitBytes === undefined ? null : { processes, limitBytes };
}

/** The supervisor as it names itself, for when the host could not say which process it is. */
export function readSupervisor(directory: string): ProcessIdentity | null {
  const line = readLine(join(directory, 'supervisor'));
  if (line === null) return null;
  const [pid, startTime] = line.split(' ').map(Number);
  return pid === undefined ? null : { pid, startTime: startTime ?? null };
}

/** Says on which terminal the job runs, if on any. */
export async function writeTerminal(directory: string, terminal: TerminalSize | null): Promise<void> {
  if (terminal === null) return;
  await writeFile(join(directory, 'terminal'), `${terminal.columns} ${terminal.rows}\n`, { mode: 0o600 });
}

/** The terminal that the job runs on; `null` for none. */
export function readTerminal(directory: string): TerminalSize | null {
  const [columns, rows] = readLine(join(directory, 'terminal'))?.split(' ').map(Number) ?? [];
  return columns === undefined || rows === undefined ? null : { columns, rows };
}

/** Says why the output file does not have everything that came before there was a supervisor. */
export async function writeOutputProblem(directory: string, reason: string): Promise<void> {
  await writeFile(join(directory, 'full'), `${reason.replaceAll('\n', ' ')}\n`, { mode: 0o600 });
}

/** Why the output file does not have everything; `null` when it does. */
export function readOutputProblem(directory: string): string | null {
  const reason = readLine(join(directory, 'full'));
  if (reason !== null) return supervisorWords[reason] ?? reason;
  return existsSync(outputFileIn(directory)) ? null : 'it has been removed';
}

/** The reasons that a supervisor writes. */
const supervisorWords: Readonly<Partial<Record<string, string>>> = {
  quota: 'the output reached the most that is kept of a job',
  disk: 'it could not be written any more, the disk may be full',
};

/** The line that a supervisor writes is whole when it has its end. It fills the room that was made for it with spaces. */
function readLine(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8');
    return text.endsWith('\n') ? text.trimEnd() : null;
  } catch {
    return null; // Not written yet, or the directory has been removed.
  }
}

function parseExit(words: string): JobExit {
  const [kind, number] = words.split(' ');
  switch (kind) {
    case 'exited':
      return { kind, code: Number(number) };
    case 'signalled':
      return { kind, signal: signalName(Number(number)) };
    case 'timed_out':
      return { kind };
    default:
      return { kind: 'unknown' };
  }
}

function splitLast(line: string): readonly [string, string] {
  const at = line.lastIndexOf(' ');
  return [line.slice(0, at), line.slice(at + 1)];
}
