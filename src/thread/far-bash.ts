import type { Bash } from '../engine/bash.ts';
import { createContractTools } from '../engine/contract-tools.ts';
import { createToolContext } from '../engine/tool-context.ts';
import type { ToolContext } from '../model/context.ts';
import type { Contract } from '../model/contract.ts';
import { HandrailError } from '../model/errors.ts';
import type { Event } from '../model/event.ts';
import type { Job } from '../model/job.ts';
import type { Approver } from '../model/ports.ts';
import type { FarCall, FarJoin, HostMethods, Reference } from './methods.ts';
import { createReferences } from './references.ts';
import type { Thread } from './start-thread.ts';
import { farApprover } from './thread-data.ts';

/** What is known of a bash in a thread where its calls are made. */
export interface FarParts<Options, Result> {
  readonly contract: Contract<Options, Result>;
  readonly options: Options;
  readonly env: Readonly<Record<string, string>>;
  readonly isConfined: boolean;
  readonly approver: Approver | null;
  readonly onJobEnd: ((job: Job) => void) | null;
  readonly start: (own: HostMethods) => Thread;
}

/**
 * A bash all of whose work is done in a thread, which is started with the first call. Here are its tools, to be looked at, and what the
 * host has given as functions.
 */
export function createFarBash<Options, Result>(parts: FarParts<Options, Result>): Bash<Result> {
  const { contract, options, env, isConfined, onJobEnd } = parts;
  const listeners = createReferences<(event: Event) => unknown>();
  const approvers = createReferences<Approver>();
  const joined = new Map<Reference, FarJoin>();
  if (parts.approver !== null) approvers.add(parts.approver); // As the first one it is the one of all calls.
  let thread: Thread | null = null;
  let closed = false;
  let closing: Promise<void> | null = null;

  const host: HostMethods = {
    tell: async ({ listener, event }) => await listeners.get(listener)?.(event),
    async ask({ approver, question }, [signal = new AbortController().signal]) {
      const asked = approvers.get(approver);
      return asked === undefined ? { kind: 'unanswered' } : await asked.ask(question, signal);
    },
    async jobEnded(job) {
      onJobEnd?.(job);
    },
  };

  const ask: Thread['ask'] = (...question) => {
    if (closed) throw new HandrailError('misuse', 'expected a bash that is open, this one was closed');
    thread ??= start();
    return thread.ask(...question);
  };

  const start = (): Thread => {
    const started = parts.start(host);
    for (const approver of joined.values()) started.ask('join', approver).catch(gone);
    return started;
  };

  /** Has `make` make a call of a context that the thread can be told of. */
  const withCall = async <Answer>(
    { tool, input }: Pick<FarCall, 'tool' | 'input'>,
    context: ToolContext,
    make: (call: FarCall, signals: readonly AbortSignal[]) => Promise<Answer>,
  ): Promise<Answer> => {
    const { signal, patience, onEvent, approver, conversationId, workingDirectory, timeoutMs } = context;
    const { isConversationNamed = true } = context;
    const heard = onEvent && guard(onEvent);
    const listener = heard && listeners.add(heard.tell);
    const asked = approver && approvers.add(approver);
    try {
      const call = {
        ...{ tool, input, conversationId, isConversationNamed, workingDirectory, timeoutMs, listener },
        approver: approver === null || asked === null ? null : farApprover(asked, approver),
      };
      const answer = await make(call, patience === null ? [signal] : [signal, patience]);
      heard?.rethrow();
      return answer;
    } catch (error) {
      heard?.rethrow();
      throw error;
    } finally {
      if (listener !== null) listeners.remove(listener);
      if (asked !== null) approvers.remove(asked);
    }
  };

  const tools = createContractTools(
    contract,
    { options, env, isConfined },
    async ({ name }, input, context) =>
      // The thread has the same contract, whose results are of this type.
      withCall({ tool: name, input }, context, async (...call) => (await ask('call', ...call)) as never),
  );
  const sources = { browsers: null, conversationId: contract.conversation(options) };
  const context: Bash<Result>['context'] = (given = {}) => createToolContext(given, sources);
  const call: Bash<Result>['call'] = async (tool, input, given) =>
    await tools.dispatch(tool, input, context(given));

  const close = async (): Promise<void> => {
    const open = thread;
    closed = true;
    if (open === null) return;
    try {
      await open.ask('close', null);
    } finally {
      // The ends of jobs are told as long as the host is there, and from there.
      if (onJobEnd === null) await open.end();
    }
  };

  return {
    contract: contract.name,
    tools,
    run: async (input, given) => await call(contract.tools[0].name, input, given),
    call,
    judge: async (name, input, given) => {
      const { name: tool } = tools.get(name);
      return await withCall({ tool, input }, context(given), (...made) => ask('judge', ...made));
    },
    refuse: async (name, input, reason, given) => {
      const { name: tool } = tools.get(name);
      return await withCall(
        { tool, input },
        context(given),
        async (made, signals) => (await ask('refuse', { ...made, reason }, signals)) as never, // As above.
      );
    },
    context,
    outputs: {
      list: async (conversationId) => await ask('listOutputs', conversationId),
      read: async (...given) => await ask('readOutput', given),
    },
    approvals: {
      join(approver, { conversationId }) {
        const reference = approvers.add(approver);
        const far = { ...farApprover(reference, approver), conversationId };
        joined.set(reference, far);
        thread?.ask('join', far).catch(gone);
        return () => {
          approvers.remove(reference);
          joined.delete(reference);
          thread?.ask('leave', reference).catch(gone);
        };
      },
      open: async () => await ask('openApprovals', null),
      answer: async (id, answer) => await ask('answerApproval', { id, answer }),
    },
    running: async (conversationId) => await ask('running', conversationId ?? null),
    endConversation: async (conversationId, { jobs = 'keep' } = {}) =>
      await ask('endConversation', { conversationId, jobs }),
    close: () => (closing ??= close()),
  };
}

/** Of who has joined or left: with the thread all that waited for an answer is gone, and was told so. */
function gone(): void {}

/** A listener, and what it has thrown: its caller is to get just that, which a copy from the other thread is not. */
function guard(onEvent: (event: Event) => unknown) {
  const thrown: unknown[] = [];
  return {
    async tell(event: Event): Promise<void> {
      try {
        await onEvent(event);
      } catch (error) {
        thrown.push(error);
        throw error;
      }
    },
    rethrow(): void {
      if (thrown.length > 0) throw thrown[0];
    },
  };
}
