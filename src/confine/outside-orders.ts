import { join } from 'node:path';
import { ordersOfHome, ordersOfWorkspace } from './sandbox-places.ts';

/** What others do with what is at a path, outside of a sandbox, without being asked: they go by it, or run it. */
export type OutsideUse = 'orders' | 'programs' | null;

/** What writing to a path, or to what is in it, can bring others to. Of homes of other users the usual places are known. */
export function outsideUse(path: string, home: string | null): OutsideUse {
  const homes = [home, homeAt(path)].filter((one) => one !== null);
  const touches = (places: readonly string[]): boolean =>
    homes.some((one) => places.some((place) => isNear(path, join(one, place))));
  const isOfWorkspace = ['.git', ...ordersOfWorkspace].some((place) => `${path}/`.includes(`/${place}/`));
  if (
    isOfWorkspace ||
    ordersOfSystem.some((place) => isNear(path, place)) ||
    isOfWindows(path) ||
    touches([...ordersOfHome, ...ordersOfWorkspace, ...moreOrdersOfHome])
  )
    return 'orders';
  const isProgram = /\/s?bin(?:\/|$)/.test(path) || programsOfSystem.some((place) => isNear(path, place));
  if (isProgram || touches(programsOfHome)) return 'programs';
  return homes.some((one) => isSettingsOf(path, one)) ? 'orders' : null;
}

/** Whether it is what a program, whichever, has its settings in: by a dot, where it is not what programs only keep there. Or a text of a shell. */
function isSettingsOf(path: string, home: string): boolean {
  if (!path.startsWith(`${home}/.`)) return false;
  const isStore = storesOfHome.some((store) => `${path}/`.startsWith(`${join(home, store)}/`));
  return !isStore || /\.(?:bash|fish|ps1|sh|zsh)$/.test(path);
}

/** Of a disk that Windows has, by where WSL shows those: what its users start, and what starts by itself. */
function isOfWindows(path: string): boolean {
  const within = /^\/mnt\/[a-z]((?:\/.*)?)$/s.exec(path)?.[1];
  if (within === undefined) return false;
  return /^(?:|\/Users|\/Users\/[^/]+|\/Users\/[^/]+\/AppData(?:\/.*)?|\/(?:Windows|Program\b[^/]*)(?:\/.*)?)$/is.test(
    within,
  );
}

/** The home directory that a path is in, by what these are usually called. */
function homeAt(path: string): string | null {
  return /^(?:\/root|(?:\/var)?\/home\/[^/]+|\/Users\/[^/]+)(?=\/|$)/.exec(path)?.[0] ?? null;
}

/** Beside the settings of the system: what its servers keep, and are told by. */
const ordersOfSystem: readonly string[] = ['/etc', '/var/lib', '/var/spool'];

/** What programs keep there, and can make again, or write down for a person; but for what is said of it beside. */
const storesOfHome: readonly string[] = ['.cache', '.local/share', '.local/state', '.npm', '.thumbnails'];

/** Of what programs keep: what sessions, desktops, shells and editors run, or go by. */
const moreOrdersOfHome: readonly string[] = [
  ...['applications', 'bash-completion', 'chezmoi', 'cinnamon', 'dbus-1', 'gnome-shell', 'jupyter', 'kio'],
  ...['kservices5', 'kwin', 'nautilus', 'nvim', 'omf', 'plasma', 'systemd', 'vulkan', 'zinit', 'zsh'],
].map((name) => join('.local/share', name));

/** Beside what is called `bin`: where programs are that others start by their names, and what these are made of. */
const programsOfHome: readonly string[] = [
  '.local/state/nix',
  ...['bin', '.local/bin', '.local/lib', '.local/share/pipx', '.local/share/pnpm', '.local/share/uv'],
  ...['.asdf', '.bun', '.cargo/bin', '.deno', '.npm-global', '.nvm', '.pyenv', '.rbenv', '.rustup'],
  ...['.sdkman', '.volta', 'go/bin'],
  ...['.local/share/JetBrains', '.local/share/containers', '.local/share/docker', '.local/share/flatpak'],
  ...[
    '.local/share/fnm',
    '.local/share/gh',
    '.local/share/helm',
    '.local/share/mise',
    '.local/share/virtualenvs',
  ],
  ...['.cache/gitstatus', '.cache/ms-playwright', '.cache/pre-commit', '.cache/puppeteer', '.npm/_npx'],
  ...['.linuxbrew', 'anaconda3', 'mambaforge', 'miniconda3', 'miniforge3', 'perl5'],
];

const programsOfSystem: readonly string[] = ['/gnu', '/nix', '/opt', '/snap', '/usr', '/var/guix'];

/** Whether one is in the other, or is it. */
function isNear(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`) || place.startsWith(`${path}/`);
}
