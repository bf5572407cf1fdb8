import { describe, expect, test } from 'vitest';
import { type SandboxDirectories, sandboxPlan } from '../../src/confine/sandbox.ts';
import { sandboxLevels } from '../../src/confine/sandbox-levels.ts';
import type { SandboxLevel } from '../../src/model/sandbox.ts';

const directories: SandboxDirectories = { workspace: '/home/u/project', home: '/home/u', stateDir: '/state' };
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
    ['/home/u/project-2/file', 'read-only'],
    ['/home/u/.bashrc', 'read-only'],
    ['/home/u/.ssh/id_ed25519', 'hidden'],
    ['/home/u/.aws/credentials', 'hidden'],
    ['/home/u/.config/gh/hosts.yml', 'hidden'],
    ['/home/u/.config/nvim/init.lua', 'read-only'],
    ['/home/u/.mozilla/firefox/x/cookies.sqlite', 'hidden'],
    ['/state/state.db', 'hidden'],
    ['/etc/passwd', 'read-only'],
    ['/etc/shadow', 'hidden'],
    ['/run/docker.sock', 'hidden'],
    ['/run/user/1000/bus', 'hidden'],
    ['/tmp/x', 'private'],
    ['/usr/bin/env', 'read-only'],
  ])('workspace: %s is %s', (path, access) => {
    expect(accessTo(path)).toBe(access);
  });

  test.each([
    ['/home/u/project/src', 'read-only'],
    ['/home/u/project/.git/hooks', 'read-only'],
    ['/home/u/.ssh', 'hidden'],
    ['/tmp/x', 'private'],
  ])('read-only: %s is %s', (path, access) => {
    expect(accessTo(path, readOnly)).toBe(access);
  });

  test.each([
    ['a cache in the home directory', { writable: ['~/.cache'] }, '/home/u/.cache/npm', 'writable'],
    ['a secret that it shows', { readOnly: ['~/.npmrc'] }, '/home/u/.npmrc', 'read-only'],
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

  test('a workspace in a private directory is the one that is there', () => {
    expect(accessTo('/tmp/project/x', workspace, { workspace: '/tmp/project' })).toBe('writable');
    expect(accessTo('/tmp/x', workspace, { workspace: '/tmp' })).toBe('writable');
    expect(accessTo('/tmp/other', workspace, { workspace: '/tmp/project' })).toBe('private');
  });

  test('a workspace that is the home directory shows no secret', () => {
    expect(accessTo('/home/u/.ssh/id', workspace, { workspace: '/home/u' })).toBe('hidden');
    expect(accessTo('/home/u/.bashrc', workspace, { workspace: '/home/u' })).toBe('kept');
  });

  test('a workspace that is everything can be written to nowhere', () => {
    expect(accessTo('/usr/x', workspace, { workspace: '/' })).toBe('read-only');
  });

  test('without a home directory there is nothing to say of one', () => {
    const level = { ...own, hidden: ['~/.x'] };
    const { places } = sandboxPlan(level, { ...directories, home: null });
    expect(places.filter(({ path }) => path.includes('ssh/') || path.includes('~'))).toEqual([]);
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
