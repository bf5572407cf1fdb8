/** In the home directory: what gives whoever reads it somebody's rights. */
export const secretsOfHome: readonly string[] = [
  // Keys, and what unlocks others
  '.ssh',
  '.gnupg',
  '.password-store',
  '.vault-token',
  '.local/share/keyrings',
  '.config/op',
  // Clouds
  '.aws',
  '.azure',
  '.kube',
  '.config/gcloud',
  '.config/doctl',
  '.config/hcloud',
  '.oci',
  '.terraform.d/credentials.tfrc.json',
  // Forges, registries and databases
  '.config/gh',
  '.config/glab-cli',
  '.git-credentials',
  '.config/git/credentials',
  '.netrc',
  '.npmrc',
  '.yarnrc.yml',
  '.pypirc',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.m2/settings.xml',
  '.docker/config.json',
  '.config/containers/auth.json',
  '.pgpass',
  '.my.cnf',
  // Browsers and mail
  '.mozilla',
  '.thunderbird',
  '.config/google-chrome',
  '.config/chromium',
  '.config/BraveSoftware',
  '.config/microsoft-edge',
  // Agents
  '.claude/.credentials.json',
  '.codex/auth.json',
  // What was typed before
  '.bash_history',
  '.zsh_history',
  '.psql_history',
  '.mysql_history',
  '.python_history',
];

/** Of the system: sockets behind which others work with their own rights, and keys. */
export const hiddenOfSystem: readonly string[] = [
  '/etc/shadow',
  '/etc/gshadow',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssl/private',
  '/run/containerd',
  '/run/crio',
  '/run/dbus',
  '/run/docker.sock',
  '/run/podman',
  '/run/snapd.sock',
  '/run/snapd.socket',
  '/run/systemd',
  '/run/user',
];

/** Where commands put what nobody else is to have. */
export const privatePlaces: readonly string[] = ['/tmp', '/var/tmp'];

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
  'handrail.json',
];
