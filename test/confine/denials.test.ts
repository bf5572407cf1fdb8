import { describe, expect, test } from 'vitest';
import { denialsIn, type Failure } from '../../src/confine/denials.ts';
import type { Denial, SandboxFiles, SandboxNetwork } from '../../src/model/sandbox.ts';

const sandbox: SandboxFiles & { readonly network: SandboxNetwork } = {
  network: 'none',
  stubs: ['/ws/.vscode'],
  places: [
    { path: '/', access: 'read-only' },
    { path: '/home/u/.gnupg', access: 'hidden' },
    { path: '/home/u/.npmrc', access: 'hidden' },
    { path: '/home/u/.ssh', access: 'hidden' },
    { path: '/home/u/.yarnrc.yml', access: 'hidden' },
    { path: '/tmp', access: 'private' },
    { path: '/ws', access: 'writable' },
    { path: '/ws/.bashrc', access: 'kept' },
    { path: '/ws/.git/config', access: 'kept' },
    { path: '/ws/.git/hooks', access: 'kept' },
    { path: '/ws/.vscode', access: 'kept' },
  ],
};

function told(
  output: string,
  given: Partial<typeof sandbox> = {},
  cwd: string | null = '/ws',
  how: Failure['how'] = 'failed',
  gone?: string,
  isRoot = false,
) {
  const realPath = (path: string) => path.replace(/^\/keys(?=\/|$)/, '/home/u/.ssh');
  const listens = (_host: string, port: number): boolean => port === 3001;
  const isThere = (path: string): boolean => path !== gone;
  return denialsIn({ output, cwd, realPath, how, listens, isThere, isRoot }, { ...sandbox, ...given });
}

const readOnly = (path: string): Denial => ({ kind: 'path', path, access: 'read-only' });
const kept = (path: string): Denial => ({ kind: 'path', path, access: 'kept' });
const hidden = (path: string): Denial => ({ kind: 'path', path, access: 'hidden' });

