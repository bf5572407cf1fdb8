import { couldNotStart } from '../../model/could-not-start.ts';
import type { OutOfMemory, ProcessIdentity } from '../../model/exit.ts';
import type { CouldNotStart } from '../../model/outcome.ts';
import type { SandboxPlan } from '../../model/sandbox.ts';
import type { ProxyServer } from '../../proxy/proxy.ts';
import type { KeeperProcess } from './helpers/keeper-process.ts';
import type { ProcessNamespace } from './processes/call-processes.ts';
import { namespaceOf } from './processes/process-places.ts';
import {
  foundChildren,
  innermostId,
  listedChildren,
  type ProcessEntry,
  readProcess,
} from './processes/process-table.ts';
import type { ShownDirectory } from './streams/channel.ts';

/** A sandbox that a launcher can be put into. */
export interface Enclosure {
  readonly kind: 'enclosure';
  /** The same for sandboxes that are made in the same way, of the same files, and may reach the same hosts. */
  readonly key: string;
  /**
   * Whether none of this key is given any more once something of what its sandboxes show, or lay over, has been put elsewhere. If not,
   * who keeps a sandbox has to look whether its mounts are still there.
   */
  readonly isLookedAfter: boolean;
  /** Where something is laid over what is there: by that a sandbox shows nothing that it should not. */
  readonly mountPoints: readonly string[];
  /** What stands there, on this machine, for as long as the sandbox does, so that nothing else can be made in its place. */
  readonly stubs: readonly string[];
  /** What this process can hand in files by, if it was asked for; whoever asked removes it. */
  readonly desk: ShownDirectory | null;
  /**
   * Starts a program in a sandbox of its own: a session, with a namespace for its processes that ends with the program. It has the descriptors
   * that it is given but 1, with whose end all of the sandbox is ended. Rejects when there is none, or it is not as it was to be: with a `WorthAnotherTry` where
   * that is so.
   */
  start(program: EnclosedProgram): Promise<EnclosedProcess>;
  /** Called when whoever asked for it makes no more sandboxes with it. Resolves when nothing is left that is not kept for others. */
  release(): Promise<void>;
}

/** Why a sandbox was not made, where one that is made anew need not meet that. */
export class WorthAnotherTry extends Error {
  /** Resolves when nothing is left of what was made; where its lifeline was given, that has to be closed. */
  readonly over: () => Promise<void>;

  constructor(message: string, over: () => Promise<void>) {
    super(message);
    this.over = over;
  }
}

/** A program for a sandbox. */
export interface EnclosedProgram {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Those from 0 to 9, in order. Of the first three, `null` is /dev/null. */
  readonly descriptors: readonly (Descriptor | null)[];
}

/** A descriptor of this process for another. */
export interface Descriptor {
  readonly fd: number;
  readonly access: 'read' | 'write';
}

/** What has made a sandbox, and keeps it. */
export interface EnclosedProcess extends ProcessIdentity, KeeperProcess {
  /** `null`: it may reach no hosts, or all. */
  readonly denials: DenialSource | null;
  /** `null`: nothing is known of it. */
  readonly memory: MemoryWatch | null;
}

/** What a sandbox was not let to, for those who run commands in it. */
export type DenialSource = Pick<ProxyServer, 'denied' | 'forgetDenied'>;

/** What is ended in a sandbox as it has no more memory, for those who run commands in it. */
export interface MemoryWatch {
  /** Where the kernel tells how many were ended, as long as the sandbox is there, in a line as `oom_kill 1`: an absolute path. */
  readonly file: string;
  /** Bytes that all of the sandbox may have. */
  readonly limitBytes: number;
  /** What was ended since it was asked last; where all of the sandbox was, that is known when it is over. */
  ended(): OutOfMemory | null;
  /** Resolves when the sandbox is over; no later than what keeps it does. */
  over(): Promise<void>;
}

/** What is wanted of a sandbox beside its plan. */
export interface EnclosureWants {
  /** Whether files are to be handed in later. */
  readonly desk: boolean;
  /** The home directory of what is to run in it; empty: it has none. */
  readonly home: string;
}

