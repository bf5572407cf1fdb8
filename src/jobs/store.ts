import type { KeptRun, ProcessIdentity } from '../model/exit.ts';
import type { Job, JobExit } from '../model/job.ts';

/** A job as it is stored: what its directory and the table of processes tell is not in it. */
export interface StoredJob extends Omit<Job, 'state' | 'outputFile' | 'outputProblem' | 'terminal'> {
  /** Absolute path of the directory that its supervisor works in. */
  readonly directory: string;
  /** Tells one start of the machine from another; `null` where there is no /proc to tell. */
  readonly bootId: string | null;
  /** The process that started it. */
  readonly host: ProcessIdentity;
  readonly state: StoredState;
  /** Bytes of the output that its conversation has read. */
  readonly readBytes: number;
}

export type StoredState =
  | { readonly kind: 'running' }
  | { readonly kind: 'ended'; readonly exit: JobExit; readonly at: number }
  | { readonly kind: 'lost'; readonly at: number };

/** A job that is about to be one. */
export type NewJob = Omit<StoredJob, 'id' | 'state' | 'supervisor'>;

/**
 * Where jobs are remembered. Several processes use one store at once, and each change is made by one of them alone. Every
 * method rejects when the store cannot be used.
 */
export interface JobStore {
  /** Resolves to the id; to `null` when as many as `mostRunning` run already. */
  add(job: NewJob, mostRunning: number): Promise<string | null>;
  /** Stores a job again that is there no more, under its id. Resolves to the one that it has by then: another where that is another job's. */
  restore(job: StoredJob): Promise<string>;
  /** Takes back an `add` that nothing came of. */
  remove(id: string): Promise<void>;
  setSupervisor(id: string, supervisor: KeptRun['supervisor']): Promise<void>;
  /** Has effect on a running job only. */
  finish(id: string, state: Exclude<StoredState, { kind: 'running' }>): Promise<void>;
  setReadBytes(id: string, bytes: number): Promise<void>;
  /** Jobs of a conversation that run, or that are over and were not handed out yet. */
  untold(conversationId: string): Promise<readonly StoredJob[]>;
  /** Jobs that are over, of a conversation, each handed out once. */
  claimEnds(conversationId: string): Promise<readonly StoredJob[]>;
  find(id: string): Promise<StoredJob | null>;
  running(): Promise<readonly StoredJob[]>;
  /** The newest first, at most `limit` of them. */
  list(limit: number): Promise<readonly StoredJob[]>;
  /** Jobs that were over before that time, in milliseconds since 1970; the oldest first. */
  endedBefore(time: number): Promise<readonly StoredJob[]>;
}