describe('what a sandbox denied a path is told by the words of', () => {
  test.each<readonly [string, string, Denial]>([
    ['bash', 'bash: line 1: /etc/x: Read-only file system', readOnly('/etc/x')],
    ['bash in another directory', 'bash: line 1: ../out: Read-only file system', readOnly('/out')],
    ['bash of a stub', 'bash: line 1: .bashrc: Is a directory', kept('/ws/.bashrc')],
    ['touch', "touch: cannot touch '/etc/new file': Read-only file system", readOnly('/etc/new file')],
    ['mkdir', 'mkdir: cannot create directory ‘/usr/x’: Read-only file system', readOnly('/usr/x')],
    ['rm', "rm: cannot remove '.git/hooks': Device or resource busy", kept('/ws/.git/hooks')],
    ['mv', "mv: cannot move 'a' to '.git/config': Device or resource busy", kept('/ws/.git/config')],
    [
      'git',
      'error: could not write config file .git/config: Device or resource busy',
      kept('/ws/.git/config'),
    ],
    ['cat', 'cat: /home/u/.ssh/id_ed25519: Permission denied', hidden('/home/u/.ssh/id_ed25519')],
    ['cp', "cp: cannot open '/home/u/.npmrc' for reading: Permission denied", hidden('/home/u/.npmrc')],
    ['cat, of what a link leads to', 'cat: /keys/id: Permission denied', hidden('/home/u/.ssh/id')],
    ['python', "OSError: [Errno 30] Read-only file system: '/etc/x'", readOnly('/etc/x')],
    [
      'python of a secret',
      "PermissionError: [Errno 13] Permission denied: '/home/u/.ssh/id'",
      hidden('/home/u/.ssh/id'),
    ],
    ['node', "Error: EROFS: read-only file system, open '/etc/x'", readOnly('/etc/x')],
    [
      'node that makes a directory and those above it, whose error is another',
      " ENOENT  ENOENT: no such file or directory, mkdir '/home/u/.local/share/pnpm/store/v3'",
      readOnly('/home/u/.local/share/pnpm/store/v3'),
    ],
    [
      'node that makes a directory in what is kept',
      "Error: ENOENT: no such file or directory, mkdir '/ws/.git/hooks/a/b'",
      kept('/ws/.git/hooks/a/b'),
    ],
    [
      'maven, of where it puts what it fetches',
      '[ERROR] Failed to read artifact descriptor for a:b:jar:1: Could not transfer artifact a:b:pom:1 from/to central (https://repo.example/maven2): /home/u v/.m2/repository/a/b/1/b-1.pom.part.lock (No such file or directory) -> [Help 1]',
      readOnly('/home/u v/.m2/repository'),
    ],
    [
      'maven, where it has not put anything yet',
      '[ERROR] Could not create local repository at /home/u v/.m2/repository -> [Help 1]',
      readOnly('/home/u v/.m2/repository'),
    ],
    [
      'yarn, of settings that it cannot read',
      "Usage Error: Parse error when loading /home/u/.yarnrc.yml; please check it's proper Yaml",
      hidden('/home/u/.yarnrc.yml'),
    ],
    [
      'gpg, of what it locks, by where that is',
      "gpg: failed to create temporary file '/home/u/.gnupg/.#lk0x000055.vm.3': Permission denied",
      hidden('/home/u/.gnupg'),
    ],
    [
      'gpg, where nothing is there that is hidden',
      "gpg: Fatal: can't create directory '/home/u/.gnupg': Read-only file system",
      readOnly('/home/u/.gnupg'),
    ],
    [
      'git, which has asked gpg',
      'error: gpg failed to sign the data\nfatal: failed to write commit object',
      hidden('/home/u/.gnupg'),
    ],
    ['npm, which lacks a token', 'npm error code ENEEDAUTH', hidden('/home/u/.npmrc')],
    ['npm, whose token was not taken', 'npm ERR! code E401', hidden('/home/u/.npmrc')],
    ['node of a secret', "Error: EACCES: permission denied, open '/home/u/.npmrc'", hidden('/home/u/.npmrc')],
    [
      'git init',
      "fatal: cannot copy '/usr/share/git-core/templates/description' to '/ws/.git/description': Read-only file system",
      kept('/ws/.git'),
    ],
    ['go', 'open /etc/x: read-only file system', readOnly('/etc/x')],
    [
      'go of a socket',
      'failed at unix:///etc/x: Get "http://%2Fetc%2Fx/v1": dial unix /home/u/.ssh/agent: connect: permission denied',
      hidden('/home/u/.ssh/agent'),
    ],
    [
      'cargo, with the cause below',
      'error: failed to open: /home/u/.cargo/.package-cache\n\nCaused by:\n  Read-only file system (os error 30)',
      readOnly('/home/u/.cargo/.package-cache'),
    ],
    [
      'cargo, with the cause of the cause',
      'error: failed to get `a`\n\nCaused by:\n  failed to create directory `/home/u/.cargo/registry/a b`\n\nCaused by:\n  Read-only file system (os error 30)',
      readOnly('/home/u/.cargo/registry/a b'),
    ],
    [
      'sed, of a path with blanks',
      "sed: couldn't open temporary file /etc/a b/sedXy: Read-only file system",
      readOnly('/etc/a b/sedXy'),
    ],
    [
      'git, of a path with blanks',
      'error: could not write config file /home/a b/.git/config: Read-only file system',
      readOnly('/home/a b/.git/config'),
    ],
    [
      'rm, of the directory that is changed',
      "rm: cannot remove '/etc/x/y': Read-only file system",
      readOnly('/etc/x'),
    ],
    ['mv', "mv: cannot move 'a' to '/etc/x/y': Read-only file system", readOnly('/etc/x')],
    [
      'mkdir, where something stands in',
      'mkdir: cannot create directory ‘.vscode’: File exists',
      kept('/ws/.vscode'),
    ],
    [
      'python, where something stands in',
      "FileExistsError: [Errno 17] File exists: '.vscode'",
      kept('/ws/.vscode'),
    ],
    [
      'node, where something stands in',
      "Error: EEXIST: file already exists, mkdir '/ws/.vscode'",
      kept('/ws/.vscode'),
    ],
    ['ln', "ln: failed to create symbolic link '.vscode': File exists", kept('/ws/.vscode')],
    [
      'apt, which says how it got to know at the end',
      'W: chown to _apt:root of directory /var/cache/apt/archives/partial failed - SetupAPTPartialDirectory (30: Read-only file system)',
      readOnly('/var/cache/apt/archives/partial'),
    ],
    [
      'apt of what is missing',
      'E: List directory /var/lib/apt/lists/partial is missing. - Acquire (30: Read-only file system)',
      readOnly('/var/lib/apt/lists/partial'),
    ],
    [
      'apt of a lock',
      'E: Could not open lock file /var/lib/dpkg/lock-frontend - open (30: Read-only file system)',
      readOnly('/var/lib/dpkg/lock-frontend'),
    ],
    [
      'apt that deletes',
      'W: Problem unlinking the file /var/cache/apt/pkgcache.bin - RemoveCaches (30: Read-only file system)',
      readOnly('/var/cache/apt'),
    ],
    [
      'dpkg',
      'dpkg: error: unable to access the dpkg frontend lock /var/lib/dpkg/lock-frontend: Read-only file system',
      readOnly('/var/lib/dpkg/lock-frontend'),
    ],
    ['cp', "cp: cannot create regular file '/usr/x': Read-only file system", readOnly('/usr/x')],
    [
      'mv to another file system',
      "mv: inter-device move failed: 'a' to '/usr/x/y'; unable to remove target: Read-only file system",
      readOnly('/usr/x'),
    ],
    [
      'mkdir of a stub, with a slash behind',
      'mkdir: cannot create directory ‘.vscode/’: File exists',
      kept('/ws/.vscode'),
    ],
    ['tar', 'tar: /usr/x.tar: Cannot open: Read-only file system', readOnly('/usr/x.tar')],
    [
      'tar of what is kept',
      'tar: .git/hooks/x: Cannot open: Read-only file system',
      kept('/ws/.git/hooks/x'),
    ],
    ['tar’s child', 'tar (child): /usr/x.tgz: Cannot open: Read-only file system', readOnly('/usr/x.tgz')],
    [
      'rsync',
      'rsync: [receiver] mkstemp "/usr/.x.Kq2b7B" failed: Read-only file system (30)',
      readOnly('/usr/.x.Kq2b7B'),
    ],
    [
      'rsync of a directory',
      'rsync: [generator] failed to set times on "/usr/.": Read-only file system (30)',
      readOnly('/usr'),
    ],
    [
      'unzip',
      'checkdir error:  cannot create /usr/x\n                 Read-only file system\n                 unable to process x/.',
      readOnly('/usr/x'),
    ],
    [
      'git of a lock',
      "fatal: cannot lock ref 'HEAD': Unable to create '/repo/.git/HEAD.lock': Read-only file system",
      readOnly('/repo/.git/HEAD.lock'),
    ],
    [
      'git of an index',
      "fatal: Unable to create '/repo/.git/index.lock': Read-only file system",
      readOnly('/repo/.git/index.lock'),
    ],
    ['git that deletes', "error: unable to unlink old '/repo/a': Read-only file system", readOnly('/repo')],
    [
      'npm',
      "npm error rofs EROFS: read-only file system, mkdir '/usr/lib/node_modules/x'",
      readOnly('/usr/lib/node_modules/x'),
    ],
    [
      'npm that moves',
      "npm error rofs EROFS: read-only file system, rename '/usr/lib/node_modules/a' -> '/usr/lib/node_modules/.a-X1'",
      readOnly('/usr/lib/node_modules'),
    ],
    [
      'yarn, with quotes in quotes',
      `error An unexpected error occurred: "EROFS: read-only file system, mkdir '/usr/local/x'".`,
      readOnly('/usr/local/x'),
    ],
    [
      'pip',
      "ERROR: Could not install packages due to an OSError: [Errno 30] Read-only file system: '/usr/lib/python3/dist-packages/six.py'",
      readOnly('/usr/lib/python3/dist-packages/six.py'),
    ],
    [
      'python, with a list of what failed',
      `shutil.Error: [('/ws/a', '/usr/x', "[Errno 30] Read-only file system: '/usr/x'")]`,
      readOnly('/usr/x'),
    ],
    [
      'python of bytes',
      "PermissionError: [Errno 13] Permission denied: b'/home/u/.ssh/id'",
      hidden('/home/u/.ssh/id'),
    ],
    [
      'rustup',
      "error: could not write file: '/home/u/.rustup/settings.toml': Read-only file system (os error 30)",
      readOnly('/home/u/.rustup/settings.toml'),
    ],
    [
      'go of its cache',
      'failed to initialize build cache at /home/u/.cache/go-build: mkdir /home/u/.cache/go-build: read-only file system',
      readOnly('/home/u/.cache/go-build'),
    ],
    [
      'go, with the time before',
      '2026/01/02 15:04:05 open /etc/x: read-only file system',
      readOnly('/etc/x'),
    ],
    [
      'go that builds',
      'go build a: copying /tmp/go-build1/b001/exe/a.out: open /usr/bin/x: read-only file system',
      readOnly('/usr/bin/x'),
    ],
    ['ld', '/usr/bin/ld: cannot open output file /usr/aout: Read-only file system', readOnly('/usr/aout')],
    ['as', "Fatal error: can't create /usr/a.o: Read-only file system", readOnly('/usr/a.o')],
    ['a shell that make runs', '/bin/sh: 1: cannot create /usr/x: Read-only file system', readOnly('/usr/x')],
    ['install', 'install: cannot change permissions of ‘/usr/x’: Read-only file system', readOnly('/usr/x')],
    ['tee', 'tee: /etc/x: Read-only file system', readOnly('/etc/x')],
    ['dd', "dd: failed to open '/etc/x': Read-only file system", readOnly('/etc/x')],
    ['perl', 'Cannot open /etc/x: Read-only file system at -e line 1.', readOnly('/etc/x')],
    ['openssl', 'genrsa: Can\'t open "/usr/k" for writing, Read-only file system', readOnly('/usr/k')],
    ['find that deletes', 'find: cannot delete ‘/etc/x/y’: Read-only file system', readOnly('/etc/x')],
    ['busybox', "cp: can't create '/usr/x': Read-only file system", readOnly('/usr/x')],
    ['busybox that deletes', "rm: can't remove '/etc/x/y': Read-only file system", readOnly('/etc/x')],
    ['curl', 'Warning: Failed to open the file /usr/x: Read-only file system', readOnly('/usr/x')],
    [
      'curl, with a break in it',
      'Warning: Failed to open the file /usr/share/a-long-name/x: Read-only file \nWarning: system',
      readOnly('/usr/share/a-long-name/x'),
    ],
    ['wget', '/usr/x: Read-only file system', readOnly('/usr/x')],
    [
      'docker of its settings',
      'WARNING: Error loading config file: open /home/u/.ssh/config.json: permission denied',
      hidden('/home/u/.ssh/config.json'),
    ],
    ['node that deletes', "Error: EROFS: read-only file system, unlink '/etc/x/y'", readOnly('/etc/x')],
    [
      'java, with the reason in brackets',
      'java.io.FileNotFoundException: /home/u/.gradle/daemon/registry.bin.lock (Read-only file system)',
      readOnly('/home/u/.gradle/daemon/registry.bin.lock'),
    ],
    [
      'java of a secret',
      'Exception in thread "main" java.io.FileNotFoundException: /home/u/.ssh/id (Permission denied)',
      hidden('/home/u/.ssh/id'),
    ],
    [
      'gradle, of a directory above what it makes',
      "> Failed to create parent directory '/home/u v/.gradle' when creating directory '/home/u v/.gradle/caches/4.4.1/fileHashes'",
      readOnly('/home/u v/.gradle'),
    ],
    [
      'gradle’s wrapper',
      'Exception in thread "main" java.lang.RuntimeException: Could not create parent directory for lock file /home/u v/.gradle/wrapper/dists/gradle-8.5-bin/5t9/gradle-8.5-bin.zip.lck',
      readOnly('/home/u v/.gradle/wrapper/dists/gradle-8.5-bin/5t9/gradle-8.5-bin.zip.lck'),
    ],
    [
      'perl, in a file',
      'mkdir /home/u v/.local: Read-only file system at /usr/share/perl/5.36/CPAN/HandleConfig.pm line 620.',
      readOnly('/home/u v/.local'),
    ],
    [
      'perl, in a file that reads',
      'open /etc/x: Read-only file system at ./a b.pl line 6, <STDIN> line 2.',
      readOnly('/etc/x'),
    ],
    [
      'go of its settings, where a directory is missing',
      'go: writing go env config: open /home/u v/.config/go/env: no such file or directory',
      readOnly('/home/u v/.config/go/env'),
    ],
    [
      'cmake, in lines that fit a terminal',
      'CMake Error at build/cmake_install.cmake:52 (file):\n  file INSTALL cannot copy file "/ws/my\n  proj/build/a" to "/usr/local/bin/a": Read-only file system.\n\n',
      readOnly('/usr/local/bin/a'),
    ],
    [
      'cmake of a directory',
      'CMake Error at build/cmake_install.cmake:52 (file):\n  file cannot create directory:\n  /home/u/.local/bin.  Maybe need administrative\n  privileges.\n\n',
      readOnly('/home/u/.local/bin'),
    ],
    [
      'bundler, in lines that fit a terminal',
      'There was an error accessing\n`/home/u/.bundle/config`.\nThe underlying system error is Errno::EROFS: Read-only file system @ dir_s_mkdir\n- /home/u/.bundle',
      readOnly('/home/u/.bundle'),
    ],
    [
      'gem, which looks first',
      "ERROR:  While executing gem ... (Gem::FilePermissionError)\n    You don't have write permissions for the /var/lib/gems v/3.1.0 directory.",
      readOnly('/var/lib/gems v/3.1.0'),
    ],
    [
      'luarocks, which looks first',
      '\nError: /usr/local/lib/luarocks/rocks-5.1 does not exist and your user does not have write permissions in /usr/local/lib \n-- you may want to run as a privileged user or use your local tree with --local.',
      readOnly('/usr/local/lib'),
    ],
    [
      'R, which looks first',
      `Warning in install.packages("x") :\n  'lib = "/usr/local/lib/R v/site-library"' is not writable\nError in install.packages("x") :`,
      readOnly('/usr/local/lib/R v/site-library'),
    ],
    [
      'composer, in a box',
      '\nIn Filesystem.php line 254:\n                                                               \n  /home/u v/.config/composer does not exist and cou  \n  ld not be created.                                 \n                                                               \n\nglobal <command-name> [<args>...]\n',
      readOnly('/home/u v/.config/composer'),
    ],
  ])('%s', (_program, line, denial) => {
    expect(told(`some output\n${line}\nmore\n`)).toEqual([denial]);
  });
});

