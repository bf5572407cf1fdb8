import type { Agent } from '../core/agent.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

/** Every agent that can be guarded. */
export const agents: readonly Agent[] = [claude, codex, gemini, cursor, copilot, opencode];

export function agentNamed(name: string): Agent | null {
  return agents.find((agent) => agent.name === name) ?? null;
}
