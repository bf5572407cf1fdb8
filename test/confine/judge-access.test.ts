import { describe, expect, test } from 'vitest';
import { type AccessFiles, accessScope, judgeAccess } from '../../src/confine/judge-access.ts';
import { neverAllowed } from '../../src/confine/never-granted.ts';
import { sandboxPlan } from '../../src/confine/sandbox.ts';
import { sandboxLevels } from '../../src/confine/sandbox-levels.ts';
import type { PathAccess } from '../../src/model/access.ts';
import type { SandboxNetwork } from '../../src/model/sandbox.ts';

const directories = {
  ...{ workspace: '/home/u/ws', home: '/home/u', stateDir: '/home/u/.local/state/handrail' },
  ...{ settingsDir: '/home/u/.config/handrail', outputDirs: ['/home/u/.local/state/handrail/output'] },
  rules: {
    ofUser: ['/home/u/ws/mine.json', '/home/u/ws/gone/mine.json'],
    ofProject: ['/home/u/ws/rules.json'],
  },
  env: {
    SSH_AUTH_SOCK: '/home/u/agent/socket',
    DOCKER_HOST: 'unix:///srv/docker.sock',
    TMUX: '/home/u/terminals/tmux-1000/default,71,0',
    TMPDIR: '/opt/short/lived/',
    XDG_STATE_HOME: '/srv/states',
    HANDRAIL_STATE_DIR: '/srv/own-state',
  },
};

/** What is there, but for what is a file or a socket or is not. */
const there: Readonly<Record<string, ReturnType<AccessFiles['look']>>> = {
  '/home/u/.npmrc': 'file',
  '/home/u/odd': 'other',
  '/data/new': 'missing',
  '/data/new/deeper': 'missing',
  '/home/u/new': 'missing',
  '/usr/new': 'missing',
  '/tmp/new': 'missing',
  '/home/u/ws/.bashrc': 'missing',
  '/home/u/ws/.git': 'missing',
  '/home/u/ws/gone': 'missing',
  '/home/u/ws/new': 'missing',
  '/home/u/.ssh/none': 'missing',
};

function judged(given: PathAccess | string, network: SandboxNetwork = 'none', found = there) {
  const [level] = sandboxLevels;
  if (level === undefined) throw new Error('expected a level');
  const plan = { ...sandboxPlan(level, directories), network };
  const files: AccessFiles = {
    realPath: (path) => path,
    look: (path) => found[path] ?? 'directory',
    otherNames: (path) => (path.startsWith('/disk/') ? [path.slice('/disk'.length)] : []),
  };
  const { home } = plan;
  const scope = accessScope({ network, home, places: () => plan.places }, neverAllowed(directories), files);
  return judgeAccess(typeof given === 'string' ? { kind: 'host', host: given } : given, scope);
}

const write = (path: string): PathAccess => ({ kind: 'path', path, access: 'writable' });
const read = (path: string): PathAccess => ({ kind: 'path', path, access: 'read-only' });

