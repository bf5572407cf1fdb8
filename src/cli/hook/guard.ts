import { resolve } from 'node:path';
import type { ChangeQuestion, CommandQuestion, Question, Reply } from '../../adapters/hooks/core/question.ts';
import { quoted } from '../../adapters/hooks/core/quoted.ts';
import { replyOf, replyToChange } from '../../adapters/hooks/core/reply.ts';
import type { Rule } from '../../model/decision.ts';
import { messageOf } from '../../model/errors.ts';
import { shippedRules } from '../../policy/rules/shipped.ts';
import { type GuardSettings, simpleSettings } from '../../settings/guard-settings.ts';
import type { Environment } from '../../settings/host.ts';
import { judgeIn } from '../judge-in.ts';
import { visible } from '../visible.ts';
import { record } from './record.ts';

/** What a guard needs beside itself. What is loaded for it is loaded when it is wanted: an allowed command wants none of it. */
export interface Surroundings {
  /** The agent's name. */
  readonly agent: string;
  readonly env: Environment;
  /** Settings that are not simple. */
  allSettings(directory: string): Promise<GuardSettings>;
  /** The rules of what a person has allowed for calls of a contract, as of now. Rejects when the state cannot be used. */
  granted(contract: string, stateDir: string): Promise<readonly Rule[]>;
}

/**
 * The reply to a question, by the same rules that `handrail check` goes by. What is not allowed is recorded before it is
 * told; where that fails, what would have been asked about is denied. Rejects when it cannot be judged.
 */
export async function guard(question: Question, surroundings: Surroundings): Promise<Reply> {
  const { directory } = question;
  const settings = simpleSettings(directory, surroundings.env) ?? (await surroundings.allSettings(directory));
  switch (question.kind) {
    case 'command':
      return await guardCommand(question, settings, surroundings);
    case 'change':
      return await guardChange(question, settings, surroundings);
  }
}

async function guardCommand(
  question: CommandQuestion,
  settings: GuardSettings,
  { agent, env, granted }: Surroundings,
): Promise<Reply> {
  const { stateDir, contract } = settings;
  const judge = judgeIn(settings, { cwd: question.directory, home: env.HOME ?? null });
  const { decision } = judge(question.command);
  if (decision.verdict === 'allow') return replyOf(decision, visible);
  try {
    const final =
      decision.verdict === 'ask'
        ? judge(question.command, await granted(contract, stateDir)).decision
        : decision;
    if (final.verdict !== 'allow') await record(question, final, { agent, stateDir, env });
    return replyOf(final, visible);
  } catch (error) {
    return unrecorded(replyOf(decision, visible), error);
  }
}

/**
 * A file that a tool of the agent's would change is judged as a redirect to it would be, by the rules that protect what guards: those of Handrail's own
 * files and of what agents may do, and any of the user's and the project's. All else is left to the agent's permissions.
 */
async function guardChange(
  question: ChangeQuestion,
  settings: GuardSettings,
  { agent, env }: Surroundings,
): Promise<Reply> {
  const judge = judgeIn(settings, { cwd: question.directory, home: env.HOME ?? null });
  const findings = question.paths
    .flatMap((path) => judge(`: > ${quoted(absolute(path, question.directory, env))}`).decision.findings)
    .filter(({ id }) => protecting.includes(id) || !shippedIds.has(id));
  const reply = replyToChange(findings, visible);
  if (reply.kind !== 'asked' && reply.kind !== 'denied') return reply;
  const verdict = reply.kind === 'denied' ? 'deny' : 'ask';
  try {
    await record(question, { verdict, findings }, { agent, stateDir: settings.stateDir, env });
    return reply;
  } catch (error) {
    return unrecorded(reply, error);
  }
}

/** Some tools take `~` for the home directory; one that does not makes a file that nobody guards. */
function absolute(path: string, directory: string, { HOME: home }: Environment): string {
  const isOfHome = home !== undefined && (path === '~' || path.startsWith('~/'));
  return resolve(directory, isOfHome ? `${home}${path.slice(1)}` : path);
}

/** The shipped rules about what guards. */
const protecting: readonly string[] = ['change-handrail', 'write-agent-settings'];

const shippedIds: ReadonlySet<string> = new Set(shippedRules.map(({ finding }) => finding.id));

/** No record, no yes of anybody: what was to be asked about is denied, and says why. */
function unrecorded(reply: Reply, error: unknown): Reply {
  if (!('reason' in reply)) return reply;
  return { kind: 'denied', reason: `${reply.reason} It could not be recorded: ${visible(messageOf(error))}` };
}
