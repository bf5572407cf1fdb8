import type { Event } from './event.ts';
import type { Approver } from './ports.ts';

/** Made fresh for every call: whose call it is and how to stop it. Tools keep nothing between calls. */
export interface ToolContext {
  /** Aborting it cancels the call and ends everything the command started. */
  readonly signal: AbortSignal;
  /** Which conversation the call belongs to. */
  readonly conversationId: string;
  /** Whether somebody has named the conversation; `false`: it is of this call alone. Left out: it was. */
  readonly isConversationNamed?: boolean;
  /** Absolute path; where the conversation works. */
  readonly workingDirectory: string;
  /** The caller's own time limit in milliseconds, in place of the contract's; `null` to leave that as it is. */
  readonly timeoutMs: number | null;
  /**
   * Aborted when the caller will wait no longer for an answer: a command that may go on as a job then goes on as one, and a
   * wait for a job is over. What can do neither is not cut short. `null`: the caller waits as long as it takes.
   */
  readonly patience: AbortSignal | null;
  /** `false`: nothing of it goes on as a job, as for a caller that has no tools for jobs. Left out: what may does. */
  readonly keepsRuns?: boolean;
  /**
   * Told of what happens during the call; `null` when nobody listens. A returned promise means: no more output, please,
   * until it is settled; the command then waits. What it throws, or rejects with, stops the command and fails the call.
   */
  readonly onEvent: ((event: Event) => unknown) | null;
  /** Who is asked about this call, before the contract's and the host's approvers are; `null`: nobody before them. */
  readonly approver: Approver | null;
  /**
   * The conversation's browser: made when first asked for, the same for every caller of one conversation.
   * Rejects with a `HandrailError` of code `no-resource` when no browser provider was configured.
   */
  readonly browser: () => Promise<unknown>;
}
