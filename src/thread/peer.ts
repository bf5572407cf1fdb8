import { HandrailError, messageOf } from '../model/errors.ts';
import { onAbort } from '../model/on-abort.ts';
import { errorOf, type Failure, failureOf } from './failure.ts';

/** What can be asked of the other side: each method is given one value that can be cloned, and signals. */
export type Methods<Names> = {
  readonly [Name in keyof Names]: (given: never, signals: readonly AbortSignal[]) => Promise<unknown>;
};

/** The other side of a port. */
export interface Peer<Theirs extends Methods<Theirs>> {
  /**
   * Calls one of its methods. When one of the signals is aborted meanwhile, so is the one that the method was given; the reason stays here.
   * Rejects with what the method has thrown, made anew; with a `HandrailError` of code `misuse` where `given` cannot be cloned; and with the error that
   * the port was ended with.
   */
  ask<Name extends keyof Theirs & string>(
    name: Name,
    given: Parameters<Theirs[Name]>[0],
    signals?: readonly AbortSignal[],
  ): ReturnType<Theirs[Name]>;
  /**
   * Nothing comes from the other side any more: all that was asked, and all that will be, is rejected with this, and what it has asked is
   * wanted no more.
   */
  end(error: Error): void;
}

/** A port, or a worker. */
export interface Port {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

type Message =
  | {
      readonly kind: 'ask';
      readonly id: number;
      readonly name: string;
      readonly given: unknown;
      /** Of each signal, whether it was aborted by then. */
      readonly aborted: readonly boolean[];
    }
  | { readonly kind: 'abort'; readonly id: number; readonly signal: number }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure };

/** A question that has no answer yet. */
interface Asked {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  /** Listens to its signals no more. */
  letGo(): void;
}

/** `waits` is told whenever the first question goes out, and when the last one was answered. */
export function createPeer<Theirs extends Methods<Theirs>, Own extends Methods<Own>>(
  port: Port,
  own: Own,
  waits: (isWaiting: boolean) => void = () => {},
): Peer<Theirs> {
  const asked = new Map<number, Asked>();
  const answering = new Map<number, readonly AbortController[]>();
  let lastId = 0;
  let ended: Error | null = null;

  const post = (message: Message): void => port.postMessage(message);

  const take = (id: number): Asked | undefined => {
    const question = asked.get(id);
    asked.delete(id);
    question?.letGo();
    if (question !== undefined && asked.size === 0) waits(false);
    return question;
  };

  const answer = async ({ id, name, given, aborted }: Message & { kind: 'ask' }): Promise<void> => {
    const controllers = aborted.map(controllerOf);
    answering.set(id, controllers);
    try {
      // The other side is of the same build, and its types were checked against these methods.
      const method = own[name as keyof Own];
      const signals = controllers.map(({ signal }) => signal);
      post({ kind: 'answer', id, answer: await method(given as never, signals) });
    } catch (error) {
      post({ kind: 'failure', id, failure: failureOf(error) });
    } finally {
      answering.delete(id);
    }
  };

  port.on('message', (message) => {
    switch (message.kind) {
      case 'ask':
        return void answer(message);
      case 'abort':
        return answering.get(message.id)?.[message.signal]?.abort();
      case 'answer':
        return take(message.id)?.resolve(message.answer);
      case 'failure':
        return take(message.id)?.reject(errorOf(message.failure));
    }
  });

  const ask = async (name: string, given: unknown, signals: readonly AbortSignal[]): Promise<unknown> => {
    if (ended !== null) throw ended;
    lastId += 1;
    const id = lastId;
    const aborted = signals.map((signal) => signal.aborted);
    try {
      post({ kind: 'ask', id, name, given, aborted });
    } catch (error) {
      throw notData(error);
    }
    return await new Promise((resolve, reject) => {
      const letGo = listenTo(signals, (signal) => post({ kind: 'abort', id, signal }));
      asked.set(id, { resolve, reject, letGo });
      if (asked.size === 1) waits(true);
    });
  };

  return {
    // What comes back is what the method of that name answers.
    ask: ((name, given, signals = []) => ask(name, given, signals)) as Peer<Theirs>['ask'],
    end(error) {
      ended ??= error;
      for (const id of [...asked.keys()]) take(id)?.reject(error);
      for (const controller of [...answering.values()].flat()) controller.abort();
    },
  };
}

function notData(cause: unknown): HandrailError {
  const why = messageOf(cause).replace(/\.$/, '');
  const message = `expected what can be given to another thread, got what cannot: ${why}. Leave functions, symbols and proxies out of it`;
  return new HandrailError('misuse', message, { cause });
}

function controllerOf(isAborted: boolean): AbortController {
  const controller = new AbortController();
  if (isAborted) controller.abort();
  return controller;
}

/** Tells which of the signals is aborted from now on, until what is returned is called. */
function listenTo(signals: readonly AbortSignal[], tell: (signal: number) => void): () => void {
  const listening = signals.map((signal, at) => onAbort(signal, () => tell(at)));
  return () => {
    for (const letGo of listening) letGo();
  };
}
