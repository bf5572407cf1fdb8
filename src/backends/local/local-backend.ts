import { closeSync } from 'node:fs';
import { doAll } from '../../model/do-all.ts';
import type { KeptRun, Run } from '../../model/exit.ts';
import type { Plan } from '../../model/plan.ts';
import type { Backend, Keep, Sink, TimeLimit } from '../../model/ports.ts';
import { stopReason, unlessAborted } from './abort.ts';
import { checkSyntax } from './check-syntax.ts';
import { type EarlyLook, lookEarly } from './early-look.ts';
import { encloseUnlessStopped } from './enclose-unless-stopped.ts';
import { type Enclose, type Enclosure, encloseNothing } from './enclosure.ts';
import { endedBy, endedWith } from './ended.ts';
import { explainFailure } from './explain-failure.ts';
import { probeOrphanCare } from './helpers/orphans.ts';
import { createReaper, type Reaper } from './helpers/reaper.ts';
import { withHindrances } from './hindered.ts';
import { type Launch, type LaunchParts, launch } from './launch.ts';
import type { ShellEnd } from './launchers/launcher.ts';
import { createLauncherPool } from './launchers/launcher-pool.ts';
import { lostLauncher } from './launchers/lost-launcher.ts';
import { type LeavingSandbox, makingWay } from './make-way.ts';
import {
  checkRoot,
  checkShown,
  findPrograms,
  type LocalBackendOptions,
  type Programs,
} from './preconditions.ts';
import { type CallIdentity, markValue } from './processes/call-processes.ts';
import { endCall, isAlive, isGoneWithin } from './processes/end-call.ts';
import { findSurvivors } from './processes/survivors.ts';
import { createSessions, defaultSessionLimits, type Sessions } from './sessions/sessions.ts';
import { lastWorkMs } from './settled.ts';
import { drain, drainStopped } from './streams/drain.ts';
import { createPipePool } from './streams/pipes.ts';
import { handOver } from './supervision/supervise.ts';
import { createWatchdog } from './supervision/watchdog.ts';
import { createUnwaited, type Unwaited } from './unwaited.ts';
import { findWaiting, firstTurn } from './waiting.ts';
import { createWarmShells } from './warm/warm-shells.ts';

/**
 * Runs commands on this machine as this user, on real bash, each in a session of its launcher and a process group of its
 * own. It confines what a plan wants confined by what it is given for that. Commands of a session share a shell, which is kept; see `createSessions`.
 */
export function createLocalBackend(
  options: LocalBackendOptions,
): Backend & Required<Pick<Backend, 'prepare'>> {
  let parts: LocalParts | null = null;
  return {
    name: 'local',
    prepare() {
      if (parts !== null) return;
      const programs = findPrograms(options);
      if (programs.kind === 'could_not_start') return; // Who runs something is told.
      parts = createParts(programs, options);
      parts.pool.prepare();
      parts.watchdog.prepare();
    },
    async run(plan, sink, stop, keep, limit = uncounted) {
      // What is to go on as a job has to be started for that.
      if (stop.aborted && stopReason(stop).kind !== 'kept') return endedBy(stop);
      if (parts === null) {
        const programs = findPrograms(options);
        if (programs.kind === 'could_not_start') return programs;
        parts = createParts(programs, options);
      }
      const refusal = plan.root === null ? null : await checkRoot(plan.cwd, plan.root);
      if (refusal !== null) return refusal;
      const run = await runPlan(parts, plan, sink, { stop, keep, limit });
      return run.kind === 'could_not_start' ? await explainFailure(run, options, plan) : run;
    },
    async checkSyntax(plan, stop) {
      const programs = findPrograms(options);
      return programs.kind === 'found' ? await checkSyntax(programs.bash, plan, stop) : null;
    },
    sessionShell: (key) => parts?.sessions.shellOf(key) ?? null,
    sessionDirectory: (key) => parts?.sessions.directoryOf(key),
    async endConversation(conversationId) {
      if (parts === null) return;
      const { sessions, warmShells, leaving } = parts;
      await doAll([
        () => sessions.endConversation(conversationId),
        () => warmShells?.drop((waiting) => waiting.conversationId === conversationId),
        () => Promise.all([...leaving].map(({ over }) => over)),
      ]);
    },
    async close() {
      if (parts === null) return;
      const { sessions, warmShells, unwaited, pool, watchdog, launchers, reaper } = parts;
      await doAll([
        sessions.close,
        () => warmShells?.close(),
        () => unwaited.over(() => true),
        pool.close,
        watchdog.close,
        launchers.close,
        () => reaper?.close(),
        () => {
          parts = null;
        },
      ]);
    },
  };
}

