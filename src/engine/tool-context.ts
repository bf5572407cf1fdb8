import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { ToolContext } from '../model/context.ts';
import { HandrailError } from '../model/errors.ts';
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
  for (const [name, value] of Object.entries(given)) requireOption(name, value);
  const { browsers } = sources;
  const named = given.conversationId ?? sources.conversationId;
  const conversationId = named ?? randomUUID();
  return {
    signal: given.signal ?? new AbortController().signal,
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

/** What an option of a call can be, beside nothing. */
interface OptionKind {
  readonly expected: string;
  readonly has: (value: unknown) => boolean;
}

const signal: OptionKind = { expected: 'an AbortSignal', has: (value) => value instanceof AbortSignal };
const text: OptionKind = {
  expected: 'a string that is not empty',
  has: (value) => typeof value === 'string' && value !== '',
};

const kinds: Readonly<Record<keyof ContextOptions, OptionKind>> = {
  signal,
  conversationId: text,
  workingDirectory: text,
  timeoutMs: {
    expected: 'a whole number of milliseconds above 0',
    has: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  },
  patience: signal,
  onEvent: { expected: 'a function', has: (value) => typeof value === 'function' },
  approver: {
    expected: 'an approver: an object with the function ask',
    has: (value) => typeof value === 'object' && value !== null && 'ask' in value,
  },
};

/** Whoever calls without types may give anything: a directory under a misspelled name would be another one. */
function requireOption(name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  const kind = Object.entries(kinds).find(([known]) => known === name)?.[1];
  if (kind === undefined) {
    const known = Object.keys(kinds).join(', ');
    throw new HandrailError(
      'misuse',
      `expected only the options ${known} for a call, got ${JSON.stringify(name)}`,
    );
  }
  if (!kind.has(value))
    throw new HandrailError('misuse', `${name}: expected ${kind.expected}, got ${String(value)}`);
}
