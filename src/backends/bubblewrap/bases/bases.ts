import { sandboxIdleMs } from '../../local/sandbox-idle.ts';
import { stayAliveFor } from '../../local/stay-alive.ts';
import { createUnwaited } from '../../local/unwaited.ts';
import { type Base, type BaseParts, type BaseSpec, makeBase } from './base.ts';

/** A base, as long as a sandbox in it is there. */
export interface Held {
  /** Given to what keeps the sandbox, as `heldDescriptor`. */
  readonly fd: number;
  release(): void;
}

/** A base, for whoever makes sandboxes in it. */
interface TakenBase {
  /** No other base has it. */
  readonly key: string;
  /** Whether it is taken no more once something of what it shows, or lays over, has been put elsewhere, and sandboxes in it with it. */
  readonly isLookedAfter: boolean;
  /** The namespaces to enter, by path, in this order. */
  readonly namespaces: readonly string[];
  /** Has it stay for one sandbox. Throws when it is over. */
  hold(): Held;
  /** Called when no more sandboxes are made in it. Resolves when nothing is left of it, where it is not to stay. */
  release(): Promise<void>;
}

/**
 * Bases: what the sandboxes of a conversation have in common, so long as they are alike. It is their files, which
 * take most of the time that a sandbox takes to be made, in a network that the bases of a conversation share (see `createNetworks`). No
 * command runs in a base itself: each has a sandbox of its own in it; see `enterScript`.
 */
export interface Bases {
  /** The one of this kind, or a new one where there is none, or what it showed is not there any more. Rejects when it cannot be made. */
  take(spec: BaseSpec): Promise<TakenBase>;
  /** Puts away those that are such and that nobody uses. Resolves to whether there was anything to wait for. */
  drop(isSuch: (base: Pick<BaseSpec, 'stubs'>) => boolean): Promise<boolean>;
  endConversation(conversationId: string): Promise<void>;
  close(): Promise<void>;
}

/** `stays`: whether a base is there for commands that come later. */
export function createBases(parts: BaseParts & { readonly stays: boolean }): Bases {
  const entries = new Map<string, Entry>();
  const leaving = new Set<Promise<void>>();
  const unwaited = createUnwaited<BaseSpec>();
  let made = 0;

  const letGo = (entry: Entry): void => {
    if (entries.get(entry.spec.key) === entry) entries.delete(entry.spec.key);
    // One that is held goes with those who hold it.
    const isHeld = entry.isHeld();
    const ending = entry.end();
    unwaited.leave(entry.spec, ending);
    const over = ending.catch(() => {}).finally(() => leaving.delete(over));
    if (!isHeld) leaving.add(over);
  };

  const add = (spec: BaseSpec): Entry => {
    made += 1;
    const entry = createEntry(String(made), {
      ...parts,
      spec,
      make: (unwanted) => makeBase(spec, parts, unwanted),
      letGo,
      leave: (work) => unwaited.leave(spec, work),
    });
    entries.set(spec.key, entry);
    return entry;
  };

  const dropAll = async (isSuch: (entry: Entry) => boolean): Promise<boolean> => {
    for (const entry of [...entries.values()].filter(isSuch)) letGo(entry);
    if (leaving.size === 0) return false;
    await Promise.all(leaving);
    return true;
  };

  const end = async (isSuch: (spec: BaseSpec) => boolean): Promise<void> => {
    await dropAll(({ spec }) => isSuch(spec));
    await unwaited.over(isSuch);
  };

  return {
    async take(spec) {
      const known = entries.get(spec.key);
      if (known?.isStale(spec.standing) === true) letGo(known);
      const entry = entries.get(spec.key) ?? add(spec);
      return await entry.take();
    },
    drop: async (isSuch) => await dropAll((entry) => !entry.isHeld() && isSuch(entry.spec)),
    endConversation: async (id) => await end((spec) => spec.conversationId === id),
    close: async () => await end(() => true),
  };
}

/** A base, and by how many it is used. */
interface Entry {
  readonly spec: BaseSpec;
  take(): Promise<TakenBase>;
  isHeld(): boolean;
  isStale(standing: string): boolean;
  end(): Promise<void>;
}

interface EntryParts {
  readonly stays: boolean;
  readonly spec: BaseSpec;
  readonly make: (unwanted: AbortSignal) => Promise<Base>;
  /** Called when nobody has used it for long enough, or it could not be made. */
  letGo(entry: Entry): void;
  /** Has work go on that nobody waits for. */
  leave(work: Promise<void>): void;
}

function createEntry(key: string, { stays, spec, make, letGo, leave }: EntryParts): Entry {
  const unwanted = new AbortController();
  const making = make(unwanted.signal);
  let base: Base | null = null;
  let users = 0;
  let expiry: NodeJS.Timeout | null = null;
  /** Whether its time is up: shells wait in it no longer than it would stay, and it goes with the last of those who use it. */
  let hasRested = false;
  let ending: Promise<void> | null = null;

  const stopUsing = (): void => {
    users -= 1;
    if (users > 0) return;
    if (ending === null) {
      if (hasRested) letGo(entry);
      return;
    }
    base?.closeNamespaces();
    if (base !== null) leave(base.tidy());
  };

  const use = (): void => {
    users += 1;
    hasRested = false;
    if (expiry !== null) clearTimeout(expiry);
  };

  const rest = (): void => {
    hasRested = true;
    if (users === 0) letGo(entry);
  };

  const release = async (): Promise<void> => {
    if (expiry !== null) clearTimeout(expiry);
    if (stays) expiry = setTimeout(rest, sandboxIdleMs(spec)).unref();
    else hasRested = true;
    stopUsing();
    if (!stays && users === 0) await entry.end();
  };

  const hold = (lifelineFd: number): Held => {
    if (ending !== null) throw new Error('what its sandbox is in has been put away meanwhile; run it again');
    users += 1;
    return { fd: lifelineFd, release: stopUsing };
  };

  const entry: Entry = {
    spec,
    async take() {
      use();
      try {
        base = await stayAliveFor(making);
        const { namespaces, lifelineFd, isToldByFiles } = base;
        return { key, isLookedAfter: isToldByFiles, namespaces, hold: () => hold(lifelineFd), release };
      } catch (error) {
        stopUsing();
        letGo(entry);
        throw error;
      }
    },
    isHeld: () => users > 0,
    isStale: (standing) => base?.isStale(standing) === true,
    async end() {
      ending ??= end();
      await ending;
    },
  };
  return entry;

  async function end(): Promise<void> {
    if (expiry !== null) clearTimeout(expiry);
    unwanted.abort();
    const made = await making.catch(() => null);
    // As long as a job runs in it, it is not over, and this process does not stay for that.
    if (users > 0) return made?.letGo();
    made?.closeNamespaces();
    await made?.end();
  }
}
