/**
 * The tools of a bash for the OpenAI Agents SDK (`@openai/agents`).
 *
 * @packageDocumentation
 */
import {
  type RunContext,
  type ShellAction,
  type ShellTool,
  shellTool as sdkShellTool,
  type Tool,
  tool,
} from '@openai/agents';
import type { Bash } from '../../engine/bash.ts';
import type { JsonSchema } from '../../model/contract.ts';
import { optionKinds } from '../../model/options.ts';
import {
  type AgentTool,
  type AgentToolOptions,
  approvalKind,
  asksByFramework,
  createAgentTools,
  type FrameworkApproval,
  frameworkTools,
} from '../core/agent-tools.ts';
import { type AskedCalls, createAskedCalls } from '../core/asked.ts';
import { runShellAction, type ShellOutput, toAskShell } from '../core/shell.ts';

export type { AgentToolOptions } from '../core/agent-tools.ts';

/** How the tools are given to an agent; everything can be left out. */
export interface AgentsToolOptions extends AgentToolOptions {
  /**
   * Given what a command writes, as it is written, and the id of the call: the SDK has no way to show it. A returned promise makes
   * the command wait.
   */
  readonly onOutput?: (text: string, callId: string | undefined) => unknown;
}

/**
 * The tools for an `Agent`. Where the rules want a person to be asked the run is interrupted, by the SDK's own flow. An
 * approval is for the call that it was given for: `alwaysApprove` lets no other command through.
 *
 * @example
 * const agent = new Agent({ name: 'builder', tools: bashTools(bash) });
 * const result = await run(agent, 'What is here?');
 */
export function bashTools(bash: Bash, options: AgentsToolOptions = {}): Tool[] {
  return frameworkTools(
    bash,
    options,
    (one, asks) => toolFor(one, asks ? createAskedCalls() : null, options),
    { onOutput: optionKinds.callback },
  );
}

function toolFor(
  one: AgentTool,
  asked: AskedCalls | null,
  { onOutput: show }: Pick<AgentsToolOptions, 'onOutput'>,
): Tool {
  return tool({
    name: one.name,
    description: one.description,
    parameters: parametersOf(one.inputSchema),
    strict: false,
    // What can be expected to happen is in the text; what is thrown is a bug, and not for the model.
    errorFunction: null,
    // With each turn, the first after an answer too, the SDK asks whether the tool is to be had; of a refusal it says nothing to it.
    isEnabled: async ({ runContext }) => {
      if (asked !== null) await recordRefused(one, asked, runContext);
      return true;
    },
    needsApproval: async (context, input, callId) => {
      const asking = asked === null ? null : await one.toAsk(input);
      if (asking === null) return false;
      // What is judged again once it was answered is still what was asked about first.
      const isAnswered = callId !== undefined && isAnsweredCall(context, one.name, callId);
      if (callId !== undefined && !isAnswered) asked?.ask(callId, { input, key: asking.key });
      return true;
    },
    execute: async (input, context, details) => {
      const callId = details?.toolCall?.callId;
      const approval = asked && approvalOf(asked, { callId, toolName: one.name, input }, context);
      const onOutput = show && ((text: string) => show(text, callId));
      return (await one.run(input, { signal: details?.signal, approval, onOutput })).text;
    },
  });
}

/**
 * The `shell` tool, run here. The SDK tells its shell neither which call it is nor that it was cancelled: give `signal` to
 * end what runs, and have approvals answered in the process that asked.
 */
export function shellTool(
  bash: Bash,
  options: AgentsToolOptions & { readonly signal?: AbortSignal } = {},
): ShellTool {
  const kinds = { ...approvalKind, signal: optionKinds.signal, onOutput: optionKinds.callback };
  const [one] = createAgentTools(bash, options, kinds);
  const onOutput = options.onOutput && ((text: string) => options.onOutput?.(text, undefined));
  const asks = asksByFramework(options);
  // By identity: the SDK hands out one and the same action when it asks and when it runs.
  const asked = new WeakMap<ShellAction, readonly (FrameworkApproval | null)[]>();
  return sdkShellTool({
    shell: {
      async run(action) {
        if (one === undefined) return { output: [] };
        const call = { signal: options.signal, onOutput };
        const outputs = await runShellAction(one, action, call, asked.get(action));
        asked.delete(action);
        return { output: outputs.map(sdkOutput) };
      },
    },
    needsApproval: async (_context, action) => {
      const asking = asks && one !== undefined ? await toAskShell(one, action) : null;
      if (asking === null) return false;
      const approvals = asking.map((each) => each && ({ kind: 'here', key: each.key } as const));
      if (!asked.has(action)) asked.set(action, approvals);
      return true;
    },
  });
}

/** Has it recorded what a person has refused of the calls that they were asked about here. */
async function recordRefused(one: AgentTool, asked: AskedCalls, context: RunContext): Promise<void> {
  const refused = asked
    .open()
    .filter(([callId]) => context.isToolApproved({ toolName: one.name, callId }) === false);
  for (const [callId, input] of refused) {
    asked.claim(callId, input);
    const reason = context.getRejectionMessage(one.name, callId) ?? 'no reason was given';
    await one.refuse(input, reason);
  }
}

interface AskedCall {
  readonly callId: string | undefined;
  readonly toolName: string;
  readonly input: unknown;
}

/** The yes of a person who was asked about this call, with this input, and has said it to this one and not to all of them. */
function approvalOf(
  asked: AskedCalls,
  { callId, toolName, input }: AskedCall,
  context: RunContext | undefined,
): FrameworkApproval | null {
  if (callId === undefined || context === undefined) return null;
  const claimed = asked.claim(callId, input);
  switch (claimed?.kind) {
    case 'here':
      return context.isToolApproved({ toolName, callId }) === true ? claimed : null;
    case 'elsewhere':
      return isApprovedById(context, toolName, callId) ? claimed : null;
    case undefined:
      return null;
  }
}

function isAnsweredCall(context: RunContext, toolName: string, callId: string): boolean {
  return context.isToolApproved({ toolName, callId }) !== undefined;
}

function isApprovedById(context: RunContext, toolName: string, callId: string): boolean {
  const approved = context.toJSON().approvals[toolName]?.approved;
  return Array.isArray(approved) && approved.includes(callId);
}

interface LooseParameters {
  readonly type: 'object';
  properties: Record<string, never>;
  required: string[];
  additionalProperties: true;
}

/** A contract's schema is that of an object; the SDK passes what is not strict on as it is. */
function parametersOf(schema: JsonSchema): LooseParameters {
  return { required: [], ...schema } as unknown as LooseParameters;
}

function sdkOutput({ stdout, stderr, end }: ShellOutput) {
  const outcome =
    end.kind === 'timeout' ? ({ type: 'timeout' } as const) : ({ type: 'exit', exitCode: end.code } as const);
  return { stdout, stderr, outcome };
}
