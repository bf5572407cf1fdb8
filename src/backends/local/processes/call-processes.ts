import { cpus } from 'node:os';
import type { ProcessIdentity } from '../../../model/exit.ts';
import { callLimit } from './call-limit.ts';
import { type Look, takeLook } from './look.ts';
import { isShellOfAnother } from './own-shells.ts';
import { namespaceOf } from './process-places.ts';
import {
  canWriteTo,
  type FileId,
  isAnyProcess,
  isStill,
  lastProcessId,
  listProcessIds,
  mostProcessIds,
  type ProcessEntry,
} from './process-table.ts';

/** The variable that every process of a call inherits, so that those can be found that left its group and session. See also `callLimit`. */
export const markVariable = 'HANDRAIL_CALL';

/** What the processes of one call are told by. */
export interface CallIdentity {
  /** A name that no other call has. In the environment it stands behind those of the calls that this one is within. */
  readonly mark: string;
  /**
   * The launcher of the shell, whose id is that of the session that both are in. It is not one of the call's processes.
   * `null` when it is not known any more.
   */
  readonly launcher: ProcessIdentity | null;
  /**
   * Who leads the group of the command: its shell; on a terminal its launcher. `null` as long as the shell has not said
   * that it runs.
   */
  readonly shell: ProcessIdentity | null;
  /** When it began; `null` when that is not known, or long ago. */
  readonly begin: CallBegin | null;
  /** The sandbox that it is in; `null`: in none. */
  readonly sandbox: SandboxProcesses | null;
  /** The pipes, or the terminal, that the command writes to and that are open at this moment; see `openFiles`. */
  readonly outputFiles: ReadonlySet<FileId>;
}

/** The moment from which on a call has made processes, its shell and those that are named apart. */
export interface CallBegin {
  /** The id that the kernel had given out last; see `lastProcessId`. */
  readonly lastProcessId: number;
  /** As `performance.now()` counts. */
  readonly atMs: number;
  /** Those of before that could be of the call; left out: none. */
  readonly olderIds?: readonly number[];
  /** Those from then on that are known to be none of the call's, and the id that had been given out last by then; left out: none. */
  readonly strangers?: { readonly ids: ReadonlySet<number>; readonly lastProcessId: number };
}

/** To be asked for right before a command may run. */
export function beginCall(): CallBegin {
  return { lastProcessId: lastProcessId(), atMs: performance.now() };
}

/** The processes of a sandbox. */
export interface SandboxProcesses {
  /**
   * Leads the session of those that make the sandbox and put it away, the first process in it among them. They have the
   * call's output open for a while, and are none of its own: what ends them leaves the sandbox half made, or half put away.
   */
  readonly keeper: ProcessIdentity;
  /** That of all that it runs; `null` as long as no shell has started there. */
  readonly namespace: ProcessNamespace | null;
}

/** A namespace for processes. It ends with its first process, and the kernel gives its name to the next one that is made. */
export interface ProcessNamespace {
  readonly name: string;
  readonly first: ProcessIdentity;
}

/** The mark of a call as its processes get it: behind those of the calls that it is within. */
export function markValue(mark: string, outerMark: string | null): string {
  return outerMark === null ? mark : `${outerMark}/${mark}`;
}

/**
 * Every living process of the call: those of the shell's group and session, those that carry its mark or have its limit, those that hold
 * its output open, and the children of any of them. One that takes care to get rid of all of that is not found; in a sandbox there
 * is none: every process of it is the call's. None is older than the shell: a server that was handed the output was there before.
 */
export function findCallProcesses(call: CallIdentity, look: Look = takeLook()): readonly ProcessEntry[] {
  return lookForProcesses(call, look).found;
}

/** The processes of a call at one moment. */
export interface CallProcesses {
  readonly found: readonly ProcessEntry[];
  /** Those that could be of it too: while a program takes the place of another one, its process may be told by nothing. */
  readonly unsure: readonly ProcessEntry[];
  /**
   * What may be of it later: what is being replaced by another program, whoever it descends from, and what has not left those yet that
   * make its sandbox.
   */
  readonly again: readonly ProcessEntry[];
  /** All others that were looked at. */
  readonly strangers: readonly ProcessEntry[];
}

