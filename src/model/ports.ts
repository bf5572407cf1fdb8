import type { Access } from './access.ts';
import type { StreamName } from './capture.ts';
import type { Finding } from './decision.ts';
import type { KeptRun, Run, SyntaxMistake } from './exit.ts';
import type { Explanation } from './explanation.ts';
import type { Offer } from './grant.ts';
import type { OutcomeRecord, Status } from './outcome.ts';
import type { Plan, TerminalSize } from './plan.ts';
import type { Request } from './request.ts';
import type { Confinement, SandboxFiles, SandboxPlan, SandboxSupport } from './sandbox.ts';

/**
 * Takes what a command writes. It must not throw. A returned promise means: not more, please, until it is settled;
 * a backend then stops reading, so that the command waits instead of a buffer growing.
 */
export type Sink = (stream: StreamName, bytes: Uint8Array) => void | Promise<void>;

/** Where commands run. */
export interface Backend {
  /** For the audit log and for people: `local`. */
  readonly name: string;
  /**
   * Called before it is decided whether a command runs: what commands need and takes time to start can be started meanwhile.
   * `sandbox`: whether it is to have one, where that can be made. Left out: everything is started when it is needed. Must not throw.
   */
  prepare?(wants: { readonly sandbox: boolean }): void;
  /** `false`: nothing that it runs goes on as a job, and the engine refuses what asks for that. Left out: it hands runs over. */
  readonly keepsRuns?: false;
  /**
   * Runs a plan to its end.
   *
   * `stop` is aborted with a `StopReason`. With a `Stop` the run ends with that as its exit, unless the command had
   * exited before. With `kept` it is handed over to a supervisor. When the promise is settled, no process of the run is
   * left that `Run` does not tell of, or told of before for the same session, and `sink` is called no more.
   * `keep` says what is to become of what goes on; `null`: nothing may. A backend that keeps nothing ends it all the same.
   * Rejects only for a bug: what can be expected to go wrong is a variant of `Run`.
   *
   * The time limit of the command is the caller's to count, from the call on; with `limit` a backend has it wait while it makes what
   * the command is to run in.
   */
  run(plan: Plan, sink: Sink, stop: AbortSignal, keep: Keep | null, limit?: TimeLimit): Promise<Run>;
  /**
   * Has bash look for a mistake in the command of a plan, in its directory and environment. Nothing of the command runs, not
   * even what stands before the mistake (`bash -n`). `null`: none was found, or it could not be found out, or `stop` was
   * aborted. Left out: it never can be. Must not reject.
   */
  checkSyntax?(plan: Plan, stop: AbortSignal): Promise<SyntaxMistake | null>;
  /** Whether it can carry out a plan with a `sandbox`; left out: it cannot. Must not reject. */
  sandboxSupport?(): Promise<SandboxSupport>;
  /** What it would hold now for a plan that it can carry out; left out: the places of the plan, and nothing else. Must not throw. */
  sandboxFiles?(sandbox: SandboxPlan): SandboxFiles;
  /**
   * The shell that the session of that key has now, as its runs tell of it; `null`: none. Left out: that is seen only as a
   * plan is run. Must not throw.
   */
  sessionShell?(key: string): string | null;
  /**
   * Where that shell is now, as the system tells it: an absolute path without links; `null`: in a directory to which no name leads, as it is
   * gone, or its name cannot be told; `undefined`: not known. Left out: it never is. A command is judged then for all places to which those
   * before may have led. Must not throw.
   */
  sessionDirectory?(key: string): string | null | undefined;
  /** Ends the sessions of a conversation, with every process of them, and lets go of what is private to it. */
  endConversation(conversationId: string): Promise<void>;
  /** Ends every session, and lets go of what the backend keeps ready between runs. */
  close(): Promise<void>;
}

