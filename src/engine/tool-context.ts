import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { ToolContext } from '../model/context.ts';
import { HandrailError } from '../model/errors.ts';
import { neverAborted } from '../model/never-aborted.ts';
import { checkOptions, type OptionKinds, optionKinds, orNull } from '../model/options.ts';
import type { Approver } from '../model/ports.ts';
import type { Resource } from './resources.ts';

/** What a caller may say about a call; what is left out is filled in. */
export interface ContextOptions {
  readonly signal?: AbortSignal;
  /** Left out: the one that the contract names, or else one of its own. */
  readonly conversationId?: string;
  /** Left out: the directory of the host process. */
  readonly workingDirectory?: string;
  readonly timeoutMs?: number | null;
  /** Left out: the caller waits as long as it takes. */
  readonly patience?: AbortSignal | null;
  readonly onEvent?: ToolContext['onEvent'] | null;
  /** Who is asked about this call, before anybody else is. Left out: who is asked about all of them. */
  readonly approver?: Approver | null;
}

/** What the contexts of all calls have from their bash. */
export interface ContextSources {
  /** Where the conversations' browsers come from; `null`: nowhere. */
  readonly browsers: Resource | null;
  /** The conversation that calls belong to which name none; `null`: each has one of its own. */
  readonly conversationId: string | null;
}

/** Makes the context of one call. */
export function createToolContext(given: ContextOptions, sources: ContextSources): ToolContext {
  checkOptions('a call', given, kinds);
  const { browsers } = sources;
  const named = given.conversationId ?? sources.conversationId;
  const conversationId = named ?? randomUUID();
  return {
    signal: given.signal ?? neverAborted,
    conversationId,
    isConversationNamed: named !== null,
    workingDirectory: resolve(given.workingDirectory ?? '.'),
    timeoutMs: given.timeoutMs ?? null,
    patience: given.patience ?? null,
    onEvent: given.onEvent ?? null,
    approver: given.approver ?? null,
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

const { text, signal, callback, milliseconds, approver } = optionKinds;

const kinds: OptionKinds<ContextOptions> = {
  signal,
  conversationId: text,
  workingDirectory: text,
  timeoutMs: orNull(milliseconds),
  patience: orNull(signal),
  onEvent: orNull(callback),
  approver: orNull(approver),
};
