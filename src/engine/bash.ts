import { secretsIn } from '../confine/secrets.ts';
import type { FoundJob, JobRegistry } from '../jobs/registry.ts';
import type { Approvals } from '../model/approval.ts';
import type { ToolContext } from '../model/context.ts';
import type { ContractTool } from '../model/contract.ts';
import { doAll } from '../model/do-all.ts';
import { HandrailError } from '../model/errors.ts';
import type { Job } from '../model/job.ts';
import { checkArgument, checkOptions, type OptionKind, optionKinds, orNull } from '../model/options.ts';
import { createContractTools } from './contract-tools.ts';
import { type CallResult, createEngine, createJudge, createRefusal, type EngineParts } from './engine.ts';
import { createJobOutputs, type JobOutputs } from './job-outputs.ts';
import type { CallJudgement } from './judge-call.ts';
import { createResource, type ResourceProvider } from './resources.ts';
import { createRunningCalls } from './running-calls.ts';
import { createSessionHistories } from './session-history.ts';
import { createTasks, type Task } from './tasks.ts';
import { type ContextOptions, createToolContext } from './tool-context.ts';
import { type ToolRegistry, unknownTool } from './tools.ts';

/** A contract being served: its tools, and the ways to call them. */
export interface Bash<Result = unknown> {
  /** The contract's name. */
  readonly contract: string;
  readonly tools: ToolRegistry<Result>;
  /** Calls the contract's first tool, the one that runs a command. */
  run(input: unknown, context?: ContextOptions): Promise<CallResult<Result>>;
  /** Calls a tool by name. Rejects with a `HandrailError` of code `unknown-tool` when there is none of that name. */
  call(tool: string, input: unknown, context?: ContextOptions): Promise<CallResult<Result>>;
  /**
   * What would become of such a call, as far as rules can say, for those who ask a person themselves. Nothing is started,
   * asked or recorded. In a session it waits until the shell is free, as the call would. The call is judged again when it is
   * made. Rejects as `call` does.
   */
  judge(tool: string, input: unknown, context?: ContextOptions): Promise<CallJudgement>;
  /**
   * Records that a person has refused such a call, for those who ask themselves: the result is what the model is to be told. Nothing is
   * started. Rejects as `call` does.
   */
  refuse(tool: string, input: unknown, reason: string, context?: ContextOptions): Promise<CallResult<Result>>;
  /** Makes the context of one call, for tools that are called through `tools` and for those of one's own. */
  context(given?: ContextOptions): ToolContext;
  /** What the jobs of a conversation have written. */
  readonly outputs: JobOutputs;
  /** Where calls wait for a person. */
  readonly approvals: Approvals;
  /** What runs for a conversation, in its calls and as jobs, the oldest first; left out: for all of them. */
  running(conversationId?: string): Promise<readonly Task[]>;
  /**
   * Cancels the conversation's calls, waits for their end, and closes what it kept; its jobs go on unless they are to end. They can
   * be ended so also after `close`, which has ended all the rest.
   */
  endConversation(conversationId: string, options?: { readonly jobs?: 'keep' | 'end' }): Promise<void>;
  /** Cancels every call, waits for their end, and lets go of everything. After it no call is accepted. Called again, it waits for the same. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

const endingKinds = {
  jobs: { expected: '"keep" or "end"', has: (value) => value === 'keep' || value === 'end' },
} as const satisfies Readonly<Record<string, OptionKind>>;

/** What is to become of a conversation’s jobs when it ends. Throws a `HandrailError` of code `misuse`. */
export function checkEnding(
  conversationId: unknown,
  given: { readonly jobs?: 'keep' | 'end' } = {},
): 'keep' | 'end' {
  checkArgument('endConversation', 'conversationId', conversationId, optionKinds.conversation);
  checkOptions('endConversation', given, endingKinds);
  return given.jobs ?? 'keep';
}

/** Whose commands are wanted; `null`: those of all. Throws a `HandrailError` of code `misuse`. */
export function checkRunning(conversationId: string | null = null): string | null {
  checkArgument('running', 'conversationId', conversationId, orNull(optionKinds.conversation));
  return conversationId;
}

/** Throws a `HandrailError` of code `misuse` for a reason that is no text. */
export function checkRefusal(reason: unknown): void {
  const text = { expected: 'a string', has: (value: unknown) => typeof value === 'string' };
  checkArgument('refuse', 'reason', reason, text);
}

/** What a bash is put together from. */
export interface BashParts<Options, Result>
  extends Omit<EngineParts<Options, Result>, 'histories' | 'tasks'> {
  readonly browser: ResourceProvider | null;
  /** Called at the end of `close`: lets go of the recorder. */
  readonly release: () => void;
}

export function createBashFrom<Options, Result>(parts: BashParts<Options, Result>): Bash<Result> {
  const { contract, options, backend } = parts;
  const histories = createSessionHistories();
  const tasks = createTasks(parts.jobs, contract.name);
  const jobs: JobRegistry = { ...parts.jobs, find: findJob, list: listJobs };
  const engineParts = { ...parts, jobs, histories, tasks };
  const engine = createEngine(engineParts);
  const judgeOf = createJudge(engineParts);
  const refusalOf = createRefusal(engineParts);
  const calls = createRunningCalls();
  const browsers = parts.browser === null ? null : createResource(onHost(parts.browser, parts.host.env));
  const browsersWhileOpen = browsers && {
    async of(conversationId: string) {
      requireOpen(); // A context outlives its bash, and nobody would close what it opens then.
      return await browsers.of(conversationId);
    },
  };
  const sources = { browsers: browsersWhileOpen, conversationId: contract.conversation(options) };
  let closed = false;
  let closing: Promise<void> | null = null;
  let uses = 0;

  /** Jobs are looked at and ended also after this was closed; what has to be opened for that is let go of again. */
  async function lettingGo<T>(use: () => Promise<T>): Promise<T> {
    uses += 1;
    try {
      return await use();
    } finally {
      uses -= 1;
      if (closed && uses === 0) parts.release();
    }
  }

  function findJob(id: string): Promise<FoundJob | null> {
    return lettingGo(() => parts.jobs.find(id));
  }

  function listJobs(): Promise<readonly Job[]> {
    return lettingGo(() => parts.jobs.list());
  }

  const requireOpen = (): void => {
    if (closed) throw new HandrailError('misuse', 'expected a bash that is open, this one was closed');
  };

  const closeOnce = (): Promise<void> => (closing ??= closeAll());

  const closeAll = async (): Promise<void> => {
    closed = true;
    await calls.endAll();
    await doAll([
      () => browsers?.endAll(),
      () => backend.close(),
      () => parts.onlookers?.close(),
      () => parts.release(),
    ]);
  };

  const contractTool = (name: string): ContractTool<Options, Result> => {
    requireOpen();
    const tool = contract.tools.find((candidate) => candidate.name === name);
    if (tool !== undefined) return tool;
    throw unknownTool(
      name,
      contract.tools.map((one) => one.name),
    );
  };

  const tools = createContractTools(
    contract,
    {
      ...{ options, env: parts.host.env, isConfined: parts.sandbox.rule.levels.length > 0 },
      keepsRuns: parts.backend.keepsRuns ?? true,
    },
    async (tool, input, context) => {
      requireOpen();
      return await calls.track(context.conversationId, context.signal, (signal) =>
        engine(tool, input, { ...context, signal }),
      );
    },
  );
  const context: Bash<Result>['context'] = (given = {}) => createToolContext(given, sources);
  const call: Bash<Result>['call'] = async (tool, input, given = {}) =>
    await tools.dispatch(tool, input, context(given));

  return {
    contract: contract.name,
    tools,
    run: async (input, context) => await call(contract.tools[0].name, input, context),
    call,
    judge: async (name, input, given) => await judgeOf(contractTool(name), input, context(given)),
    async refuse(name, input, reason, given) {
      checkRefusal(reason);
      return await refusalOf(contractTool(name), input, context(given), reason);
    },
    context,
    outputs: createJobOutputs({
      jobs,
      contract: contract.name,
      rule: contract.tools[0].capture(options),
      secrets: secretsIn(parts.host.env, parts.secrets),
    }),
    approvals: {
      join: (...given) => parts.approvals.join(...given),
      async open() {
        requireOpen();
        return await parts.approvals.open();
      },
      async answer(...given) {
        requireOpen();
        return await parts.approvals.answer(...given);
      },
    },
    async running(conversationId) {
      requireOpen();
      return await tasks.list(checkRunning(conversationId));
    },
    async endConversation(conversationId, options) {
      const jobs = checkEnding(conversationId, options);
      await calls.endConversation(conversationId);
      await doAll([
        () => jobs === 'end' && lettingGo(() => tasks.endJobs(conversationId)),
        () => backend.endConversation(conversationId),
        () => histories.endConversation(conversationId),
        () => browsers?.endConversation(conversationId),
      ]);
    },
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}

function onHost(provider: ResourceProvider, env: Readonly<Record<string, string>>) {
  return {
    open: async (conversationId: string) => await provider.open(conversationId, env),
    close: async (resource: unknown) => await provider.close(resource),
    isOver: (resource: unknown) => provider.isOver?.(resource) === true,
  };
}