export function lookAtCall(call: CallIdentity, look: Look): CallProcesses {
  const { found, others, all } = lookForProcesses(call, look);
  const ids = new Set(found.map(({ pid }) => pid));
  const replaced = others.filter(({ pid }) => !ids.has(pid) && look.isBeingReplaced(pid));
  const unsure = replaced.length === 0 ? [] : replaced.filter(descendsFromNoStranger(call, look));
  const again = [...replaced, ...all.filter((entry) => isOfKeeper(call, entry, look))];
  for (const { pid } of again) ids.add(pid);
  return { found, unsure, again, strangers: all.filter(({ pid }) => !ids.has(pid)) };
}

/** Whether any process of the call is alive, or could be. A call is over only when that is known. */
export function mayHaveProcesses(call: CallIdentity, look: Look): boolean {
  const { found, unsure } = lookAtCall(call, look);
  return found.length > 0 || unsure.length > 0;
}

/**
 * A process of the call descends from others of it, and from who takes in what they leave behind: that is one that the call itself
 * descends from; where its launcher is over, any that this process has started may be that. What another process that is older than
 * the shell has started is none of it: where much runs, there is always some program that takes the place of another one.
 */
function descendsFromNoStranger(
  { launcher, shell }: CallIdentity,
  look: Look,
): (entry: ProcessEntry) => boolean {
  const aboveLauncher = launcher === null ? [] : ancestorsOf(launcher.pid, look);
  const above = new Set([...aboveLauncher, ...ancestorsOf(process.pid, look)]);
  return ({ pid }) => {
    const ancestors = ancestorsOf(pid, look);
    if (aboveLauncher.length === 0 && ancestors.includes(process.pid)) return true;
    const adopted = ancestors.findIndex((ancestor) => above.has(ancestor));
    const below = adopted === -1 ? ancestors : ancestors.slice(0, adopted);
    return below.every((ancestor) => (look.process(ancestor)?.startTime ?? 0) >= (shell?.startTime ?? 0));
  };
}

/** The process itself, and those that it descends from, as far as they are known. */
export function ancestorsOf(pid: number, look: Look): readonly number[] {
  const found: number[] = [];
  for (let entry = look.process(pid); entry !== null && !found.includes(entry.pid); ) {
    found.push(entry.pid);
    entry = look.process(entry.parentPid);
  }
  return found;
}

/**
 * How often those are looked at that were made meanwhile: 8 times. Each time there are fewer, as there are fewer to look at, but where
 * more are made than can be looked at.
 */
const mostRounds = 8;

/**
 * The processes of the call, and all that could be. Looked at are also those that were made meanwhile: of a process that is gone when its
 * turn comes, a child may have come that was not there before.
 */
function lookForProcesses(
  call: CallIdentity,
  look: Look,
): Record<'found' | 'others' | 'all', readonly ProcessEntry[]> {
  const all: ProcessEntry[] = [];
  const others: ProcessEntry[] = [];
  const own: ProcessEntry[] = [];
  const looked = new Set<number>();
  const isOwn = belongsTo(call, look);
  let ids = candidateIds(call, look);
  let last = look.lastProcessId();
  for (let round = 0; round === 0 || (ids.length > 0 && round <= mostRounds); round += 1) {
    for (const id of ids) looked.add(id);
    const added = ids.map(look.process).filter((entry) => entry !== null);
    all.push(...added);
    const possible = added.filter((entry) => canBeOf(call, entry, look));
    others.push(...possible);
    // Each once: to look at all of them again takes longer than it takes others to start the next one.
    own.push(...possible.filter(isOwn));
    const latest = lastProcessId();
    ids = Number.isNaN(latest) ? notIn(looked, listProcessIds()) : rangeOf(last + 1, latest);
    last = latest;
  }
  return { found: withDescendants(own, others), others, all };
}

function canBeOf(call: CallIdentity, entry: ProcessEntry, look: Look): boolean {
  const { launcher, shell } = call;
  return (
    entry.startTime >= (shell?.startTime ?? 0) &&
    entry.pid !== launcher?.pid &&
    !isShellOfAnother(entry, launcher) &&
    !isOfKeeper(call, entry, look)
  );
}

function isOfKeeper({ sandbox }: CallIdentity, { sessionId }: ProcessEntry, look: Look): boolean {
  return sandbox !== null && isLedBy(sandbox.keeper, sessionId, look);
}

