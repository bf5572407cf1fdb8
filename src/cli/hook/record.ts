import type { Question } from '../../adapters/hooks/core/question.ts';
import { secretsIn } from '../../confine/secrets.ts';
import { openRecord } from '../../engine/record.ts';
import type { Decision } from '../../model/decision.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Request } from '../../model/request.ts';
import { deciding } from '../../policy/decide.ts';
import type { Environment } from '../../settings/host.ts';
import { createQueuedRecorder } from '../../state/record-queue.ts';

/** Whose question was answered, and where that is recorded. */
interface RecordPlace {
  readonly agent: string;
  readonly stateDir: string;
  readonly env: Environment;
}

/** Records what was not allowed, for the audit log to take in. Rejects when that is not possible. */
export async function record(
  question: Question,
  decision: Decision,
  { agent, stateDir, env }: RecordPlace,
): Promise<void> {
  const call = {
    contract: 'hook',
    tool: question.tool,
    backend: agent,
    conversationId: `${agent}:${question.session}`,
    workingDirectory: question.directory,
    input: question.kind === 'command' ? { command: question.command } : { paths: question.paths },
  };
  const opened = await openRecord(createQueuedRecorder(stateDir), call, secretsIn(env));
  const closed = await opened.close({ request: requestOf(question), outcome: outcomeOf(decision) });
  if (closed.kind === 'not_closed') throw new Error(closed.reason);
}

/** What the audit lists a command by; nothing of it is ever run from here. */
function requestOf(question: Question): Request | null {
  if (question.kind !== 'command') return null;
  return {
    command: question.command,
    cwd: question.directory,
    workspace: null,
    root: null,
    timeoutMs: 0,
    lifetime: { kind: 'call', survivors: 'end' },
    description: null,
    terminal: null,
    session: null,
    access: [],
  };
}

function outcomeOf(decision: Decision): Outcome {
  const findings = deciding(decision);
  const reason = findings.map((finding) => finding.reason).join('; ');
  return decision.verdict === 'deny'
    ? { kind: 'denied', by: 'policy', reason, findings }
    : { kind: 'needs_approval', reason, because: 'nobody', approval: null, findings };
}