describe('a person is asked, in words that name it,', () => {
  test.each<readonly [PathAccess | string, string]>([
    ['a.example', 'it asks to reach a.example, which its sandbox does not let it'],
    ['a.example:22', 'it asks to reach a.example:22, which its sandbox does not let it'],
    [
      '*.a.example',
      'it asks to reach *.a.example, which is every host under a.example, which its sandbox does not let it',
    ],
    [
      '127.0.0.1:8080',
      'it asks to reach 127.0.0.1:8080 on this machine or in its network, which its sandbox does not let it',
    ],
    [
      'localhost:8080',
      'it asks to reach localhost:8080 on this machine or in its network, which its sandbox does not let it',
    ],
    [write('/data'), 'it asks to write to /data and all that is in it, which its sandbox does not let it'],
    [
      write('/mnt/disk'),
      'it asks to write to /mnt/disk and all that is in it, which its sandbox does not let it',
    ],
    [
      write('/mnt/c/work'),
      'it asks to write to /mnt/c/work and all that is in it, which its sandbox does not let it',
    ],
    [
      write('/home/u/.npm/_cacache'),
      'it asks to write to /home/u/.npm/_cacache and all that is in it, which its sandbox does not let it',
    ],
    [
      write('/home/u/.cache/x'),
      'it asks to write to /home/u/.cache/x and all that is in it, which its sandbox does not let it',
    ],
    ...[
      '/etc/hosts.d',
      '/data/o/.git/hooks',
      '/data/o/.git',
      '/home/u/.claude',
      '/home/u/.local/share/systemd/user',
      '/home/o',
      '/home/o/.zshrc',
      '/home/u/.bash_completion',
      '/home/u/.cargo/env',
      '/home/u/.k5login',
      '/home/u/.config/openbox',
      '/home/u/.cache/prompt-of-u.zsh',
      '/home/u/.local/share/nvim',
      '/home/o/.of-a-program-that-nobody-here-knows',
      '/var/lib/some-server',
      '/var/spool/mail',
      '/mnt/c',
      '/mnt/c/Users/u/AppData/Roaming',
    ].map(
      (path) =>
        [
          write(path),
          `it asks to write to ${path} and all that is in it, from where others take orders outside of its sandbox`,
        ] as const,
    ),
    ...[
      '/usr/local',
      '/usr/src/app',
      '/usr/share/nginx',
      '/opt/tool',
      '/home/u/.local/bin',
      '/home/u/go',
      '/root/bin/x',
      '/data/x/bin',
      '/home/u/.cache',
      '/home/u/.cache/pre-commit/x',
      '/home/u/.npm',
      '/home/u/miniconda3',
      '/home/linuxbrew/.linuxbrew',
      '/gnu/store',
    ].map(
      (path) =>
        [
          write(path),
          `it asks to write to ${path} and all that is in it, where programs are that others run outside of its sandbox`,
        ] as const,
    ),
    [
      write('/home/u/.ssh'),
      'it asks to write to /home/u/.ssh and all that is in it, which its sandbox hides, and from where others take orders outside of it',
    ],
    [read('/home/u/.ssh'), 'it asks to read /home/u/.ssh and all that is in it, which its sandbox hides'],
    [read('/home/u/.npmrc'), 'it asks to read /home/u/.npmrc, which its sandbox hides'],
    [
      write('/home/u/.npmrc'),
      'it asks to write to /home/u/.npmrc, which its sandbox hides, and from where others take orders outside of it',
    ],
    [
      write('/home/u/ws/.git/hooks'),
      'it asks to write to /home/u/ws/.git/hooks and all that is in it, from where others take orders outside of its sandbox',
    ],
    [
      write('/home/u/ws/.bashrc'),
      'it asks to write to /home/u/ws/.bashrc, from where others take orders outside of its sandbox',
    ],
    [
      write('/home/u/ws/.git'),
      'it asks to write to /home/u/ws/.git, from where others take orders outside of its sandbox',
    ],
    [
      write('/home/u/ws/rules.json'),
      'it asks to write to /home/u/ws/rules.json and all that is in it, from where others take orders outside of its sandbox',
    ],
    [
      write('/tmp/of-others'),
      'it asks to write to /tmp/of-others and all that is in it of this machine, in the stead of which it has its own',
    ],
    [
      read('/tmp/screenshots'),
      'it asks to read /tmp/screenshots and all that is in it of this machine, in the stead of which it has its own',
    ],
    [
      read('/tmp/kittyhawk'),
      'it asks to read /tmp/kittyhawk and all that is in it of this machine, in the stead of which it has its own',
    ],
    [
      write('/tmp/of-others/.git/hooks'),
      'it asks to write to /tmp/of-others/.git/hooks and all that is in it of this machine, in the stead of which it has its own, and from where others take orders outside of it',
    ],
    [
      write('/var/tmp/x/bin'),
      'it asks to write to /var/tmp/x/bin and all that is in it of this machine, in the stead of which it has its own, and where programs are that others run outside of it',
    ],
    [
      write('/data/\u202egnp'),
      String.raw`it asks to write to /data/\u{202e}gnp and all that is in it, which its sandbox does not let it`,
    ],
  ])('about %j', (access, reason) => {
    expect(judged(access)).toEqual({ kind: 'ask', reason });
  });
});