function belongsTo(call: CallIdentity, look: Look): (entry: ProcessEntry) => boolean {
  const limit = callLimit(call.mark);
  return (entry) =>
    isLedBy(call.launcher, entry.sessionId, look) ||
    isLedBy(call.shell, entry.groupId, look) ||
    isInNamespace(entry, call.sandbox?.namespace ?? null) ||
    carriesMark(entry, call.mark, look) ||
    look.softLimit(entry.pid) === limit ||
    canWriteTo(entry.pid, call.outputFiles, look.openFiles);
}

/** Whether the group or session of that id is the leader's. */
function isLedBy(leader: ProcessIdentity | null, id: number, look: Look): boolean {
  return leader !== null && leader.pid === id && isStillThat(leader, look);
}

/**
 * The ids that processes of the call can have. They are given out in order and begin anew at 32,768 or later: of a young
 * call they all come after the last one before it, unless they began anew since. Of an older call they can be any,
 * and where the last one is not known.
 */
function candidateIds({ begin, shell }: CallIdentity, look: Look): readonly number[] {
  const last = look.lastProcessId();
  const since = sinceThen(begin, look);
  const first = since === null ? 0 : since.lastProcessId + 1;
  const isFew = first > 0 && last - first < fewIds;
  const ids = isFew ? rangeOf(first, last) : look.processIds().filter((pid) => pid >= first);
  const apart = new Set([...(shell === null ? [] : [shell.pid]), ...(begin?.olderIds ?? [])]);
  // This process holds the reading ends of the pipes, and is never one of the call's.
  const isWanted = (pid: number): boolean => pid !== process.pid && since?.strangers?.ids.has(pid) !== true;
  const all = [...[...apart].filter((pid) => pid < first), ...ids.filter(isWanted)];
  return isFew ? all.filter(isAnyProcess) : all;
}

/** The moment, if all ids that were given out since come after those from before; `null`: they may have begun anew. */
export function sinceThen(begin: CallBegin | null, look: Look): CallBegin | null {
  if (begin === null || !isYoung(begin)) return null;
  const latest = Math.max(begin.lastProcessId, begin.strangers?.lastProcessId ?? 0);
  return look.lastProcessId() >= latest ? begin : null;
}

/** As many ids as are looked at one by one in less time than it takes to list those that there are. */
const fewIds = 8;

function notIn(seen: ReadonlySet<number>, ids: readonly number[]): readonly number[] {
  return ids.filter((id) => id !== process.pid && !seen.has(id));
}

function rangeOf(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => first + index);
}

/** Ids that one processor gives out in a millisecond, at most: 16, where threads come and go as fast as they can it is 10. */
const mostIdsEachMs = 16;

/**
 * Milliseconds in which a machine cannot give out all ids and those after the first again. With two processors that is 1 s where there
 * are 32,768, as the kernel has it, and two minutes where there are 4 Mi, as systemd does.
 */
let youngMs: number | null = null;

function isYoung({ atMs }: CallBegin): boolean {
  youngMs ??= mostProcessIds() / (mostIdsEachMs * Math.max(1, cpus().length));
  return performance.now() - atMs < youngMs;
}

/**
 * While a group or a session has members its id is not given out again; after that a stranger may lead one of that id.
 * A leader that is over, with the members still there, is no stranger.
 */
function isStillThat({ pid, startTime }: ProcessIdentity, look: Look): boolean {
  const leader = look.process(pid);
  return leader === null || leader.startTime === startTime;
}

/** The first process is looked at last: while it is there, no other namespace has the name. */
function isInNamespace({ pid }: ProcessEntry, namespace: ProcessNamespace | null): boolean {
  return namespace !== null && namespaceOf(pid) === namespace.name && isStill(namespace.first);
}

function carriesMark({ pid }: ProcessEntry, mark: string, look: Look): boolean {
  return look.environmentValue(pid, markVariable)?.split('/').includes(mark) ?? false;
}

function withDescendants(
  found: readonly ProcessEntry[],
  all: readonly ProcessEntry[],
): readonly ProcessEntry[] {
  const members = new Map(found.map((entry) => [entry.pid, entry]));
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const entry of all) if (members.has(entry.parentPid)) members.set(entry.pid, entry);
  }
  return [...members.values()];
}
