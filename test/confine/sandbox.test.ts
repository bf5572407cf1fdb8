import { describe, expect, test } from 'vitest';
import { type SandboxDirectories, sandboxPlan } from '../../src/confine/sandbox.ts';
import { sandboxLevels } from '../../src/confine/sandbox-levels.ts';
import type { SandboxLevel } from '../../src/model/sandbox.ts';

const directories: SandboxDirectories = {
  ...{ workspace: '/home/u/project', home: '/home/u', settingsDir: '/home/u/.config/handrail' },
  ...{ stateDir: '/state', outputDirs: ['/state/output'] },
  rules: {
    ofUser: ['/home/u/project/mine.json', '/home/u/rules.json'],
    ofProject: ['/home/u/project/etc/rules.json'],
  },
  env: {},
};
const [workspace, readOnly] = sandboxLevels;
const own: SandboxLevel = {
  ...{ name: 'own', workspace: 'writable', network: 'none' },
  ...{ writable: [], readOnly: [], hidden: [] },
  limits: { processes: 10, memory: null, fileBytes: null, cpuSeconds: 1 },
};

/** What holds for a path: the access of the place that is nearest to it. */
function accessTo(path: string, level = workspace, given: Partial<SandboxDirectories> = {}): string {
  if (level === undefined) throw new Error('expected a level');
  const { places } = sandboxPlan(level, { ...directories, ...given });
  const covers = (place: string) => place === '/' || path === place || path.startsWith(`${place}/`);
  return places.findLast((place) => covers(place.path))?.access ?? 'nothing is said of it';
}

