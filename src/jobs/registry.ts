import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptRun } from '../model/exit.ts';
import type { Job } from '../model/job.ts';
import type { JobPlace } from '../model/ports.ts';
import {
  outputFileIn,
  readEnd,
  readOutOfMemory,
  readOutputProblem,
  readShellEnd,
  readSupervisor,
  readTerminal,
  writeTerminal,
} from './directory.ts';
import { createInTurn, type InTurn } from './in-turn.ts';
import { type JobLimits, jobLimits } from './limits.ts';
import type { JobStore, NewJob, StoredJob } from './store.ts';
import { bootId, isAlive, thisProcess } from './supervisor-state.ts';

/** The command that is to go on as a job. */
export type JobOrigin = Pick<
  Job,
  'callId' | 'contract' | 'conversationId' | 'command' | 'cwd' | 'description' | 'terminal'
> & {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds until it is ended; `null` for the limit of all jobs. */
  readonly maxMs: number | null;
};

/** A job that was registered and has no supervisor yet. */
export interface OpenedJob {
  readonly id: string;
  readonly place: JobPlace;
  /** Called when a supervisor has it. */
  kept(run: KeptRun): Promise<void>;
  /** The job as it is now, also where its store has been removed meanwhile, when it can have another id, or cannot be used. */
  now(): Promise<Job>;
  /** Called when nobody could have it. */
  remove(): Promise<void>;
}

/** What outlives the calls, of all processes that share a state directory. */
export interface JobRegistry {
  /**
   * Keeps one of the places of jobs that run at once for a call that is to be one, until it is opened or `release` is called. Resolves to
   * the reason when none is free; rejects when it cannot be told.
   */
  claim(callId: string): Promise<Claim | { readonly refusal: string }>;
  /**
   * Makes a job's directory, has `writeOutput` write there what came so far, and registers it. `readBytes`: how much of
   * that the conversation is told at once. Resolves to the reason when it may not be; rejects when it cannot be.
   */
  open(
    origin: JobOrigin,
    run: Pick<KeptRun, 'shell' | 'mark'>,
    writeOutput: (path: string) => Promise<number>,
  ): Promise<OpenedJob | { readonly refusal: string }>;
  /** The job as it is now; `null` when there is none of that id. */
  find(id: string): Promise<FoundJob | null>;
  /** The running ones and the newest of the others. */
  list(): Promise<readonly Job[]>;
  /** Whether the conversation has jobs that run, or that are over and were not told yet. */
  hasUntold(conversationId: string): Promise<boolean>;
  /** Jobs of the conversation that are over, each told once, to whoever asks first. */
  claimEnds(conversationId: string): Promise<readonly Job[]>;
  setReadBytes(id: string, bytes: number): Promise<void>;
  /** What is typed to a job is typed here, after what was to be typed before: else it would come in any order, and long texts in parts. */
  readonly typeInTurn: InTurn;
  /**
   * To be called before something is asked about jobs: stores those again that were opened here and run, where somebody has removed them with
   * their store. Else they would run on, and nobody could end them.
   */
  restore(): Promise<void>;
}

/** A place that is kept for a job. */
interface Claim {
  release(): void;
}

/** A job, and what only this folder needs to know of it. */
export interface FoundJob {
  readonly job: Job;
  readonly directory: string;
  readonly readBytes: number;
  /** Whether its processes can be there: they are of this start of the machine. */
  readonly isOfThisBoot: boolean;
}

/** How many jobs a list has at most beside the running ones. */
const listed = 50;

