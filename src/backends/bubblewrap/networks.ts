import { closeSync, openSync } from 'node:fs';
import { pathOfDescriptor } from '../local/streams/descriptor-path.ts';
import { type ResidentParts, startResident } from './resident.ts';

/** A network that nothing leads out of. It is there as long as somebody has it, or a process is in it. */
export interface Network {
  /** What is entered, by path. */
  readonly path: string;
  /** Called when nobody is about to enter it any more; again it does nothing. */
  release(): void;
}

/**
 * The networks of conversations. Each belongs to a user namespace of its own, in which the bases of the conversation are made, so that
 * commands that are shown different files have it in common.
 */
export interface Networks {
  /** The one of this key, or a new one where there is none. Rejects when it cannot be made. */
  take(key: string): Promise<Network>;
}

export interface NetworkParts extends ResidentParts {
  /** Absolute path. */
  readonly bwrap: string;
}

interface Entry {
  users: number;
  readonly making: Promise<number>;
}

export function createNetworks(parts: NetworkParts): Networks {
  const entries = new Map<string, Entry>();

  const add = (key: string): Entry => {
    const entry = { users: 0, making: makeNetwork(parts) };
    entries.set(key, entry);
    return entry;
  };

  const leave = (key: string, entry: Entry): void => {
    entry.users -= 1;
    if (entry.users > 0) return;
    entries.delete(key);
    entry.making.then(closeSync, () => {}); // What has not been made has nothing to close.
  };

  return {
    async take(key) {
      const entry = entries.get(key) ?? add(key);
      entry.users += 1;
      let isReleased = false;
      const release = (): void => {
        if (!isReleased) leave(key, entry);
        isReleased = true;
      };
      try {
        return { path: pathOfDescriptor(await entry.making), release };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

/** Resolves to a descriptor of it, by which it stays. Whoever made it is gone by then. */
async function makeNetwork(parts: NetworkParts): Promise<number> {
  const words = ['--unshare-user', '--unshare-net', '--die-with-parent', '--dev-bind', '/', '/', '--'];
  const resident = await startResident('network', [parts.bwrap, ...words], parts, {
    env: {},
    unwanted: null,
  });
  try {
    return openSync(`/proc/${resident.pid}/ns/net`, 'r');
  } catch (cause) {
    throw new Error('the network of its sandbox could not be made', { cause });
  } finally {
    await resident.end();
  }
}

/** Enters the user namespace that owns a network (NS_GET_USERNS, see ioctl_ns(2)), then the network, and becomes the program. */
const script = `
my ($setns, $path) = splice @ARGV, 0, 2;
open(my $network, '<', $path) or die "$path: $!\\n";
my $owner = ioctl($network, 0xb701, 0) or die "no owner: $!\\n";
for ($owner + 0, fileno $network) { syscall($setns + 0, $_, 0) == 0 or die "setns: $!\\n" }
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\\n";
`;

/** The words that have the words after them run in a network; `setns`: the number of that system call. */
export function inNetworkWords(
  { path }: Network,
  { perl, setns }: { readonly perl: string; readonly setns: number },
): readonly string[] {
  return [perl, '-e', script, '--', String(setns), path];
}
