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

/** What containers and virtual machines are made of, by those who run them as root. */
export const containerStores: readonly string[] = [
  '/var/lib/containerd',
  '/var/lib/docker',
  '/var/lib/incus',
  '/var/lib/lxd',
  '/var/snap/lxd',
];

/** In the home directory: what gives whoever reads it somebody's rights. */
export const secretsOfHome: readonly string[] = [
  // Keys, and what unlocks others
  '.ssh',
  '.gnupg',
  '.password-store',
  '.vault-token',
  '.local/share/keyrings',
  '.1password',
  '.config/1Password',
  '.config/op',
  '.config/sops',
  '.Xauthority',
  '.ICEauthority',
  // Clouds
  '.aws',
  '.azure',
  '.kube',
  '.config/gcloud',
  '.config/doctl',
  '.config/hcloud',
  '.config/rclone',
  '.databrickscfg',
  '.fly',
  '.oci',
  '.terraform.d/credentials.tfrc.json',
  // Forges, registries and databases
  '.config/gh',
  '.config/glab-cli',
  '.config/github-copilot',
  '.config/hub',
  '.git-credentials',
  '.config/git/credentials',
  '.netrc',
  '.npmrc',
  '.yarnrc.yml',
  '.pypirc',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.bundle/config',
  '.cache/huggingface/token',
  '.composer/auth.json',
  '.config/composer/auth.json',
  '.gem/credentials',
  '.gradle/gradle.properties',
  '.m2/settings.xml',
  '.docker/config.json',
  '.config/containers/auth.json',
  '.pgpass',
  '.my.cnf',
  ...containerSockets,
  // Browsers and mail
  '.mozilla',
  '.thunderbird',
  '.config/google-chrome',
  '.config/chromium',
  '.config/BraveSoftware',
  '.config/microsoft-edge',
  '.config/opera',
  '.config/vivaldi',
  '.var/app/org.mozilla.firefox',
  '.var/app/org.mozilla.Thunderbird',
  'snap/chromium',
  'snap/firefox',
  // Agents
  '.claude/.credentials.json',
  '.codex/auth.json',
  '.gemini/oauth_creds.json',
  // What was typed before
  '.bash_history',
  '.zsh_history',
  '.psql_history',
  '.mysql_history',
  '.python_history',
  '.sqlite_history',
  '.node_repl_history',
  '.local/share/fish/fish_history',
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
 * Of the system: where sockets are behind which others work with their own rights, and keys. A socket can be connected to
 * wherever it can be seen, also where nothing can be written.
 */
export const hiddenOfSystem: readonly string[] = [
  '/etc/NetworkManager/system-connections',
  '/etc/gshadow',
  '/etc/krb5.keytab',
  '/etc/letsencrypt',
  '/etc/shadow',
  '/etc/ssh/ssh_host_dsa_key',
  '/etc/ssh/ssh_host_ecdsa_key',
  '/etc/ssh/ssh_host_ed25519_key',
  '/etc/ssh/ssh_host_rsa_key',
  '/etc/ssl/private',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/wireguard',
  '/run',
  ...hiddenOfKernel,
  ...containerStores,
];

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
  '.zprofile',
  '.zshenv',
  '.zshrc',
  // Editors
  '.devcontainer',
  '.dir-locals.el',
  '.exrc',
  '.idea',
  '.nvim.lua',
  '.vscode',
  '.zed',
  // Agents
  '.claude',
  '.codex',
  '.cursor',
  '.gemini',
  '.mcp.json',
  '.opencode',
  settingsFileName,
];
