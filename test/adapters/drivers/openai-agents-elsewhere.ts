import { Agent, RunContext, RunToolApprovalItem } from '@openai/agents';
import { bashTools } from '../../../src/adapters/openai-agents/index.ts';
import type { Driver } from '../scenario.ts';

/**
 * Calls of the tool as the SDK makes them in a process where nobody was asked: what was answered elsewhere is in the context. A
 * call that was approved; its id once more, with another command; a call of a tool that is approved for good; a call that
 * nobody has answered.
 */
export const drive: Driver = async ({ bash, directory, show }) => {
  const [tool] = bashTools(bash, { workingDirectory: directory, onOutput: show });
  if (tool?.type !== 'function') throw new Error('expected a function');
  const agent = new Agent({ name: 'driven' });
  const call = async (context: RunContext, callId: string, command: string) => {
    const toolCall = callOf(callId, command);
    return await tool.invoke(context, toolCall.arguments, { toolCall });
  };
  const approved = (callId: string, alwaysApprove: boolean) => {
    const context = new RunContext();
    context.approveTool(new RunToolApprovalItem(callOf(callId, ''), agent), { alwaysApprove });
    return context;
  };
  const once = approved('one', false);
  show(`${await call(once, 'one', 'echo careful; touch careful-one')}\n`);
  show(`${await call(once, 'one', 'touch careful-again')}\n`);
  show(`${await call(approved('two', true), 'two', 'touch careful-always')}\n`);
  show(`${await call(new RunContext(), 'three', 'touch careful-unasked')}\n`);
};

function callOf(callId: string, command: string) {
  const args = JSON.stringify({ command });
  return { type: 'function_call', name: 'bash', callId, arguments: args, status: 'completed' } as const;
}
