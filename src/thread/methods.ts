import type { CallResult } from '../engine/engine.ts';
import type { JobOutputs } from '../engine/job-outputs.ts';
import type { CallJudgement } from '../engine/judge-call.ts';
import type { Task } from '../engine/tasks.ts';
import type { AnswerReceipt, Decisive, OpenApproval } from '../model/approval.ts';
import type { ToolContext } from '../model/context.ts';
import type { Event } from '../model/event.ts';
import type { Job } from '../model/job.ts';
import type { ApprovalAnswer, ApprovalQuestion } from '../model/ports.ts';

/** What stays on the side that has it, where functions can be called: the other side is told a number for it. */
export type Reference = number;

/** An approver of the host, as the thread is told of it. */
export interface FarApprover {
  readonly approver: Reference;
  readonly isGivenWithCall: boolean;
}

/** An approver that has joined, for the calls of a conversation; `null`: for all. */
export interface FarJoin extends FarApprover {
  readonly conversationId: string | null;
}

/** A call as the thread is told of it. Its signals are those of the call and, if it has patience, of that; none where nobody can abort any. */
export interface FarCall extends Pick<ToolContext, 'conversationId' | 'workingDirectory' | 'timeoutMs'> {
  readonly tool: string;
  readonly input: unknown;
  readonly isConversationNamed: boolean;
  readonly keepsRuns: boolean;
  /** `null`: nobody listens. */
  readonly listener: Reference | null;
  /** `null`: nobody is asked before the others. */
  readonly approver: FarApprover | null;
}

type Signals = readonly AbortSignal[];

/** What the host asks of the thread: all that a `Bash` does. */
export interface ThreadMethods {
  call(call: FarCall, signals: Signals): Promise<CallResult<unknown>>;
  judge(call: FarCall, signals: Signals): Promise<CallJudgement>;
  refuse(call: FarCall & { readonly reason: string }, signals: Signals): Promise<CallResult<unknown>>;
  join(approver: FarJoin): Promise<void>;
  leave(approver: Reference): Promise<void>;
  openApprovals(given: null): Promise<readonly OpenApproval[]>;
  answerApproval(given: { readonly id: string; readonly answer: Decisive }): Promise<AnswerReceipt>;
  listOutputs(conversationId: string): ReturnType<JobOutputs['list']>;
  readOutput(given: Parameters<JobOutputs['read']>): ReturnType<JobOutputs['read']>;
  running(conversationId: string | null): Promise<readonly Task[]>;
  endConversation(given: { readonly conversationId: string; readonly jobs: 'keep' | 'end' }): Promise<void>;
  close(given: null): Promise<void>;
  /** Ends the thread: there is no answer. */
  end(given: null): Promise<void>;
}

/** What the thread asks of the host. */
export interface HostMethods {
  /** Resolves when the listener wants more. */
  tell(given: { readonly listener: Reference; readonly event: Event }): Promise<unknown>;
  /** Its signal is aborted when the question is to be asked no more. */
  ask(
    given: { readonly approver: Reference; readonly question: ApprovalQuestion },
    signals: Signals,
  ): Promise<ApprovalAnswer>;
  jobEnded(job: Job): Promise<void>;
}
