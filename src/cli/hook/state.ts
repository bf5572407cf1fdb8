import type { CommandQuestion, Question } from '../../adapters/hooks/core/question.ts';
import { maskQuestion } from '../../approvals/mask-question.ts';
import { maskSecrets, secretsIn } from '../../confine/secrets.ts';
import { approvalKey } from '../../engine/approval-key.ts';
import { openRecord } from '../../engine/record.ts';
import type { Decision } from '../../model/decision.ts';
import type { Grant } from '../../model/grant.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Request } from '../../model/request.ts';
import { deciding } from '../../policy/decide.ts';
import { isLive, rulesOfGrants } from '../../policy/grants.ts';
import type { Environment } from '../../settings/host.ts';
import { createLazyState } from '../../state/lazy-state.ts';
import type { GuardState } from './guard.ts';

/** What the calls of guarded agents are recorded and approved under. */
const contract = 'hook';

/** The state of a user as a guard of an agent uses it. The database is opened with the first use. */
export function guardState(agent: string, stateDir: string, env: Environment): GuardState {
  const state = createLazyState(stateDir);
  const secrets = secretsIn(env);

  const open = async (question: Question) =>
    await openRecord(
      state.recorder,
      {
        ...{ contract, tool: question.tool, backend: agent },
        conversationId: conversationOf(agent, question),
        workingDirectory: question.directory,
        input: question.kind === 'command' ? { command: question.command } : { paths: question.paths },
      },
      secrets,
    );
  const close = async (record: Opened, question: Question, outcome: Outcome): Promise<void> => {
    const closed = await record.close({ request: requestOf(question), outcome });
    if (closed.kind !== 'recorded') throw new Error('the record could not be finished');
  };

  return {
    async granted(served) {
      const grants = [...(await state.grants.of(served)), ...(await state.grants.of(contract))];
      return rulesOfGrants(grants, Date.now());
    },
    async settle(question, asked) {
      const { decision, links } = asked;
      const unkeyed = boundOf(agent, question, decision);
      const key = approvalKey(unkeyed, links);
      if (isGranted(await state.grants.of(contract), key)) return { kind: 'approved' };
      const earlier = await state.approvals.claim(key);
      if (earlier !== null && earlier.kind !== 'refused') return earlier;
      const record = await open(question);
      if (earlier !== null) {
        await close(record, question, outcomeOf(decision, { refused: earlier.reason }));
        return earlier;
      }
      const { explanation, offers } = asked;
      const whole = { ...unkeyed, key, callId: record.id, explanation, offers };
      const { masked, isMasked } = maskQuestion(whole, (text) => maskSecrets(text, secrets));
      const approval = await state.approvals.post(masked, isMasked);
      await state.approvals.end(approval, { kind: 'left' });
      await close(record, question, outcomeOf(decision, { approval }));
      return { kind: 'left', approval };
    },
    async record(question, decision) {
      await close(await open(question), question, outcomeOf(decision, { approval: null }));
    },
    close: () => state.shut(),
  };
}

type Opened = Awaited<ReturnType<typeof openRecord>>;

function conversationOf(agent: string, { session }: Question): string {
  return `${agent}:${session}`;
}

/** What an answer is bound to. */
function boundOf(agent: string, question: CommandQuestion, { findings }: Decision) {
  return {
    ...{
      contract,
      conversationId: conversationOf(agent, question),
      isConversationNamed: question.session !== '',
    },
    ...{ request: requestFor(question), findings, access: [] },
    confinement: { kind: 'none' } as const,
  };
}

function isGranted(grants: readonly Grant[], key: string): boolean {
  return grants.some((grant) => grant.kind === 'command' && grant.key === key && isLive(grant, Date.now()));
}

/** What the audit lists a command by. */
function requestOf(question: Question): Request | null {
  return question.kind === 'command' ? requestFor(question) : null;
}

/** Nothing of it is ever run from here. */
function requestFor({ command, directory }: CommandQuestion): Request {
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

function outcomeOf(
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