describe('the levels of a sandbox', () => {
  test('are two that are built in, both without a network', () => {
    expect(sandboxLevels.map(({ name, network }) => [name, network])).toEqual([
      ['workspace', 'none'],
      ['read-only', 'none'],
    ]);
  });

  test('let a command take most of the machine, and not all of it', () => {
    expect(sandboxLevels.map((level) => sandboxPlan(level, directories).limits)).toEqual(
      [1, 2].map(() => ({
        processes: 2048,
        memory: { kind: 'share', percent: 75 },
        fileBytes: 8_589_934_592,
        cpuSeconds: null,
      })),
    );
  });

  test('have limits of their own where a user wants them', () => {
    expect(sandboxPlan(own, directories).limits).toEqual(own.limits);
  });

  test.each([
    ['/home/u/project', 'writable'],
    ['/home/u/project/src/deep/file', 'writable'],
    ['/home/u/project/.git', 'writable'],
    ['/home/u/project/.git/objects/12', 'writable'],
    ['/home/u/project/.git/hooks', 'kept'],
    ['/home/u/project/.git/hooks/pre-commit', 'kept'],
    ['/home/u/project/.git/config', 'kept'],
    ['/home/u/project/.bashrc', 'kept'],
    ['/home/u/project/.vscode/tasks.json', 'kept'],
    ['/home/u/project/.claude/settings.json', 'kept'],
    ['/home/u/project/handrail.json', 'kept'],
    ['/home/u/project/mine.json', 'kept'],
    ['/home/u/project/etc/rules.json', 'kept'],
    ['/home/u/project/etc/other.json', 'writable'],
    ['/home/u/handrail.json', 'kept'],
    ['/handrail.json', 'kept'],
    ['/home/u/project-2/file', 'read-only'],
    ['/home/u/.bashrc', 'read-only'],
    ['/home/u/.ssh/id_ed25519', 'hidden'],
    ['/home/u/.aws/credentials', 'hidden'],
    ['/home/u/.config/gh/hosts.yml', 'hidden'],
    ['/home/u/.config/nvim/init.lua', 'kept'],
    ['/home/u/.mozilla/firefox/x/cookies.sqlite', 'hidden'],
    ['/state/state.db', 'hidden'],
    ['/home/u/.local/state/handrail/live/socket', 'hidden'],
    ['/state/output/abc.output', 'read-only'],
    ['/home/u/.config/handrail/handrail.json', 'kept'],
    ['/etc/passwd', 'read-only'],
    ['/etc/shadow', 'hidden'],
    ['/etc/ssh/ssh_config', 'read-only'],
    ['/etc/ssh/ssh_host_rsa_key', 'hidden'],
    ['/home/u/.docker/run/docker.sock', 'hidden'],
    ['/run/current-system/sw/bin/bash', 'read-only'],
    ['/run/docker.sock', 'hidden'],
    ['/run/nscd/socket', 'hidden'],
    ['/run/postgresql/.s.PGSQL.5432', 'hidden'],
    ['/run/systemd/resolve/io.systemd.Resolve', 'hidden'],
    ['/run/systemd/resolve/stub-resolv.conf', 'read-only'],
    ['/run/user/1000/bus', 'hidden'],
    ['/sys/kernel/tracing/trace', 'hidden'],
    ['/var/lib/lxd/unix.socket', 'hidden'],
    ['/tmp/x', 'private'],
    ['/usr/bin/env', 'read-only'],
  ])('workspace: %s is %s', (path, access) => {
    expect(accessTo(path)).toBe(access);
  });

  test.each([
    ['/home/u/project/src', 'read-only'],
    ['/home/u/project/.git/hooks', 'kept'],
    ['/home/u/.ssh', 'hidden'],
    ['/tmp/x', 'private'],
  ])('read-only: %s is %s', (path, access) => {
    expect(accessTo(path, readOnly)).toBe(access);
  });

  test.each([
    ['a cache in the home directory', { writable: ['~/.cache'] }, '/home/u/.cache/npm', 'writable'],
    ['a secret that it shows', { readOnly: ['~/.npmrc'] }, '/home/u/.npmrc', 'read-only'],
    ['what is around the workspace', { writable: ['~/'] }, '/home/u/handrail.json', 'kept'],
    ['where rules are', { writable: ['./etc'] }, '/home/u/project/etc/rules.json', 'kept'],
    ['part of the workspace', { readOnly: ['./vendor/'] }, '/home/u/project/vendor/x', 'read-only'],
    ['what it hides in the workspace', { hidden: ['./.env'] }, '/home/u/project/.env', 'hidden'],
    ['orders that it lets be written', { writable: ['./.vscode'] }, '/home/u/project/.vscode/a', 'writable'],
    ['what is shown and hidden', { readOnly: ['/x'], hidden: ['/x'] }, '/x', 'hidden'],
    ['what is writable and read-only', { writable: ['/x'], readOnly: ['/x'] }, '/x', 'writable'],
    ['the system', { writable: ['/'] }, '/usr/bin', 'read-only'],
    ['the state', { writable: ['/state'] }, '/state/x', 'hidden'],
  ])('of its own: %s', (_what, given, path, access) => {
    expect(accessTo(path, { ...own, ...given })).toBe(access);
  });

  test.each([
    ['HANDRAIL_STATE_DIR', '/srv/state', '/srv/state/state.db'],
    ['XDG_STATE_HOME', '/srv/states', '/srv/states/handrail/state.db'],
    ['XDG_RUNTIME_DIR', '/srv/runtime', '/srv/runtime/bus'],
    ['SSH_AUTH_SOCK', '/home/u/.agent/socket', '/home/u/.agent/socket'],
    ['DOCKER_HOST', 'unix:///home/u/.docker.sock', '/home/u/.docker.sock'],
    ['DBUS_SESSION_BUS_ADDRESS', 'unix:path=/srv/bus,guid=1;unix:path=/srv/b', '/srv/b'],
    ['DBUS_SESSION_BUS_ADDRESS', 'unix:path=/srv/bus,guid=1;unix:path=/srv/b', '/srv/bus'],
    ['PULSE_SERVER', 'unix:/srv/pulse', '/srv/pulse'],
    ['TMUX', '/srv/tmux-1000/default,71,0', '/srv/tmux-1000/other'],
    ['TMUX', '/srv/own/socket,71,0', '/srv/own/socket'],
    ['TMUX', '/srv/a, b/socket,71,0', '/srv/a, b/socket'],
    ['TMUX_TMPDIR', '/srv/terminals', '/srv/terminals/tmux-1000/default'],
    ['SCREENDIR', '/srv/screens', '/srv/screens/71.main'],
    ['ZELLIJ_SOCKET_DIR', '/srv/zellij', '/srv/zellij/0.41/main'],
    ['EMACS_SOCKET_NAME', '/srv/emacs/server', '/srv/emacs/server'],
    ['PM2_HOME', '/srv/pm2', '/srv/pm2/rpc.sock'],
    ['INCUS_SOCKET', '/srv/incus', '/srv/incus'],
    ['GPG_AGENT_INFO', '/srv/agent:71:1', '/srv/agent'],
    ['KUBECONFIG', '/srv/one:/srv/two', '/srv/two'],
    ['KRB5CCNAME', 'FILE:/srv/tickets', '/srv/tickets'],
    ['KRB5CCNAME', '/srv/tickets', '/srv/tickets'],
    ['XAUTHORITY', '/home/u/.xa', '/home/u/.xa'],
    ['DOCKER_CERT_PATH', '/srv/certs', '/srv/certs/key.pem'],
    ['GNUPGHOME', '/home/u/project/../keys/', '/home/u/keys/x'],
  ])('what %s says, as %s, is hidden: %s', (name, value, path) => {
    expect(accessTo(path, workspace, { env: {} })).toBe('read-only');
    expect(accessTo(path, workspace, { env: { [name]: value } })).toBe('hidden');
  });

  test.each([
    ['tcp://127.0.0.1:2375', '/127.0.0.1', 'read-only'],
    ['unix:///', '/usr', 'read-only'],
    ['unix:///tmp', '/tmp', 'private'],
    ['unix:///home/u/project', '/home/u/project', 'writable'],
    ['unix:///home', '/home', 'read-only'],
  ])('an environment that says %s hides nothing that is needed: %s', (value, path, access) => {
    expect(accessTo(path, workspace, { env: { DOCKER_HOST: value } })).toBe(access);
  });

  test.each([
    ['TMUX', '/tmp/tmux-1000/default,71,0', '/tmp/tmux-1000'],
    ['TMUX_TMPDIR', '/var/tmp', '/var/tmp/tmux-1000'],
    ['ZELLIJ_SOCKET_DIR', '/tmp/zellij', '/tmp/zellij'],
  ])('what %s says, as %s, is the command’s own where its /tmp is', (name, value, path) => {
    expect(accessTo(path, workspace, { env: { [name]: value } })).toBe('private');
  });

  test('where terminals listen is hidden also where what it is in cannot be', () => {
    const given = { workspace: '/home/u/tmux-config', env: { TMUX: '/home/u/tmux-config/socket,71,0' } };
    expect(accessTo('/home/u/tmux-config/socket', workspace, given)).toBe('hidden');
    expect(accessTo('/home/u/tmux-config/other', workspace, given)).toBe('writable');
  });

  test('what a variable names, and a level shows, is shown', () => {
    const env = { KUBECONFIG: '/home/u/kube' };
    expect(accessTo('/home/u/kube', { ...own, readOnly: ['~/kube'] }, { env })).toBe('read-only');
  });

  test('a workspace in a private directory is the one that is there', () => {
    expect(accessTo('/tmp/project/x', workspace, { workspace: '/tmp/project' })).toBe('writable');
    expect(accessTo('/tmp/x', workspace, { workspace: '/tmp' })).toBe('writable');
    expect(accessTo('/tmp/other', workspace, { workspace: '/tmp/project' })).toBe('private');
  });

  test('a workspace that is the home directory shows no secret', () => {
    expect(accessTo('/home/u/.ssh/id', workspace, { workspace: '/home/u' })).toBe('hidden');
    expect(accessTo('/home/u/.bashrc', workspace, { workspace: '/home/u' })).toBe('kept');
    expect(accessTo('/home/u/.config/handrail/x', workspace, { workspace: '/home/u' })).toBe('kept');
  });

  test('a workspace that all homes are in can be written to nowhere', () => {
    expect(accessTo('/home/x', workspace, { workspace: '/home' })).toBe('read-only');
    expect(accessTo('/home/u/x', workspace, { workspace: '/home/' })).toBe('read-only');
  });

  test('a workspace that is everything can be written to nowhere', () => {
    expect(accessTo('/usr/x', workspace, { workspace: '/' })).toBe('read-only');
  });

  test('without a home directory there is nothing to say of one', () => {
    const level = { ...own, hidden: ['~/.x'] };
    const { places } = sandboxPlan(level, { ...directories, home: null });
    expect(places.filter(({ path }) => path.includes('/.ssh') || path.includes('~'))).toEqual([]);
  });

  test('its places come with directories before what is in them, and none of them twice', () => {
    const level = { ...own, readOnly: ['/home/u/a/b', '/home/u/a', '/home/u/a-c', '/home//u/a/../a'] };
    const paths = sandboxPlan(level, directories).places.map(({ path }) => path);
    expect(paths[0]).toBe('/');
    expect(paths.filter((path) => path.startsWith('/home/u/a'))).toEqual([
      '/home/u/a',
      '/home/u/a/b',
      '/home/u/a-c',
    ]);
    expect(new Set(paths).size).toBe(paths.length);
  });
});
