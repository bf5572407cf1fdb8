/**
 * The tools of a bash for the AI SDK (`ai`, 6 and 7).
 *
 * @packageDocumentation
 */
import { jsonSchema, type Tool, tool } from 'ai';
import type { Bash } from '../../engine/bash.ts';
import { HandrailError } from '../../model/errors.ts';
import { type AgentResult, type AgentTool, type AgentToolOptions, resultOf } from '../core/agent-tools.ts';
import { createAskedCalls } from '../core/asked.ts';
import { frameworkTools } from '../core/framework-tools.ts';
import { recordRefused } from '../core/refusals.ts';
import { answersIn, isApproved } from './messages.ts';
import { withProgress } from './progress.ts';

export type { AgentResult, AgentToolOptions } from '../core/agent-tools.ts';
export type { Person, PersonAnswer } from '../core/person.ts';
export { askPerson } from './ask-person.ts';

/** The input of a tool; its contract reads it. */
export type BashInput = Readonly<Record<string, unknown>>;

/** What a tool comes to; while it runs, `status` is `running` and `text` the end of what was written so far. */
export type BashOutput = AgentResult | { readonly status: 'running'; readonly text: string };

/**
 * The tools for `generateText`, `streamText` and agents, by their names. Where the rules want a person to be asked they need
 * an approval, by the SDK's own flow: the call that comes with a yes runs, and no other.
 *
 * @example
 * const bash = createBash();
 * const { text } = await generateText({ model, tools: bashTools(bash), stopWhen: stepCountIs(20), prompt: 'What is here?' });
 */
export function bashTools(
  bash: Bash,
  options: AgentToolOptions = {},
): Record<string, Tool<BashInput, BashOutput>> {
  return frameworkTools(bash, options, toolFor);
}

/** What the model is told of what a command had written when its call was broken off. */
function brokenOff(text: string): string {
  const said = 'this is the end of what it had written by then, and what it came to is not known';
  return `${text}${text.endsWith('\n') ? '' : '\n'}[broken off while it ran: ${said}]`;
}

/** An `ai` before 6 hands over what a tool came to by itself; it knows of no approvals. Throws a `HandrailError` of code `misuse` there. */
function outputOf({ output }: { readonly output?: BashOutput }): BashOutput {
  if (output !== undefined) return output;
  const message =
    'tools for the AI SDK: expected the package ai in version 6 or 7, which asks a person for approvals, got an older one: install one of these';
  throw new HandrailError('misuse', message);
}

function toolFor(one: AgentTool, asks: boolean): Tool<BashInput, BashOutput> {
  const asked = createAskedCalls();
  return tool<BashInput, BashOutput>({
    description: one.description,
    // A contract's schema is that of an object; as data it has no narrower type.
    inputSchema: jsonSchema<BashInput>(one.inputSchema as Parameters<typeof jsonSchema>[0]),
    // With an answer the SDK asks again whether one is needed, and turns the call down where it is not.
    ...(asks && {
      needsApproval: async (input, call) => {
        // It tells no tool of a refusal: that is in the messages which come with the next call.
        const answers = answersIn(call.messages);
        await recordRefused(asked, (callId) => answers.get(callId), one.refuse);
        if (isApproved(input, call)) return true;
        const asking = await one.toAsk(input);
        if (asking === null) return false;
        asked.ask(call.toolCallId, { input, key: asking.key });
        return true;
      },
    }),
    execute: (input, call) =>
      withProgress(
        async (onOutput, signal) => {
          const approval = asks && isApproved(input, call) ? asked.claim(call.toolCallId, input) : null;
          return resultOf(await one.run(input, { signal, approval, onOutput }));
        },
        (text) => ({ status: 'running', text }) as const,
        call.abortSignal,
      ),
    toModelOutput(given) {
      const output = outputOf(given);
      // In the messages of a chat that was stopped the last preliminary result stands for the one that never came.
      if (output.status === 'running') return { type: 'error-text', value: brokenOff(output.text) };
      return { type: output.isError ? 'error-text' : 'text', value: output.text };
    },
  });
}
