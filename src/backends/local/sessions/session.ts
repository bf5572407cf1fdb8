import { randomUUID } from 'node:crypto';
import { couldNotStart } from '../../../model/could-not-start.ts';
import { doAll } from '../../../model/do-all.ts';
import { messageOf } from '../../../model/errors.ts';
import type { Exit, RunEnd, ShellLoss, Survivor } from '../../../model/exit.ts';
import type { CouldNotStart } from '../../../model/outcome.ts';
import type { Plan } from '../../../model/plan.ts';
import type { Sink } from '../../../model/ports.ts';
import { exitOfStop, unlessAborted } from '../abort.ts';
import { withHindrances } from '../hindered.ts';
import { unlessLate } from '../late.ts';
import type { LaunchParts } from '../launch.ts';
import { lostLauncher } from '../launchers/lost-launcher.ts';
import type { CallIdentity } from '../processes/call-processes.ts';
import { endCall, signalEach } from '../processes/end-call.ts';
import type { Known } from '../processes/known-processes.ts';
import { directoryOf, hasMountsOn, mountsOf } from '../processes/process-places.ts';
import { surely } from '../processes/survivors.ts';
import { lastWorkMs, settled } from '../settled.ts';
import type { Channel } from '../streams/channel.ts';
import { drain, drainStopped } from '../streams/drain.ts';
import { closePipe, type Pipe } from '../streams/pipes.ts';
import { openFiles, type PipeReader, readPipe } from '../streams/read-pipe.ts';
import { streamNames } from '../streams/streams.ts';
import { type Background, createBackground } from './session-processes.ts';
import type { SessionShell } from './session-shell.ts';
import { stopStep } from './stop-step.ts';
import { wakeSuspended } from './suspended-shell.ts';

/** A kept shell with all that its commands have left: it runs one command at a time. */
export interface Session {
  /** Tells it from every other, and from what it was while it ran the commands of other clients. */
  id(): string;
  hasEnded(): boolean;
  /** Where the shell is, as `directoryOf` tells it. */
  directory(): string | null | undefined;
  /** Whether its sandbox has all of these mount points: one is gone when what lies beneath it was replaced or put elsewhere. */
  hasMountsOn(paths: readonly string[]): boolean;
  /** `cwd`: where to go first; `null`: the shell stays where it is. The caller ends a session whose shell was left as lost. */
  run(order: SessionOrder): Promise<SessionRun>;
  /** Ends the shell and every process that its commands have left running. */
  end(graceMs: number): Promise<void>;
}

interface SessionOrder {
  readonly plan: Plan;
  readonly client: string | undefined;
  readonly cwd: string | null;
  readonly sink: Sink;
  readonly stop: AbortSignal;
}

/** The end of a run, without what is known of its session. */
type StepRunEnd = Pick<
  RunEnd,
  'kind' | 'exit' | 'parts' | 'survivors' | 'kept' | 'deniedHosts' | 'outOfMemory'
>;

/** A run, and why the shell is there no more; `null`: it is there. */
interface SessionRun {
  readonly run: StepRunEnd | CouldNotStart;
  readonly left: ShellLoss | null;
}

/** The pipes of one command. */
interface Streams {
  readonly pipes: readonly Pipe[];
  readonly readers: readonly PipeReader[];
  /** Called when the command is over: only others can hold the pipes now. */
  closeWritingEnds(): void;
}