describe('nobody is asked', () => {
  test.each<readonly [string, PathAccess | string, SandboxNetwork]>([
    ['to read what can be read', read('/etc/passwd'), 'none'],
    ['to read what is kept', read('/home/u/ws/.git/hooks'), 'none'],
    ['to read the files that results name', read('/home/u/.local/state/handrail/output/x'), 'none'],
    ['to write to the workspace', write('/home/u/ws/src'), 'none'],
    ['to write to a /tmp of its own', write('/tmp'), 'none'],
    ['to write to what can be made there', write('/tmp/new'), 'none'],
    ['to write to what can be made in the workspace', write('/home/u/ws/new'), 'none'],
    ['to reach what is listed', 'a.example:443', { hosts: ['a.example'] }],
    ['to reach what is under a name', 'x.a.example', { hosts: ['*.a.example'] }],
    ['to reach anything where all is reached', 'a.example', 'host'],
  ])('%s', (_why, access, network) => {
    expect(judged(access, network)).toEqual({ kind: 'within' });
  });

  test('to write to a repository that is there, but for what is kept in it', () => {
    expect(judged(write('/home/u/ws/.git'), 'none', {})).toEqual({ kind: 'within' });
  });

  test.each<readonly [string, string, SandboxNetwork]>([
    ['another port', 'a.example:8080', { hosts: ['a.example'] }],
    ['one port more than is listed', 'a.example', { hosts: ['a.example:443'] }],
    ['all names under one that is listed', '*.a.example', { hosts: ['a.example'] }],
  ])('but about %s', (_what, host, network) => {
    expect(judged(host, network).kind).toBe('ask');
  });
});

