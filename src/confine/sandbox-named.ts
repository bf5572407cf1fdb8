import { basename, dirname, join } from 'node:path';
import { privatePlaces } from './sandbox-places.ts';

/** How a variable speaks of a place. */
type Naming = 'path' | 'paths' | 'address' | 'cache' | 'tmux';

type Variables = Readonly<Record<string, Naming>>;

/** Variables that tell where the sockets of others are, who work with rights of their own. */
const ofSockets: Variables = {
  ALACRITTY_SOCKET: 'path',
  AT_SPI_BUS_ADDRESS: 'address',
  BUILDKIT_HOST: 'address',
  CONTAINERD_ADDRESS: 'path',
  CONTAINER_HOST: 'address',
  DBUS_SESSION_BUS_ADDRESS: 'address',
  DBUS_STARTER_ADDRESS: 'address',
  DBUS_SYSTEM_BUS_ADDRESS: 'address',
  DOCKER_HOST: 'address',
  GNOME_KEYRING_CONTROL: 'path',
  GPG_AGENT_INFO: 'paths',
  I3SOCK: 'path',
  INCUS_DIR: 'path',
  INCUS_SOCKET: 'path',
  KITTY_LISTEN_ON: 'address',
  LXD_DIR: 'path',
  LXD_SOCKET: 'path',
  NIRI_SOCKET: 'path',
  NVIM: 'path',
  NVIM_LISTEN_ADDRESS: 'path',
  PIPEWIRE_RUNTIME_DIR: 'path',
  PM2_HOME: 'path',
  PULSE_RUNTIME_PATH: 'path',
  PULSE_SERVER: 'address',
  SSH_AUTH_SOCK: 'path',
  SWAYSOCK: 'path',
  VSCODE_GIT_IPC_HANDLE: 'path',
  VSCODE_IPC_HOOK_CLI: 'path',
  WATCHMAN_SOCK: 'path',
  WAYLAND_DISPLAY: 'path',
  WEZTERM_UNIX_SOCKET: 'path',
  XDG_RUNTIME_DIR: 'path',
};

/** The same of terminals and editors, which run what they are told. Commands start servers of their own as well, where it would be in their own /tmp. */
const ofTerminals: Variables = {
  EMACS_SERVER_FILE: 'path',
  EMACS_SOCKET_NAME: 'path',
  SCREENDIR: 'path',
  TMUX: 'tmux',
  ZELLIJ_SOCKET_DIR: 'path',
};

/** The same, where a directory may have been there before for something else. */
const inDirectories: Variables = { TMUX_TMPDIR: 'path' };

/** Variables that tell where secrets are, if they are not where they usually are. */
const ofSecrets: Variables = {
  AWS_SHARED_CREDENTIALS_FILE: 'path',
  AZURE_CONFIG_DIR: 'path',
  CLOUDSDK_CONFIG: 'path',
  DOCKER_CERT_PATH: 'path',
  DOCKER_CONFIG: 'path',
  GH_CONFIG_DIR: 'path',
  GNUPGHOME: 'path',
  GOOGLE_APPLICATION_CREDENTIALS: 'path',
  ICEAUTHORITY: 'path',
  KRB5CCNAME: 'cache',
  KUBECONFIG: 'paths',
  NETRC: 'path',
  NPM_CONFIG_USERCONFIG: 'path',
  PASSWORD_STORE_DIR: 'path',
  PGPASSFILE: 'path',
  XAUTHORITY: 'path',
};

/** Where an environment says that sockets and secrets are; absolute paths. */
export function namedPlaces(env: Readonly<Record<string, string>>): readonly string[] {
  const ofServers = namedBy({ ...ofTerminals, ...inDirectories }, env).filter((path) => !isPrivate(path));
  return [...namedBy({ ...ofSockets, ...ofSecrets }, env), ...ofServers];
}

/** Where an environment says that sockets are; absolute paths. */
export function namedSockets(env: Readonly<Record<string, string>>): readonly string[] {
  return namedBy({ ...ofSockets, ...ofTerminals }, env);
}

function isPrivate(path: string): boolean {
  return privatePlaces.some((place) => `${path}/`.startsWith(`${place}/`));
}

/** Where hosts of a user have their state that are told of no other directory, as the guards of agents; absolute paths. */
export function usualStates({
  env,
  home,
}: {
  readonly env: Readonly<Record<string, string>>;
  readonly home: string | null;
}): readonly string[] {
  const { HANDRAIL_STATE_DIR: own, XDG_STATE_HOME: ofStates } = env;
  const bases = [ofStates ?? '', ...(home === null ? [] : [join(home, '.local/state')])];
  const usual = bases.filter((base) => base !== '').map((base) => join(base, 'handrail'));
  return [own ?? '', ...usual].filter((path) => path.startsWith('/'));
}

function namedBy(variables: Variables, env: Readonly<Record<string, string>>): readonly string[] {
  const named = Object.entries(variables).flatMap(([name, naming]) => pathsIn(env[name] ?? '', naming));
  return [...new Set(named)].filter((path) => path.startsWith('/'));
}

function pathsIn(value: string, naming: Naming): readonly string[] {
  switch (naming) {
    case 'path':
      return [value];
    case 'paths':
      return value.split(':');
    // As `unix:///run/docker.sock`, `unix:/run/pulse/native`; and `unix:path=/run/user/1/bus,guid=1;unix:…`, of which each is one.
    case 'address':
      return [...value.matchAll(/unix:(?:path=)?(?:\/\/)?(\/[^,;]*)/g)].map(([, path = '']) => path);
    // As `FILE:/tmp/krb5cc_1` and `DIR:/run/krb5`, or just the path.
    case 'cache':
      return [value.replace(/^[A-Z]+:/, '')];
    // As `/tmp/tmux-1000/default,71,0`; those of its other servers are beside it.
    case 'tmux': {
      const socket = value.replace(/,\d+,[^,]*$/, '');
      const directory = dirname(socket);
      return basename(directory).startsWith('tmux-') ? [directory, socket] : [socket];
    }
  }
}