test('the way to something kept is told that is in the workspace, and not what that is in', () => {
  const places = [
    { path: '/', access: 'read-only' },
    { path: '/home/u/.bashrc', access: 'kept' },
    { path: '/home/u/ws', access: 'writable' },
    { path: '/home/u/ws/.git/config', access: 'kept' },
  ] as const;
  const line = "fatal: cannot copy '/usr/x' to '/home/u/ws/.git/description': Read-only file system";
  expect(told(line, { places }, '/home/u/ws')).toEqual([kept('/home/u/ws/.git')]);
});

test.each([
  "thread 'main' panicked at 'called `Result::unwrap()` on an `Err` value: Os { code: 30, kind: ReadOnlyFilesystem, message: \"Read-only file system\" }', src/main.rs:2:40",
  'called `Result::unwrap()` on an `Err` value: Os { code: 30, kind: ReadOnlyFilesystem, message: "Read-only file system" }',
])('of a panic, which names no path, nothing is told', (line) => {
  expect(told(line, { places: [{ path: '/', access: 'read-only' }] })).toEqual([]);
});

test('an apostrophe in a word quotes nothing', () => {
  const places = [{ path: '/', access: 'read-only' }] as const;
  expect(told("cp: can't create 'out': Read-only file system", { places })).toEqual([readOnly('/ws/out')]);
});

