import { messageOf } from '../model/errors.ts';
import type { Status } from '../model/outcome.ts';
import type { Onlookers } from '../model/ports.ts';
import { createListener } from './listener.ts';
import { type LiveCall, type LiveMessage, type LiveOutput, protocolVersion } from './protocol.ts';
import { createReaders } from './readers.ts';
import { createWatchedCall, type WatchedCall } from './watched-call.ts';

/** Milliseconds in which changes are gathered: 100, which people take for at once. */
const gatherMs = 100;

/** What a call has come to since the readers were told. */
interface Entry {
  readonly call: WatchedCall;
  /** As it was told last. */
  told: LiveCall | null;
  isNew: boolean;
  hasOutput: boolean;
  over: Status | null;
}

/**
 * Tells other processes of this user what the calls of a bash do, on a socket in the state directory that opens with the
 * first call. As long as nobody is connected, a call is put on a list and taken off it, and that is all.
 */
export function createFeed(stateDir: string, secrets: readonly string[]): Onlookers {
  const entries = new Map<string, Entry>();
  let timer: NodeJS.Timeout | null = null;
  let telling: Promise<void> | null = null;
  let isWatched = false;
  const readers = createReaders({ kind: 'host', version: protocolVersion, pid: process.pid }, readersChanged);
  const listener = createListener(stateDir, readers.add);

  return {
    enter(given) {
      listener.start();
      const entry: Entry = {
        call: createWatchedCall(given, secrets),
        ...{ told: null, isNew: true, hasOutput: false, over: null },
      };
      entries.set(given.id, entry);
      if (isWatched) attach(entry);
      const change = (): void => {
        entry.isNew = true;
        tellSoon();
      };
      return {
        asks(request) {
          entry.call.asks(request);
          change();
        },
        waits(isWaiting) {
          entry.call.waits(isWaiting);
          change();
        },
        runs(command) {
          entry.call.runs(command);
          entry.hasOutput = true;
          change();
        },
        over(status) {
          entry.over = status;
          if (isWatched) tellSoon();
          else drop(entry);
        },
      };
    },
    async close() {
      if (timer !== null) clearTimeout(timer);
      await telling;
      if (isWatched) await tell(); // How the last calls ended.
      readers.end();
      await listener.close();
    },
  };

  function attach(entry: Entry): void {
    entry.hasOutput = true;
    entry.call.attach(() => {
      entry.hasOutput = true;
      tellSoon();
    });
  }

  function drop(entry: Entry): void {
    entry.call.detach();
    entries.delete(entry.call.id);
  }

  function readersChanged(): void {
    if (isWatched === readers.isEmpty) {
      isWatched = !readers.isEmpty;
      for (const entry of entries.values()) {
        entry.told = null;
        if (isWatched) attach(entry);
        else if (entry.over === null) entry.call.detach();
        else drop(entry);
      }
    }
    tellSoon();
  }

  function tellSoon(): void {
    if (!isWatched || timer !== null || telling !== null) return;
    timer = setTimeout(() => {
      timer = null;
      telling = tell().finally(() => {
        telling = null;
        if ([...entries.values()].some(isChanged)) tellSoon();
      });
    }, gatherMs);
    timer.unref();
  }

  async function tell(): Promise<void> {
    const changes: LiveMessage[] = [];
    for (const entry of [...entries.values()].filter(isChanged)) changes.push(...(await changesOf(entry)));
    readers.send(changes, () => [...entries.values()].flatMap(({ told }) => callMessage(told)));
  }

  async function changesOf(entry: Entry): Promise<readonly LiveMessage[]> {
    const { isNew, hasOutput, over } = entry;
    const { id } = entry.call;
    entry.isNew = false;
    entry.hasOutput = false;
    const output = hasOutput || entry.told === null ? await outputOf(entry.call) : entry.told.output;
    const wasTold = entry.told !== null;
    entry.told = { ...entry.call.look(), output };
    const changes = isNew || !wasTold ? callMessage(entry.told) : outputMessage(id, output);
    if (over === null) return changes;
    drop(entry);
    return [...changes, { kind: 'over', id, status: over }];
  }
}

/** Where it cannot be drawn, as where no file can be opened, that is told in its place: nothing ends for those who look on. */
async function outputOf(call: WatchedCall): Promise<LiveOutput> {
  try {
    return await call.output();
  } catch (error) {
    return { text: `what it writes cannot be shown (${messageOf(error)})`, isCut: true };
  }
}

function isChanged({ isNew, hasOutput, over, told }: Entry): boolean {
  return isNew || hasOutput || over !== null || told === null;
}

function callMessage(call: LiveCall | null): readonly LiveMessage[] {
  return call === null ? [] : [{ kind: 'call', call }];
}

function outputMessage(id: string, output: LiveCall['output']): readonly LiveMessage[] {
  return [{ kind: 'output', id, output }];
}
