import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { ChangeQuestion, CommandQuestion, Question, Reply } from '../../adapters/hooks/core/question.ts';
import { quoted } from '../../adapters/hooks/core/quoted.ts';
import { replyOf, replyToChange } from '../../adapters/hooks/core/reply.ts';
import { settingsElsewhere } from '../../adapters/hooks/install/agent-directory.ts';
import { entriesOf } from '../../engine/entries-of.ts';
import { type Links, linksOf } from '../../engine/links.ts';
import { isAnythingAt, realPath } from '../../engine/real-path.ts';
import type { Decisive } from '../../model/approval.ts';
import type { Decision, Finding } from '../../model/decision.ts';
import { messageOf } from '../../model/errors.ts';
import type { Explanation } from '../../model/explanation.ts';
import type { CallOffer, NotedGrant } from '../../model/grant.ts';
import type { Judged } from '../../policy/decide.ts';
import { explain } from '../../policy/explain.ts';
import { offersFor, rulesOfGrants } from '../../policy/grants.ts';
import type { Judgement } from '../../policy/judge-command.ts';
import { isWithin } from '../../policy/paths/places.ts';
import { shippedRules } from '../../policy/rules/shipped.ts';
import { visibleLine } from '../../policy/visible.ts';
import { type GuardSettings, simpleSettings } from '../../settings/guard-settings.ts';
import { type Environment, homeDirectory } from '../../settings/host.ts';
import type { TriedRules } from '../../settings/rules.ts';
import { judgeIn } from '../judge-in.ts';
import { judgeThere } from './judge-there.ts';
import { placesMeant } from './places-meant.ts';

/** What a guard needs beside itself. What is loaded for it is loaded when it is wanted: an allowed command wants none of it. */
export interface Surroundings {
  /** The agent's name. */
  readonly agent: string;
  readonly env: Environment;
  /** Rules that need not be tried again; left out: none. */
  readonly tried?: TriedRules;
  /** Whether the agent asks the person itself. */
  readonly canAsk: boolean;
  /** Settings that are not simple. */
  allSettings(directory: string): Promise<GuardSettings>;
  /** What a person has granted for calls of a contract, ended or not. Rejects when the state cannot be used. */
  granted(contract: string, stateDir: string): Promise<readonly NotedGrant[]>;
  /**
   * What a person has said of such a call, or, where nobody has yet, where they can: that is recorded. Rejects when that is not
   * possible.
   */
  settle(
    question: CommandQuestion,
    asked: AskedCommand,
    granted: readonly NotedGrant[],
    stateDir: string,
  ): Promise<Settled>;
  /** Records what was not allowed. Rejects when that is not possible. */
  record(question: Question, decision: Decision, stateDir: string): Promise<void>;
}

/** What a person is to be told of a command that is asked about. */
export interface AskedCommand {
  readonly decision: Decision;
  readonly explanation: Explanation;
  readonly offers: readonly CallOffer[] | null;
  readonly links: Links;
  /** The same of another command in its stead; `null`: nobody has to be asked about that. */
  readonly other: (command: string) => AskedCommand | null;
}

/** What became of a question that the agent cannot ask. */
export type Settled =
  | Decisive
  /** The question is open. */
  | { readonly kind: 'left'; readonly approval: string };

/**
 * The reply to a question, by the same rules that `handrail check` goes by. What is not allowed is recorded before it is
 * told; where that fails, what would have been asked about is denied. Rejects when it cannot be judged.
 */
export async function guard(question: Question, surroundings: Surroundings): Promise<Reply> {
  // Not that of the call: where it is made says nothing of which project's rules hold for it.
  const { workspace } = question;
  const { env, tried, allSettings } = surroundings;
  const settings = simpleSettings(workspace, env, tried) ?? (await allSettings(workspace));
  switch (question.kind) {
    case 'command':
      return await guardCommand(question, settings, surroundings);
    case 'change':
      return await guardChange(question, settings, surroundings);
  }
}

/** What an agent works in is the workspace, wherever it has a command start. */
function whereOf({ workspace }: Question, env: Environment) {
  const { HOME: home } = env;
  const cwd = realPath(workspace);
  // Settings that all of the work is in, or all that is the user's, are none to be told apart there.
  const agentSettings = settingsElsewhere(env).filter(
    (place) => !isWithin(cwd, place) && !isWithin(homeDirectory(env), place),
  );
  return { cwd, home: home ?? null, agentSettings };
}