test('what bash could not write to in a workspace that is read-only is told by any name', () => {
  const places = [{ path: '/', access: 'read-only' }] as const;
  expect(told('bash: line 1: new: Read-only file system', { places })).toEqual([readOnly('/ws/new')]);
});

describe('that a sandbox has no network is told, with the entry that would help, by the words of', () => {
  test.each<readonly [string, string, string | null, string | null]>([
    ['curl', 'curl: (6) Could not resolve host: example.com', 'example.com', 'example.com'],
    [
      'curl of an address',
      'curl: (7) Failed to connect to 93.184.216.34 port 443 after 0 ms',
      '93.184.216.34',
      '93.184.216.34:443',
    ],
    [
      'curl of IPv6',
      'curl: (7) Failed to connect to 2606:4700::1111 port 443 after 0 ms: Could not connect to server',
      '2606:4700::1111',
      '[2606:4700::1111]:443',
    ],
    [
      'a program that puts a colon before the port',
      'Error: failed to connect to registry.example.com:5000: no such host',
      'registry.example.com',
      'registry.example.com:5000',
    ],
    ['a program that has an address', 'failed to connect to 192.0.2.1: timed out', '192.0.2.1', '192.0.2.1'],
    [
      'a program that has a URL',
      "Failed to connect to 'https://api.example.com/v1'",
      'api.example.com',
      'api.example.com',
    ],
    ['wget', 'wget: unable to resolve host address ‘example.com’', 'example.com', 'example.com'],
    [
      'git',
      "fatal: unable to access 'https://github.com/a/b/': Could not resolve host: github.com",
      'github.com',
      'github.com',
    ],
    [
      'ssh, which knows no proxy',
      'ssh: Could not resolve hostname github.com: Temporary failure in name resolution',
      'github.com',
      null,
    ],
    [
      'ssh of an address',
      'ssh: connect to host 192.0.2.1 port 22: Network is unreachable',
      '192.0.2.1',
      null,
    ],
    [
      'npm',
      'npm error request to https://registry.npmjs.org/x failed, reason: getaddrinfo EAI_AGAIN registry.npmjs.org',
      'registry.npmjs.org',
      'registry.npmjs.org',
    ],
    ['node', 'Error: connect ENETUNREACH 1.1.1.1:443 - Local (0.0.0.0:0)', '1.1.1.1', '1.1.1.1:443'],
    [
      'node of IPv6',
      'Error: connect ENETUNREACH 2606:4700::1111:443 - Local (:::0)',
      '2606:4700::1111',
      '[2606:4700::1111]:443',
    ],
    [
      'python',
      "urllib3: HTTPSConnectionPool(host='pypi.org', port=8443): Max retries: Temporary failure in name resolution",
      'pypi.org',
      'pypi.org:8443',
    ],
    ['apt', "  Temporary failure resolving 'deb.debian.org'", 'deb.debian.org', 'deb.debian.org'],
    ['apt of a name', "  Could not resolve 'deb.debian.org'", 'deb.debian.org', 'deb.debian.org'],
    [
      'apt of an address',
      'E: Failed to fetch x  Cannot initiate the connection to 192.0.2.1:80 (192.0.2.1). - connect (101: Network is unreachable)',
      '192.0.2.1',
      '192.0.2.1:80',
    ],
    [
      'gh',
      'error connecting to api.github.com\ncheck your internet connection',
      'api.github.com',
      'api.github.com',
    ],
    [
      'psql, which knows no proxy',
      'psql: error: could not translate host name "db.example" to address: Temporary failure in name resolution',
      'db.example',
      null,
    ],
    [
      'dig, which knows none either',
      ';; UDP setup with 10.255.255.53#53(10.255.255.53) for db.example failed: network unreachable.\n;; no servers could be reached',
      'db.example',
      null,
    ],
    ['go', 'dial tcp: lookup proxy.golang.org: i/o timeout', 'proxy.golang.org', 'proxy.golang.org'],
    [
      'curl of a cloud’s keys',
      'curl: (7) Failed to connect to 169.254.169.254 port 80',
      '169.254.169.254',
      null,
    ],
    [
      'bundler',
      'Could not reach host index.example. Check your network connection and try\nagain.',
      'index.example',
      'index.example',
    ],
    [
      'composer, which breaks lines',
      '  : php_network_getaddresses: getaddrinfo for repo.example failed: Temp  \n  orary failure in name resolution  ',
      'repo.example',
      'repo.example',
    ],
    [
      'maven',
      '[ERROR] Could not transfer artifact a:b:pom:1 from/to central (https://repo.example/maven2): transfer failed for https://repo.example/maven2/a/b/1/b-1.pom: Unknown host repo.example: Temporary failure in name resolution -> [Help 1]',
      'repo.example',
      'repo.example',
    ],
    [
      'java',
      'Exception in thread "main" java.net.UnknownHostException: repo.example',
      'repo.example',
      'repo.example',
    ],
    [
      'gradle',
      '            > repo.example: Temporary failure in name resolution',
      'repo.example',
      'repo.example',
    ],
    [
      'mix, on Erlang',
      "** (Mix) httpc request failed with: {:failed_connect, [{:to_address, {'repo.example', 443}}, {:inet6, [:inet6], :nxdomain}]}",
      'repo.example',
      'repo.example:443',
    ],
    [
      'mix, by another notation of texts',
      '** (Mix) httpc request failed with: {:failed_connect, [{:to_address, {~c"repo.example", 443}}, {:inet, [:inet], :nxdomain}]}',
      'repo.example',
      'repo.example:443',
    ],
    [
      'corepack, which does not say why',
      'Internal Error: Error when performing the request to https://repo.example/yarn; for troubleshooting help, see https://github.com/nodejs/corepack#troubleshooting',
      'repo.example',
      'repo.example',
    ],
    ['bun', 'error: DNSResolveFailed downloading package manifest vitest', null, null],
    ['ping', 'ping: example.com: Temporary failure in name resolution', null, null],
    ['bash', 'bash: connect: Network is unreachable', null, null],
  ])('%s', (_program, line, host, rule) => {
    expect(told(line)).toEqual([{ kind: 'network', because: 'no-network', host, rule }]);
    expect(told(line, { network: 'host' })).toEqual([]);
    // Of what it was asked for the proxy tells, which knows.
    const byProxy = told(line, { network: { hosts: ['example.org'] } });
    expect(byProxy.filter((denial) => denial.kind !== 'network' || denial.because !== 'past-proxy')).toEqual(
      [],
    );
  });
});