/** `directory`: absolute path, for a directory for each job. */
export function createJobRegistry(
  store: JobStore,
  directory: string,
  limits: JobLimits = jobLimits,
): JobRegistry {
  /** The calls that a place is kept for. */
  const claims = new Set<string>();
  /** The jobs that were opened here and are not known to be over: their store can be removed under them. */
  const own = new Map<string, StoredJob>();
  const tooMany = { refusal: `${limits.running} jobs are running, which is the most; stop one first` };

  return {
    async claim(callId) {
      await restore();
      // Most of the time there is room, and nothing has to be looked at.
      for (const look of [store.running, async () => (await refreshAll()).values()]) {
        const running = [...(await look())].filter(({ state }) => state.kind === 'running');
        if (placesTaken(running, callId) >= limits.running) continue;
        claims.add(callId);
        return { release: () => void claims.delete(callId) };
      }
      return tooMany;
    },
    async open({ maxMs, terminal, ...origin }, { shell, mark }, writeOutput) {
      const place: JobPlace = {
        directory: join(directory, origin.callId),
        maxOutputBytes: limits.outputBytes,
        maxMs: maxMs ?? limits.maxMs,
      };
      await restore();
      await forgetOld();
      await refreshAll();
      if (placesTaken(await store.running(), origin.callId) >= limits.running) return tooMany;
      await mkdir(place.directory, { recursive: true, mode: 0o700 });
      const remove = async (): Promise<void> => await rm(place.directory, { recursive: true, force: true });
      try {
        const readBytes = await writeOutput(outputFileIn(place.directory));
        await writeTerminal(place.directory, terminal);
        const job: NewJob = { ...origin, ...here(), shell, mark, directory: place.directory, readBytes };
        const id = await store.add(job, limits.running);
        if (id === null) {
          await remove();
          return tooMany;
        }
        const opened: StoredJob = { ...job, id, supervisor: null, state: { kind: 'running' } };
        own.set(id, opened);
        return { id, place, ...afterOpening(opened, remove) };
      } catch (error) {
        await remove();
        throw error;
      } finally {
        claims.delete(origin.callId);
      }
    },
    async find(id) {
      const stored = await store.find(id);
      if (stored === null) return null;
      const fresh = await refresh(stored);
      const { directory: place, readBytes } = fresh;
      return { job: toJob(fresh), directory: place, readBytes, isOfThisBoot: fresh.bootId === bootId };
    },
    async list() {
      const seen = await refreshAll();
      const jobs = await store.list(listed);
      return jobs.map((job) => toJob(job.state.kind === 'running' ? (seen.get(job.id) ?? job) : job));
    },
    hasUntold: async (conversationId) => (await store.untold(conversationId)).length > 0,
    async claimEnds(conversationId) {
      const untold = await store.untold(conversationId);
      if (untold.length === 0) return [];
      for (const job of untold) await refresh(job);
      return (await store.claimEnds(conversationId)).map(toJob);
    },
    restore,
    typeInTurn: createInTurn(),
    setReadBytes: async (id, bytes) => await store.setReadBytes(id, bytes),
  };

  function afterOpening(
    opened: StoredJob,
    removeDirectory: () => Promise<void>,
  ): Pick<OpenedJob, 'kept' | 'now' | 'remove'> {
    const isIt = ({ callId }: StoredJob): boolean => callId === opened.callId;
    /** As it was stored last: with another id where that had become another job's. */
    const known = (): StoredJob => [...own.values()].find(isIt) ?? opened;
    return {
      async kept({ supervisor }) {
        const kept = { ...known(), supervisor };
        own.set(kept.id, kept);
        await restore();
        await store.setSupervisor(known().id, supervisor);
      },
      async now() {
        try {
          await restore();
          const found = await store.find(known().id);
          if (found !== null && isIt(found)) return toJob(await refresh(found));
        } catch {
          // The store cannot be used now: what is told is what is known here.
        }
        return toJob({ ...known(), state: observe(known()) });
      },
      async remove() {
        const { id } = known();
        own.delete(id);
        const found = await store.find(id);
        if (found !== null && isIt(found)) await store.remove(id);
        await removeDirectory();
      },
    };
  }

  async function restore(): Promise<void> {
    // The newest first: one whose id is another job's by now takes none of theirs.
    for (const job of [...own.values()].sort((a, b) => Number(b.id) - Number(a.id))) {
      const stored = await store.find(job.id);
      const isThere = stored?.callId === job.callId;
      if (isThere && stored.state.kind === 'running') continue;
      const id = isThere ? null : await store.restore(job);
      if (own.get(job.id) === job) own.delete(job.id);
      if (id !== null) own.set(id, { ...job, id });
    }
  }

  /** How many places there are not for `callId`: those that run, and those that are kept for others. It has its own until it is one of the jobs. */
  function placesTaken(running: readonly StoredJob[], callId: string): number {
    if (claims.has(callId)) return running.length;
    const jobs = new Set(running.map((job) => job.callId));
    return running.length + [...claims].filter((claimed) => !jobs.has(claimed)).length;
  }

  /** The jobs that were running when they were stored, as they are, by their ids. */
  async function refreshAll(): Promise<ReadonlyMap<string, StoredJob>> {
    const seen = new Map<string, StoredJob>();
    for (const job of await store.running()) seen.set(job.id, await refresh(job));
    return seen;
  }

  /** Stores what the supervisor has written, or that there is none any more. */
  async function refresh(job: StoredJob): Promise<StoredJob> {
    const state = job.state.kind === 'running' ? observe(job) : job.state;
    if (state.kind === 'running') return job;
    if (job.state.kind === 'running' && !(await isStored(job.id, state))) return { ...job, state };
    return (await store.find(job.id)) ?? { ...job, state };
  }

  async function isStored(id: string, state: Parameters<JobStore['finish']>[1]): Promise<boolean> {
    try {
      await store.finish(id, state);
      return true;
    } catch {
      return false; // The disk is full, or another process has the database: whoever looks next stores it.
    }
  }

  async function forgetOld(): Promise<void> {
    for (const { id, directory: place } of await store.endedBefore(Date.now() - limits.rememberedMs)) {
      // What cannot be removed, as another user has put it there, keeps nothing else from being a job: it is tried again with the next.
      if (await isRemoved(place)) await store.remove(id);
    }
  }
}

async function isRemoved(directory: string): Promise<boolean> {
  try {
    await rm(directory, { recursive: true, force: true });
    return true;
  } catch {
    return false; // Why does not matter to who starts a job.
  }
}

function here(): Pick<StoredJob, 'bootId' | 'host'> {
  return { bootId, host: thisProcess() };
}

/** The state of a job that was running when it was stored. */
function observe(job: StoredJob): StoredJob['state'] {
  const supervisor = job.supervisor ?? readSupervisor(job.directory) ?? job.host;
  const watched = isAlive(supervisor, job.bootId);
  // In this order: a supervisor that is gone has written the end before, if it has.
  const end = readEnd(job.directory);
  if (end !== null) return { kind: 'ended', ...end };
  return watched ? { kind: 'running' } : { kind: 'lost', at: Date.now() };
}

function toJob({ bootId: _boot, host: _host, readBytes: _read, directory, state, ...job }: StoredJob): Job {
  return {
    ...job,
    outputFile: outputFileIn(directory),
    outputProblem: readOutputProblem(directory),
    terminal: readTerminal(directory),
    state: withDetails(state, directory),
  };
}

/** With what is not stored, but stands in the directory of the job. */
function withDetails(state: StoredJob['state'], directory: string): Job['state'] {
  if (state.kind === 'lost') return state;
  if (state.kind === 'running') return { ...state, shell: readShellEnd(directory) };
  const outOfMemory = readOutOfMemory(directory);
  return { ...state, ...(outOfMemory && { outOfMemory }) };
}
