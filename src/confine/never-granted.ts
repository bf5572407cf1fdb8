import { join, resolve } from 'node:path';
import { addressKind } from './address.ts';
import { isLocalhost } from './host.ts';
import { readHostRule } from './host-rule.ts';
import { isInPrivateDirectory } from './private-directories.ts';
import type { UserDirectories } from './sandbox.ts';
import { namedSockets, usualStates } from './sandbox-named.ts';
import { containerSockets, containerStores, privatePlaces } from './sandbox-places.ts';

/** A place that nobody can let a command to, and why. */
export interface NeverGranted {
  readonly path: string;
  /**
   * - `within`: itself and what is in it.
   * - `around`: itself and every directory that it is in.
   * - `both`: all of these.
   * - `beginning`: whatever begins as it does.
   */
  readonly reach: 'within' | 'around' | 'both' | 'beginning';
  /** What goes on after "because". */
  readonly because: string;
}

const answers = 'a command that reaches it could answer for the person who is asked';
const kernel = 'it is the kernel’s, and leads out of a sandbox';
const sockets = 'others listen there, who work with rights of their own';
const orders = 'the system runs what is there, or does what it says, with rights of its own';
const conversations =
  'what conversations have of their own is kept there, and by a link in it a sandbox would show anything';
const containers = 'who can reach it has all that starts containers, and so the machine';

/** Whatever a person says: with it a sandbox would be none, or the person nobody. Other places can be granted. */
export function neverGranted({
  home,
  stateDir,
  settingsDir,
  rules,
  env,
}: Omit<UserDirectories, 'outputDirs'>): readonly NeverGranted[] {
  const inHome = (paths: readonly string[]) => (home === null ? [] : paths.map((path) => join(home, path)));
  return [
    ...rows('both', answers, [stateDir, ...usualStates({ env, home }), settingsDir]),
    ...rows(
      'within',
      'it has rules of the user, and a command that reaches it could change them',
      rules.ofUser,
    ),
    ...rows('around', 'all of the home directory is in it', home === null ? [] : [home]),
    ...rows('around', 'everything is in it', ['/']),
    ...rows('within', kernel, ['/boot', '/dev', '/efi', '/ostree', '/proc', '/sys', '/sysroot']),
    ...rows('within', sockets, [
      '/run',
      '/var/run',
      '/tmp/.X11-unix',
      '/tmp/.ICE-unix',
      // Beside what begins as they do, as `/tmp/screenshots`.
      ...['/tmp/dtach', '/tmp/kitty', '/tmp/screens', '/tmp/uscreens'],
      ...namedSockets(env),
    ]),
    ...rows('beginning', sockets, socketsInTmp),
    ...rows('within', containers, [...containerStores, ...ordersOfContainers, ...inHome(containerSockets)]),
    // Also around: with `/etc` all of them would be granted.
    ...rows('both', orders, [...ordersOfSystem, ...programsOfSystem]),
  ];
}

/**
 * The same with where directories for what is private to conversations are made. A level can let that be written to: commands have
 * theirs elsewhere then, and what a person lets one command write to would be where those of all others are.
 */
export function neverAllowed(directories: Omit<UserDirectories, 'outputDirs'>): readonly NeverGranted[] {
  const { TMPDIR, TMP, TEMP } = directories.env;
  const named = [TMPDIR, TMP, TEMP].flatMap((path) => (path?.startsWith('/') ? [resolve(path)] : []));
  return [...neverGranted(directories), ...rows('around', conversations, [...privatePlaces, ...named])];
}