describe('what nothing in a sandbox has the right to is told by the words of', () => {
  type Right = 'namespaces' | 'owners' | 'root';

  function rights(output: string, isRoot: boolean): readonly Denial[] {
    return told(output, {}, '/ws', 'failed', undefined, isRoot);
  }

  test.each<readonly [string, string, Right]>([
    ['unshare', 'unshare: unshare failed: Operation not permitted', 'namespaces'],
    ['bubblewrap', 'bwrap: Creating new namespace failed: Operation not permitted', 'namespaces'],
    [
      'bubblewrap, before it tries',
      'bwrap: No permissions to create a new namespace, likely because the kernel does not allow non-privileged user namespaces.',
      'namespaces',
    ],
    [
      'a browser',
      '[4:4:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are running on Ubuntu 23.10+',
      'namespaces',
    ],
    [
      'a browser that was root',
      'Failed to move to new namespace: PID namespaces supported, Network namespace supported, but failed: errno = Operation not permitted',
      'namespaces',
    ],
    ['nix', 'error: cloning builder process: Operation not permitted', 'namespaces'],
    ['chown', "chown: changing ownership of 'a': Invalid argument", 'owners'],
    ['chgrp', "chgrp: changing group of 'a': Invalid argument", 'owners'],
    [
      'tar',
      'tar: a/b: Cannot change ownership to uid 1000, gid 1000: Invalid argument\ntar: Exiting with failure status due to previous errors',
      'owners',
    ],
    ['the tar of BSD', "a/b: Can't set user=1000/group=1000 for a/b: Invalid argument", 'owners'],
    ['node', "Error: EINVAL: invalid argument, chown '/ws/a'", 'owners'],
    ['apt', 'E: seteuid 42 failed - seteuid (22: Invalid argument)', 'owners'],
    ['setpriv', 'setpriv: setresuid failed: Invalid argument', 'owners'],
    ['sudo', 'sudo: The "no new privileges" flag is set, which prevents sudo from running as root.', 'root'],
  ])('%s', (_program, output, right) => {
    for (const isRoot of [true, false]) expect(rights(output, isRoot)).toEqual([{ kind: 'right', right }]);
    expect(told(output, {}, '/ws', 'well')).toEqual([]);
  });

  test.each<readonly [string, string, Right]>([
    ['dmesg', 'dmesg: read kernel buffer failed: Operation not permitted', 'root'],
    ['mknod', 'mknod: disk: Operation not permitted', 'root'],
    ['chrt', "chrt: failed to set pid 0's policy: Operation not permitted", 'root'],
    ['python', "PermissionError: [Errno 1] Operation not permitted: 'a'", 'root'],
    ['chown', "chown: changing ownership of 'a': Operation not permitted", 'owners'],
  ])('%s, where it was root who ran it', (_program, output, right) => {
    expect(rights(output, true)).toEqual([{ kind: 'right', right }]);
    // Others are not permitted that in no sandbox, either.
    expect(rights(output, false)).toEqual([]);
  });

  test.each([
    "rm: cannot remove 'a': Operation not permitted",
    'sort: invalid argument to --key',
    "error: invalid argument 'chowned' for '--mode'",
    'expected the owner of the group, got none',
    'namespace "web" not found',
    'Error: namespace web: release failed, and has been uninstalled',
    'tests/namespace/test_a.py::test_b FAILED [ 50%]',
    '  ✓ tries again after EPERM (12 ms)',
    "src/own.ts:12:  if (chown && error.code === 'EINVAL' || error.code === 'EPERM') return null;",
  ])('not: %s', (output) => {
    expect(rights(output, true)).toEqual([]);
  });
});

