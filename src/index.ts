/**
 * Handrail: the bash tool for LLM agents. `createBash` makes one; `defineContract` makes a new kind of one.
 *
 * @packageDocumentation
 */

export type { SessionLimits } from './backends/local/sessions.ts';
export { defaultContract } from './contracts/default/default.ts';
export type { DefaultOptions } from './contracts/default/options.ts';
export type { BashResult, DefaultResult, JobListResult, JobToolResult } from './contracts/default/result.ts';
export { type ContractDefinition, defineContract, runCommand } from './contracts/define.ts';
export { modes } from './contracts/modes/modes.ts';
export type { ModesOptions } from './contracts/modes/options.ts';
export type { ModesResult } from './contracts/modes/present.ts';
export {
  type Confirm,
  type PlainErrorKind,
  type PlainOptions,
  type PlainResult,
  plain,
} from './contracts/plain/plain.ts';
export { type BashOptions, createBash } from './create-bash.ts';
export type { Bash } from './engine/bash.ts';
export type { CallResult } from './engine/engine.ts';
export type { ResourceProvider } from './engine/resources.ts';
export type { Task } from './engine/tasks.ts';
export type { ContextOptions } from './engine/tool-context.ts';
export type { Tool, ToolRegistry } from './engine/tools.ts';
export type {
  Capture,
  Captured,
  CapturedText,
  CaptureRule,
  CleanRule,
  Spill,
  StreamName,
} from './model/capture.ts';
export type { ToolContext } from './model/context.ts';
export type {
  CallScope,
  Contract,
  ContractTool,
  JsonSchema,
  OptionsRead,
  RequestScope,
  ToolAnnotations,
  ToolText,
} from './model/contract.ts';
export type { Decision, Finding, Policy, Rule, Verdict } from './model/decision.ts';
export { type ErrorCode, HandrailError } from './model/errors.ts';
export type { Event } from './model/event.ts';
export type {
  Exit,
  ExitNote,
  KeptRun,
  ProcessIdentity,
  Run,
  RunEnd,
  SessionFound,
  SessionState,
  ShellLoss,
  StartProblem,
  Stop,
  StopReason,
} from './model/exit.ts';
export type { Job, JobAnswer, JobExit, JobRequest, JobState } from './model/job.ts';
export {
  type Answered,
  type CouldNotStart,
  type Denied,
  type Ended,
  type Invalid,
  type MovedToJob,
  type NeedsApproval,
  type Outcome,
  type OutcomeRecord,
  type Recorded,
  type Report,
  type SessionUse,
  type Status,
  statuses,
  statusOf,
} from './model/outcome.ts';
export type { EnvironmentRule, Host, Plan, SessionPlan, StreamRule } from './model/plan.ts';
export type {
  ApprovalAnswer,
  ApprovalQuestion,
  Approver,
  Backend,
  CallClosed,
  CallOpened,
  Clock,
  JobPlace,
  Keep,
  Recorder,
  Sink,
} from './model/ports.ts';
export type { Lifetime, Operation, Problem, Request, SessionRequest } from './model/request.ts';
