import type { Lifetime } from '../../model/request.ts';
import { z } from '../schema.ts';
import type { ModesOptions } from './options.ts';

/** What a call is given. Keys that are not named here are passed over: the document's schema permits them. */
export const inputSchema = z.object({
  command: z.string().describe('Shell command to execute via bash -c'),
  mode: z
    .enum(['default', 'slow', 'background'])
    .optional()
    .describe('Execution mode: default (30s timeout), slow (15min timeout), background (detached)'),
});

/** One of the three ways to run a command. */
export type Mode = NonNullable<z.output<typeof inputSchema>['mode']>;

/** What a command leaves running goes on; the text of the call says nothing of it. */
const foreground: Lifetime = { kind: 'call', survivors: 'keep' };

/** A job from the start, also when it ends at once: the answer is the same, and its file has the end. */
const background: Lifetime = { kind: 'job', settleMs: 0, input: 'nothing' };

/** How long a command may go on, and whether it is waited for. */
export function lifetimeOf(
  mode: Mode,
  options: ModesOptions,
): { readonly lifetime: Lifetime; readonly timeoutMs: number } {
  switch (mode) {
    case 'default':
      return { lifetime: foreground, timeoutMs: options.defaultTimeoutMs };
    case 'slow':
      return { lifetime: foreground, timeoutMs: options.slowTimeoutMs };
    case 'background':
      return { lifetime: background, timeoutMs: options.backgroundTimeoutMs };
  }
}