describe('a server of this machine that a sandbox keeps from being reached is told by the words of', () => {
  test.each([
    [
      'curl',
      'curl: (7) Failed to connect to localhost port 3001 after 0 ms: x',
      'localhost',
      'localhost:3001',
    ],
    [
      'wget',
      'Connecting to localhost (localhost)|::1|:3001... failed: Connection refused.',
      'localhost',
      'localhost:3001',
    ],
    [
      'wget of an address',
      'Connecting to 127.0.0.1:3001... failed: Connection refused.',
      '127.0.0.1',
      '127.0.0.1:3001',
    ],
    [
      'python',
      "requests.exceptions.ConnectionError: HTTPConnectionPool(host='localhost', port=3001): Max retries exceeded with url: / (Caused by NewConnectionError('[Errno 111] Connection refused'))",
      'localhost',
      'localhost:3001',
    ],
    [
      'go',
      'Get "http://127.0.0.1:3001/": dial tcp 127.0.0.1:3001: connect: connection refused',
      '127.0.0.1',
      '127.0.0.1:3001',
    ],
    [
      'curl, of the address that stands for all',
      'curl: (7) Failed to connect to 0.0.0.0 port 3001 after 0 ms: x',
      '0.0.0.0',
      '0.0.0.0:3001',
    ],
    [
      'wget, of the address that stands for all',
      'Connecting to 0.0.0.0:3001... failed: Connection refused.',
      '0.0.0.0',
      '0.0.0.0:3001',
    ],
    ['curl, of that of IPv6', 'curl: (7) Failed to connect to :: port 3001 after 0 ms: x', '::', '[::]:3001'],
    [
      'curl, of an address of IPv4 in one of IPv6',
      'curl: (7) Failed to connect to ::ffff:127.0.0.1 port 3001 after 0 ms: x',
      '127.0.0.1',
      '127.0.0.1:3001',
    ],
    [
      'curl, of a name under localhost',
      'curl: (7) Failed to connect to a.app.localhost port 3001 after 0 ms: x',
      'a.app.localhost',
      'a.app.localhost:3001',
    ],
    ['node, of the address that stands for all', 'Error: connect ECONNREFUSED :::3001', '::', null],
    ['go of what is no HTTP', 'dial tcp [::1]:3001: connect: connection refused', '::1', null],
    ['bash', 'bash: line 1: /dev/tcp/127.0.0.1/3001: Connection refused', '127.0.0.1', null],
    ['node, of anything', 'Error: connect ECONNREFUSED ::1:3001', '::1', null],
    [
      'psql',
      'psql: error: connection to server at "localhost" (127.0.0.1), port 3001 failed: Connection refused',
      'localhost',
      null,
    ],
  ])('%s', (_program, line, host, rule) => {
    const outside = { kind: 'network', because: 'outside', host, port: 3001, rule };
    expect(told(line)).toEqual([outside]);
    expect(told(line, { network: { hosts: ['a.example'] } })).toEqual([outside]);
    expect(told(line, { network: 'host' })).toEqual([]);
    // Where nobody listens outside either, nobody was to be reached there.
    expect(told(line.replaceAll('3001', '3000'))).toEqual([]);
  });
});

