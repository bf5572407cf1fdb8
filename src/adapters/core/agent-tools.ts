import { randomUUID } from 'node:crypto';
import { reasonIn } from '../../approvals/answers.ts';
import { absolutePath } from '../../engine/absolute-path.ts';
import type { Bash } from '../../engine/bash.ts';
import type { CallResult } from '../../engine/engine.ts';
import type { ContextOptions } from '../../engine/tool-context.ts';
import type { ToolContext } from '../../model/context.ts';
import type { JsonSchema } from '../../model/contract.ts';
import { HandrailError } from '../../model/errors.ts';
import {
  checkOptions,
  describeKind,
  type OptionKind,
  type OptionKinds,
  optionKinds,
} from '../../model/options.ts';
import { type Status, statusOf } from '../../model/outcome.ts';
import type { Approver } from '../../model/ports.ts';

/** How the tools of a bash are given to an agent; everything can be left out. */
export interface AgentToolOptions {
  /** Where commands run that name no directory. Left out: the directory of the host process. */
  readonly workingDirectory?: string | undefined;
  /** The conversation that calls belong to which name none. Left out: one of these tools' own. */
  readonly conversationId?: string | undefined;
  /**
   * Who asks a person, where the rules say so. `framework`: the agent framework, by its own flow. `bash`: the approver that
   * the bash was made with, while the call waits. Left out: `framework`, where it has a flow.
   */
  readonly approval?: 'framework' | 'bash' | undefined;
}

/** How the one tool that runs a command is given to a model that may have no other. */
export interface CommandToolOptions extends AgentToolOptions {
  /**
   * Whether the model has the contract's tools for jobs beside it, as of `bashTools`: what still runs at its time limit, or is left running, then
   * goes on as a job. Left out: it has none, and what would is ended.
   */
  readonly jobs?: boolean | undefined;
}

/** One call of a tool by an agent. */
export interface AgentCall {
  /** Aborting it ends the command and everything that it started. */
  readonly signal?: AbortSignal | undefined;
  /** Left out: that of the tools. */
  readonly conversationId?: string | undefined;
  /** Given what the command writes, as it is written. A returned promise makes the command wait. */
  readonly onOutput?: ((text: string) => unknown) | undefined;
  /** The yes of a person whom the framework has asked about this very input; left out or `null`: there is none. */
  readonly approval?: FrameworkApproval | null | undefined;
  /** Who is asked about this call, before the bash's own approver is. */
  readonly approver?: Approver | undefined;
  readonly timeoutMs?: number | null | undefined;
  /** `false`: nothing of it goes on as a job. Left out: what may does. */
  readonly keepsRuns?: boolean | undefined;
}

/** Options for a library that has no flow for approvals. */
export type DirectToolOptions = Omit<AgentToolOptions, 'approval'>;

/** A call for such a library: a person is asked by `approver`, or by that of the bash. */
export type DirectCall = Omit<AgentCall, 'approval' | 'timeoutMs' | 'keepsRuns'>;

/**
 * What a person has said yes to. `here`: to what had this key, and to nothing else. `elsewhere`: they were asked in another
 * process, and nothing is known of what they were shown but the input.
 */
export type FrameworkApproval =
  | { readonly kind: 'here'; readonly key: string }
  | { readonly kind: 'elsewhere' };

/** What a person is to be asked. */
interface Asking {
  readonly reason: string;
  /** What their answer is bound to: where links lead, the reasons and the sandbox too. */
  readonly key: string;
}

/** What a call comes to, as data. */
export interface AgentResult {
  /** For the model. */
  readonly text: string;
  /** Whether the contract calls it an error. */
  readonly isError: boolean;
  readonly status: Status;
  /** Fits the tool's output schema; `null` for a tool that has none. */
  readonly structured: Readonly<Record<string, unknown>> | null;
}

