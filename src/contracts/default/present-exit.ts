import type { Captured } from '../../model/capture.ts';
import type { Exit, ExitNote, OutOfMemory } from '../../model/exit.ts';
import type { SessionUse } from '../../model/outcome.ts';
import { formatBytes, formatDuration } from '../units.ts';

/**
 * What bash makes of a program that a signal has ended, 128 and its number, the same on every system; a program can exit
 * with that too. In a session bash does not say which it was: what it says elsewhere is part of its prompt there.
 */
const statusSignals: Readonly<Record<number, string>> = {
  130: 'SIGINT',
  131: 'SIGQUIT',
  132: 'SIGILL',
  134: 'SIGABRT',
  136: 'SIGFPE',
  137: 'SIGKILL',
  139: 'SIGSEGV',
  141: 'SIGPIPE',
  143: 'SIGTERM',
};

export function describeExit(
  exit: Exit,
  note: ExitNote | null,
  {
    output,
    duration,
    session,
  }: { readonly output: Captured; readonly duration: string; readonly session: SessionUse | null },
): readonly string[] {
  const silent = output.bytes === 0 ? ', no output' : '';
  const answer = note?.answer ? ` (${note.answer})` : '';
  const signal = (session && exit.kind === 'exited' && statusSignals[exit.code]) || null;
  const meaning = signal === null ? answer : `, as of ${signal},`;
  switch (exit.kind) {
    case 'exited':
      return [
        ...(exit.code === 0 ? [] : [`[exit status ${exit.code}${meaning} after ${duration}${silent}]`]),
        ...(exit.code === 0 && output.bytes === 0 ? ['[no output]'] : []),
        ...describePipeline(exit.code, note?.pipeline ?? null),
      ];
    case 'signalled':
      return [`[ended by ${exit.signal} after ${duration}${silent}]`];
    case 'timed_out':
      return [`[timed out after ${formatDuration(exit.timeoutMs)} and was ended${silent}]`];
    case 'cancelled':
      return [`[cancelled after ${duration}${silent}]`];
    case 'lost':
      return [`[lost after ${duration}${silent}: ${exit.reason}]`];
  }
}

function describePipeline(code: number, pipeline: ExitNote['pipeline']): readonly string[] {
  if (pipeline === null) return [];
  const failed = pipeline.failed.map(({ part, status }) => `\`${part}\` ended with ${status}`);
  return [
    `[exit status ${code} is that of \`${pipeline.whose}\`; in the same pipeline ${failed.join(' and ')}]`,
  ];
}

/** Which processes were ended for want of memory. No program can tell that of itself, and the exit status need not. */
export function whatWasEnded({ processes, limitBytes }: OutOfMemory): string {
  const which = processes === 1 ? '1 process' : `${processes} processes`;
  return `out of memory: ${which} of it ended by SIGKILL; in its sandbox all of it may have ${formatBytes(limitBytes)}`;
}
