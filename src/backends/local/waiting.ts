import { fstatSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Keep } from '../../model/ports.ts';
import { mayBeSpecial } from '../../model/special-file.ts';
import type { Launch } from './launch.ts';
import { readBlocked } from './processes/blocked-process.ts';
import { type CallIdentity, findCallProcesses } from './processes/call-processes.ts';
import { type Look, takeLook } from './processes/look.ts';
import { commandLine, type FileId, fileIdOf, processesAreKnown } from './processes/process-table.ts';

/** A process as far as it tells whether it waits for input. */
export interface BlockedProcess {
  /** As proc(5) has it: `S` is one that sleeps, and can be woken. */
  readonly state: string;
  /** Whether what is typed on its terminal is for it. */
  readonly isForeground: boolean;
  readonly block: Block;
}

/** What a process stands still for, as far as the kernel tells us. */
export type Block =
  /** For something to read of any of these; `hasLimit`: it goes on by itself after a time. */
  | { readonly kind: 'files'; readonly files: readonly OpenFile[]; readonly hasLimit: boolean }
  /** In this function of the kernel; which file it is about is not ours to see. `open`: what it has open, by number. */
  | { readonly kind: 'function'; readonly name: string; readonly open: ReadonlyMap<number, OpenFile> }
  | { readonly kind: 'other' };

/** What a descriptor of a process leads to. */
export interface OpenFile {
  readonly id: FileId | null;
  /** As the link in /proc/<id>/fd has it: `/dev/pts/3`, `pipe:[17]`, `socket:[9]`, `anon_inode:[eventfd]`. */
  readonly link: string;
  /** Whether the process has both ends of it: a pipe that it wakes itself by. */
  readonly isOwn: boolean;
}

/**
 * Whether a process does nothing but wait for somebody to type, or to write to one of `inputs`. A process that waits for
 * anything else beside it, a connection or a time, is at work; one that reads another pipe waits for another process.
 */
export function waitsForInput(
  { state, isForeground, block }: BlockedProcess,
  inputs: ReadonlySet<FileId>,
): boolean {
  if (state !== 'S') return false;
  switch (block.kind) {
    case 'files': {
      const awaited = block.files.filter((file) => !isInternal(file));
      return !block.hasLimit && awaited.length > 0 && awaited.every((file) => isInput(file, inputs));
    }
    case 'function': {
      const standardInput = block.open.get(0);
      if (standardInput === undefined || !isInput(standardInput, inputs)) return false;
      if (!isTerminal(standardInput)) return pipeFunctions.has(block.name);
      // The kernel waits for a connection in the same function.
      const others = [...block.open.values()].some(({ link }) => /^(socket|anon_inode):/.test(link));
      return isForeground && terminalFunctions.has(block.name) && !others;
    }
    case 'other':
      return false;
  }
}

/** Where the kernel waits for what is typed, and for what is written to a pipe, under the names of its versions. */
const terminalFunctions: ReadonlySet<string> = new Set(['n_tty_read', 'wait_woken']);
const pipeFunctions: ReadonlySet<string> = new Set([
  'pipe_read',
  'anon_pipe_read',
  'pipe_wait',
  'fifo_pipe_read',
]);

function isInput(file: OpenFile, inputs: ReadonlySet<FileId>): boolean {
  return isTerminal(file) || (file.id !== null && inputs.has(file.id));
}

function isTerminal({ link }: OpenFile): boolean {
  return /^\/dev\/(pts\/\d|tty)/.test(link);
}

/** What an event loop has for itself. */
function isInternal({ link, isOwn }: OpenFile): boolean {
  return isOwn || link.startsWith('anon_inode:');
}

/** The command line of the process of a call that waits for input; `null` when none does, or nobody can tell. */
export function findWaitingProcess(
  call: CallIdentity,
  inputs: ReadonlySet<FileId>,
  look: Look = takeLook(),
): string | null {
  if (!processesAreKnown) return null;
  const waiting = findCallProcesses(call, look).find(({ pid }) => {
    const blocked = readBlocked(pid);
    return blocked !== null && waitsForInput(blocked, inputs);
  });
  return waiting === undefined ? null : toldCommand(commandLine(waiting.pid));
}

/** Of the shell of a call, the command that it was given. */
function toldCommand(line: string): string {
  return /^\S+ --noprofile --norc -c (?:-- )?(?<command>.*) bash$/s.exec(line)?.groups?.command ?? line;
}

/** Milliseconds without output before a process counts as waiting: one that has something to say has said it by then. */
export const quietMs = 500;

/** Milliseconds that a terminal is silent before its call is given up for one that waits: 5 s. */
const silentMs = 5_000;

/** Milliseconds between two looks at a silent terminal: at first, and at most; a look takes some, where much runs. */
const firstLookMs = 250;
const lookEveryMs = 2_000;

/** The process of a command, which writes nothing, that waits for input on its terminal, or on the pipe that it has for it. */
export function findWaiting({ call, readers, inputFd, hasTerminal }: Launch): string | null {
  const quiet = performance.now() - lastActiveMs(readers) >= quietMs;
  if (!quiet || inputFd === null) return null;
  return findWaitingProcess(
    call,
    hasTerminal ? new Set() : new Set([fileIdOf(fstatSync(inputFd, mayBeSpecial))]),
  );
}

/** Where somebody would take it as it is, a command also counts as one that waits for input. */
export async function firstTurn(
  launched: Launch,
  { keep, stop }: { readonly keep: Keep | null; readonly stop: AbortSignal },
): Promise<'ended' | 'waiting'> {
  const ended = launched.ended.then(() => 'ended' as const);
  if (keep === null || !launched.hasTerminal) return await ended;
  const over = new AbortController();
  try {
    return await Promise.race([ended, whenWaiting(launched, AbortSignal.any([over.signal, stop]))]);
  } finally {
    over.abort(null);
  }
}

/** Resolves when a command has been silent on its terminal for a while and waits for input there; never after `over`. */
async function whenWaiting(launched: Launch, over: AbortSignal): Promise<'waiting'> {
  const begin = performance.now();
  for (let lookMs = firstLookMs; ; ) {
    const silent = performance.now() - Math.max(begin, lastActiveMs(launched.readers));
    if (silent >= silentMs && findWaiting(launched) !== null) return 'waiting';
    lookMs = silent < silentMs ? firstLookMs : Math.min(2 * lookMs, lookEveryMs);
    await sleep(Math.max(lookMs, silentMs - silent), undefined, { signal: over, ref: false }).catch(() => {});
    if (over.aborted) return await new Promise(() => {});
  }
}

function lastActiveMs(readers: Launch['readers']): number {
  return Math.max(...readers.map((reader) => reader.lastActiveMs()));
}