/** A tool of a bash in terms that every framework has. */
export interface AgentTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /**
   * What a person is to be asked before this input is run; `null` where nobody is: it may run, or `run` says why not.
   * Nothing is started.
   */
  toAsk(input: unknown, call?: Pick<AgentCall, 'conversationId'>): Promise<Asking | null>;
  /** Has it recorded that a person has refused this input, and why, if they said. Nothing is started; the result is for the model. */
  refuse(
    input: unknown,
    reason: string | undefined,
    call?: Pick<AgentCall, 'conversationId'>,
  ): Promise<CallResult<unknown>>;
  /**
   * Judges the input and runs it. An approval counts for what was asked about alone: what has come to mean something else since
   * needs another. It lifts nothing that is denied.
   */
  run(input: unknown, call?: AgentCall): Promise<CallResult<unknown>>;
}

/** The tools of a bash for an agent; the first runs a command. */
export function createAgentTools(
  bash: Bash,
  options: AgentToolOptions = {},
  /** Those that a library has beside the ones that all have. */
  more: Readonly<Record<string, OptionKind>> = {},
): readonly AgentTool[] {
  checkBash('tools for an agent', bash);
  checkOptions('tools for an agent', options, { ...commonKinds, ...more });
  const { conversationId = randomUUID() } = options;
  const workingDirectory =
    options.workingDirectory ?? absolutePath('tools for an agent: workingDirectory', '.');
  const contextOf = (call: AgentCall): ContextOptions => ({
    workingDirectory,
    conversationId: call.conversationId ?? conversationId,
    ...(call.signal && { signal: call.signal }),
    timeoutMs: call.timeoutMs ?? null,
    keepsRuns: call.keepsRuns,
    approver: call.approval ? approverOf(call.approval) : (call.approver ?? null),
    onEvent: listenerOf(call),
  });
  return bash.tools.list().map((tool) => ({
    name: tool.name,
    title: tool.annotations.title,
    description: tool.description({ workingDirectory }),
    inputSchema: tool.inputSchema,
    async toAsk(input, call = {}) {
      const judgement = await bash.judge(tool.name, input, contextOf(call));
      if (judgement.kind !== 'judged' || judgement.approvalKey === null) return null;
      const asking = judgement.decision.findings.filter(({ verdict }) => verdict === 'ask');
      return { reason: asking.map(({ reason }) => reason).join('; '), key: judgement.approvalKey };
    },
    refuse: async (input, reason, call = {}) =>
      await bash.refuse(tool.name, input, reasonIn(reason), contextOf(call)),
    run: async (input, call = {}) => await bash.call(tool.name, input, contextOf(call)),
  }));
}

/** Whoever calls without types may give anything. */
export function checkBash(of: string, given: unknown): void {
  if (typeof given === 'object' && given !== null && 'tools' in given && 'judge' in given) return;
  throw new HandrailError(
    'misuse',
    `${of}: expected a bash, as createBash makes it, got ${describeKind(given)}`,
  );
}

const commonKinds: OptionKinds<DirectToolOptions> = {
  workingDirectory: optionKinds.text,
  conversationId: optionKinds.conversation,
};

/** The one of them that runs a command. A contract with others has them for jobs: without them nothing goes on as one. */
export function createCommandTool(
  bash: Bash,
  options: CommandToolOptions,
  more?: Readonly<Record<string, OptionKind>>,
): AgentTool {
  const [tool, ...others] = createAgentTools(bash, options, more);
  if (tool === undefined) throw new Error('a contract has a tool, this one has none');
  if (others.length === 0 || options.jobs === true) return tool;
  return { ...tool, run: async (input, call) => await tool.run(input, { ...call, keepsRuns: false }) };
}

/** The part of a result that an agent is given. */
export function resultOf({ text, isError, structured, outcome }: CallResult<unknown>): AgentResult {
  return { text, isError, status: statusOf(outcome), structured };
}

/** Stands for the person who was asked by somebody else. What is denied is never asked about. */
function approverOf(approval: FrameworkApproval): Approver {
  return {
    ask: async ({ key }) =>
      approval.kind === 'elsewhere' || approval.key === key ? { kind: 'approved' } : { kind: 'unanswered' },
    isGivenWithCall: true,
  };
}

function listenerOf({ onOutput }: AgentCall): ToolContext['onEvent'] {
  if (onOutput === undefined) return null;
  return (event) => (event.kind === 'output' ? onOutput(event.text) : undefined);
}