describe('of a host that is not asked for by the proxy, where there is one, that is told:', () => {
  const network = { hosts: ['a.example', '127.0.0.1:3001'] };
  const past = (host: string | null) => ({ kind: 'network', because: 'past-proxy', host, rule: null });

  test.each<readonly [string, string, string | null]>([
    ['node', "Error: getaddrinfo EAI_AGAIN a.example'", 'a.example'],
    ['one that is not among the hosts', 'curl: (6) Could not resolve host: b.example', 'b.example'],
    ['ssh', 'ssh: Could not resolve hostname a.example: Temporary failure in name resolution', 'a.example'],
    ['python, without a name', 'socket.gaierror: [Errno -3] Temporary failure in name resolution', null],
    ['java', 'java.net.UnknownHostException: a.example', 'a.example'],
    ['a server of this machine', 'Error: connect ECONNREFUSED 127.0.0.1:3001', '127.0.0.1'],
  ])('%s', (_program, line, host) => {
    expect(told(line, { network })).toEqual([past(host)]);
    expect(told(line, { network: 'host' })).toEqual([]);
  });

  test.each([
    'remote: handrail: a.example cannot be resolved: getaddrinfo ENOTFOUND a.example',
    'error: Failed to fetch: error sending request for url (https://a.example/simple/six/)',
    'error connecting to a.example',
    "fatal: unable to access 'https://a.example/': Failed to connect to a.example port 443",
    'curl: (56) CONNECT tunnel failed, response 502',
  ])('not where it may have been: %s', (line) => {
    expect(told(line, { network })).toEqual([]);
  });
});

describe('of a host that stands elsewhere in the output, what has no network is told:', () => {
  const retrying =
    "WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7f>: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')': /simple/six/";
  const end = 'ERROR: Could not find a version that satisfies the requirement six (from versions: none)';
  const noHost = { kind: 'network', because: 'no-network', host: null, rule: null } as const;
  const hostOf = (host: string, rule = host) => ({ ...noHost, host, rule });

  test.each<readonly [string, readonly string[], readonly Denial[]]>([
    [
      'pip, by its indexes',
      ['Looking in indexes: https://pypi.org/simple, file:///opt/simple', retrying, end],
      [hostOf('pypi.org')],
    ],
    [
      'pip, by several of them',
      [
        'Looking in indexes: https://pypi.org/simple, https://u:****@mirror.example:8080/simple',
        retrying,
        end,
      ],
      [hostOf('pypi.org'), hostOf('mirror.example', 'mirror.example:8080')],
    ],
    ['pip, which has not said where it looks', [retrying, end], [noHost]],
    [
      'pip of what is on this machine',
      ['Looking in indexes: http://localhost:3141/simple', retrying, end],
      [noHost],
    ],
    [
      'pip of a file, by the pool',
      [
        "ERROR: Could not install packages due to an OSError: HTTPSConnectionPool(host='files.example', port=443): Max retries exceeded with url: /x.whl (Caused by NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7f>: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution'))",
      ],
      [hostOf('files.example', 'files.example:443')],
    ],
    [
      'newer versions of pip',
      [
        `WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by 'NameResolutionError("HTTPSConnection(host='pypi.org', port=443): Failed to resolve 'pypi.org' ([Errno -3] Temporary failure in name resolution)")': /simple/six/`,
        end,
      ],
      [hostOf('pypi.org', 'pypi.org:443')],
    ],
    [
      'uv, with the causes below',
      [
        'error: Failed to fetch: `https://pypi.org/simple/six/`',
        '  Caused by: error sending request for url (https://pypi.org/simple/six/)',
        '  Caused by: client error (Connect)',
        '  Caused by: dns error: failed to lookup address information: Temporary failure in name resolution',
      ],
      [hostOf('pypi.org')],
    ],
    [
      'a program that was not to look anywhere else',
      [
        'ping: a.example: Temporary failure in name resolution',
        'curl: (6) Could not resolve host: b.example',
      ],
      [hostOf('b.example')],
    ],
  ])('%s', (_program, lines, denials) => {
    expect(told(lines.join('\n'))).toEqual(denials);
  });

  test('but indexes alone are none that was not reached', () => {
    expect(told(`Looking in indexes: https://pypi.org/simple\n${end}`)).toEqual([]);
  });
});