/** What the backend keeps ready between runs. */
interface LocalParts extends LaunchParts {
  readonly sessions: Sessions;
  readonly enclose: Enclose;
  readonly reaper: Reaper | null;
  /** The sandboxes whose command is over, while they are put away; they are waited for at the end. */
  readonly leaving: Set<LeavingSandbox>;
  /** What was not put away of them, for who closes it all. */
  readonly unwaited: Unwaited<null>;
}

function createParts(programs: Programs, options: LocalBackendOptions): LocalParts {
  const { bash } = programs;
  const pool = createPipePool(programs);
  const care = probeOrphanCare(options.path, process.arch);
  const reaper = care.kind === 'reaper' ? createReaper(care.means) : null;
  const launchers = createLauncherPool({ bash, pool, reaper });
  const watchdog = createWatchdog(bash);
  const outerMark = options.outerMark ?? null;
  const markOf = (mark: string): string => markValue(mark, outerMark);
  const warmShells = options.warm === false ? null : createWarmShells({ pool, launchers, watchdog, markOf });
  const parts = { pool, launchers, warmShells, watchdog, programs, outerMark };
  const leaving = new Set<LeavingSandbox>();
  const encloser = options.enclose?.({ bash, pool }) ?? encloseNothing;
  const enclose = makingWay(encloser, { warmShells, leaving });
  const { idleMs = defaultSessionLimits.idleMs, most = defaultSessionLimits.most } = options.sessions ?? {};
  const sessions = createSessions({ ...parts, ...encloser, enclose }, { idleMs, most });
  return { ...parts, sessions, enclose, leaving, unwaited: createUnwaited(), reaper };
}

async function runPlan(
  parts: LocalParts,
  plan: Plan,
  sink: Sink,
  { stop, keep, limit }: Pick<Wishes, 'stop' | 'keep'> & { readonly limit: TimeLimit },
): Promise<Run> {
  const { session, sandbox, env, graceMs } = plan;
  if (session !== null) return await parts.sessions.run(plan, session, sink, { stop, limit });
  const refusal = await checkShown(plan);
  if (refusal !== null) return refusal;
  const begun = limit.pause();
  const wishes = { graceMs, stop, keep, begun };
  try {
    if (sandbox === null) return await runOnce(parts, plan, sink, { ...wishes, enclosure: null });
    const wants = { desk: false, home: env.HOME ?? '' };
    const enclosure = await encloseUnlessStopped(parts.enclose, sandbox, wants, stop);
    if (enclosure === null) return endedBy(stop);
    if (enclosure.kind === 'could_not_start') return enclosure;
    return await runOnce(parts, plan, sink, { ...wishes, enclosure }).finally(enclosure.release);
  } finally {
    begun();
  }
}

/** For whoever counts no time. */
const uncounted: TimeLimit = { pause: () => () => {} };

/** Runs a command in a shell of its own. */
async function runOnce(parts: LocalParts, plan: Plan, sink: Sink, wishes: Wishes): Promise<Run> {
  const run = (): Promise<Run> => runInShell(parts, plan, sink, wishes);
  return await (parts.warmShells?.during(run) ?? run());
}

/** From its launch to its end. */
async function runInShell(parts: LocalParts, plan: Plan, sink: Sink, wishes: Wishes): Promise<Run> {
  const launched = await launch(parts, plan, sink, wishes);
  wishes.begun();
  if (launched.kind === 'could_not_start') return launched;
  const run = await attend(parts, launched, wishes);
  const told = await withHindrances(run, launched.launcher);
  if (run.kind !== 'kept' && (run.kind !== 'ended' || run.kept === null))
    await putAway(parts, launched, wishes.enclosure);
  // Not when that has failed: something of it may be left, which is then ended with this process.
  parts.watchdog.forget(launched.call.mark);
  parts.warmShells?.prepareFor(plan, wishes.enclosure);
  return told;
}

/**
 * Has nothing be left of a sandbox, of whose processes none is alive any more. Where the next one is made beforehand it is
 * not waited for: what stands in for files would come again at once.
 */
async function putAway(
  { warmShells, leaving, unwaited }: LocalParts,
  { launcher }: Launch,
  enclosure: Enclosure | null,
): Promise<void> {
  const over = launcher.over();
  if (warmShells === null) return await over;
  unwaited.leave(null, over);
  const gone = over.catch(() => {}).finally(() => leaving.delete(sandbox));
  const sandbox = { over: gone, stubs: enclosure?.stubs ?? [] };
  leaving.add(sandbox);
}

