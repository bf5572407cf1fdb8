import { describe, expect, test } from 'vitest';
import { type WorktreeView, withWorktrees } from '../../../src/backends/bubblewrap/layout/worktree.ts';
import type { SandboxPlace } from '../../../src/model/sandbox.ts';

const linked = {
  '/ws/.git': 'gitdir: /repo/.git/worktrees/ws\n',
  '/repo/.git/worktrees/ws/commondir': '../..\n',
  '/repo/.git/worktrees/ws/gitdir': '/ws/.git\n',
};

/** Files by their paths, some of which lead through links. */
function viewOf(
  texts: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>>,
): WorktreeView {
  const follow = (path: string): string => {
    const link = Object.keys(links).find((one) => path === one || path.startsWith(`${one}/`));
    return link === undefined ? path : `${links[link]}${path.slice(link.length)}`;
  };
  const found = [...Object.keys(texts).map(follow), ...Object.values(links)];
  const read = (path: string) => {
    const name = Object.keys(texts).find((one) => follow(one) === follow(path));
    return name === undefined ? null : (texts[name] ?? null);
  };
  return {
    ...{ read, readPath: read },
    realPath(path) {
      const real = follow(path);
      return found.some((one) => one === real || one.startsWith(`${real}/`)) ? real : null;
    },
  };
}

/** The places that come to a workspace which can be written to, one a line. */
function added(
  texts: Readonly<Record<string, string>>,
  more: readonly SandboxPlace[] = [],
  access: 'writable' | 'read-only' = 'writable',
  links: Readonly<Record<string, string>> = {},
  seen: Partial<WorktreeView> = {},
) {
  const places = [
    { path: '/', access: 'read-only' },
    ...more,
    { path: '/ws', access },
    { path: '/ws/.git/config', access: 'kept' },
  ] as const;
  const view = { ...viewOf(texts, links), ...seen };
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

  test.each<readonly [what: string, named: string, links: Readonly<Record<string, string>>]>([
    ['of its repository', '/ws/fake', { '/ws/fake': '/repo/.git' }],
    ['of its part of one', '/ws/fake/worktrees/ws', { '/ws/fake/worktrees/ws': '/repo/.git/worktrees/ws' }],
    ['of the workspace', '/ws/.git', { '/ws/.git': '/other/.git' }],
  ])('by a link that comes and goes in the place %s', (_what, named, links) => {
    const made = {
      ...{ '/ws/.git': 'gitdir: /ws/fake/worktrees/ws\n', '/ws/fake/worktrees/ws/commondir': '../..\n' },
      ...{ '/ws/fake/worktrees/ws/gitdir': named === '/ws/.git' ? '/other/.git\n' : '/ws/.git\n' },
      ...{ '/other/.git': '', '/ws': '' },
    };
    const linkedElsewhere = {
      ...linked,
      '/repo/.git/worktrees/ws/gitdir': '/other/.git\n',
      '/other/.git': '',
    };
    const [without, by] = [viewOf(made, {}), viewOf({ ...made, ...linkedElsewhere }, links)];
    // It is there at some looks, and not at others.
    const realPath = (path: string) => (path === named ? by : without).realPath(path);
    expect(added(made, [], 'writable', {}, { realPath })).toEqual([]);
    expect(added(made, [], 'writable', {}, { readPath: without.readPath, realPath: by.realPath })).toEqual(
      [],
    );
  });

  test('for a workspace that cannot be written to', () => {
    expect(added(linked, [], 'read-only')).toEqual([]);
  });
});