/** The time that a command has. */
export interface TimeLimit {
  /**
   * Has it wait for a shell, its sandbox or its container, as starting them is not the command's doing, until what is returned is
   * called; after 30 s in all it goes on by itself. `stop` is aborted all the same when the caller cancels.
   */
  pause(): () => void;
}

/** How a backend hands a run over. */
export interface Keep {
  /** Whether what outlives the shell is handed over too, or ended. */
  readonly survivors: 'keep' | 'end';
  /**
   * `keep`: what is over before it could be handed over is handed over all the same, for its end to be recorded. Left out,
   * or `tell`: its end is told.
   */
  readonly ended?: 'keep' | 'tell';
  /**
   * Called at most once, when `sink` will be called no more: makes the place where the run goes on, and a record of it.
   * `null`: it may not go on, and is ended. Must not reject.
   */
  place(run: Pick<KeptRun, 'shell' | 'mark'>): Promise<JobPlace | null>;
  /**
   * Called once after a place was made: a supervisor has the run, and the record is whole now; or nobody could have it,
   * and there is to be no record. Must not reject.
   */
  kept(run: KeptRun | null): Promise<void>;
}

/** Where a job lives. */
export interface JobPlace {
  /** Absolute path of a directory for this job alone, in which `output` has what came so far. */
  readonly directory: string;
  /** The most that `output` may grow to. */
  readonly maxOutputBytes: number;
  /** Milliseconds until the job is ended. */
  readonly maxMs: number;
}

/** What a person is asked. */
export interface ApprovalQuestion {
  readonly request: Request;
  readonly contract: string;
  readonly conversationId: string;
  /** Whether the caller has named the conversation; if not, it is of this call alone. */
  readonly isConversationNamed: boolean;
  /** The id of the call in the audit log. */
  readonly callId: string;
  /** What the answer is bound to, as a digest: calls with the same one are the same call, found fault with for the same reasons. */
  readonly key: string;
  readonly findings: readonly Finding[];
  /** What the command would run, with effects and findings, in words. */
  readonly explanation: Explanation;
  /** What would hold it, `access` left aside. */
  readonly confinement: Confinement;
  /** What the command is to have beyond its sandbox, as it really is: links in it are followed. It has it with a yes. */
  readonly access: readonly Access[];
  /**
   * What may be allowed for good: all that `always` keeps, and nothing else. A call that no narrow answer would do for is
   * not among it, and is asked about again; `null`: nothing is.
   */
  readonly offers: readonly Offer[] | null;
}

/**
 * What came of asking. With `always` what was offered is not asked about again; with `conversation` the same call is not,
 * as long as it is of the same conversation. `edited`: another command is to run in its stead, and is judged first; what
 * the rules would ask about in it has been answered. `unanswered`: nobody was there to say yes or no; that is not a no.
 */
