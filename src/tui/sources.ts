import { join } from 'node:path';
import { createApprovalQueue } from '../approvals/queue.ts';
import { systemClock } from '../engine/clock.ts';
import { createJobRegistry } from '../jobs/registry.ts';
import { followHosts } from '../live/hosts.ts';
import type { LiveCall, LiveOutput } from '../live/protocol.ts';
import type { AnswerReceipt, Decisive, OpenApproval } from '../model/approval.ts';
import { messageOf } from '../model/errors.ts';
import type { Job } from '../model/job.ts';
import type { Status } from '../model/outcome.ts';
import type { AuditEntry } from '../state/audit-log.ts';
import { createLazyState } from '../state/lazy-state.ts';
import { type AuditRows, createAuditRows } from './audit-rows.ts';
import { jobOutput } from './job-output.ts';

/** A call that is over, as it was told last. */
export interface EndedCall {
  readonly call: LiveCall;
  /** `null`: its host has gone. */
  readonly status: Status | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** All that is shown, as it is now. */
export interface Sources {
  readonly hosts: number;
  readonly audit: AuditRows;
  /** Running calls, the oldest first. */
  calls(): readonly LiveCall[];
  /** Those that have just ended, the newest first. */
  ended(): readonly EndedCall[];
  jobs(): readonly Job[];
  approvals(): readonly OpenApproval[];
  /** The end of a job's output; it is read again and again for the job that was asked about last. */
  outputOf(job: Job): LiveOutput | null;
  /** The whole entry of a call. */
  entry(id: string): AuditEntry | null;
  answer(id: string, answer: Decisive): Promise<AnswerReceipt>;
  /** Why the state cannot be read; `null` while it can. */
  problem(): string | null;
  close(): void;
}

/** Milliseconds between two looks at the database: half a second. */
const lookMs = 500;

/** Calls that have ended and are still told of: 20. */
const mostEnded = 20;

/** `changed`: something of it is not as it was. */
export function createSources(stateDir: string, secrets: readonly string[], changed: () => void): Sources {
  const state = createLazyState(stateDir);
  const registry = createJobRegistry(state.jobs, join(stateDir, 'jobs'));
  const asIs = (text: string): string => text;
  const queue = createApprovalQueue({ store: state.approvals, clock: systemClock, mask: asIs, waitMs: null });
  const audit = createAuditRows(state.audit, changed);
  let jobs: readonly Job[] = [];
  let approvals: readonly OpenApproval[] = [];
  let ended: readonly EndedCall[] = [];
  let problem: string | null = null;
  let output: { readonly id: string; readonly text: LiveOutput | null } | null = null;
  let asked: string | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const hosts = followHosts(stateDir, {
    changed,
    over(call, status) {
      ended = [{ call, status, at: Date.now() }, ...ended].slice(0, mostEnded);
    },
  });

  const show = async (job: Job): Promise<void> => {
    output = { id: job.id, text: await jobOutput(job, secrets) };
    changed();
  };

  const look = async (): Promise<void> => {
    timer = null;
    try {
      audit.refresh();
      jobs = await registry.list();
      approvals = await queue.open();
      const job = jobs.find(({ id }) => id === asked);
      if (job !== undefined) await show(job);
      problem = null;
    } catch (error) {
      problem = messageOf(error);
    }
    if (isClosed) return state.shut();
    changed();
    timer = setTimeout(() => void look(), lookMs);
  };
  void look();

  return {
    get hosts() {
      return hosts.count;
    },
    audit,
    calls: () => hosts.calls().toSorted((a, b) => a.openedAt - b.openedAt),
    ended: () => ended,
    jobs: () => jobs,
    approvals: () => approvals,
    outputOf(job) {
      if (asked !== job.id) {
        asked = job.id;
        void show(job).catch(() => {}); // What is wrong with it, `look` tells.
      }
      return output?.id === job.id ? output.text : null;
    },
    entry(id) {
      try {
        return state.audit()?.find(id)[0] ?? null;
      } catch {
        return null; // It cannot be read now: `problem` tells.
      }
    },
    async answer(id, answer) {
      const receipt = await queue.answer(id, answer);
      approvals = await queue.open();
      changed();
      return receipt;
    },
    problem: () => problem,
    close() {
      isClosed = true;
      audit.close();
      hosts.close();
      if (timer === null) return; // Somebody is looking, and shuts it then.
      clearTimeout(timer);
      state.shut();
    },
  };
}
