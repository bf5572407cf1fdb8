import type { Approvals } from '../model/approval.ts';
import type { ToolContext } from '../model/context.ts';
import type { Event } from '../model/event.ts';
import type { Job } from '../model/job.ts';
import { checkJoining } from '../model/joining.ts';
import { neverAborted } from '../model/never-aborted.ts';
import type { Approver } from '../model/ports.ts';
import type { FarApprover, FarCall, FarJoin, HostMethods, Reference } from './methods.ts';
import { createReferences } from './references.ts';
import type { Thread } from './start-thread.ts';

/** What the host has given as functions, and how the thread is told of it. */
export interface HostSide {
  /** What the thread may ask. */
  readonly methods: HostMethods;
  /** Who is asked about all calls; `null`: nobody. */
  readonly approver: FarApprover | null;
  /** Who has joined so far. */
  joined(): Iterable<FarJoin>;
  /** As that of `Approvals`; `thread` is the one that there is by then, if there is. */
  join(thread: () => Thread | null, ...given: Parameters<Approvals['join']>): () => void;
  /** Has `make` make a call that the thread can be told of. Rejects with what its listener has thrown, if that did. */
  withCall<Answer>(
    call: Pick<FarCall, 'tool' | 'input'>,
    context: ToolContext,
    make: (call: FarCall, signals: readonly AbortSignal[]) => Promise<Answer>,
  ): Promise<Answer>;
}

export function createHostSide(all: Approver | null, onJobEnd: ((job: Job) => void) | null): HostSide {
  const listeners = createReferences<(event: Event) => unknown>();
  const approvers = createReferences<Approver>();
  const joined = new Map<Reference, FarJoin>();

  const toFar = (approver: Approver): FarApprover => {
    const { isGivenWithCall = false } = approver;
    return { approver: approvers.add(approver), isGivenWithCall };
  };

  const tellEnd = async (job: Job): Promise<void> => {
    onJobEnd?.(job);
  };

  return {
    methods: {
      tell: async ({ listener, event }) => await listeners.get(listener)?.(event),
      async ask({ approver, question }, [signal = neverAborted]) {
        const asked = approvers.get(approver);
        return asked === undefined ? { kind: 'unanswered' } : await asked.ask(question, signal);
      },
      async jobEnded(job) {
        // What it throws is this process's to handle, as it is without a thread, and no failure of the thread.
        void tellEnd(job);
      },
    },
    approver: all && toFar(all),
    joined: () => joined.values(),
    join(thread, approver, of) {
      checkJoining(approver, of);
      const far = { ...toFar(approver), conversationId: of.conversationId };
      joined.set(far.approver, far);
      thread()?.ask('join', far).catch(gone);
      return () => {
        approvers.remove(far.approver);
        joined.delete(far.approver);
        thread()?.ask('leave', far.approver).catch(gone);
      };
    },
    async withCall({ tool, input }, context, make) {
      const { conversationId, isConversationNamed = true, workingDirectory, timeoutMs } = context;
      const { keepsRuns = true } = context;
      const heard = context.onEvent && guard(context.onEvent);
      const listener = heard && listeners.add(heard.tell);
      const approver = context.approver && toFar(context.approver);
      const place = { conversationId, isConversationNamed, workingDirectory, timeoutMs, keepsRuns };
      const signals = signalsOf(context);
      try {
        const answer = await make({ tool, input, ...place, listener, approver }, signals);
        heard?.rethrow();
        return answer;
      } catch (error) {
        heard?.rethrow();
        throw error;
      } finally {
        if (listener !== null) listeners.remove(listener);
        if (approver !== null) approvers.remove(approver.approver);
      }
    },
  };
}

function signalsOf({ signal, patience }: ToolContext): readonly AbortSignal[] {
  if (patience !== null) return [signal, patience];
  return signal === neverAborted ? [] : [signal];
}

/** Of who has joined or left: with the thread all that waited for an answer is gone, and was told so. */
export function gone(): void {}

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