async function guardCommand(
  given: CommandQuestion,
  settings: GuardSettings,
  { env, canAsk, granted: all, settle, record }: Surroundings,
): Promise<Reply> {
  const { stateDir, contract } = settings;
  // What is answered is for where it leads: a link may lead elsewhere the next time.
  const question = { ...given, directory: realPath(given.directory) };
  const judge = judgeThere(settings, whereOf(question, env), {
    named: given.directory,
    real: question.directory,
  });
  const first = judge(question.command);
  const { decision } = first;
  if (decision.verdict === 'allow') return replyOf(decision, visibleLine);
  try {
    const granted = decision.verdict === 'ask' ? await all(contract, stateDir) : [];
    const rules = rulesOfGrants(granted, Date.now());
    const judged = rules.length === 0 ? first : judge(question.command, rules);
    const { analysis, decision: final } = judged;
    const reply = replyOf(final, visibleLine);
    if (reply.kind === 'asked' && !canAsk && analysis !== null) {
      const asked = askedOf({ ...judged, analysis }, (command) => judge(command, rules));
      return replyOfSettled(await settle(question, asked, granted, stateDir), reply);
    }
    if (final.verdict !== 'allow') await record(question, final, stateDir);
    return reply;
  } catch (error) {
    return unrecorded(replyOf(decision, visibleLine), error);
  }
}

function askedOf(
  { analysis, decision, places }: Judgement & { readonly analysis: Judged },
  judge: (command: string) => Judgement,
): AskedCommand {
  return {
    other(command) {
      const other = judge(command);
      const { analysis } = other;
      return analysis === null || other.decision.verdict !== 'ask'
        ? null
        : askedOf({ ...other, analysis }, judge);
    },
    decision,
    explanation: explain(analysis, decision),
    offers: analysis.kind === 'parsed' ? offersFor(analysis, decision, places) : null,
    links: linksOf(analysis, { realPath, isThere: isAnythingAt, entriesOf }),
  };
}

/** A hook can only say yes or no: a command that the user wants in its stead is for the agent to run. */
function replyOfSettled(settled: Settled, reply: Extract<Reply, { kind: 'asked' }>): Reply {
  switch (settled.kind) {
    case 'approved':
      return { kind: 'allowed' };
    case 'refused':
      return { kind: 'denied', reason: `The user has said no: ${visibleLine(settled.reason)}` };
    case 'edited':
      return {
        kind: 'denied',
        reason: `The user wants another command to be run in its stead: ${settled.command}`,
      };
    case 'left':
      return { ...reply, approval: settled.approval };
  }
}

/**
 * A file that a tool of the agent's would change is judged as a redirect to it would be, by the rules that protect what guards: those of Handrail's own
 * files and of what agents may do, and any of the user's and the project's. All else is left to the agent's permissions.
 */
async function guardChange(
  question: ChangeQuestion,
  settings: GuardSettings,
  { env, record }: Surroundings,
): Promise<Reply> {
  const judge = judgeIn(settings, whereOf(question, env), question.directory);
  const judged = question.paths
    .flatMap((path) => placesMeant(path, question.directory, homeDirectory(env)))
    .flatMap((place) => judge(`: > ${quoted(place)}`).decision.findings)
    .filter(({ id }) => protecting.includes(id) || !shippedIds.has(id));
  const findings = [...judged, ...question.paths.filter((path) => isSought(path, question)).map(notThere)];
  const reply = replyToChange(findings, visibleLine);
  if (reply.kind !== 'asked' && reply.kind !== 'denied') return reply;
  const verdict = reply.kind === 'denied' ? 'deny' : 'ask';
  try {
    await record(question, { verdict, findings }, settings.stateDir);
    return reply;
  } catch (error) {
    return unrecorded(reply, error);
  }
}

/** Whether the tool would take another file for it, which nobody has named. */
function isSought(path: string, { isSearched, directory }: ChangeQuestion): boolean {
  return isSearched && !isAbsolute(path) && !existsSync(resolve(directory, path));
}

function notThere(path: string): Finding {
  return {
    id: 'file-not-there',
    verdict: 'deny',
    reason: `there is no ${path} in the working directory, and in its stead another file of that name would be changed, wherever it is`,
    instead: 'Name the file by its absolute path.',
  };
}

/** The shipped rules about what guards. */
const protecting: readonly string[] = ['change-handrail', 'write-agent-settings'];

const shippedIds: ReadonlySet<string> = new Set(shippedRules.map(({ finding }) => finding.id));

/** No record, no yes of anybody: what was to be asked about is denied, and says why. */
function unrecorded(reply: Reply, error: unknown): Reply {
  if (!('reason' in reply)) return reply;
  return {
    kind: 'denied',
    reason: `${reply.reason} It could not be recorded: ${visibleLine(messageOf(error))}`,
  };
}
