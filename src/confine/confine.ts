import type { EnvironmentRule, Host, Plan, SessionPlan, StreamRule } from '../model/plan.ts';
import type { Request, SessionRequest } from '../model/request.ts';
import type { SandboxPlan } from '../model/sandbox.ts';
import { environment, mostRemembered } from './environment.ts';
import { rememberLast } from './remember.ts';
import { sandboxEnvironment } from './sandbox-environment.ts';

/** Milliseconds that a command is given to end by itself before it is made to: 2 s, as the contracts ask. */
const graceMs = 2_000;

/** Whose request it is. */
interface Caller {
  readonly contract: string;
  readonly conversationId: string;
  /** The shell of its session that it was judged for; `null`: a new one. Left out: whichever there is. */
  readonly shell?: string | null;
  /** Who knows what it has run in its sessions. */
  readonly client?: string;
}

/** What is known of the machine. */
interface Here extends Pick<Host, 'env'> {
  /** Whether something is at a path that nothing stands in for. */
  readonly isThere: (path: string) => boolean;
}

/** Turns an accepted request into a plan for a backend: which environment, which streams, how it is ended. */
export function confine(
  request: Request,
  rules: {
    readonly environment: EnvironmentRule;
    readonly streams: StreamRule;
    readonly sandbox: SandboxPlan | null;
  },
  { env: inherited, isThere }: Here,
  caller: Caller,
): Plan {
  const { sandbox } = rules;
  const env = environmentOf(rules.environment, request.terminal !== null, request.cwd, inherited);
  return {
    command: request.command,
    cwd: request.cwd,
    root: request.root,
    env: sandbox === null ? env : sandboxEnvironment(env, sandbox, isThere),
    // A job has one output, and so has a terminal.
    streams: request.lifetime.kind === 'call' && request.terminal === null ? rules.streams : 'combined',
    // What only becomes a job has been told that there is nothing to read.
    input: request.lifetime.kind === 'job' ? request.lifetime.input : 'nothing',
    graceMs,
    terminal: request.terminal,
    sandbox,
    session: request.session && sessionPlan(request.session, caller),
    conversationId: caller.conversationId,
  };
}

/** On a terminal a program may ask and draw: that is what it is wanted for. Bash takes PWD for its directory by name; the host's is another. */
const environmentOf = rememberLast(
  mostRemembered,
  (
    { inherit, set, setWithoutTerminal = {} }: EnvironmentRule,
    hasTerminal: boolean,
    cwd: string,
    host: Host['env'],
  ): Plan['env'] => {
    const kind = hasTerminal ? { ...set, TERM: terminalType } : { ...setWithoutTerminal, ...set };
    return environment({ inherit, set: { ...kind, PWD: cwd } }, host);
  },
);

/** The kind of terminal that what is drawn is read as. */
const terminalType = 'xterm-256color';

function sessionPlan(
  { name, entersCwd }: SessionRequest,
  { contract, conversationId, shell, client }: Caller,
): SessionPlan {
  const key = sessionKey(name, { contract, conversationId });
  const known = { ...(shell !== undefined && { shell }), ...(client !== undefined && { client }) };
  return { key, conversationId, entersCwd, ...known };
}

/** What a backend knows a session by. */
export function sessionKey(
  name: string,
  { contract, conversationId }: Pick<Caller, 'contract' | 'conversationId'>,
): string {
  return JSON.stringify([contract, conversationId, name]);
}
