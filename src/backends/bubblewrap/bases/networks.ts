import { closeSync, fstatSync, openSync, statSync } from 'node:fs';
import { pathOfDescriptor } from '../../local/streams/descriptor-path.ts';

/** A network that nothing leads out of. It is there as long as somebody has it, or a process is in it. */
export type Network = (MadeNetwork | NewNetwork) & {
  /** Called when nobody is about to enter it any more; again it does nothing. */
  release(): void;
};

/** One that is there. */
export interface MadeNetwork {
  readonly kind: 'made';
  /** What is entered. */
  readonly path: string;
}

/** One that whoever has taken it makes, with the first base that is to be in it. */
interface NewNetwork {
  readonly kind: 'new';
  /** To be called when that is done: tells by what path that of a process is entered. `null`: it has none of its own. */
  madeWith(pid: number): string | null;
}

/**
 * The networks of conversations. Each belongs to the user namespace of the first base in it, in which the other bases of the conversation
 * are made, so that commands that are shown different files have it in common.
 */
export interface Networks {
  /** The one of this key. Of one that is new, others are given nothing before it is made; if it is not, the next of them is to make it. */
  take(key: string): Promise<Network>;
}

interface Entry {
  users: number;
  /** Resolves to a descriptor of it; `null`: it was not made, and this is in the list no more. */
  readonly made: Promise<number | null>;
}

export function createNetworks(): Networks {
  const entries = new Map<string, Entry>();

  const leave = (key: string, entry: Entry, fd: number): void => {
    entry.users -= 1;
    if (entry.users > 0) return;
    entries.delete(key);
    closeSync(fd);
  };

  const add = (key: string): Network => {
    let settle = (_fd: number | null): void => {};
    const made = new Promise<number | null>((resolve) => {
      settle = resolve;
    });
    const entry = { users: 1, made };
    entries.set(key, entry);
    let fd: number | null = null;
    return {
      kind: 'new',
      madeWith(pid) {
        fd = openNetwork(pid);
        if (fd === null) return null;
        settle(fd);
        return pathOfDescriptor(fd);
      },
      release: once(() => {
        if (fd !== null) return leave(key, entry, fd);
        entries.delete(key);
        settle(null);
      }),
    };
  };

  return {
    async take(key) {
      for (;;) {
        const entry = entries.get(key);
        if (entry === undefined) return add(key);
        entry.users += 1;
        const fd = await entry.made;
        if (fd === null) continue;
        return { kind: 'made', path: pathOfDescriptor(fd), release: once(() => leave(key, entry, fd)) };
      }
    },
  };
}

function once(release: () => void): () => void {
  let isReleased = false;
  return () => {
    if (!isReleased) release();
    isReleased = true;
  };
}

/** A descriptor, by which it stays. `null`: the process has ended, or is in the network of this machine, which leads everywhere. */
function openNetwork(pid: number): number | null {
  let fd: number;
  try {
    fd = openSync(`/proc/${pid}/ns/net`, 'r');
  } catch {
    return null;
  }
  if (fstatSync(fd).ino !== statSync('/proc/self/ns/net').ino) return fd;
  closeSync(fd);
  return null;
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
  { path }: MadeNetwork,
  { perl, setns }: { readonly perl: string; readonly setns: number },
): readonly string[] {
  return [perl, '-e', script, '--', String(setns), path];
}
