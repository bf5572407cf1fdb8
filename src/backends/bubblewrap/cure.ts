/** What a cure goes by, beside what bubblewrap says. */
export interface Machine {
  /** The text of a file; `null` when there is none. */
  read(path: string): string | null;
  exists(path: string): boolean;
}

/** A cause for which there are no sandboxes, and what helps. */
interface Cure {
  readonly applies: (reason: string, machine: Machine) => boolean;
  readonly advice: string | ((machine: Machine) => string);
}

/** The first that applies. */
const cures: readonly Cure[] = [
  {
    applies: (reason) => /unknown option/i.test(reason),
    advice: 'install bubblewrap 0.8 or later',
  },
  {
    applies: (_reason, { read }) => read('/proc/sys/user/max_user_namespaces') === '0',
    advice: 'user namespaces are off: sysctl -w user.max_user_namespaces=10000',
  },
  {
    applies: (_reason, { read }) => read('/proc/sys/kernel/unprivileged_userns_clone') === '0',
    advice: 'user namespaces are off for ordinary users: sysctl -w kernel.unprivileged_userns_clone=1',
  },
  {
    applies: (_reason, { read }) => read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1',
    advice:
      'AppArmor restricts user namespaces: give bwrap a profile with "userns," in /etc/apparmor.d (Ubuntu: apt-get install apparmor-profiles and enable bwrap-userns-restrict), or sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  },
  {
    applies: (_reason, { exists }) => exists('/.dockerenv') || exists('/run/.containerenv'),
    advice:
      'the container keeps namespaces from being made: start it with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined',
  },
  {
    applies: (_reason, machine) => profileOf(machine) !== null,
    advice: (machine) =>
      `AppArmor confines this process, by the profile ${profileOf(machine)}: have that say "userns," and "/usr/bin/bwrap Px," in /etc/apparmor.d, with a profile for bwrap that has "userns," too`,
  },
];

/** The profile of AppArmor that this process is held to, of lines as `name (enforce)`; `null`: none. */
function profileOf({ read }: Machine): string | null {
  return /^(.+) \((?:enforce|kill|prompt)\)$/.exec(read('/proc/self/attr/current') ?? '')?.[1] ?? null;
}

const otherwise =
  'try `bwrap --unshare-all --ro-bind / / --proc /proc true` and see what the kernel or a security module objects to';

/** What to do on this machine, where bubblewrap has failed for this reason. */
export function cureOf(reason: string, machine: Machine): string {
  const advice = cures.find(({ applies }) => applies(reason, machine))?.advice ?? otherwise;
  return typeof advice === 'string' ? advice : advice(machine);
}