export function createSession({ watchdog }: LaunchParts, shell: SessionShell): Session {
  const background = createBackground();
  /** Pipes of commands that are over, which somebody whom they left behind still writes to. */
  const abandoned = new Set<PipeReader>();
  let ending: Promise<void> | null = null;
  const shellId = randomUUID();
  /** How often a command was another client's than the one before it. */
  let handovers = 0;
  let last: Pick<SessionOrder, 'client'> | null = null;

  const callOf = (readers: Iterable<PipeReader>): CallIdentity => {
    return { ...shell.call, outputFiles: openFiles([...abandoned, ...readers]) };
  };

  const abandon = (reader: PipeReader): void => {
    if (reader.hasEnded()) {
      reader.stop();
      return;
    }
    reader.discard();
    abandoned.add(reader);
    void reader.ended.then(() => void abandoned.delete(reader));
  };

  const end = async (graceMs: number): Promise<void> => {
    await doAll([
      shell.letGo,
      () => endCall(callOf([]), graceMs),
      ...[...abandoned].map((reader) => reader.stop),
      shell.giveBack,
    ]);
    // Not when any of it has failed: what is left is then ended with this process.
    watchdog.forget(shell.call.mark);
  };

  return {
    id: () => `${shellId}/${handovers}`,
    hasEnded: shell.hasEnded,
    directory: () => (shell.call.shell === null ? undefined : directoryOf(shell.call.shell.pid)),
    hasMountsOn(paths) {
      const mounts = shell.call.shell && mountsOf(shell.call.shell.pid);
      return mounts !== null && hasMountsOn(mounts, paths);
    },
    async run(order) {
      const opened = await openStep(shell, order);
      if (opened.kind === 'could_not_start') return { run: opened, left: null };
      const { streams, script } = opened;
      if (last !== null && last.client !== order.client) handovers += 1;
      last = { client: order.client };
      // What has become of those whom earlier commands have left is not this one's.
      shell.denials?.forgetDenied();
      shell.memory?.ended();
      try {
        const { run, left } = await runStep({ shell, background, streams, script, callOf, order });
        return { run: await withHindrances(run, shell), left };
      } finally {
        script.close();
        streams.closeWritingEnds();
        streams.readers.forEach(abandon);
      }
    },
    end: (graceMs) => (ending ??= end(graceMs)),
  };
}

type OpenedStep = {
  readonly kind: 'opened';
  readonly streams: Streams;
  readonly script: ReturnType<Channel['file']>;
};

/** Opens what a command is handed to the shell by: all of it, or nothing, and the answer says why. */
async function openStep({ channel }: SessionShell, order: SessionOrder): Promise<OpenedStep | CouldNotStart> {
  const { plan } = order;
  const pipes: Pipe[] = [];
  try {
    for (const _ of streamNames[plan.streams]) pipes.push(await channel.takePipe());
    const script = channel.file(plan.command);
    return { kind: 'opened', streams: readStreams(pipes, order), script };
  } catch (error) {
    pipes.forEach(closePipe);
    const message = `the command could not be handed to the shell of the session, and was not run: ${messageOf(error)}`;
    return couldNotStart('spawn-failed', message);
  }
}

function readStreams(pipes: readonly Pipe[], { plan, sink }: SessionOrder): Streams {
  const names = streamNames[plan.streams];
  const readers = pipes.map((pipe, index) => {
    const stream = names[index] ?? 'output';
    return readPipe(pipe, (bytes) => sink(stream, bytes));
  });
  let open = true;
  return {
    pipes,
    readers,
    closeWritingEnds() {
      if (open) for (const pipe of pipes) pipe.closeWritingEnd();
      open = false;
    },
  };
}

interface RunningStep {
  readonly shell: SessionShell;
  readonly background: Background;
  readonly streams: Streams;
  readonly script: OpenedStep['script'];
  readonly callOf: (readers: Iterable<PipeReader>) => CallIdentity;
  readonly order: SessionOrder;
}

async function runStep(step: RunningStep): Promise<SessionRun> {
  const { shell, background, streams, script, callOf, order } = step;
  const { plan, cwd, stop } = order;
  const [output = '', errors = output] = streams.pipes.map(({ path }) => path);
  const hasPipe = plan.command.includes('|');
  const told = shell.run({ cwd, hasPipe, script: script.path, output, errors });
  const stopLooking = wakeSuspended(shell.call.shell, () => background.ofCommand(callOf(streams.readers)));
  const first = await unlessAborted(told, stop).finally(stopLooking);
  const end = first === 'stopped' ? stoppedStep : first;
  streams.closeWritingEnds();
  switch (end.kind) {
    case 'stopped':
      return await stopped(step);
    case 'mute':
      return { run: ended(silentShell), left: await endShell(step) };
    case 'unable':
      return { run: noFiles, left: await endShell(step) };
    case 'unread':
      return { run: unreadCommand, left: await endShell(step) };
    case 'shell-ended':
      return await afterShell(step);
    case 'over':
      return await afterStep(step, end.status, end.parts);
  }
}

