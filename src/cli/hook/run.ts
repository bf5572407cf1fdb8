import { agentNamed, agents } from '../../adapters/hooks/agents/agents.ts';
import { type Agent, blockingStatus, failure, type HookProcess } from '../../adapters/hooks/core/agent.ts';
import { whyAmbiguous } from '../../adapters/hooks/core/doubled-key.ts';
import type { AnswerOptions, Output } from '../../adapters/hooks/core/question.ts';
import { isRecord } from '../../adapters/hooks/core/read.ts';
import { describeValue } from '../../model/describe-value.ts';
import { messageOf } from '../../model/errors.ts';
import type { Environment } from '../../settings/host.ts';
import { notedGranted } from '../../state/granted-note.ts';
import type { allSettings } from './all-settings.ts';
import { guard, type Surroundings } from './guard.ts';
import { hookContract } from './hook-contract.ts';
import { readInput, UnendedInput } from './read-input.ts';
import { record } from './record.ts';
import { settle } from './settle.ts';
import type { grantsInState } from './state-grants.ts';
import { type KeptTexts, triedRules } from './tried-rules.ts';

/** What a hook works with. */
export interface HookWorld extends HookProcess {
  readonly env: Environment;
  /** Reads standard input, a file descriptor. */
  readonly stdin: number;
  readonly parts: HookParts;
  /** What processes keep for those to come; `null`: nothing. */
  readonly kept: KeptTexts | null;
}

/** What is loaded when it is wanted: an allowed command wants none of it. */
export interface HookParts {
  grantsInState(): Promise<typeof grantsInState>;
  allSettings(): Promise<typeof allSettings>;
}

/** What a hook answers. `isReading`: the question is still being read, so that the process cannot exit. */
export interface Answer extends Output {
  readonly isReading?: boolean;
}

/**
 * Answers an agent that is about to call a tool: `words` are its name and options. Whatever goes wrong, the answer is no, in
 * the agent's words. Must not reject.
 */
export async function answerHook(words: readonly string[], world: HookWorld): Promise<Answer> {
  const [name = '', ...options] = words;
  const agent = agentNamed(name);
  if (agent === null)
    return refusal(
      `expected one of ${agents.map((one) => one.name).join(', ')}, got ${JSON.stringify(name)}`,
    );
  try {
    return await answer(agent, readOptions(options), world);
  } catch (error) {
    return { ...failure(agent, messageOf(error)), isReading: error instanceof UnendedInput };
  }
}

/** For who is no agent that is known. */
function refusal(problem: string): Output {
  return { stdout: '', stderr: `handrail hook: ${problem}\n`, status: blockingStatus };
}

async function answer(agent: Agent, options: AnswerOptions, world: HookWorld): Promise<Output> {
  const payload = questionIn(await readInput(world.stdin));
  if (!isRecord(payload))
    throw new Error(`expected a JSON object on standard input, got ${describeValue(payload)}`);
  const reading = agent.read(payload, world);
  switch (reading.kind) {
    case 'unreadable':
      return failure(agent, `expected ${reading.expected}, got ${reading.received}`);
    case 'not-ours':
      return agent.write({ kind: 'no-opinion' }, options);
    case 'question': {
      return agent.write(await guard(reading.question, surroundings(agent, options, world)), options);
    }
  }
}

function questionIn(text: string): unknown {
  const question = parsed(text);
  const why = whyAmbiguous(text);
  if (why !== null) throw new Error(`expected objects with each key once on standard input, got ${why}`);
  return question;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const got = text.trim() === '' ? 'nothing' : `text that is none (${messageOf(error)})`;
    throw new Error(`expected JSON on standard input, got ${got}`);
  }
}

function surroundings(agent: Agent, options: AnswerOptions, { env, parts, kept }: HookWorld): Surroundings {
  const placeIn = (stateDir: string) => ({ agent: agent.name, stateDir, env });
  return {
    agent: agent.name,
    env,
    ...(kept !== null && { tried: triedRules(kept) }),
    canAsk: agent.canAsk(options),
    async allSettings(directory) {
      const allSettings = await parts.allSettings();
      return allSettings(directory, env);
    },
    async granted(served, stateDir) {
      const contracts = [served, hookContract];
      // To open the database takes half as long as all the rest of an answer.
      const noted = notedGranted(stateDir);
      if (noted !== null) return noted.filter(({ contract }) => contracts.includes(contract));
      const grantsInState = await parts.grantsInState();
      return await grantsInState(stateDir, contracts);
    },
    async settle(question, asked, granted, stateDir) {
      return await settle(question, asked, granted, placeIn(stateDir));
    },
    async record(question, decision, stateDir) {
      await record(question, decision, placeIn(stateDir));
    },
  };
}

function readOptions(words: readonly string[]): AnswerOptions {
  const unknown = words.find((word) => word !== '--approve' && word !== '--ask');
  if (unknown !== undefined) throw new Error(`expected --approve or --ask, got ${unknown}`);
  return { approve: words.includes('--approve'), ask: words.includes('--ask') };
}