/** Makes sandboxes as they are planned. Must not reject. */
export type Enclose<Wants = EnclosureWants> = (
  sandbox: SandboxPlan,
  wants: Wants,
) => Promise<Enclosure | CouldNotStart>;

/** What makes sandboxes, and keeps something for the next ones. */
export interface Encloser {
  readonly enclose: Enclose<WayWants>;
  /** The mount points that a sandbox would have which is made now; `null`: none could be made. */
  mountPointsNow(sandbox: SandboxPlan): readonly string[] | null;
  /** Puts away what is kept for sandboxes of these kinds, as far as none is in it. Resolves to whether there was anything to wait for. */
  makeWay(isSuch: (kept: Pick<Enclosure, 'stubs'>) => boolean): Promise<boolean>;
}

/** What is wanted of a sandbox, by whom to make way for it is asked. */
export interface WayWants extends EnclosureWants {
  /**
   * To be called before anything is made: what stands in the way of one with these stubs is put away then. Resolves to whether there was
   * anything to wait for.
   */
  makeWay(made: Pick<Enclosure, 'stubs'>): Promise<boolean>;
}

/** What is handed into a sandbox, where nothing of this process can be opened by path: descriptors of it, by use. */
export interface Slots {
  readonly input: number | null;
  readonly output: number | null;
  readonly errors: number | null;
  readonly script: number | null;
}

/** The descriptors by which the launcher has them. */
const slotNumbers: Readonly<Record<keyof Slots, number>> = { input: 6, output: 7, errors: 8, script: 9 };

/** The slots as the descriptors from 5 on. */
export function slotDescriptors({ input, output, errors, script }: Slots): readonly (Descriptor | null)[] {
  return [
    null,
    descriptor(input, 'read'),
    descriptor(output, 'write'),
    descriptor(errors, 'write'),
    descriptor(script, 'read'),
  ];
}

function descriptor(fd: number | null, access: Descriptor['access']): Descriptor | null {
  return fd === null ? null : { fd, access };
}

/** What the launcher opens a slot by, in the process that is to become the shell. */
export function slotPath(slot: keyof Slots): string {
  return `/proc/self/fd/${slotNumbers[slot]}`;
}

/** The processes of a sandbox as this process sees them. */
export interface EnclosedLauncher {
  readonly launcher: ProcessEntry;
  /** `null` when it is over. */
  readonly shell: ProcessEntry | null;
  readonly namespace: ProcessNamespace;
}

/** Finds the launcher in the sandbox that `keeperPid` has made, and its shell, that knows itself as `innerPid`. */
export function findEnclosed(keeperPid: number, innerPid: number): EnclosedLauncher | null {
  // The kernel's list of children can leave one out while another ends.
  return findBy(listedChildren, keeperPid, innerPid) ?? findBy(foundChildren, keeperPid, innerPid);
}

function findBy(
  childrenOf: (pid: number) => readonly number[],
  keeperPid: number,
  innerPid: number,
): EnclosedLauncher | null {
  const own = namespaceOf(process.pid);
  const first = childrenOf(keeperPid)
    .flatMap(childrenOf)
    .filter((pid) => innermostId(pid) === 1)
    .map(readProcess)
    .find((entry) => entry !== null && namespaceOf(entry.pid) !== own);
  const name = first ? namespaceOf(first.pid) : null;
  if (!first || name === null) return null;
  // Orphans are adopted by the first process too; the launcher leads the session.
  const launcher = childrenOf(first.pid)
    .filter((pid) => innermostId(pid) === 2)
    .map(readProcess)
    .find((entry) => entry?.pid === entry?.sessionId);
  if (!launcher) return null;
  const shell = childrenOf(launcher.pid).find((pid) => innermostId(pid) === innerPid);
  return { launcher, shell: shell === undefined ? null : readProcess(shell), namespace: { name, first } };
}

/** Of a backend that makes no sandboxes. */
export const encloseNothing: Encloser = {
  async enclose() {
    const message = 'the command was to be confined, and nothing was started: this backend confines nothing';
    return couldNotStart('sandbox-unavailable', message);
  },
  mountPointsNow: () => null,
  makeWay: async () => false,
};
