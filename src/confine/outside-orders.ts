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
    isNear(path, '/etc') ||
    touches([...ordersOfHome, ...ordersOfWorkspace, ...moreOrdersOfHome])
  )
    return 'orders';
  const isProgram = /\/s?bin(?:\/|$)/.test(path) || programsOfSystem.some((place) => isNear(path, place));
  return isProgram || touches(programsOfHome) ? 'programs' : null;
}

/** The home directory that a path is in, by what these are usually called. */
function homeAt(path: string): string | null {
  return /^(?:\/root|(?:\/var)?\/home\/[^/]+|\/Users\/[^/]+)(?=\/|$)/.exec(path)?.[0] ?? null;
}

/** Beside what is kept there: what shells, terminals, debuggers and others run or go by, and who may log in. */
const moreOrdersOfHome: readonly string[] = [
  ...['.ssh', '.rhosts', '.shosts', '.forward', '.procmailrc', '.pam_environment', '.mailcap'],
  ...['.aws', '.docker', '.kube', '.gnupg', '.npmrc', '.yarnrc', '.yarnrc.yml', '.m2', '.gradle'],
  ...['.cargo/config', '.cargo/config.toml', '.config/npm', '.config/pip', '.curlrc', '.wgetrc'],
  ...['.ansible.cfg'],
  ...['.hgrc', '.config/hg', '.config/jj', '.config/direnv', '.config/mise', '.config/zsh'],
  ...['.oh-my-zsh', '.zsh'],
  ...['.gdbinit', '.gdbearlyinit', '.lldbinit', '.ipython', '.jupyter', '.irbrc', '.pryrc'],
  ...['.Rprofile', '.julia'],
  ...['.psqlrc', '.sqliterc', '.lessfilter', '.tmux.conf', '.config/tmux', '.screenrc', '.wezterm.lua'],
  ...['.config/alacritty', '.config/kitty', '.config/wezterm', '.config/i3', '.config/sway', '.config/hypr'],
  ...['.config/Code', '.cursor-server', '.vscode-server', '.local/share/applications'],
  ...['.local/share/systemd'],
  ...['.local/share/bash-completion', '.local/share/dbus-1', '.local/share/nautilus'],
];

/** Beside what is called `bin`: where programs are that others start by their names, and what these are made of. */
const programsOfHome: readonly string[] = [
  ...['bin', '.local/bin', '.local/lib', '.local/share/pipx', '.local/share/pnpm', '.local/share/uv'],
  ...['.asdf', '.bun', '.cargo/bin', '.deno', '.npm-global', '.nvm', '.pyenv', '.rbenv', '.rustup'],
  ...['.sdkman'],
  ...['.volta', 'go/bin'],
];

const programsOfSystem: readonly string[] = ['/nix', '/opt', '/snap', '/usr'];

/** Whether one is in the other, or is it. */
function isNear(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`) || place.startsWith(`${path}/`);
}
