import { type Bash, checkEnding, checkRefusal, checkRunning } from '../engine/bash.ts';
import { createContractTools } from '../engine/contract-tools.ts';
import { createToolContext } from '../engine/tool-context.ts';
import type { Contract } from '../model/contract.ts';
import { HandrailError } from '../model/errors.ts';
import type { Job } from '../model/job.ts';
import type { Approver } from '../model/ports.ts';
import { createHostSide, gone } from './host-side.ts';
import { createJobEnds } from './job-ends.ts';
import type { FarApprover, HostMethods } from './methods.ts';
import { isLost, type Thread } from './start-thread.ts';

/** What is known of a bash in a thread where its calls are made. */
export interface FarParts<Options, Result> {
  readonly contract: Contract<Options, Result>;
  readonly options: Options;
  readonly env: Readonly<Record<string, string>>;
  readonly isConfined: boolean;
  readonly approver: Approver | null;
  readonly onJobEnd: ((job: Job) => void) | null;
  readonly start: (own: HostMethods, approver: FarApprover | null) => Thread;
}

/**
 * A bash all of whose work is done in a thread, which is started with the first call. Here are its tools, to be looked at, and what the
 * host has given as functions.
 */
export function createFarBash<Options, Result>(parts: FarParts<Options, Result>): Bash<Result> {
  const { contract, options, env, isConfined, onJobEnd } = parts;
  const ends = createJobEnds();
  const host = createHostSide(
    parts.approver,
    onJobEnd &&
      ((job) => {
        ends.told(job);
        onJobEnd(job);
      }),
  );
  let thread: Thread | null = null;
  let closed = false;
  let closing: Promise<void> | null = null;
  const endings = new Set<Promise<void>>();

  const start = (): Thread => {
    const started = parts.start(host.methods, host.approver);
    for (const joined of host.joined()) started.ask('join', joined).catch(gone);
    return started;
  };

  const ask: Thread['ask'] = (...question) => {
    if (closed) throw new HandrailError('misuse', 'expected a bash that is open, this one was closed');
    thread ??= start();
    return thread.ask(...question);
  };

  const closeOnce = (): Promise<void> => (closing ??= closeAll());

  const closeAll = async (): Promise<void> => {
    const open = thread;
    const begun = [...endings]; // One that begins later waits for this.
    closed = true;
    if (open === null) return void (await Promise.allSettled(begun));
    try {
      await open.ask('close', null);
    } catch (error) {
      if (!isLost(error)) throw error; // All that there was to close is gone with it.
    } finally {
      await Promise.allSettled(begun);
      // The ends of jobs are told as long as the host is there, and from there.
      if (onJobEnd === null || ends.areAllTold()) await open.end();
      // What was looked at for them since is let go of.
      else ends.whenAllTold(() => void open.ask('close', null).then(open.end, open.end));
    }
  };

  const endConversation: Bash['endConversation'] = async (conversationId, options) => {
    const jobs = checkEnding(conversationId, options);
    const given = { conversationId, jobs };
    if (!closed && thread !== null) return await ask('endConversation', given);
    await closing;
    // Nothing is left of a conversation but its jobs, which a thread of their own can end as well.
    if (jobs === 'keep') return;
    const another = start();
    try {
      await another.ask('endConversation', given);
      await another.ask('close', null);
    } finally {
      await another.end();
    }
  };

  const tools = createContractTools(
    contract,
    { options, env, isConfined },
    async ({ name: tool }, input, context) =>
      // The thread has the same contract, whose results are of this type.
      await host.withCall({ tool, input }, context, async (...made) => {
        const called = await ask('call', ...made);
        if (onJobEnd !== null) ends.expect(called.outcome);
        return called as never;
      }),
  );
  const sources = { browsers: null, conversationId: contract.conversation(options) };
  const context: Bash<Result>['context'] = (given = {}) => createToolContext(given, sources);
  const call: Bash<Result>['call'] = async (tool, input, given) =>
    await tools.dispatch(tool, input, context(given));

  return {
    contract: contract.name,
    tools,
    run: async (input, given) => await call(contract.tools[0].name, input, given),
    call,
    judge: async (name, input, given) => {
      const { name: tool } = tools.get(name);
      return await host.withCall({ tool, input }, context(given), (...made) => ask('judge', ...made));
    },
    refuse: async (name, input, reason, given) => {
      checkRefusal(reason);
      const { name: tool } = tools.get(name);
      return await host.withCall(
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
      join: (...given) => host.join(() => thread, ...given),
      open: async () => await ask('openApprovals', null),
      answer: async (id, answer) => await ask('answerApproval', { id, answer }),
    },
    running: async (conversationId) => await ask('running', checkRunning(conversationId)),
    async endConversation(...given) {
      const ending = endConversation(...given);
      endings.add(ending);
      try {
        await ending;
      } finally {
        endings.delete(ending);
      }
    },
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}
