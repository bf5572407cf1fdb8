import { basename } from 'node:path';
import { secretsOfHome, secretsOfSystem } from '../policy/paths/secret-places.ts';

/** In the home directory: sockets of those that start containers and machines, as their owner. */
export const containerSockets: readonly string[] = [
  '.colima',
  '.docker/desktop',
  '.docker/run',
  '.lima',
  '.local/share/containers/podman/machine',
  '.orbstack',
  '.rd',
];

/** In the home directory: where programs listen that run, as their owner, what they are told. */
const serverSockets: readonly string[] = ['.pm2', '.screen'];

/** What containers and virtual machines are made of, by those who run them as root. */
export const containerStores: readonly string[] = [
  '/var/lib/containerd',
  '/var/lib/containers',
  '/var/lib/docker',
  '/var/lib/incus',
  '/var/lib/lxd',
  '/var/snap/lxd',
];

/** Of what the kernel tells: what others do and have, and what only those set who look after the machine. */
export const hiddenOfKernel: readonly string[] = [
  '/proc/kcore',
  '/proc/key-users',
  '/proc/keys',
  '/proc/kmsg',
  '/proc/sched_debug',
  '/proc/timer_list',
  '/sys/fs/bpf',
  '/sys/kernel/debug',
  '/sys/kernel/tracing',
];

/**
 * Of the system: keys, and where sockets are behind which others work with their own rights. A socket can be connected to
 * wherever it can be seen, also where nothing can be written.
 */
export const hiddenOfSystem: readonly string[] = [
  ...secretsOfSystem,
  '/run',
  ...hiddenOfKernel,
  ...containerStores,
];

/** In the home directory: what gives whoever reads it, or connects to it, somebody's rights. */
export const hiddenOfHome: readonly string[] = [...secretsOfHome, ...containerSockets, ...serverSockets];

/** Of what is hidden of the system: what programs do not start without, or do not find other machines without. */
export const shownOfSystem: readonly string[] = [
  '/run/NetworkManager/resolv.conf',
  '/run/booted-system',
  '/run/connman/resolv.conf',
  '/run/current-system',
  '/run/opengl-driver',
  '/run/resolvconf/resolv.conf',
  '/run/systemd/resolve/resolv.conf',
  '/run/systemd/resolve/stub-resolv.conf',
];

/** Where commands put what nobody else is to have. */
export const privatePlaces: readonly string[] = ['/tmp', '/var/tmp'];

/** What a project's settings of Handrail are in. */
export const settingsFileName = 'handrail.json';

/** In the workspace: what others read as orders, later and outside of the sandbox. */
export const ordersOfWorkspace: readonly string[] = [
  // Git runs it, or what it names, or takes that from where it says
  '.git/commondir',
  '.git/config',
  '.git/config.worktree',
  '.git/hooks',
  // Git does not show what it names
  '.git/info/exclude',
  '.gitconfig',
  // Shells read it when they start there
  '.bash_aliases',
  '.bash_login',
  '.bash_logout',
  '.bash_profile',
  '.bashrc',
  '.envrc',
  '.profile',
  '.zlogin',
  '.zlogout',
  '.zprofile',
  '.zshenv',
  '.zshrc',
  // Editors
  '.devcontainer',
  '.devcontainer.json',
  '.dir-locals-2.el',
  '.dir-locals.el',
  '.exrc',
  '.helix',
  '.idea',
  '.nvim.lua',
  '.nvimrc',
  '.vimrc',
  '.vscode',
  '.zed',
  // Agents
  '.amazonq',
  '.claude',
  '.codex',
  '.cursor',
  '.gemini',
  '.github/copilot',
  '.github/hooks',
  '.github/lsp.json',
  '.kiro',
  '.mcp.json',
  '.opencode',
  '.roo',
  'opencode.json',
  'opencode.jsonc',
  settingsFileName,
];

/**
 * Directories, by name, that hold something of these beside what a command may well make: they are not stood in for as a whole, where they
 * are not there.
 */
export const sharedDirectories: readonly string[] = ['.github', 'info'];

/** Whether what is kept at paths in a directory leaves all else in it to be made, also where the directory is not there. */
export function isShared(directory: string): boolean {
  return sharedDirectories.includes(basename(directory));
}

/** In the home directory, where a level lets it be written to: the same of those that are read only there. */
export const ordersOfHome: readonly string[] = [
  // Git
  '.config/git',
  // Shells
  '.config/fish',
  '.config/nushell',
  '.cshrc',
  '.inputrc',
  '.kshrc',
  '.login',
  '.logout',
  '.mkshrc',
  '.tcshrc',
  // Editors
  '.config/Code/User',
  '.config/emacs',
  '.config/helix',
  '.config/nvim',
  '.config/zed',
  '.emacs',
  '.emacs.d',
  '.vim',
  // Agents
  '.config/crush',
  '.config/opencode',
  // The session starts it
  '.config/autostart',
  '.config/environment.d',
  '.config/systemd',
  '.xinitrc',
  '.xprofile',
  '.xsession',
  '.xsessionrc',
];