const stoppedStep = { kind: 'stopped' } as const;

const silentShell: Exit = {
  kind: 'lost',
  reason:
    'the command has turned off what the shell of the session tells its end with (as `set -r`, `enable -n` and `ulimit -n` do); how it ended is not known',
};

const unreadCommand = couldNotStart(
  'spawn-failed',
  'what was set in the session (as a read-only `PROMPT_COMMAND` or a trap of `DEBUG` that reads its input) has read the command in the place of the shell, so that it was not run; the next call there gets a new shell',
);

const noFiles = couldNotStart(
  'spawn-failed',
  'the shell of the session can open no more files, so that the command was not run (`ulimit -n`, or `exec` with many descriptors, was too much); the next call there gets a new shell',
);

/** Its processes are ended as they are: there is no telling the shell from what it runs. */
async function endShell({ shell, streams, callOf, order }: RunningStep): Promise<ShellLoss> {
  shell.letGo();
  await drain(streams.readers, order.stop);
  await endCall(callOf(streams.readers), order.plan.graceMs);
  return 'lost';
}

async function stopped({ shell, background, streams, callOf, order }: RunningStep): Promise<SessionRun> {
  const { stop, plan } = order;
  const call = callOf(streams.readers);
  shell.abandonStep();
  // One that does not come to its commands, as something else reads them, would have no other run either.
  const isBack = (await stopStep(shell, () => background.ofCommand(call), plan.graceMs)) && shell.hasBegun();
  if (!isBack) await endCall(call, 0);
  await drainStopped(streams.readers);
  return { run: ended(exitOfStop(stop)), left: isBack ? null : 'lost' };
}

/** Milliseconds in which the shell gets to the next line: 2 s. Before each it runs what a command has set for its prompt. */
const promptMs = 2_000;

/** What the shell itself was running when it was asked is over then. */
async function back(shell: SessionShell, stop: AbortSignal): Promise<void> {
  const asked = shell.askBack();
  await settled(() => shell.lastBack() >= asked || shell.hasEnded(), stop, promptMs);
}

/** The shell goes on. What the command left running is its own now: not what `PROMPT_COMMAND` and `PS1` run after it. */
async function afterStep(
  { shell, background, streams, callOf, order }: RunningStep,
  code: number,
  parts: readonly number[] | null,
): Promise<SessionRun> {
  await drain(streams.readers, order.stop);
  const call = callOf(streams.readers);
  const find = async (): Promise<Known> => await background.ofCommand(call);
  await settled(async () => isNothing(await find()), order.stop);
  const seen = await surely(find, order.stop);
  if (seen.found.length > 0) await back(shell, order.stop);
  // One that ends with its command, by `set -t`, has told the end of that before.
  await unlessAborted(unlessLate(shell.behindStep(), lastWorkMs), order.stop);
  const survivors = await background.adopt(call, seen);
  return { run: ended({ kind: 'exited', code }, parts, survivors), left: shell.hasEnded() ? 'ended' : null };
}

function isNothing({ found, isSure }: Known): boolean {
  return found.length === 0 && isSure;
}

/** The command has ended the shell: what it and the ones before it have left running ends too. */
async function afterShell({ shell, background, streams, callOf, order }: RunningStep): Promise<SessionRun> {
  const shellEnd = await shell.ended;
  // Its launcher was ended, and it may go on with the command: no other signal ends it, and with each of its processes that is ended it would begin the next.
  if (shellEnd === null && shell.call.shell !== null) signalEach([shell.call.shell], ['SIGKILL']);
  await drain(streams.readers, order.stop);
  const call = callOf(streams.readers);
  const seen = await surely(() => background.ofCommand(call), order.stop);
  const survivors = await background.adopt(call, seen);
  await endCall(call, order.plan.graceMs);
  if (shellEnd === null) return { run: ended(lostLauncher, null, survivors), left: 'lost' };
  return { run: ended(shellEnd.exit, null, survivors), left: 'ended' };
}

function ended(
  exit: Exit,
  parts: readonly number[] | null = null,
  survivors: readonly Survivor[] = [],
): StepRunEnd {
  return { kind: 'ended', exit, parts, survivors, kept: null };
}
