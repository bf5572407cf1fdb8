/**
 * Handrail: the bash tool for LLM agents. `createBash` makes one; `defineContract` makes a new kind of one.
 *
 * @packageDocumentation
 */

export type { SessionLimits } from './backends/local/sessions/sessions.ts';
export type { BashOptions } from './bash-options.ts';
export { type HostRule, hostRuleText, readHostRule } from './confine/host-rule.ts';
export { refusalOfHost } from './confine/never-granted.ts';
export { howToApprove, whyUnanswered } from './contracts/approval-words.ts';
export { asWritten } from './contracts/as-written.ts';
export { characters, fold, shortenText, widthOf } from './contracts/columns.ts';
export { contracts } from './contracts/contracts.ts';
export { defaultContract } from './contracts/default/default.ts';
export type { DefaultOptions } from './contracts/default/options.ts';
export type { BashResult, DefaultResult, JobListResult, JobToolResult } from './contracts/default/result.ts';
export { type ContractDefinition, defineContract, runCommand } from './contracts/define.ts';
export { envelope } from './contracts/envelope/envelope.ts';
export type { EnvelopeOptions } from './contracts/envelope/options.ts';
export type {
  EnvelopeData,
  EnvelopeError,
  EnvelopeErrorCode,
  EnvelopeResult,
} from './contracts/envelope/result.ts';
export type { FileOptions } from './contracts/file-options.ts';
export { modes } from './contracts/modes/modes.ts';
export type { ModesOptions } from './contracts/modes/options.ts';
export type { ModesResult } from './contracts/modes/present.ts';
export type { Confirm, PlainOptions } from './contracts/plain/options.ts';
export { plain } from './contracts/plain/plain.ts';
export type { PlainErrorKind, PlainResult } from './contracts/plain/present.ts';
export { listProcesses, shortenCommand } from './contracts/processes.ts';
export { jsonSchemaOf, type Reading, readFromModel, readWith, z } from './contracts/schema.ts';
export type { SessionOptions } from './contracts/session/options.ts';
export type { SessionErrorKind, SessionMetadata, SessionResult } from './contracts/session/result.ts';
export { toAnsi } from './contracts/session/screen/ansi.ts';
export {
  type CallState,
  renderCall,
  type Segment,
  type SegmentStyle,
  type ShownCall,
  type StyledLine,
} from './contracts/session/screen/render-call.ts';
export { session } from './contracts/session/session.ts';
export {
  count,
  formatBytes,
  formatDuration,
  formatSeconds,
  maxAnalysed,
  maxKeptBytes,
} from './contracts/units.ts';
export {
  type BashExecuteOptions,
  createWorkspaceAgents,
  type GivenProfile,
  type ServedWorkspace,
  type WorkspaceAgents,
} from './contracts/workspace/agents.ts';
export type { WorkspaceOptions } from './contracts/workspace/options.ts';
export type {
  WorkspaceError,
  WorkspaceRan,
  WorkspaceResult,
  WorkspaceUnpermitted,
} from './contracts/workspace/result.ts';
export { workspace } from './contracts/workspace/workspace.ts';
export { createBash } from './create-bash.ts';
export type { Bash } from './engine/bash.ts';
export type { CallResult } from './engine/engine.ts';
export type { CallJudgement } from './engine/judge-call.ts';
export type { ResourceProvider } from './engine/resources.ts';
export type { Task } from './engine/tasks.ts';
export type { ContextOptions } from './engine/tool-context.ts';
export type { Tool, ToolRegistry } from './engine/tools.ts';
export type { Access, HostAccess, PathAccess } from './model/access.ts';
export type {
  AnswerReceipt,
  ApprovalQueue,
  Approvals,
  Decisive,
  OpenApproval,
  QueueAnswer,
} from './model/approval.ts';
export {
  bothStreams,
  type Capture,
  type Captured,
  type CapturedText,
  type CaptureRule,
  type CleanRule,
  type LineBounds,
  type Spill,
  type StreamName,
} from './model/capture.ts';
export type { ToolContext } from './model/context.ts';
export type {
  CallScope,
  Contract,
  ContractTool,
  DescriptionScope,
  InputScope,
  JsonSchema,
  OptionsRead,
  RequestScope,
  Stricter,
  ToolAnnotations,
  ToolText,
} from './model/contract.ts';
export type { Decision, Finding, Policy, Rule, Verdict } from './model/decision.ts';
export type { DeniedHost, DeniedHosts } from './model/denied-host.ts';
export { cutPath, describeValue } from './model/describe-value.ts';
export { type ErrorCode, HandrailError } from './model/errors.ts';
export type { Event } from './model/event.ts';
export type {
  Exit,
  ExitNote,
  KeptRun,
  OutOfMemory,
  ProcessIdentity,
  Run,
  RunEnd,
  SessionFound,
  SessionState,
  ShellLoss,
  StartProblem,
  Stop,
  StopReason,
  Survivor,
  SyntaxMistake,
} from './model/exit.ts';
export type { Explained, Explanation } from './model/explanation.ts';
export type { AccessOffer, CallOffer, Offer } from './model/grant.ts';
export {
  type Job,
  type JobAnswer,
  type JobExit,
  type JobRequest,
  type JobState,
  keyNames,
  stopSignals,
} from './model/job.ts';
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
  Always,
  ApprovalAnswer,
  ApprovalQuestion,
  Approved,
  Approver,
  Backend,
  CallClosed,
  CallOpened,
  Clock,
  FileText,
  JobPlace,
  Keep,
  ReadFile,
  Recorder,
  Sink,
  TimeLimit,
} from './model/ports.ts';
export {
  describeProblem,
  describeReplacement,
  type Lifetime,
  type Operation,
  type Problem,
  type Request,
  type SessionRequest,
} from './model/request.ts';
export type {
  Confinement,
  Denial,
  PlaceAccess,
  SandboxLevel,
  SandboxNetwork,
  SandboxPlace,
  SandboxPlan,
  SandboxSupport,
  Shortcoming,
} from './model/sandbox.ts';
