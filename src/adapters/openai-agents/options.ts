import type { AgentToolOptions } from '../core/agent-tools.ts';

/** How the tools are given to an agent; everything can be left out. */
export interface AgentsToolOptions extends AgentToolOptions {
  /**
   * Given what a command writes, as it is written, and the id of the call: the SDK has no way to show it. A returned promise makes
   * the command wait.
   */
  readonly onOutput?: (text: string, callId: string | undefined) => unknown;
}
