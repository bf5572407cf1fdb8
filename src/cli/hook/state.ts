import type { Question } from '../../adapters/hooks/core/question.ts';
import { secretsIn } from '../../confine/secrets.ts';
import { openRecord } from '../../engine/record.ts';
import type { Decision } from '../../model/decision.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Request } from '../../model/request.ts';
import { deciding } from '../../policy/decide.ts';
import { rulesOfGrants } from '../../policy/grants.ts';
import type { Environment } from '../../settings/host.ts';
import { createLazyState } from '../../state/lazy-state.ts';
import type { GuardState } from './guard.ts';

/** The state of a user as a guard of an agent uses it. The database is opened with the first use. */
export function guardState(agent: string, stateDir: string, env: Environment): GuardState {
  const state = createLazyState(stateDir);
  const secrets = secretsIn(env);
  return {
    granted: async (contract) => rulesOfGrants(await state.grants.of(contract), Date.now()),
    async record(question, decision) {
      const call = {
        contract: 'hook',
        tool: question.tool,
        backend: agent,
        conversationId: `${agent}:${question.session}`,
        workingDirectory: question.directory,
        input: question.kind === 'command' ? { command: question.command } : { paths: question.paths },
      };
      const record = await openRecord(state.recorder, call, secrets);
      const closed = await record.close({ request: requestOf(question), outcome: outcomeOf(decision) });
      if (closed.kind !== 'recorded') throw new Error('the record could not be finished');
    },
    close: () => state.shut(),
  };
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
