import type { ServeFlags } from './serve.ts';

/** The options of `handrail mcp`. */
export interface McpFlags extends ServeFlags {
  /** `true`: on the usual port. */
  readonly http?: string | true;
  readonly httpHost?: string;
  readonly allowedHost?: readonly string[];
  readonly tokenFile?: string;
  readonly waitMs?: string;
  readonly structured: boolean;
  readonly elicitation: boolean;
}

/** Always the same, so that a client can be configured with it; nothing well known has it. */
export const defaultHttpPort = 8391;