export type ApprovalAnswer =
  | { readonly kind: 'approved'; readonly always?: Always; readonly conversation?: true }
  | { readonly kind: 'edited'; readonly command: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unanswered' };

/** What is to hold for good, and for how long. */
export interface Always {
  /** Milliseconds from now; `null`: until it is taken back. Left out: 30 days. */
  readonly forMs?: number | null;
  /**
   * In the stead of what was offered; each has to be as narrow. Left out: what was offered. Where one that was offered is not among
   * them, the command is asked about again; where there are none, nothing is kept, and the answer is for once.
   */
  readonly offers?: readonly Offer[];
}

/** Asks a person. If it throws, the answer is no. Waiting for it counts on no clock. */
export interface Approver {
  ask(question: ApprovalQuestion, signal: AbortSignal): Promise<ApprovalAnswer>;
  /**
   * Whether the answer is given with the call itself. Then it is later than what was answered to the same call before, and
   * that counts no more. Left out: what was answered before holds.
   */
  readonly isGivenWithCall?: boolean;
}

/** What is known of a call before anything of it is done. */
export interface CallOpened {
  readonly contract: string;
  readonly tool: string;
  readonly backend: string;
  readonly conversationId: string;
  readonly workingDirectory: string;
  /** The input as received, secrets masked. */
  readonly input: unknown;
}

/** What became of a call; everything in it with its secrets masked. */
export interface CallClosed {
  readonly command: string | null;
  readonly cwd: string | null;
  readonly status: Status;
  readonly outcome: OutcomeRecord;
  /** Who has let it run; left out: the rules, or it was not let run. */
  readonly approved?: Approved;
}

/** That a person has let a command run which the rules ask about. */
export interface Approved {
  /** `person`: in an answer to this call. `grant`: in an answer before, for the conversation or for good. */
  readonly by: 'person' | 'grant';
  /**
   * Why it was asked about; empty where a person has written a command that is not. Of what was allowed for good it is what is said of
   * that instead, `granted`.
   */
  readonly findings: readonly Finding[];
}

/**
 * Keeps the record of calls. `open` comes before anything is started and its failure keeps the call from starting;
 * `close` comes once for every `open`. Both reject when the record could not be written.
 */
export interface Recorder {
  /** Resolves to the id of the call: short, unique, fit for a file name. */
  open(call: CallOpened): Promise<string>;
  close(id: string, call: CallClosed): Promise<void>;
}

/**
 * Told of the calls of a bash as they go on, for people who look on from elsewhere. What comes here is as the caller wrote
 * it: whoever passes it on masks its secrets as in the record. Nothing of it may throw, or hold up a call.
 */
export interface Onlookers {
  /** A call is under way, and in the record. */
  enter(call: WatchedCall): CallProgress;
  /** Called when the bash is closed and no call is under way any more. Must not reject. */
  close(): Promise<void>;
}

/** A call as it begins. */
export interface WatchedCall {
  readonly id: string;
  readonly contract: string;
  readonly tool: string;
  readonly conversationId: string;
  readonly workingDirectory: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
}

/** How a call goes on. */
export interface CallProgress {
  /** Called when it is known what the call asks for, and again where a person has another command run: nothing of it has run. */
  asks(request: Request): void;
  /** Called where the call begins to wait for the shell of its session, and when that is over. */
  waits(isWaiting: boolean): void;
  /** Called when the command is accepted and about to run; again where it did not, as its session had another shell by then. */
  runs(command: WatchedCommand): void;
  /** Called once, when the call is over. */
  over(status: Status): void;
}

/** A command that runs, for whoever looks on. */
export interface WatchedCommand {
  readonly command: string;
  readonly cwd: string;
  readonly description: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly confinement: Confinement;
  readonly terminal: TerminalSize | null;
  readonly output: WatchedOutput;
}

/** What a command writes, for whoever begins to look on at any time. Nothing is done for it while nobody does. */
export interface WatchedOutput {
  soFar(): OutputSoFar;
  /** Has each chunk from now on passed on, and at once what had come and is not in `soFar` yet, which is not to be kept or changed; `null`: no more of them. */
  listen(to: ((bytes: Uint8Array) => void) | null): void;
}

/** As much of an output as is in memory: all that came or the end of it, as it came; or the end of it, cleaned. */
export type OutputSoFar =
  | { readonly kind: 'raw'; readonly bytes: Uint8Array; readonly isWhole: boolean }
  | { readonly kind: 'cleaned'; readonly bytes: Uint8Array };

/** The one source of time for the engine. */
export interface Clock {
  /** Milliseconds on a clock that never goes back; only differences mean anything. */
  elapsedMs(): number;
  /** Milliseconds since 1970, for what is kept. */
  nowMs(): number;
  /** Calls `then` once after `ms` milliseconds; the returned function takes that back. */
  after(ms: number, then: () => void): () => void;
}

/** The text of a file, by an absolute path or one relative to the directory of the process. Must not throw. */
export type ReadFile = (path: string) => FileText;

/** What a file holds, or why that could not be read. */
export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly reason: string };
