import type { AnswerOptions, Output, Reading, Reply } from './question.ts';

/** An agent that asks a program before it runs a command: how it asks, and how it is answered. Data and pure functions. */
export interface Agent {
  /** As it is named on the command line. */
  readonly name: string;
  /** Its own name, for people. */
  readonly title: string;
  /** Whether it puts a question to the person when a hook says so. Where it does not, the question is left with the approvals. */
  canAsk(options: AnswerOptions): boolean;
  /** Reads what it sends on standard input, a JSON object. */
  read(payload: Readonly<Record<string, unknown>>, hook: HookProcess): Reading;
  /** The reply in its words. One that it has no words for becomes the next stricter one. */
  write(reply: Reply, options: AnswerOptions): Output;
}

/** What an agent starts the process of a hook with; some tell by it what they do not say. */
export interface HookProcess {
  readonly env: Readonly<Record<string, string>>;
  /** Its working directory. Throws where that is gone. */
  cwd(): string;
}

/** Exit status with which every one of the agents takes a hook's call for blocked; the reason is on standard error. */
export const blockingStatus = 2;

/** The answer where there is none: denied, in the agent's words, and with the exit status that blocks too. */
export function failure(agent: Agent, problem: string): Output {
  const reason = `handrail could not judge it, so it was not run: ${problem}`;
  const { stdout } = agent.write({ kind: 'denied', reason }, { approve: false, ask: false });
  return { stdout, stderr: `${reason}\n`, status: blockingStatus };
}

/** For agents that cannot ask: a question becomes a refusal that says who can lift it. */
export function withoutAsking(reply: Reply, title: string): Reply {
  if (reply.kind !== 'asked') return reply;
  const who = `A person has to allow this, and ${title} cannot ask one for a hook`;
  const what =
    reply.approval === undefined
      ? 'tell the user what you want to run and why. They can run it themselves, or allow it in their rules'
      : `tell the user what you want to run and why, and that they can answer with \`handrail approve ${reply.approval}\`. After a yes, make the very same call again: it is let through once`;
  return { kind: 'denied', reason: `${reply.reason} ${who}: ${what}.` };
}

/** An answer of JSON on standard output. */
export function json(value: unknown): Output {
  return { stdout: `${JSON.stringify(value)}\n`, stderr: '', status: 0 };
}

/** No answer at all: the agent goes on as if there were no hook. */
export const silence: Output = { stdout: '', stderr: '', status: 0 };
