import { closeSync } from 'node:fs';
import type { StreamName } from '../../../model/capture.ts';
import type { Plan, StreamRule } from '../../../model/plan.ts';
import { type Slots, slotPath } from '../enclosure.ts';
import type { Connection } from '../launchers/launcher.ts';
import type { Script } from '../launchers/script.ts';
import type { Pipe, PipePool } from './pipes.ts';
import { type OpenPty, openTerminal, type Terminal } from './terminal.ts';

/** The streams of a command, in the order of its descriptors. */
export const streamNames: Readonly<Record<StreamRule, readonly StreamName[]>> = {
  apart: ['stdout', 'stderr'],
  combined: ['output'],
};

/** What a shell is connected to, as far as it was opened. */
export interface Streams {
  readonly outputs: { readonly stream: StreamName; readonly pipe: Pipe }[];
  input: Pipe | null;
  terminal: Terminal | null;
}

export function noStreams(): Streams {
  return { outputs: [], input: null, terminal: null };
}

/** Opens what a plan asks for. When it rejects, what was opened so far is in `streams`. */
export async function openStreams(
  streams: Streams,
  { pool, cat }: { readonly pool: PipePool; readonly cat: string },
  plan: Pick<Plan, 'streams' | 'input' | 'terminal'>,
  open: OpenPty | null,
): Promise<void> {
  for (const stream of streamNames[plan.streams]) streams.outputs.push({ stream, pipe: await pool.take() });
  if (plan.input === 'pipe' || plan.terminal !== null) streams.input = await pool.take();
  const { input, outputs } = streams;
  const [output] = outputs;
  if (open === null || plan.terminal === null || input === null || output === undefined) return;
  streams.terminal = openTerminal(open, cat, plan.terminal, { input, output: output.pipe });
}

/** Lets go of the ends that are the shell's, which has them open by now or never will. */
export function closeShellEnds({ outputs, input, terminal }: Streams): void {
  for (const { pipe } of outputs) pipe.closeWritingEnd();
  terminal?.letGo();
  if (input !== null) closeSync(input.readFd);
}

/** Lets go of the ends that are this process's. */
export function closeOwnEnds({ outputs, input }: Streams): void {
  for (const { pipe } of outputs) closeSync(pipe.readFd);
  input?.closeWritingEnd();
}

/** The paths by which a launcher opens what its shell is connected to. */
export type Ways = Omit<Connection, 'mark'>;

export function waysTo({ input, outputs, terminal }: Streams): Ways {
  const [output = '/dev/null', errors = output] = outputs.map(({ pipe }) => pipe.path);
  return { input: input?.readPath ?? '/dev/null', output, errors, terminal: terminal?.path ?? null };
}

/** The paths in a sandbox, where a terminal is in the place of the input. */
export function enclosedWaysTo({ input, outputs, terminal }: Streams): Ways {
  const output = outputs.length === 0 ? '/dev/null' : slotPath('output');
  return {
    input: input === null ? '/dev/null' : slotPath('input'),
    output,
    errors: outputs.length > 1 ? slotPath('errors') : output,
    terminal: terminal && slotPath('input'),
  };
}

export function slotsFor({ input, outputs, terminal }: Streams, script: Script | null): Slots {
  const fd = script?.fd ?? null;
  if (terminal !== null) return { input: terminal.fd, output: null, errors: null, script: fd };
  const [output = null, errors = null] = outputs.map(({ pipe }) => pipe.writeFd);
  return { input: input?.readFd ?? null, output, errors, script: fd };
}
