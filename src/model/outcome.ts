import type { Access } from './access.ts';
import type { Capture, Spill, StreamName } from './capture.ts';
import type { Finding } from './decision.ts';
import type { Exit, ExitNote, OutOfMemory, SessionState, StartProblem, Survivor } from './exit.ts';
import type { Job, JobAnswer } from './job.ts';
import type { Problem, Request } from './request.ts';
import type { Confinement, Denial } from './sandbox.ts';

/** The input was not one the contract accepts. Nothing was started. */
export interface Invalid {
  readonly kind: 'invalid';
  readonly problems: readonly [Problem, ...Problem[]];
}

/** The policy, or a person who was asked, said no. Nothing was started. */
export interface Denied {
  readonly kind: 'denied';
  readonly by: 'policy' | 'person';
  readonly reason: string;
  readonly findings: readonly Finding[];
}

/** The policy wants a person's answer and there is none yet. Nothing was started. */
export interface NeedsApproval {
  readonly kind: 'needs_approval';
  readonly reason: string;
  readonly findings: readonly Finding[];
  /** `nobody`: there was nobody to ask. `expired`: whoever was asked had not answered in time. */
  readonly because: 'nobody' | 'expired';
  /**
   * By which a person can still answer (`handrail approve`): the same call is then let through once when it is made again.
   * `null`: it can only be asked anew.
   */
  readonly approval: string | null;
}

/** The command was accepted, and the machine could not start it. Nothing was started. */
export interface CouldNotStart {
  readonly kind: 'could_not_start';
  readonly problem: StartProblem;
}

/** The command ran and is over. */
export interface Ended {
  readonly kind: 'ended';
  readonly exit: Exit;
  readonly capture: Capture;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds from the start of the command to its end; waiting for an approval is not in it. */
  readonly durationMs: number;
  /** `null` when the exit says it all. */
  readonly note: ExitNote | null;
  readonly confinement: Confinement;
  /** The hosts that it was denied, and the paths where it failed of that. */
  readonly denials: readonly Denial[];
  /** Hosts that it was denied beyond these; left out: none. */
  readonly moreDeniedHosts?: number;
  /** What was ended as its sandbox had no more memory; left out: nothing that is known. */
  readonly outOfMemory?: OutOfMemory;
  /**
   * What a request can ask for so that the command is not denied that again, with what it was allowed this once; empty
   * where nothing can be granted. As narrow as will do.
   */
  readonly grantable: readonly Access[];
  /** What still ran when the shell was over. */
  readonly survivors: readonly Survivor[];
  /** The job that the survivors are now; `null`: they have been ended, or run on in the session. */
  readonly job: Job | null;
  /** Why the command, or what outlived it, could not go on as a job where it was to; else `null`. */
  readonly refusal: string | null;
  /** The session it ran in; `null` when it had a shell of its own, or did not come to run. */
  readonly session: SessionUse | null;
}

/** A session, by the name that the call gave it, and how its shell is. */
export interface SessionUse extends SessionState {
  readonly name: string;
}

/** The command goes on without its caller. */
export interface MovedToJob {
  readonly kind: 'moved_to_job';
  /** It reached its time limit, was to be a job from the start, or waits on its terminal for somebody to type. */
  readonly because: 'timeout' | 'background' | 'input';
  /** The command line of the process that was waiting for input; `null` when none was. */
  readonly waitsForInput: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds that the caller waited. */
  readonly durationMs: number;
  readonly job: Job;
  readonly confinement: Confinement;
  /** The hosts that it was denied so far. */
  readonly denials: readonly Denial[];
  /** As of `Ended`. */
  readonly moreDeniedHosts?: number;
  /** As of `Ended`. */
  readonly grantable: readonly Access[];
  /** What the command wrote so far. */
  readonly capture: Capture;
}

/** A job was asked for something, and there is an answer. */
export interface Answered {
  readonly kind: 'answered';
  readonly answer: JobAnswer;
}

/** What became of a call. */
export type Outcome = Invalid | Denied | NeedsApproval | CouldNotStart | Ended | MovedToJob | Answered;

/** Every status with what it says, in the order in which documentation and help list them. @documented */
export const statusMeanings = {
  ok: 'The command ended with 0, or with 1 where that is an answer (`grep` found nothing).',
  failed: 'The command ended with another exit status.',
  signalled: 'A signal ended the command, and it was not ours.',
  timed_out: 'The command reached its time limit and was ended.',
  moved_to_job: 'The command goes on as a job.',
  cancelled: 'The caller cancelled the call, and the command was ended.',
  lost: 'What watched over the command was ended from outside, and the command with it; how it was doing is not known.',
  denied: 'A rule or a person said no. Nothing was started.',
  needs_approval: 'A person has to say yes, and nobody has answered. Nothing was started.',
  invalid: 'The input was not one that the contract accepts. Nothing was started.',
  could_not_start: 'The command was accepted, and the machine could not start it.',
} as const;

/** One word for what became of a call; the same in every contract, in the audit log and in events. */
export type Status = keyof typeof statusMeanings;

export const statuses = Object.keys(statusMeanings) as readonly Status[]; // Of a constant: its keys are those of the type.

/** The status of an outcome: `ok` is an exit code of 0, or of 1 where that is an answer; `failed` is any other. */
export function statusOf(outcome: Outcome): Status {
  if (outcome.kind === 'answered') return 'ok';
  if (outcome.kind !== 'ended') return outcome.kind;
  switch (outcome.exit.kind) {
    case 'exited':
      return outcome.exit.code === 0 || outcome.note?.answer ? 'ok' : 'failed';
    case 'signalled':
    case 'timed_out':
    case 'cancelled':
    case 'lost':
      return outcome.exit.kind;
  }
}

/** An outcome as it is kept: what a command wrote is told by its size and by the file that has it. */
export type OutcomeRecord =
  | Exclude<Outcome, Ended | MovedToJob | Answered>
  | (Omit<Ended, 'capture' | 'job'> & { readonly streams: StreamRecords; readonly job: string | null })
  | (Omit<MovedToJob, 'capture' | 'job'> & { readonly streams: StreamRecords; readonly job: string })
  | { readonly kind: 'answered'; readonly answer: JobAnswer['kind'] };

export type StreamRecords = Readonly<
  Partial<
    Record<StreamName, { readonly bytes: number; readonly lines: number; readonly spill: Spill | null }>
  >
>;

/** Whether the call is in the audit log with its outcome; if not, why. */
export type Recorded =
  | { readonly kind: 'recorded'; readonly id: string }
  | { readonly kind: 'not_opened' }
  | { readonly kind: 'not_closed'; readonly id: string; readonly reason: string };

/** All that a presenter may use: one finished call, whatever became of it. */
export interface Report {
  /** The tool's input as it was received. */
  readonly input: unknown;
  /** Absolute path; where the conversation works. */
  readonly workingDirectory: string;
  /** What the input asked for; `null` when it was not accepted. */
  readonly request: Request | null;
  /** The command that was asked for, where a person had the one of the request run in its stead; left out: nobody had. */
  readonly replaced?: string;
  readonly outcome: Outcome;
  readonly recorded: Recorded;
  /** Jobs of the conversation that ended since its last call; each is told once. */
  readonly endedJobs: readonly Job[];
}