describe('nothing is said to be the sandbox’s doing', () => {
  test.each([
    ['where it lets the path be written', 'bash: line 1: /ws/x: Permission denied'],
    ['where it hides nothing', 'cat: /etc/shadow-: Permission denied'],
    ['where a directory is one', 'cat: .git/hooks: Is a directory'],
    ['where something is there already', 'mkdir: cannot create directory ‘.git/hooks’: File exists'],
    ['where nobody could make anything in a stub', 'cat: .vscode: Is a directory'],
    ['where a path is in its own /tmp', "touch: cannot touch '/tmp/x': Read-only file system"],
    ['where nobody listens in it', 'curl: (7) Failed to connect to localhost port 3000 after 0 ms'],
    ['where a program speaks of no host', 'Failed to connect to bus: Host is down'],
    ['where a key is unknown', 'Unknown host key for a.example'],
    ['where a socket is meant', 'error: Failed to connect to socket /run/x: No such file or directory'],
    ['where a database is meant', 'failed to connect to database: no such table'],
    ['where a bundler lacks a module', "  Could not resolve 'lodash.merge' from src/a.js"],
    ['where a directory can be made', "ENOENT: no such file or directory, mkdir '/ws/a/b'"],
    [
      'where settings can be read',
      "Usage Error: Parse error when loading /ws/.yarnrc.yml; please check it's proper Yaml",
    ],
    ['where a path is only named', 'see /home/u/.ssh/config for more'],
    ['where an error names no path', 'Permission denied (publickey).'],
    ['where nothing was written', ''],
    ['where what is named is no host', 'connect ENETUNREACH \u202e[x];rm:443'],
    [
      'where no file can have such a name',
      `touch: cannot touch '/usr/${'x'.repeat(256)}': Read-only file system`,
    ],
    ['where no path is as long', `touch: cannot touch '${'/usr/xyz'.repeat(600)}': Read-only file system`],
  ])('%s', (_where, line) => {
    expect(told(line)).toEqual([]);
  });

  test('of a secret that is not there', () => {
    expect(told('error: gpg failed to sign the data', {}, '/ws', 'failed', '/home/u/.gnupg')).toEqual([]);
  });

  test('of a secret that can be read', () => {
    const places = sandbox.places.filter(({ access }) => access !== 'hidden');
    expect(told('npm error code ENEEDAUTH', { places })).toEqual([]);
  });

  test('of two paths that are not told apart, where the last is not denied', () => {
    expect(told('rename /etc/x /ws/y: read-only file system')).toEqual([]);
  });

  test('of a relative path, where it is not known what to', () => {
    expect(told('bash: line 1: .bashrc: Is a directory', {}, null)).toEqual([]);
    expect(told('bash: line 1: /etc/x: Read-only file system', {}, null)).toEqual([readOnly('/etc/x')]);
  });
});

describe('of what ended well is told', () => {
  test.each<readonly [string, string, readonly Denial[]]>([
    [
      'what is kept',
      'error: could not lock config file .git/config: Read-only file system',
      [kept('/ws/.git/config')],
    ],
    [
      'what was to be made in what stands in',
      "touch: cannot touch '.vscode/x': Read-only file system",
      [kept('/ws/.vscode/x')],
    ],
    [
      'what was to be made in its place',
      'mkdir: cannot create directory ‘.vscode’: File exists',
      [kept('/ws/.vscode')],
    ],
    ['what was to be a file', 'bash: line 1: .vscode: Is a directory', [kept('/ws/.vscode')]],
    [
      'nothing of what was to be removed and is not there',
      "rm: cannot remove '.vscode': Device or resource busy",
      [],
    ],
    [
      'nothing of what all was done to',
      "chmod: changing permissions of './.vscode': Read-only file system",
      [],
    ],
    ['nothing else of the files', 'bash: line 1: /etc/x: Read-only file system', []],
    ['nothing hidden', 'cat: /home/u/.npmrc: Permission denied', []],
    ['nothing of the network', 'curl: (6) Could not resolve host: a.example', []],
  ])('%s', (_what, line, denials) => {
    expect(told(line, {}, '/ws', 'well')).toEqual(denials);
  });
});

test('what is hidden and only warned of is told where nothing else was denied', () => {
  const line = ` WARN  Issue while reading "/home/u/.npmrc". EACCES: permission denied, open '/home/u/.npmrc'`;
  const others = 'bash: line 1: /etc/a: Read-only file system';
  const noNetwork = 'bash: connect: Network is unreachable';
  expect(told(line)).toEqual([hidden('/home/u/.npmrc')]);
  expect(told(`${line}\n${others}`)).toEqual([readOnly('/etc/a')]);
  expect(told(`${line}\n${noNetwork}`)).toEqual(told(noNetwork));
});

test('what is hidden is told of to what failed by itself alone', () => {
  const line = 'cat: /home/u/.npmrc: Permission denied';
  expect([told(line), told(line, {}, '/ws', 'partly')]).toEqual([[hidden('/home/u/.npmrc')], []]);
});

test('each denial is told once, and no more than three of them', () => {
  const lines = ['a', 'a', 'b', 'c', 'd'].map((name) => `bash: line 1: /etc/${name}: Read-only file system`);
  expect(told(lines.join('\n'))).toEqual([readOnly('/etc/a'), readOnly('/etc/b'), readOnly('/etc/c')]);
});
