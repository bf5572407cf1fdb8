import { describeValue } from '../../model/describe-value.ts';
import { HandrailError } from '../../model/errors.ts';
import type { Approver } from '../../model/ports.ts';
import type { WorkspaceOptions } from './options.ts';
import type { WorkspaceResult } from './result.ts';

/** Options of `workspace` as they are given: what is left out has its default, and a profile can be the path of a file. */
interface GivenWorkspaceOptions extends Partial<Omit<WorkspaceOptions, 'profile'>> {
  readonly profile?: GivenProfile;
}

/** A profile, or the path of the file that has it. */
export type GivenProfile = string | Readonly<Partial<NonNullable<WorkspaceOptions['profile']>>>;

/** How one command of an agent is to be run; everything can be left out. */
export interface BashExecuteOptions {
  /** Seconds until it is ended. Left out: 120. */
  readonly timeout?: number;
  /** Characters that are kept of each stream, from its end. Left out: 50,000. */
  readonly maxOutputLength?: number;
  /** Variables that are set over those that are passed on. Left out: none. */
  readonly envOverrides?: Readonly<Record<string, string>>;
  /** Whose command it is. Left out: of the one whose workspace it is. */
  readonly agent?: string;
  /** Who is asked about this call. Left out: nobody, and a question is handed back. */
  readonly approver?: Approver;
  /** Aborting it ends the command and everything that it has started. */
  readonly signal?: AbortSignal;
}

/** The part of a `Bash` that is made use of here. */
export interface ServedWorkspace<Task> {
  run(input: unknown, context: ServedContext): Promise<{ readonly result: WorkspaceResult }>;
  running(agent: string): Promise<readonly Task[]>;
  endConversation(agent: string, options: { readonly jobs: 'end' }): Promise<void>;
  close(): Promise<void>;
}

/** What is said of one call. */
interface ServedContext {
  readonly timeoutMs: number | null;
  readonly approver: Approver | null;
  readonly signal?: AbortSignal;
}

/** Commands of several agents, each in its workspace and under its profile. */
export interface WorkspaceAgents<Task> {
  /** Runs a command. Rejects with a `HandrailError` of code `invalid-options` or `misuse`; all else is in the result. */
  bashExecute(
    command: string,
    workspace: string,
    profile: GivenProfile,
    options?: BashExecuteOptions,
  ): Promise<WorkspaceResult>;
  /** What runs for an agent, the oldest first: its calls, and what its commands have left running, of earlier hosts too. */
  tasks(agent: string): Promise<readonly Task[]>;
  /** Ends all that runs for an agent, and waits for the end. */
  endAgent(agent: string): Promise<void>;
  /** Ends every call; what was left running goes on. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * The contract by the parameters that its document gives it: one bash for each combination of them is made by `serve`, and
 * kept until its agent is ended.
 *
 * @example
 * const agents = createWorkspaceAgents((options) => createBash({ contract: workspace, options }));
 * const profile = { name: 'careful', allow: ['tool:bash:npm test'] };
 * const result = await agents.bashExecute('npm test', '/srv/agents/a1', profile, { agent: 'a1', timeout: 600 });
 */
export function createWorkspaceAgents<Task extends { readonly callId: string; readonly startedAt: number }>(
  serve: (options: Readonly<Record<string, unknown>>) => ServedWorkspace<Task>,
): WorkspaceAgents<Task> {
  const agents = new Map<string, Map<string, ServedWorkspace<Task>>>();
  let closed = false;

  const bashFor = (agent: string, options: GivenWorkspaceOptions): ServedWorkspace<Task> => {
    if (closed) throw new HandrailError('misuse', 'expected agents that are open, these were closed');
    const ofAgent = agents.get(agent) ?? new Map<string, ServedWorkspace<Task>>();
    const key = JSON.stringify(options);
    const bash = ofAgent.get(key) ?? serve({ ...options, agent });
    ofAgent.set(key, bash);
    agents.set(agent, ofAgent); // Only with a bash in it: options that are refused leave no agent without one.
    return bash;
  };

  /** At least one, which also knows of what an earlier host has left running. */
  const bashesOf = (agent: string): readonly ServedWorkspace<Task>[] => {
    const known = agents.get(agent);
    return known === undefined ? [bashFor(agent, {})] : [...known.values()];
  };

  const close = async (): Promise<void> => {
    closed = true;
    const bashes = [...agents.values()].flatMap((ofAgent) => [...ofAgent.values()]);
    agents.clear();
    await Promise.all(bashes.map((bash) => bash.close()));
  };

  return {
    async bashExecute(command, workspace, profile, given = {}) {
      const { timeout, approver = null, signal, agent = workspace, ...others } = given;
      const { result } = await bashFor(agent, { workspace, profile, ...others }).run(
        { command },
        { timeoutMs: milliseconds(timeout), approver, ...(signal && { signal }) },
      );
      return result;
    },
    async tasks(agent) {
      const tasks = await Promise.all(bashesOf(agent).map((bash) => bash.running(agent)));
      const unique = new Map(tasks.flat().map((task) => [task.callId, task]));
      return [...unique.values()].toSorted((a, b) => a.startedAt - b.startedAt);
    },
    async endAgent(agent) {
      const bashes = bashesOf(agent);
      agents.delete(agent); // A call from now on has a bash of its own, and is none of those that are ended.
      await Promise.all(bashes.map((bash) => bash.endConversation(agent, { jobs: 'end' })));
      await Promise.all(bashes.map((bash) => bash.close()));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The document counts in seconds; a part of a millisecond is none. */
function milliseconds(seconds: number | undefined): number | null {
  if (seconds === undefined) return null;
  if (Number.isFinite(seconds) && seconds > 0) return Math.ceil(seconds * 1_000);
  throw new HandrailError('misuse', `timeout: expected seconds above 0, got ${describeValue(seconds)}`);
}
