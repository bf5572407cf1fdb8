import { join } from 'node:path';

/** How a variable speaks of a place. */
type Naming = 'path' | 'paths' | 'address' | 'cache';

type Variables = Readonly<Record<string, Naming>>;

/** Variables that tell where the sockets of others are, who work with rights of their own. */
const ofSockets: Variables = {
  ALACRITTY_SOCKET: 'path',
  BUILDKIT_HOST: 'address',
  CONTAINER_HOST: 'address',
  DBUS_SESSION_BUS_ADDRESS: 'address',
  DBUS_SYSTEM_BUS_ADDRESS: 'address',
  DOCKER_HOST: 'address',
  GNOME_KEYRING_CONTROL: 'path',
  I3SOCK: 'path',
  KITTY_LISTEN_ON: 'address',
  NVIM: 'path',
  NVIM_LISTEN_ADDRESS: 'path',
  PULSE_SERVER: 'address',
  SSH_AUTH_SOCK: 'path',
  SWAYSOCK: 'path',
  VSCODE_IPC_HOOK_CLI: 'path',
  WATCHMAN_SOCK: 'path',
  WAYLAND_DISPLAY: 'path',
  WEZTERM_UNIX_SOCKET: 'path',
  XDG_RUNTIME_DIR: 'path',
};

/** Variables that tell where secrets are, if they are not where they usually are. */
const ofSecrets: Variables = {
  AWS_SHARED_CREDENTIALS_FILE: 'path',
  AZURE_CONFIG_DIR: 'path',
  CLOUDSDK_CONFIG: 'path',
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
  return namedBy({ ...ofSockets, ...ofSecrets }, env);
}

/** Where an environment says that sockets are; absolute paths. */
export function namedSockets(env: Readonly<Record<string, string>>): readonly string[] {
  return namedBy(ofSockets, env);
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
  }
}
