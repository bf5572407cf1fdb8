import { letGoOfLooks } from '../backends/local/processes/process-table.ts';
import type { BashOptions } from '../bash-options.ts';
import type { Bash } from '../engine/bash.ts';
import type { ToolContext } from '../model/context.ts';
import type { Event } from '../model/event.ts';
import type { Approver } from '../model/ports.ts';
import { tellEnd } from './ends.ts';
import type { FarApprover, FarCall, HostMethods, Reference, ThreadMethods } from './methods.ts';
import { createPeer, type Peer, type Port } from './peer.ts';
import type { ThreadData } from './thread-data.ts';

/** What runs in the thread: a bash like any other, made there, that does what the host asks for. */
export function serveBash(
  port: Port,
  { options, approver, tellsJobEnds, endMark }: ThreadData,
  createBash: (options: BashOptions) => Bash,
): void {
  tellEnd(endMark);
  const joined = new Map<Reference, () => void>();
  const bash = createBash({
    ...options,
    ...(approver === null ? {} : { approver: toApprover(approver) }),
    ...(tellsJobEnds ? { onJobEnd: (job) => void host.ask('jobEnded', job) } : {}),
  });
  const host: Peer<HostMethods> = createPeer<HostMethods, ThreadMethods>(port, {
    call: async (call, signals) => await bash.tools.dispatch(call.tool, call.input, contextOf(call, signals)),
    judge: async (call, signals) => await bash.judge(call.tool, call.input, givenContext(call, signals)),
    refuse: async (call, signals) =>
      await bash.refuse(call.tool, call.input, call.reason, givenContext(call, signals)),
    async join({ conversationId, ...approver }) {
      joined.set(approver.approver, bash.approvals.join(toApprover(approver), { conversationId }));
    },
    async leave(approver) {
      joined.get(approver)?.();
      joined.delete(approver);
    },
    openApprovals: async () => await bash.approvals.open(),
    answerApproval: async ({ id, answer }) => await bash.approvals.answer(id, answer),
    listOutputs: async (conversationId) => await bash.outputs.list(conversationId),
    readOutput: async (given) => await bash.outputs.read(...given),
    running: async (conversationId) => await bash.running(conversationId ?? undefined),
    endConversation: async ({ conversationId, jobs }) => await bash.endConversation(conversationId, { jobs }),
    async close() {
      await bash.close();
      letGoOfLooks();
    },
    end: async () => process.exit(),
  });

  function toApprover({ approver, isGivenWithCall }: FarApprover): Approver {
    return {
      ask: async (question, signal) => await host.ask('ask', { approver, question }, [signal]),
      isGivenWithCall,
    };
  }

  /** The conversation of a call that names none has an id too, which the host has made. */
  function contextOf(call: FarCall, signals: readonly AbortSignal[]): ToolContext {
    const { conversationId, isConversationNamed } = call;
    return { ...bash.context(givenContext(call, signals)), conversationId, isConversationNamed };
  }

  function givenContext(call: FarCall, [signal, patience]: readonly AbortSignal[]) {
    const { conversationId, isConversationNamed, workingDirectory, timeoutMs, keepsRuns } = call;
    const { listener, approver } = call;
    return {
      ...(isConversationNamed ? { conversationId } : {}),
      ...(signal === undefined ? {} : { signal }),
      ...{ workingDirectory, timeoutMs, keepsRuns, patience: patience ?? null },
      onEvent: listener === null ? null : (event: Event) => host.ask('tell', { listener, event }),
      approver: approver && toApprover(approver),
    };
  }
}
