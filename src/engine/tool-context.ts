import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { ToolContext } from '../model/context.ts';
import { HandrailError } from '../model/errors.ts';
import type { Resource } from './resources.ts';

/** What a caller may say about a call; what is left out is filled in. */
export interface ContextOptions {
  readonly signal?: AbortSignal;
  /** Left out: a conversation of its own. */
  readonly conversationId?: string;
  /** Left out: the directory of the host process. */
  readonly workingDirectory?: string;
  readonly timeoutMs?: number | null;
  readonly onEvent?: ToolContext['onEvent'] | null;
}

/** Makes the context of one call. `browsers` is where the conversation's browser comes from. */
export function createToolContext(given: ContextOptions, browsers: Resource | null): ToolContext {
  if (given.timeoutMs !== undefined && given.timeoutMs !== null) requireTimeLimit(given.timeoutMs);
  const conversationId = given.conversationId ?? randomUUID();
  return {
    signal: given.signal ?? new AbortController().signal,
    conversationId,
    workingDirectory: resolve(given.workingDirectory ?? '.'),
    timeoutMs: given.timeoutMs ?? null,
    onEvent: given.onEvent ?? null,
    browser: async () => {
      if (browsers === null) {
        throw new HandrailError(
          'no-resource',
          'expected a browser provider, none was configured: give createBash one',
        );
      }
      return await browsers.of(conversationId);
    },
  };
}

function requireTimeLimit(timeoutMs: number): void {
  if (Number.isSafeInteger(timeoutMs) && timeoutMs > 0) return;
  throw new HandrailError(
    'misuse',
    `timeoutMs: expected a whole number of milliseconds above 0, got ${timeoutMs}`,
  );
}
