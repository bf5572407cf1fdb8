import { randomUUID } from 'node:crypto';
import type { Bash } from '../../engine/bash.ts';
import type { JsonSchema } from '../../model/contract.ts';
import { type AgentCall, createCommandTool } from '../core/agent-tools.ts';
import { type ModelToolOptions, modelToolKinds, type ToldResult } from '../core/model-calls.ts';

/** The name of the shell, which the model is told with what happens to it. */
const sessionName = 'main';

/**
 * Runs `{ command }` in one kept shell, and with `{ restart: true }` ends it, so that the next command has another. The shell is
 * a session of a conversation of its own: ending that ends nothing of anybody else.
 */
export function createKeptShell(
  bash: Bash,
  options: ModelToolOptions,
): (input: unknown, call: AgentCall) => Promise<ToldResult> {
  const conversationId = options.conversationId ?? randomUUID();
  const tool = createCommandTool(bash, { ...options, conversationId }, modelToolKinds);
  const shell = hasSession(tool.inputSchema) ? { session: sessionName } : {};
  return async (input, call) => {
    if (!wantsRestart(input)) return await tool.run(asCommand(input, shell), call);
    await bash.endConversation(call.conversationId ?? conversationId);
    return { text: '[the shell was restarted]', isError: false };
  };
}

function wantsRestart(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'restart' in input && input.restart === true;
}

/** The input for the contract, which says what is wrong with one that has no command. */
function asCommand(input: unknown, shell: object): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const { restart: _, ...rest } = input as { readonly restart?: unknown };
  return { ...rest, ...shell };
}

function hasSession(schema: JsonSchema): boolean {
  const properties: { readonly session?: unknown } = schema.properties ?? {};
  return properties.session !== undefined;
}