/** Of terminals, editors, desktops and agents, where nothing else is said of it. */
const socketsInTmp: readonly string[] = [
  ...['/tmp/abduco-', '/tmp/dbus-', '/tmp/dtach-', '/tmp/dtach.', '/tmp/fish.', '/tmp/gpg-', '/tmp/i3-'],
  ...['/tmp/keyring-', '/tmp/kitty-', '/tmp/ksocket-', '/tmp/nvim.', '/tmp/orbit-', '/tmp/podman-run-'],
  ...['/tmp/pulse-', '/tmp/runtime-', '/tmp/ssh-', '/tmp/storage-run-', '/tmp/tmate-', '/tmp/tmux-'],
  ...['/tmp/vscode-', '/tmp/xdg-runtime-', '/tmp/zellij-', '/var/tmp/tmux-'],
  // With the number of a user.
  ...['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => `/tmp/emacs${digit}`),
];

/** What runs, or says what runs, for another user than the one who was asked. */
const ordersOfSystem: readonly string[] = [
  // By the clock
  ...['/etc/anacrontab', '/etc/crontab', '/etc/cron.d', '/etc/cron.hourly', '/etc/cron.daily'],
  ...['/etc/cron.weekly', '/etc/cron.monthly', '/etc/logrotate.conf', '/etc/logrotate.d'],
  ...['/var/spool/anacron', '/var/spool/at', '/var/spool/cron'],
  ...['/etc/incron.d', '/var/spool/incron'],
  // When the machine starts, or something comes to it
  ...['/etc/NetworkManager', '/etc/acpi', '/etc/binfmt.d', '/etc/default', '/etc/dhcp', '/etc/fstab'],
  ...['/etc/grub.d', '/etc/inetd.conf', '/etc/init', '/etc/init.d', '/etc/initramfs-tools', '/etc/inittab'],
  ...['/etc/modprobe.d', '/etc/modules', '/etc/modules-load.d', '/etc/network', '/etc/ppp', '/etc/rc.d'],
  ...['S', '0', '1', '2', '3', '4', '5', '6'].map((level) => `/etc/rc${level}.d`),
  ...['/etc/rc.local', '/etc/runit', '/etc/s6', '/etc/service', '/etc/supervisor', '/etc/sv'],
  ...['/etc/sysconfig'],
  ...['/etc/sysctl.conf', '/etc/sysctl.d', '/etc/systemd', '/etc/sysusers.d', '/etc/tmpfiles.d', '/etc/udev'],
  ...['/etc/xinetd.d', '/usr/lib/systemd', '/var/lib/cloud', '/var/lib/extensions', '/var/lib/machines'],
  ...['/var/lib/portables', '/var/lib/systemd'],
  // When packages do
  ...['/etc/apt', '/etc/dkms', '/etc/dnf', '/etc/dpkg', '/etc/kernel', '/etc/pacman.conf', '/etc/pacman.d'],
  ...['/etc/yum', '/etc/yum.conf', '/var/lib/dkms', '/var/lib/dpkg', '/var/lib/flatpak'],
  ...['/var/lib/pacman', '/var/lib/rpm', '/var/lib/snapd'],
  // When somebody logs in, and who that may be
  ...['/etc/bash.bashrc', '/etc/bash_completion.d', '/etc/bashrc', '/etc/csh.cshrc', '/etc/csh.login'],
  ...['/etc/environment', '/etc/environment.d', '/etc/fish', '/etc/gitconfig', '/etc/ksh.kshrc'],
  ...['/etc/profile', '/etc/profile.d', '/etc/skel', '/etc/update-motd.d', '/etc/xdg/autostart'],
  ...['/etc/xdg/systemd', '/etc/zlogin', '/etc/zlogout', '/etc/zprofile', '/etc/zsh'],
  ...['/etc/zshenv', '/etc/zshrc'],
  ...['/etc/X11', '/etc/dbus-1', '/etc/doas.conf', '/etc/group', '/etc/gshadow', '/etc/login.defs'],
  ...['/etc/nsswitch.conf', '/etc/pam.d', '/etc/passwd', '/etc/polkit-1', '/etc/security', '/etc/shadow'],
  ...['/etc/ssh', '/etc/subgid', '/etc/subuid', '/etc/sudo.conf', '/etc/sudoers', '/etc/sudoers.d'],
  ...['/var/lib/polkit-1'],
  // With every program
  ...['/etc/alternatives', '/etc/apparmor.d', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d'],
  ...['/etc/ld.so.preload', '/etc/selinux'],
];

/** What those go by who start containers as root. */
const ordersOfContainers: readonly string[] = [
  ...['/etc/cni', '/etc/containerd', '/etc/containers', '/etc/crio', '/etc/docker', '/etc/libvirt'],
  ...['/etc/lxc', '/etc/pve', '/var/lib/libvirt', '/var/lib/lxc'],
];

/** What every user of the machine runs. What is installed beside them, in /opt or /usr/local, can be granted. */
const programsOfSystem: readonly string[] = [
  ...['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
  ...['/usr/bin', '/usr/sbin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libexec', '/usr/libx32'],
  ...['/usr/games', '/usr/include'],
  // Of what they share, what is code and what says what is run. Somebody may work on a site that is there.
  ...['bash-completion', 'dbus-1', 'debconf', 'defaults', 'emacs', 'factory', 'fish', 'git-core'].map(
    inShare,
  ),
  ...['initramfs-tools', 'libalpm', 'lua', 'perl', 'perl5', 'polkit-1', 'python3', 'vim', 'zsh'].map(inShare),
];

function inShare(name: string): string {
  return `/usr/share/${name}`;
}

function rows(
  reach: NeverGranted['reach'],
  because: string,
  paths: readonly string[],
): readonly NeverGranted[] {
  return paths.map((path) => ({ path, reach, because }));
}

/** Why nobody can let a command to a path; `null`: somebody can. Both are without links. */
export function refusalOfPath(path: string, never: readonly NeverGranted[]): string | null {
  if (isInPrivateDirectory(path)) return conversations;
  return never.find((row) => reaches(row, path))?.because ?? null;
}

function reaches({ path: place, reach }: NeverGranted, path: string): boolean {
  switch (reach) {
    case 'within':
      return isIn(path, place);
    case 'around':
      return isIn(place, path);
    case 'both':
      return isIn(path, place) || isIn(place, path);
    case 'beginning':
      return path.startsWith(place);
  }
}

function isIn(path: string, directory: string): boolean {
  return path === directory || directory === '/' || path.startsWith(`${directory}/`);
}

/** Where programs listen that start containers for whoever asks. */
const containerPorts: readonly number[] = [2375, 2376];

/** Why nobody can let a command to a host; `null`: somebody can. A name leads nowhere private without the address being let through too. */
export function refusalOfHost(text: string): string | null {
  const read = readHostRule(text);
  if (read.kind === 'unreadable') return read.reason;
  const { host, ports } = read.rule;
  const kind = host.kind === 'address' ? addressKind(host.address) : isLocalhost(host) ? 'private' : 'public';
  if (kind === 'metadata') return 'a cloud gives out the keys of this machine there';
  return kind === 'private' && ports.some((port) => containerPorts.includes(port)) ? containers : null;
}
