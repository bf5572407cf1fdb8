import { closeSync, openSync } from 'node:fs';
import { holdProcess } from '../../local/processes/held-process.ts';
import { mountsOf } from '../../local/processes/process-places.ts';
import { startTimeOf } from '../../local/processes/process-table.ts';
import { pathOfDescriptor } from '../../local/streams/descriptor-path.ts';
import { keeper } from '../keeper-script.ts';
import { checkPlaces, couldNotBeMade } from '../layout/check-places.ts';
import { haveTellingIdentities, identitiesOf } from '../layout/identities.ts';
import { inNetworkWords, type Network, type Networks } from './networks.ts';
import { type Resident, type ResidentParts, startResident } from './resident.ts';

/** What a base is made of; see `createBases`. */
export interface BaseSpec {
  readonly conversationId: string;
  /** The same for bases that are made with the same words, of the same files, and reach the same hosts. */
  readonly key: string;
  /** What starts it by way of these words and keeps it, see `keeper`; after them come those that make it. */
  keeperWords(within: readonly string[]): readonly string[];
  /** What makes it, see `baseArguments`; the words of the program in it come after them. `hasNewNetwork`: it makes that, too. */
  words(made: { readonly hasNewNetwork: boolean }): readonly string[];
  /** Where something is laid over what is there. */
  readonly mountPoints: readonly string[];
  /** Where it shows what is there on this machine. */
  readonly shown: readonly string[];
  readonly stubs: readonly string[];
  /** Removes the stubs that nobody needs any more, where what keeps it was killed and could not. */
  putAway(): Promise<void>;
  /** Tells what is there in the place of the stubs, at this moment. */
  readonly standing: string;
  /** Tells the networks of a conversation apart, by what is reached from there; `null`: it has none of its own, but that of the machine. */
  readonly networkKey: string | null;
  /** The home directory of its commands, whose files Git reads. */
  readonly home: string;
}

/** A base that is there. */
export interface Base {
  /** The namespaces to enter, by path, in this order. */
  readonly namespaces: readonly string[];
  /** With the end of this, and of those that sandboxes in it have, it is over. */
  readonly lifelineFd: number;
  /** Whether it tells of all that is put elsewhere by what is told of its stubs, and of its mount points in its key. */
  readonly isToldByFiles: boolean;
  /** Whether it is over, or shows no more what it was made to show; `standing` as in its spec. */
  isStale(standing: string): boolean;
  /** Lets go of it, for it to end with the sandboxes in it. */
  letGo(): void;
  /** Lets go of it. Resolves when nothing is left of it, or that cannot be waited for; meanwhile it keeps this process from ending. */
  end(): Promise<void>;
  /** Called when nobody is about to enter it any more; again it does nothing. */
  closeNamespaces(): void;
  /** Called when nobody is in it any more, which is later than its end where what keeps it was killed: puts away what that has not. */
  tidy(): Promise<void>;
}

export interface BaseParts extends ResidentParts {
  readonly networks: Networks;
  /** The number of the system call. */
  readonly setns: number;
}

/** Rejects when it cannot be made, with a `PutElsewhere` where that is why, or `unwanted` is aborted before it is; nothing is left of it then. */
export async function makeBase(spec: BaseSpec, parts: BaseParts, unwanted: AbortSignal): Promise<Base> {
  const network = spec.networkKey === null ? null : await parts.networks.take(spec.networkKey);
  try {
    if (unwanted.aborted) throw new Error(couldNotBeMade);
    return await makeIn(network, spec, { ...parts, unwanted });
  } catch (error) {
    network?.release();
    throw error;
  }
}

async function makeIn(
  network: Network | null,
  spec: BaseSpec,
  parts: BaseParts & { readonly unwanted: AbortSignal },
): Promise<Base> {
  const within = network?.kind === 'made' ? inNetworkWords(network, parts) : [];
  const words = [...spec.keeperWords(within), ...spec.words({ hasNewNetwork: network?.kind === 'new' })];
  const made = await startResident('base', words, parts, {
    env: { HOME: spec.home, ...keeper.variables },
    unwanted: parts.unwanted,
  });
  const tidy = async (): Promise<void> => {
    if (made.wasKilled()) await spec.putAway();
  };
  try {
    return baseIn(made, network, spec, tidy);
  } catch (error) {
    network?.release(); // For others not to wait for its end.
    await made.end();
    await tidy();
    throw error;
  }
}

/** Throws where it is not what it was to be, or this process cannot look. */
function baseIn(
  made: Resident,
  network: Network | null,
  { stubs, mountPoints, shown }: Pick<BaseSpec, 'stubs' | 'mountPoints' | 'shown'>,
  tidy: Base['tidy'],
): Base {
  const { pid, lifelineFd, said } = made;
  // Before the mounts are looked at: what is put elsewhere in between is no mount point any more.
  const standing = identitiesOf(stubs);
  const mounts = pid === null ? null : mountsOf(pid);
  const startTime = pid === null ? null : startTimeOf(pid);
  if (pid !== null && mounts !== null) checkPlaces({ pid, mounts }, { mountPoints, shown });
  const networkPath = network && pid !== null ? pathOf(network, pid) : null;
  const lacksNetwork = network !== null && networkPath === null;
  const isToldByFiles = haveTellingIdentities(mountPoints);
  // At last: nobody would close it where anything else fails.
  const mountsFd = pid === null || mounts === null || lacksNetwork ? null : openMounts(pid);
  if (pid === null || mountsFd === null)
    throw new Error(said === '' ? couldNotBeMade : `${couldNotBeMade}: ${said}`);
  const resident = holdProcess({ pid, startTime });
  const hasOtherFiles = (now: string): boolean =>
    isToldByFiles ? now !== standing : mountsOf(pid) !== mounts;
  let isOpen = true;
  return {
    namespaces: [...(networkPath === null ? [] : [networkPath]), pathOfDescriptor(mountsFd)],
    ...{ lifelineFd, isToldByFiles },
    isStale: (now) => !resident.isThere() || hasOtherFiles(now),
    letGo() {
      resident.letGo();
      made.letGo();
    },
    async end() {
      resident.letGo();
      await made.end();
      await tidy();
    },
    closeNamespaces() {
      if (!isOpen) return;
      isOpen = false;
      closeSync(mountsFd);
      network?.release();
    },
    tidy,
  };
}

/** By which the network of a base is entered; `null`: it has none. */
function pathOf(network: Network, pid: number): string | null {
  return network.kind === 'made' ? network.path : network.madeWith(pid);
}

/** `null`: who is in the base has ended. */
function openMounts(pid: number): number | null {
  try {
    return openSync(`/proc/${pid}/ns/mnt`, 'r');
  } catch {
    return null;
  }
}
