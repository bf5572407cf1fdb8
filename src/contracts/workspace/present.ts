import { bothStreams } from '../../model/capture.ts';
import type { ToolText } from '../../model/contract.ts';
import type { Finding } from '../../model/decision.ts';
import type { Denied, Ended, NeedsApproval, Report } from '../../model/outcome.ts';
import { describeProblem } from '../../model/request.ts';
import type { WorkspaceOptions } from './options.ts';
import type { WorkspaceError, WorkspaceRan, WorkspaceResult, WorkspaceUnpermitted } from './result.ts';
import { actionOf, blockedPrefix } from './rules.ts';
import { tailOf } from './tail.ts';

/** The result of a call. */
export function present({ outcome, request }: Report, options: WorkspaceOptions): WorkspaceResult {
  const command = request?.command ?? '';
  switch (outcome.kind) {
    case 'invalid':
      return error('InvalidArgs', outcome.problems.map(describeProblem).join('; '));
    case 'denied':
    case 'needs_approval':
      return unpermitted(outcome, command);
    case 'could_not_start':
      return error('Failed', `Failed to execute: ${outcome.problem.message}`);
    case 'ended':
      return ran(outcome, command, options);
    case 'moved_to_job':
    case 'answered':
      throw new Error(`a contract whose calls wait for their commands was given the outcome ${outcome.kind}`);
  }
}

function error(kind: WorkspaceError['error']['kind'], message: string): WorkspaceError {
  return { error: { kind, message } };
}

function unpermitted(outcome: Denied | NeedsApproval, command: string): WorkspaceUnpermitted {
  return {
    decision: outcome.kind === 'denied' ? 'deny' : 'ask',
    action: actionOf(command),
    reason: reasonOf(outcome),
  };
}

/** The blocklist comes before the profile: where it has something to say, that is the reason. */
function reasonOf(outcome: Denied | NeedsApproval): string {
  if (outcome.kind === 'denied' && outcome.by === 'person') return outcome.reason;
  const blocked = outcome.findings.filter(isBlocked);
  const others = outcome.findings.filter((finding) => !isBlocked(finding));
  const told = outcome.kind === 'denied' && blocked.length > 0 ? blocked : [...blocked, ...others];
  return [...new Set(told.map(describe))].join('; ');
}

function isBlocked({ id }: Finding): boolean {
  return id.startsWith(blockedPrefix);
}

function describe(finding: Finding): string {
  const { id, reason, instead } = finding;
  const what = isBlocked(finding) ? `${id}: ${reason}` : reason;
  return instead === null ? what : `${what}. ${instead}`;
}

function ran(
  { exit, capture, durationMs }: Ended,
  command: string,
  { maxOutputLength }: WorkspaceOptions,
): WorkspaceRan {
  const streams = bothStreams(capture);
  const stdout = tailOf(streams.stdout, maxOutputLength);
  const stderr = tailOf(streams.stderr, maxOutputLength);
  return {
    command,
    exit_code: exit.kind === 'exited' ? exit.code : null,
    stdout: stdout.text,
    stderr: stderr.text,
    timed_out: exit.kind === 'timed_out',
    duration_ms: Math.round(durationMs),
    truncated: stdout.truncated || stderr.truncated,
  };
}

/** What a model reads. Only a command that ended by itself, or by a signal of somebody else's, is no error. */
export function read(result: WorkspaceResult): ToolText {
  if ('error' in result) return { text: result.error.message, isError: true, structured: result };
  if ('decision' in result) return { text: textOfUnpermitted(result), isError: true, structured: result };
  return { text: textOfRan(result), isError: result.timed_out, structured: result };
}

function textOfUnpermitted({ decision, action, reason }: WorkspaceUnpermitted): string {
  return decision === 'deny'
    ? `Not run, because it is denied: ${reason}`
    : `Not run, because it needs an approval: ${reason}\nAction: ${action}`;
}

function textOfRan(result: WorkspaceRan): string {
  const streams = (['stdout', 'stderr'] as const).filter((name) => result[name] !== '');
  const sections = streams.map((name) => `${name}:\n${result[name]}`);
  return [headline(result), ...(sections.length === 0 ? ['no output'] : sections)].join('\n');
}

function headline({ exit_code, timed_out, duration_ms }: WorkspaceRan): string {
  if (timed_out) return `timed out after ${duration_ms} ms; everything it had started was ended`;
  return exit_code === null
    ? `ended without an exit code after ${duration_ms} ms`
    : `exit code ${exit_code} after ${duration_ms} ms`;
}
