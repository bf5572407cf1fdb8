import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamName } from '../../model/capture.ts';
import { couldNotStart } from '../../model/could-not-start.ts';
import { describePath } from '../../model/describe-value.ts';
import type { Run, Survivor } from '../../model/exit.ts';
import type { Plan } from '../../model/plan.ts';
import type { Sink } from '../../model/ports.ts';
import { unlessAborted } from '../local/abort.ts';
import { endedBy, endedWith } from '../local/ended.ts';
import type { Push } from './command-stream.ts';
import type { Container } from './container.ts';
import { withinMs } from './control.ts';
import { type ContainerCall, endCall, firstLookMs, look, lookEveryMs } from './end-call.ts';
import type { ContainerLauncher, Step, StepEnd } from './launcher.ts';
import { saidBy } from './problems.ts';
import type { DirectoryProblem } from './report.ts';

/** Milliseconds without output after the shell's end after which what still runs counts as left behind: 100 ms. */
const idleMs = 100;

/** Milliseconds after the shell's end at which that is so whatever still comes: 2 s. */
const drainMs = 2_000;

/** Milliseconds in which the end of a container is known here: 1 s. */
const endMs = 1_000;

/** What a run has beside its plan. */
export interface ContainerRun {
  readonly container: Container;
  readonly env: Plan['env'];
  readonly sink: Sink;
  readonly stop: AbortSignal;
  /** Called when the command is about to begin. */
  begins(): void;
}

/** Runs a plan in a container; `null`: the container is over, and with it whatever of the run there was. */
export async function runInContainer(run: ContainerRun, plan: Plan): Promise<Run | null> {
  const { container, env, stop } = run;
  const mark = randomBytes(8).toString('hex');
  container.calls.add(mark);
  container.control.keepAlive(true);
  try {
    const launcher = await takeLauncher(container, env, stop);
    if (launcher === 'stopped') return endedBy(stop);
    const call = { container, launcherPid: launcher.pid, mark };
    const { command, cwd, root, streams, input } = plan;
    run.begins();
    const step = launcher.run({ mark, cwd, root, streams, input, command }, pushTo(run.sink, streams));
    try {
      return await attend({ call, launcher, step }, plan, stop);
    } finally {
      launcher.stream.deliverTo(null);
      container.launchers.giveBack(launcher);
    }
  } catch (error) {
    // Its end may be told a moment after what it made fail.
    await withinMs(endMs, [container.control.over]);
    if (container.control.isOver()) return null;
    return couldNotStart('spawn-failed', `bash could not be started in the container: ${saidBy(error)}`);
  } finally {
    container.calls.delete(mark);
    if (container.calls.size === 0) container.control.keepAlive(false);
  }
}

/** One that comes when nobody waits for it any more is kept for the next. */
async function takeLauncher(
  { launchers }: Container,
  env: Plan['env'],
  stop: AbortSignal,
): Promise<ContainerLauncher | 'stopped'> {
  const taking = launchers.take(env);
  const first = await unlessAborted(taking, stop);
  // What becomes of one that fails then is nobody's concern.
  if (first === 'stopped') taking.then(launchers.giveBack, () => {});
  return first;
}

function pushTo(sink: Sink, streams: Plan['streams']): Push {
  const names: Readonly<Record<1 | 2, StreamName>> =
    streams === 'combined' ? { 1: 'output', 2: 'output' } : { 1: 'stdout', 2: 'stderr' };
  return (stream, bytes) => sink(names[stream], bytes);
}

/** A command that a launcher was given, with the call that it is of. */
interface Attended {
  readonly call: ContainerCall;
  readonly launcher: ContainerLauncher;
  readonly step: Step;
}

/** Stays with a command until it is over, and no process of it is left. */
async function attend(attended: Attended, plan: Plan, stop: AbortSignal): Promise<Run | null> {
  const { call, step } = attended;
  const { control } = call.container;
  const end = await unlessAborted(step.ended, stop);
  if (control.isOver() && !stop.aborted) return null;
  if (end !== 'stopped' && !stop.aborted) return await afterShell(attended, end, plan, stop);
  // A launcher that still reads its order would begin when nobody looks any more.
  if (!step.hasBegun()) control.endLauncher(call.launcherPid);
  await endCall(call, plan.graceMs);
  await withinMs(drainMs, [step.ended.then(step.finish)]);
  return endedBy(stop);
}

/** Reads what still comes after the end of the shell; what still runs then is ended. */
async function afterShell(
  attended: Attended,
  end: StepEnd | null,
  plan: Plan,
  stop: AbortSignal,
): Promise<Run | null> {
  const { call, launcher, step } = attended;
  if (end?.kind === 'refused') {
    await finishUnless(stop, step);
    return refused(end.code, plan);
  }
  const survivors = end === null ? [] : await settle(attended, stop);
  if (survivors === null) return null;
  if (end === null || survivors.length > 0) {
    launcher.stream.deliverTo(null);
    await endCall(call, plan.graceMs);
  }
  if (call.container.control.isOver()) return null;
  if (end === null) return endedWith({ kind: 'lost', reason: lostLauncherText });
  await finishUnless(stop, step);
  return { ...endedWith(end.exit), survivors };
}

const lostLauncherText =
  'the process in the container that had started the command was ended from outside; the command has been ended, how it was doing is not known';

/** A sink may be slow as long as the call has time. */
async function finishUnless(stop: AbortSignal, step: Step): Promise<void> {
  const finishing = step.finish();
  await unlessAborted(finishing, stop);
  await withinMs(drainMs, [finishing]);
}

/** What still runs when the output has been silent, or has been read long enough; `null` when the container is over. */
async function settle({ call, launcher }: Attended, stop: AbortSignal): Promise<readonly Survivor[] | null> {
  const { stream } = launcher;
  const begin = performance.now();
  const before = stream.chunks();
  for (let wait = firstLookMs; ; wait = Math.min(2 * wait, lookEveryMs)) {
    // The time of a look is when it began: on a busy machine its answer takes longer than what is looked at has.
    const now = performance.now();
    const answer = await look(call);
    if (answer === null) return null;
    if (answer.count === 0) return [];
    const wasRead = !stream.isHeldUp() || stream.chunks() > before;
    const isSilent = now >= Math.max(begin, stream.lastActiveMs()) + idleMs;
    if (stop.aborted || isSilent || (now >= begin + drainMs && wasRead)) break;
    await sleep(wait);
  }
  const listed = await look(call, [], true);
  if (listed === null) return null;
  return listed.processes.toSorted((one, other) => one.pid - other.pid).map(survivorOf);
}

function survivorOf({ pid, command, holdsOutput }: Survivor): Survivor {
  return { pid, command, holdsOutput };
}

function refused(code: DirectoryProblem, { cwd, root }: Plan): Run {
  const expected = `expected a directory to run in, got ${describePath(cwd)}`;
  const reasons: Readonly<Record<DirectoryProblem, string>> = {
    'cwd-not-found': 'which does not exist in the container',
    'cwd-not-a-directory': 'which is not a directory',
    'cwd-not-accessible': 'which cannot be entered',
    'cwd-outside': `which is not in ${JSON.stringify(root)}`,
  };
  return couldNotStart(code, `${expected}, ${reasons[code]}`);
}