/** What a run was asked for beside its plan. */
interface Wishes {
  readonly graceMs: number;
  readonly stop: AbortSignal;
  readonly keep: Keep | null;
  /** The sandbox to run in; `null`: in none. */
  readonly enclosure: Enclosure | null;
  /** Called when the command has begun, or will not. */
  begun(): void;
}

/** Stays with a command until it is over, or somebody else has it; no process of it is left that nobody knows of. */
async function attend(parts: LaunchParts, launched: Launch, wishes: Wishes): Promise<Run> {
  const { launchers } = parts;
  const begin = performance.now();
  const early = lookEarly(launched);
  try {
    const turn = await unlessAborted(firstTurn(launched, wishes), wishes.stop);
    if (turn === 'ended' && !wishes.stop.aborted) {
      const shellEnd = await launched.ended;
      return (
        (await keepEnded(parts, launched, wishes, shellEnd)) ??
        (await afterShell(parts, launched, shellEnd, { ...wishes, early }))
      );
    }
    if (!wishes.stop.aborted || stopReason(wishes.stop).kind === 'kept') {
      const waitsForInput = findWaiting(launched);
      const kept = await keepRun(parts, launched, wishes, null);
      if (kept !== null) return { kind: 'kept', kept, waitsForInput };
    }
    await endCall(launched.call, wishes.graceMs);
    await drainStopped(launched.readers);
    if (wishes.stop.aborted) return endedBy(wishes.stop);
    // It waits for input that nobody can give, and what it writes is read no more.
    const timeoutMs = Math.round(performance.now() - begin);
    return endedWith({ kind: 'timed_out', timeoutMs });
  } finally {
    early.stop();
    for (const reader of launched.readers) reader.stop();
    if (launched.inputFd !== null) closeSync(launched.inputFd);
    const letGo = (): void => {
      if (launched.hasTerminal) launched.launcher.letGo();
      else launchers.giveBack(launched.launcher);
    };
    // Whoever has called gets the result first: what puts a sandbox away would take the processor.
    if (wishes.enclosure === null) letGo();
    else setImmediate(letGo);
  }
}

/** What was over before its time to be handed over had come, where it is to be a job in any case. */
async function keepEnded(
  parts: LaunchParts,
  launched: Launch,
  wishes: Wishes,
  shellEnd: ShellEnd | null,
): Promise<Run | null> {
  if (wishes.keep?.ended !== 'keep' || shellEnd === null) return null;
  const kept = await keepRun(parts, launched, wishes, shellEnd);
  return kept && { kind: 'kept', kept, waitsForInput: null };
}

/** Reads what still comes after the end of the shell; then what still runs goes on as a job, or is ended. */
async function afterShell(
  parts: LaunchParts,
  launched: Launch,
  shellEnd: ShellEnd | null,
  wishes: Wishes & { readonly early: EarlyLook },
): Promise<Run> {
  const { readers } = launched;
  // A terminal is read through a program of ours, which is the last to have it open.
  const isHeld = async () => !launched.hasTerminal || (await isAlive(launched.call));
  await drain(readers, wishes.stop, isHeld);
  const { call } = launched;
  if (shellEnd === null) return await lost(call, wishes.graceMs);
  const { exit, parts: statuses } = shellEnd;
  const end = { ...endedWith(exit), parts: statuses };
  const isGone = async () => wishes.early.isGone() || !(await isAlive(call));
  if (call.outputFiles.size === 0 && ((await isGone()) || (await isGoneWithin(call, lastWorkMs)))) return end;
  const survivors = await findSurvivors(call, wishes.stop);
  if (wishes.keep?.survivors === 'keep' && !wishes.stop.aborted && survivors.length > 0) {
    const kept = await keepRun(parts, launched, wishes, shellEnd);
    if (kept !== null) return { ...end, survivors, kept };
  }
  for (const reader of readers) reader.stop();
  await endCall(call, wishes.graceMs);
  return { ...end, survivors };
}

async function lost(call: CallIdentity, graceMs: number): Promise<Run> {
  await endCall(call, graceMs);
  return endedWith(lostLauncher);
}

/** `shellEnd`: how the shell ended, if it has. Resolves to `null` when the run may not go on. */
async function keepRun(
  { programs, watchdog }: LaunchParts,
  launched: Launch,
  { graceMs, keep }: Wishes,
  shellEnd: ShellEnd | null,
): Promise<KeptRun | null> {
  if (keep === null || launched.call.shell === null) return null;
  const kept = await handOver({ programs, launched, keep, graceMs, shellEnd });
  if (kept !== null) watchdog.forget(launched.call.mark);
  return kept;
}