describe('nobody can grant', () => {
  test.each([
    ['the state', write('/home/u/.local/state/handrail')],
    ['what is in it', read('/home/u/.local/state/handrail/state.db')],
    ['the state that others have here', write('/srv/states/handrail/code')],
    ['that which the environment names', read('/srv/own-state')],
    ['rules of the user', write('/home/u/ws/mine.json')],
    ['a directory that is not there, and rules of the user with it', write('/home/u/ws/gone')],
    ['what it is in', write('/home/u/.local')],
    ['the settings', write('/home/u/.config/handrail/handrail.json')],
    ['where they are', write('/home/u/.config')],
    ['the home directory', write('/home/u')],
    ['what holds it', write('/home')],
    ['everything', write('/')],
    ['the state by another name', write('/disk/home/u/.local/state/handrail')],
    ['what holds the home directory by another name', write('/disk/home')],
    ['a device', write('/dev/sda')],
    ['the kernel', write('/proc/sys/kernel')],
    ['its settings', write('/sys')],
    ['what starts the machine', write('/boot')],
    ['what starts it before that', write('/efi')],
    ['what it is made of', write('/ostree/deploy')],
    ['sockets of the system', read('/run/docker.sock')],
    ['a socket that the environment names', read('/home/u/agent/socket')],
    ['the socket of what starts containers', write('/srv/docker.sock')],
    ['a socket of a desktop', read('/home/u/.docker/run/docker.sock')],
    ['what containers are made of', write('/var/lib/docker/overlay2')],
    ['what those of Podman are', write('/var/lib/containers/storage')],
    ['the terminals of a multiplexer', write('/tmp/tmux-1000/default')],
    ['the terminals of another one', read('/tmp/zellij-1000')],
    ['those of a third', read('/tmp/screens/S-u')],
    ['those of a fourth', read('/tmp/kitty-71')],
    ['those of a fifth', read('/tmp/dtach.u')],
    ['the terminals of one that is told elsewhere', read('/home/u/terminals/tmux-1000/default')],
    ['the others beside them', read('/home/u/terminals/tmux-1000')],
    ['an editor that does what it is told', read('/tmp/nvim.u/x')],
    ['another one', read('/tmp/emacs1000')],
    ['what stands in for /run', read('/tmp/runtime-u')],
    ['the screen', write('/tmp/.X11-unix')],
    ['what a conversation has of its own', write('/tmp/handrail-private-abc')],
    ['what is in it', read('/tmp/handrail-private-abc/0')],
    ['the same where temporary files are elsewhere', write('/srv/handrail-private-abc')],
    ['where it is kept', write('/opt/short/lived')],
    ['what that is in', write('/opt/short')],
    ['what the system runs by the clock', write('/etc/cron.d/x')],
    ['what it runs when a file changes', write('/var/spool/incron')],
    ['what it runs when a container starts', write('/var/lib/lxc/x')],
    ['who may be root', write('/etc/sudoers.d')],
    ['who is who', write('/etc/passwd')],
    ['what the system runs when it starts', write('/etc/rc.local')],
    ['what it runs in its own time', write('/var/spool/at/a1')],
    ['what it runs when a package comes', write('/etc/apt/apt.conf.d')],
    ['what every shell reads', write('/etc/profile')],
    ['where every program has its libraries', write('/etc/ld.so.cache')],
    ['what starts containers', write('/etc/docker/daemon.json')],
    ['what a name of a program stands for', write('/etc/alternatives')],
    ['what the system runs at one of its levels', write('/etc/rc5.d')],
    ['what it runs when a network comes', write('/etc/network/if-up.d')],
    ['what it runs when a kernel comes', write('/etc/kernel/postinst.d')],
    ['what is put into what starts the machine', write('/usr/share/initramfs-tools/hooks')],
    ['what packages have it run', write('/var/lib/dpkg/info')],
    ['what is laid over its programs', write('/var/lib/extensions/x')],
    ['what is known of all programs', write('/var/lib')],
    ['what bash reads where it completes', write('/etc/bash_completion.d/x')],
    ['what Git of every user does', write('/etc/gitconfig')],
    ['what programs have their modules in', write('/usr/share/perl5')],
    ['what these share', write('/usr/share')],
    ['all settings of the system', write('/etc')],
    ['all programs', write('/usr')],
    ['the programs of every user', write('/usr/bin')],
    ['a library of the system', write('/usr/lib/x86_64-linux-gnu/libc.so.6')],
    ['what is neither file nor directory', write('/home/u/odd')],
    ['the keys of the machine', '169.254.169.254'],
    ['the door to what starts containers', '127.0.0.1:2375'],
    ['that door by its name', 'localhost:2375'],
    ['that door by a name under it', 'app.localhost:2375'],
    ['that door by the address that stands for all', '0.0.0.0:2375'],
    ['what is no host', 'https://a.example'],
  ])('%s', (_what, access) => {
    const judgement = judged(access);
    expect(judgement.kind).toBe('never');
    expect('reason' in judgement && judgement.reason).toMatch(/^nothing can let a command [a-z ]+ \S+: \S/);
  });
});

test.each([
  ['/data/new', '/data'],
  ['/data/new/deeper', '/data'],
])('of %s, which is not there, the directory is told that is', (path, nearest) => {
  expect(judged(write(path))).toEqual({ kind: 'missing', nearest });
});

test.each(['/home/u/new', '/usr/new'])(
  'of %s, which is not there, no directory is told that nobody can be let to',
  (path) => {
    expect(judged(write(path))).toEqual({ kind: 'missing', nearest: null });
  },
);

test('what is hidden and not there is not there', () => {
  expect(judged(read('/home/u/.ssh/none'))).toEqual({ kind: 'missing', nearest: '/home/u/.ssh' });
});
