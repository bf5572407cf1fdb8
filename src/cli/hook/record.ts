import type { CommandQuestion, Question } from '../../adapters/hooks/core/question.ts';
import { secretsIn } from '../../confine/secrets.ts';
import { type CallRecord, openRecord } from '../../engine/record.ts';
import type { Decision } from '../../model/decision.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Request } from '../../model/request.ts';
import { deciding } from '../../policy/decide.ts';
import type { Environment } from '../../settings/host.ts';
import { createQueuedRecorder } from '../../state/record-queue.ts';
import { hookContract } from './hook-contract.ts';

/** Whose question was answered, and where that is recorded. */
export interface RecordPlace {
  readonly agent: string;
  readonly stateDir: string;
  readonly env: Environment;
}

/** Records what was not allowed, for the audit log to take in. Rejects when that is not possible. */
export async function record(question: Question, decision: Decision, place: RecordPlace): Promise<void> {
  await closeRecord(await openQuestion(question, place), question, outcomeOf(decision, { approval: null }));
}

/** Nothing is kept before it is closed. */
export async function openQuestion(
  question: Question,
  { agent, stateDir, env }: RecordPlace,
): Promise<CallRecord> {
  const call = {
    contract: hookContract,
    tool: question.tool,
    backend: agent,
    conversationId: conversationOf(agent, question),
    workingDirectory: question.directory,
    input: question.kind === 'command' ? { command: question.command } : { paths: question.paths },
  };
  return await openRecord(createQueuedRecorder(stateDir), call, secretsIn(env));
}

export function conversationOf(agent: string, { session }: Question): string {
  return `${agent}:${session}`;
}

/** Rejects when that is not possible. */
export async function closeRecord(opened: CallRecord, question: Question, outcome: Outcome): Promise<void> {
  const request = question.kind === 'command' ? requestFor(question) : null;
  const closed = await opened.close({ request, outcome });
  if (closed.kind === 'not_closed') throw new Error(closed.reason);
}

/** What the audit lists a command by; nothing of it is ever run from here. */
export function requestFor({ command, directory }: CommandQuestion): Request {
  return {
    command,
    cwd: directory,
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

export function outcomeOf(
  decision: Decision,
  said: { readonly refused: string } | { readonly approval: string | null },
): Outcome {
  const findings = deciding(decision);
  const reason = findings.map((finding) => finding.reason).join('; ');
  if ('refused' in said) return { kind: 'denied', by: 'person', reason: said.refused, findings };
  return decision.verdict === 'deny'
    ? { kind: 'denied', by: 'policy', reason, findings }
    : { kind: 'needs_approval', reason, because: 'nobody', approval: said.approval, findings };
}
