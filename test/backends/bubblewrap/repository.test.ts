import { describe, expect, test } from 'vitest';
import { settingsIn } from '../../../src/backends/bubblewrap/layout/git-settings.ts';
import { withRepositories } from '../../../src/backends/bubblewrap/layout/repository.ts';
import type { SandboxPlace } from '../../../src/model/sandbox.ts';

/** What is kept more in a workspace with these files, beside what a workspace without a name in it has. */
function kept(
  texts: Readonly<Record<string, string>>,
  more: readonly SandboxPlace[] = [],
  access: 'writable' | 'read-only' = 'writable',
  links: Readonly<Record<string, string>> = {},
) {
  const places = [
    { path: '/', access: 'read-only' },
    { path: '/ws', access },
    { path: '/ws/.git/config', access: 'kept' },
    { path: '/ws/.git/hooks', access: 'kept' },
    ...more,
  ] as const;
  const paths = Object.keys(texts);
  const isDirectory = (path: string) => paths.some((other) => other.startsWith(`${path}/`));
  const view = {
    read: (path: string) => texts[path] ?? null,
    look: (path: string) => (path in texts ? 'file' : isDirectory(path) ? 'directory' : 'missing'),
    realPath: (path: string) =>
      links[path] ?? (path in texts || isDirectory(path) || path === '/ws' ? path : null),
    newIn: () => 'possible' as const,
  } as const;
  const known = new Set<SandboxPlace>(places);
  const found = withRepositories(places, '/home/u', view).filter((place) => !known.has(place));
  expect(found.every((place) => place.access === 'kept')).toBe(true);
  return found.map(({ path }) => path);
}

const ordersIn = (directory: string) =>
  ['commondir', 'config', 'config.worktree', 'hooks'].map((name) => `${directory}/${name}`);

