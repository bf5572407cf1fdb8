import { randomUUID } from 'node:crypto';
import type { ToolContext } from '../model/context.ts';
import { HandrailError } from '../model/errors.ts';
import { neverAborted } from '../model/never-aborted.ts';
import { checkOptions, type OptionKinds, optionKinds, orNull } from '../model/options.ts';
import type { Approver } from '../model/ports.ts';
import { absolutePath } from './absolute-path.ts';
import type { Resource } from './resources.ts';

/** What a caller may say about a call; what is left out is filled in. */
export interface ContextOptions {
  /** Aborting it cancels the call and ends everything the command started; the result has what it wrote until then. */
  readonly signal?: AbortSignal | undefined;
  /** Whose call it is: kept shells, answers of a person and `/tmp` of a sandbox are of one. Left out: the one that the contract names, or else one of its own. */
  readonly conversationId?: string | undefined;
  /** Where the conversation works. Left out: the directory of the host process. */
  readonly workingDirectory?: string | undefined;
  /** The caller's own time limit, in milliseconds. Left out: the contract's. */
  readonly timeoutMs?: number | null | undefined;
  /** Aborted when the caller will wait no longer: what can go on as a job then does, and nothing is ended. Left out: the caller waits as long as it takes. */
  readonly patience?: AbortSignal | null | undefined;
  /** `false`: nothing of it goes on as a job; what still runs at its time limit, or outlives its shell, is ended. Left out: as the contract has it. */
  readonly keepsRuns?: boolean | undefined;
  /**
   * Told of each `Event`: `started`, `output` (its `text`, as it comes, uncut) and `finished`. A promise that it returns holds the command back until it is
   * settled. Left out: nobody listens.
   */
  readonly onEvent?: ToolContext['onEvent'] | null | undefined;
  /** Who is asked about this call, before anybody else is. Left out: who is asked about all of them. */
  readonly approver?: Approver | null | undefined;
}

/** What the contexts of all calls have from their bash. */
export interface ContextSources {
  /** Where the conversations' browsers come from; `null`: nowhere. */
  readonly browsers: Pick<Resource, 'of'> | null;
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
    workingDirectory: absolutePath('a call: workingDirectory', given.workingDirectory ?? '.'),
    timeoutMs: given.timeoutMs ?? null,
    patience: given.patience ?? null,
    keepsRuns: given.keepsRuns ?? true,
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

const { conversation, text, signal, callback, flag, milliseconds, approver } = optionKinds;

const kinds: OptionKinds<ContextOptions> = {
  signal,
  conversationId: conversation,
  workingDirectory: text,
  timeoutMs: orNull(milliseconds),
  patience: orNull(signal),
  keepsRuns: flag,
  onEvent: orNull(callback),
  approver: orNull(approver),
};
