import { describe, expect, test } from 'vitest';
import { withWorktrees } from '../../../src/backends/bubblewrap/worktree.ts';
import type { SandboxPlace } from '../../../src/model/sandbox.ts';

const linked = {
  '/ws/.git': 'gitdir: /repo/.git/worktrees/ws\n',
  '/repo/.git/worktrees/ws/commondir': '../..\n',
  '/repo/.git/worktrees/ws/gitdir': '/ws/.git\n',
};

/** The places that come to a workspace which can be written to, one a line. */
function added(
  texts: Readonly<Record<string, string>>,
  more: readonly SandboxPlace[] = [],
  access: 'writable' | 'read-only' = 'writable',
  links: Readonly<Record<string, string>> = {},
) {
  const places = [
    { path: '/', access: 'read-only' },
    ...more,
    { path: '/ws', access },
    { path: '/ws/.git/config', access: 'kept' },
  ] as const;
  const view = {
    read: (path: string) => texts[path] ?? null,
    readPath: (path: string) => texts[path] ?? null,
    realPath: (path: string) => links[path] ?? (path in texts || path === '/repo/.git' ? path : null),
  };
  const known = new Set<SandboxPlace>(places);
  const found = withWorktrees(places, view).filter((place) => !known.has(place));
  return found.map((place) => `${place.access} ${place.path}`);
}

const asForACommit = [
  'writable /repo/.git/logs',
  'writable /repo/.git/objects',
  'writable /repo/.git/refs',
  'writable /repo/.git/worktrees/ws',
  'kept /repo/.git/worktrees/ws/commondir',
  'kept /repo/.git/worktrees/ws/config.worktree',
  'kept /repo/.git/worktrees/ws/gitdir',
];

describe('a linked worktree', () => {
  test('has its repository open as far as a commit writes there', () => {
    expect(added(linked)).toEqual(asForACommit);
  });

  test('has what Git passes over held, where that is told in a file', () => {
    const list = '/repo/.git/info/exclude';
    expect(added({ ...linked, [list]: '*.log' })).toEqual([`read-only ${list}`, ...asForACommit]);
    const texts = { ...linked, [list]: '*.log' };
    expect(added(texts, [], 'writable', { [list]: '/elsewhere' })).toEqual(asForACommit);
  });

  test('has all of a repository to read that a private directory would hide: Git must see what it has', () => {
    expect(added(linked, [{ path: '/repo', access: 'private' }])).toEqual([
      'read-only /repo/.git',
      ...asForACommit,
    ]);
    const elsewhere = { '/repo/.git': '/home/repo/.git' };
    expect(added(linked, [{ path: '/repo', access: 'private' }], 'writable', elsewhere)).not.toContain(
      'read-only /repo/.git',
    );
  });

  test('does not open all that is private by a link to its repository', () => {
    const byLink = {
      '/ws/.git': 'gitdir: /tmp/a/link/worktrees/ws\n',
      '/tmp/a/link/worktrees/ws/commondir': '../..\n',
      '/tmp/a/link/worktrees/ws/gitdir': '/ws/.git\n',
    };
    const shown = (target: string) =>
      added(byLink, [{ path: '/tmp', access: 'private' }], 'writable', { '/tmp/a/link': target }).filter(
        (line) => line.startsWith('read-only '),
      );
    expect(shown('/tmp')).toEqual([]);
    expect(shown('/tmp/repo')).toEqual(['read-only /tmp/repo']);
  });

  test('opens nothing of a repository that commands have in a directory private to a conversation', () => {
    const inPrivate = (real: string) => ({
      '/ws/.git': 'gitdir: /repo/.git/worktrees/ws\n',
      '/repo/.git/worktrees/ws/commondir': '../..\n',
      '/repo/.git/worktrees/ws/gitdir': '/ws/.git\n',
      [real]: '',
    });
    const shown = (real: string) => added(inPrivate(real), [], 'writable', { '/repo/.git': real });
    expect(shown('/tmp/handrail-private-x/0/repo')).toEqual([]);
    expect(shown('/tmp/other/repo')).not.toEqual([]);
  });

  test('can name its repository from where it lies', () => {
    const relative = {
      ...{ ...linked, '/ws/.git': 'gitdir: ../repo/.git/worktrees/ws' },
      '/repo/.git/worktrees/ws/gitdir': '../../../../ws/.git',
    };
    expect(added(relative)).toEqual(asForACommit);
  });

  test('opens nothing that a level hides, or has spoken of', () => {
    expect(added(linked, [{ path: '/repo', access: 'hidden' }])).toEqual([]);
    const named = added(linked, [{ path: '/repo/.git/refs', access: 'read-only' }]);
    expect(named).toEqual(asForACommit.filter((line) => !line.endsWith('/refs')));
  });

  test('opens what is in its repository, and not what links in it lead to', () => {
    const links = { '/repo/.git/objects': '/home', '/repo/.git/logs': '/repo/.git/logs' };
    expect(added(linked, [], 'writable', links)).toEqual(
      asForACommit.filter((line) => !line.endsWith('/objects')),
    );
  });
});

describe('no other repository is opened', () => {
  test.each<readonly [string, Readonly<Record<string, string>>]>([
    [
      'by a file that names one which does not know of it',
      { ...linked, '/repo/.git/worktrees/ws/gitdir': '/other/.git\n' },
    ],
    ['by a file that names one of which nothing says whose it is', { '/ws/.git': linked['/ws/.git'] }],
    [
      'by a file that names all of one',
      { '/ws/.git': 'gitdir: /repo/.git\n', '/repo/.git/gitdir': '/ws/.git\n' },
    ],
    [
      'by one whose common directory lies elsewhere',
      { ...linked, '/repo/.git/worktrees/ws/commondir': '/etc\n' },
    ],
    [
      'by a text that is no such file',
      { ...linked, '/ws/.git': 'gitdir: /a\ngitdir: /repo/.git/worktrees/ws\n' },
    ],
    ['where there is none', {}],
  ])('%s', (_how, texts) => {
    expect(added(texts)).toEqual([]);
  });

  test('for a workspace that cannot be written to', () => {
    expect(added(linked, [], 'read-only')).toEqual([]);
  });
});