describe('what Git takes orders from', () => {
  test('is not made of a workspace, which lacks what Git knows a repository by', () => {
    expect(kept({})).toEqual(['/ws/refs']);
    expect(kept({ '/ws/refs/list': '' })).toEqual(['/ws/objects']);
    expect(kept({ '/ws/refs/list': '', '/ws/objects/ball': '' })).toEqual(['/ws/HEAD']);
  });

  test('is kept in a workspace that is a repository', () => {
    expect(kept({ '/ws/HEAD': '', '/ws/objects/x': '', '/ws/refs/x': '' })).toEqual(ordersIn('/ws'));
  });

  test('is kept with what Git passes over there, where that is told in a file', () => {
    const [list, texts] = ['/ws/.bare/info/exclude', { '/ws/.git': 'gitdir: .bare\n' }];
    expect(kept({ ...texts, [list]: '' })).toEqual([...ordersIn('/ws/.bare'), list, '/ws/refs']);
    expect(kept({ ...texts, [list]: '' }, [], 'writable', { [list]: '/ws/x' })).not.toContain(list);
  });

  test('is kept in another directory that a file names', () => {
    expect(kept({ '/ws/.git': 'gitdir: .bare\n' })).toEqual([...ordersIn('/ws/.bare'), '/ws/refs']);
    expect(kept({ '/ws/.git': 'gitdir: /ws/.bare' })).toEqual([...ordersIn('/ws/.bare'), '/ws/refs']);
    expect(
      kept({ '/ws/.git': 'gitdir: .bare/worktrees/main\n', '/ws/.bare/worktrees/main/commondir': '../..\n' }),
    ).toEqual([
      ...ordersIn('/ws/.bare'),
      '/ws/.bare/worktrees/main/commondir',
      '/ws/.bare/worktrees/main/config.worktree',
      '/ws/.bare/worktrees/main/gitdir',
      '/ws/refs',
    ]);
  });

  test('is what its settings name in the workspace', () => {
    const config =
      '[core]\n\thooksPath = .husky/_\n[include]\n\tpath = ../one\n[includeIf "gitdir:/a"]\n\tpath = two\n';
    const texts = {
      '/ws/.git/config': config,
      '/ws/one': '[CORE] HooksPath="/ws/more" # here\n',
      '/ws/.git/config.worktree': '[core]\n\thooksPath = /elsewhere\n',
    };
    expect(kept(texts)).toEqual(['/ws/.git/two', '/ws/.husky/_', '/ws/more', '/ws/one', '/ws/refs']);
  });

  test('is told by a file as Git reads it, whatever ends its lines', () => {
    expect(kept({ '/ws/.git': 'gitdir: .bare\r\n\n' })).toEqual([...ordersIn('/ws/.bare'), '/ws/refs']);
    expect(
      kept({ '/ws/.git': 'gitdir: .bare/worktrees/a\n', '/ws/.bare/worktrees/a/commondir': '../..\r\n' }),
    ).toEqual(expect.arrayContaining(ordersIn('/ws/.bare')));
  });

  test('is what the settings of a workspace name that is a repository', () => {
    const texts = {
      '/ws/HEAD': '',
      '/ws/objects/x': '',
      '/ws/refs/x': '',
      '/ws/config': '[core]\nhooksPath = mine',
    };
    expect(kept(texts)).toEqual([...ordersIn('/ws'), '/ws/mine']);
  });

  test('is what a repository above the workspace names in it', () => {
    expect(kept({ '/.git/config': '[core]\nhooksPath = ws/.husky\n[include]\npath = ../ws/more' })).toEqual([
      ...['/ws/.husky', '/ws/more', '/ws/refs'],
    ]);
    expect(
      kept({ '/real/.git/config': '[core]\nhooksPath = ws/.husky' }, [], 'writable', { '/ws': '/real/ws' }),
    ).toEqual([...['/ws/.husky', '/ws/refs']]);
    expect(kept({ '/.git': 'gitdir: ws/.bare' })).toEqual([...ordersIn('/ws/.bare'), '/ws/refs']);
  });

  test('is what settings name by the home directory, or through links', () => {
    const config =
      '[core]\nhooksPath = ~/ws/one\n[include]\npath = ~/ws/two\n[core]\nhooksPath = ~root/three\n';
    expect(kept({ '/ws/.git/config': config }, [], 'writable', { '/home/u': '/' })).toEqual([
      ...['/ws/one', '/ws/refs', '/ws/two'],
    ]);
    expect(
      kept({ '/ws/.git/config': '[core]\nhooksPath = /data/x' }, [], 'writable', { '/ws': '/data' }),
    ).toEqual([...['/ws/refs', '/ws/x']]);
  });

  test('is what the settings of the user and of the machine name in a repository', () => {
    const ofUser = {
      '/home/u/.gitconfig': '[core]\nhooksPath = mine',
      '/etc/gitconfig': '[core]\nhooksPath = its',
    };
    expect(kept({ ...ofUser, '/ws/.git/HEAD': '' })).toEqual(['/ws/its', '/ws/mine', '/ws/refs']);
    expect(kept(ofUser)).toEqual(['/ws/refs']);
  });

  test('is nothing that a level has spoken of, or that includes itself', () => {
    const config = '[core]\n\thooksPath = hooks\n[include]\n\tpath = config\n[core]\n\thooksPath = ~/x\n';
    expect(kept({ '/ws/.git/config': config }, [{ path: '/ws/hooks', access: 'writable' }])).toEqual([
      '/ws/refs',
    ]);
    expect(kept({ '/ws/.git/config': '[core]\nhooksPath = .\n' })).toEqual(['/ws/refs']);
  });

  test('is not looked for where nothing can be written to', () => {
    expect(kept({ '/ws/.git': 'gitdir: .bare\n' }, [], 'read-only')).toEqual([]);
  });
});

test.each([
  ['[core]\n\thooksPath = a b  \n', [['core.hookspath', 'a b']]],
  ['[Core] HOOKSPATH=x\r\n', [['core.hookspath', 'x']]],
  ['[core]\nhooksPath = "a # b" ; c\n', [['core.hookspath', 'a # b']]],
  ['[core]\nhooksPath = "a\\"b\\\\c\\td "\n', [['core.hookspath', 'a"b\\c\td ']]],
  ['[core]\nhooksPath = a\\\nb\n', [['core.hookspath', 'ab']]],
  ['[includeIf "gitdir:/A \\"b\\""]\npath = x\n', [['includeif.gitdir:/A "b".path', 'x']]],
  ['# [core]\n; hooksPath = x\n[core "x"]\nhooksPath = y\nbare\n', [['core.x.hookspath', 'y']]],
])('settings of Git are read from %j', (text, settings) => {
  expect(settingsIn(text).map(({ name, value }) => [name, value])).toEqual(settings);
});
