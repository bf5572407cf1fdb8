import { describe, expect, test } from 'vitest';
import { bubblewrapArguments } from '../../../src/backends/bubblewrap/arguments.ts';
import { type FileView, layOut, type OwnMount } from '../../../src/backends/bubblewrap/layout/mounts.ts';
import type { SandboxPlace } from '../../../src/model/sandbox.ts';

/**
 * Files by their paths: `d` a directory, `o` one that only its owner could open for writing, `n` one that nobody can; `f` a file, `-> path` a link. Links are followed
 * at the end of a path only.
 */
function files(table: Readonly<Record<string, string>>): FileView {
  const look: FileView['look'] = (path) => {
    const found = path === '/' ? 'd' : table[path];
    if (found === undefined) return 'missing';
    return ['d', 'o', 'n'].includes(found) ? 'directory' : found === 'f' ? 'file' : 'link';
  };
  const realPath: FileView['realPath'] = (path) => {
    const found = look(path);
    if (found === 'link') return realPath(table[path]?.slice(3) ?? '');
    return found === 'missing' ? null : path;
  };
  const newIn: FileView['newIn'] = (path) =>
    (({ o: 'owner', n: 'never' }) as const)[table[path] ?? ''] ?? 'possible';
  return { look, realPath, newIn };
}

const workspace: readonly SandboxPlace[] = [
  { path: '/', access: 'read-only' },
  { path: '/tmp', access: 'private' },
  { path: '/ws', access: 'writable' },
];
const project = { '/tmp': 'd', '/ws': 'd' };

/** The layers over those of a plain workspace, one a line. */
function layers(more: readonly SandboxPlace[], found: Readonly<Record<string, string>>) {
  const layout = layOut([...workspace, ...more], files({ ...project, ...found }));
  if (layout.kind !== 'layout') return layout;
  const lines = layout.mounts.map((mount) =>
    'access' in mount ? `${mount.kind} ${mount.access} ${mount.path}` : `${mount.kind} ${mount.path}`,
  );
  return { layers: lines.slice(3), stubs: layout.stubs };
}

describe('the files of a sandbox', () => {
  test('lie over each other in the order of their places', () => {
    expect(layOut(workspace, files(project))).toEqual({
      kind: 'layout',
      mounts: [
        { kind: 'shown', path: '/', access: 'read-only' },
        { kind: 'private', path: '/tmp' },
        { kind: 'shown', path: '/ws', access: 'writable' },
      ],
      stubs: [],
    });
  });

  test('nothing stands in for what cannot be made where it would be', () => {
    const kept = [
      { path: '/ws/.envrc', access: 'kept' },
      { path: '/ws/.git/hooks', access: 'kept' },
      { path: '/ws/.github/hooks', access: 'kept' },
      { path: '/ws/.idea', access: 'kept' },
    ] as const;
    const found = { '/ws': 'n', '/ws/.git': 'd', '/ws/.idea': 'd' };
    expect(layers(kept, found)).toEqual({
      layers: ['shown writable /ws/.git', 'shown read-only /ws/.git/hooks', 'shown read-only /ws/.idea'],
      stubs: ['/ws/.git/hooks'],
    });
  });

  test('where only its owner could have something made, a directory is shown read-only', () => {
    const kept = [
      { path: '/ws/.git/config', access: 'kept' },
      { path: '/ws/.git/hooks', access: 'kept' },
    ] as const;
    expect(layers(kept, { '/ws/.git': 'o', '/ws/.git/config': 'f' })).toEqual({
      layers: ['shown read-only /ws/.git', 'shown read-only /ws/.git/config'],
      stubs: [],
    });
  });

  test('what is kept is shown read-only, and what it is in cannot be put aside', () => {
    const kept = [
      { path: '/ws/.git/config', access: 'kept' },
      { path: '/ws/.git/hooks', access: 'kept' },
    ] as const;
    expect(layers(kept, { '/ws/.git': 'd', '/ws/.git/config': 'f', '/ws/.git/hooks': 'd' })).toEqual({
      layers: [
        'shown writable /ws/.git',
        'shown read-only /ws/.git/config',
        'shown read-only /ws/.git/hooks',
      ],
      stubs: [],
    });
  });

  test('nothing lies over what is hidden beside it', () => {
    const more = [
      { path: '/ws/.git/auth', access: 'hidden' },
      { path: '/ws/.git/hooks', access: 'kept' },
    ] as const;
    expect(layers(more, { '/ws/.git': 'd', '/ws/.git/auth': 'f', '/ws/.git/hooks': 'd' })).toEqual({
      layers: ['shown writable /ws/.git', 'masked /ws/.git/auth', 'shown read-only /ws/.git/hooks'],
      stubs: [],
    });
  });

  test('what is kept and is not there needs a stub, the nearest to what is there', () => {
    const kept = [
      { path: '/ws/.bashrc', access: 'kept' },
      { path: '/ws/.git/config', access: 'kept' },
      { path: '/ws/.git/hooks', access: 'kept' },
    ] as const;
    expect(layers(kept, {})).toEqual({
      layers: ['shown read-only /ws/.bashrc', 'shown read-only /ws/.git'],
      stubs: ['/ws/.bashrc', '/ws/.git'],
    });
    expect(layers(kept, { '/ws/.git': 'd', '/ws/.git/config': 'f' })).toEqual({
      layers: [
        'shown read-only /ws/.bashrc',
        'shown writable /ws/.git',
        'shown read-only /ws/.git/config',
        'shown read-only /ws/.git/hooks',
      ],
      stubs: ['/ws/.bashrc', '/ws/.git/hooks'],
    });
  });

  test('what is kept in a directory that has much else leaves that to be made, where it is not there too', () => {
    const kept = [{ path: '/ws/.github/hooks', access: 'kept' }] as const;
    const way = ['shown writable /ws/.github', 'shown read-only /ws/.github/hooks'];
    expect(layers(kept, {})).toEqual({ layers: way, stubs: ['/ws/.github', '/ws/.github/hooks'] });
    expect(layers(kept, { '/ws/.github': 'd' })).toEqual({ layers: way, stubs: ['/ws/.github/hooks'] });
    expect(layers(kept, { '/ws/.github': 'f' })).toEqual({
      layers: ['shown read-only /ws/.github'],
      stubs: [],
    });
  });

  test('a file where a directory was expected is kept in its stead', () => {
    expect(layers([{ path: '/ws/.git/hooks', access: 'kept' }], { '/ws/.git': 'f' })).toEqual({
      layers: ['shown read-only /ws/.git'],
      stubs: [],
    });
  });

  test.each([
    ['/ws/.git/hooks', { '/ws/.git': '-> /other', '/other': 'd' }, '/ws/.git'],
    ['/ws/.bashrc', { '/ws/.bashrc': '-> /missing' }, '/ws/.bashrc'],
  ])('%s cannot be kept behind a link', (path, found, link) => {
    expect(layers([{ path, access: 'kept' }], found)).toEqual({ kind: 'link-in-the-way', path: link });
  });

  test('what cannot be written to is kept as it is, and gets no stub', () => {
    const more = [
      { path: '/ws/part', access: 'read-only' },
      { path: '/ws/part/.bashrc', access: 'kept' },
    ] as const;
    expect(layers(more, { '/ws/part': 'd' })).toEqual({ layers: ['shown read-only /ws/part'], stubs: [] });
  });

  test('nothing of this machine is shown for what would be kept in a private place', () => {
    const kept = [{ path: '/tmp/u/.config/x', access: 'kept' }] as const;
    const found = { '/tmp/u': 'd', '/tmp/u/.config': 'd', '/tmp/u/.config/x': 'd' };
    expect(layers(kept, found)).toEqual({ layers: [], stubs: [] });
  });

  test('what is hidden is a directory without a way in, or a file that nobody can open', () => {
    const more = [
      { path: '/x/.npmrc', access: 'hidden' },
      { path: '/x/.ssh', access: 'hidden' },
      { path: '/x/missing', access: 'hidden' },
    ] as const;
    expect(layers(more, { '/x': 'd', '/x/.npmrc': 'f', '/x/.ssh': 'd' })).toEqual({
      layers: ['masked /x/.npmrc', 'empty closed /x/.ssh'],
      stubs: [],
    });
  });

  test('there is a way through what is hidden to what is shown in it', () => {
    const more = [
      { path: '/x', access: 'hidden' },
      { path: '/x/y', access: 'writable' },
    ] as const;
    expect(layers(more, { '/x': 'd', '/x/y': 'd' })).toEqual({
      layers: ['empty passed /x', 'shown writable /x/y'],
      stubs: [],
    });
  });

  test('what anything in a writable place is in cannot be put aside', () => {
    const more = [
      { path: '/ws/a/b/secret', access: 'hidden' },
      { path: '/ws/c/d', access: 'writable' },
      { path: '/ws/e/f', access: 'read-only' },
    ] as const;
    const found = Object.fromEntries(
      ['a', 'a/b', 'c', 'c/d', 'e', 'e/f'].map((path) => [`/ws/${path}`, 'd']),
    );
    expect(layers(more, { ...found, '/ws/a/b/secret': 'f' })).toEqual({
      layers: [
        ...['shown writable /ws/a', 'shown writable /ws/a/b', 'masked /ws/a/b/secret'],
        ...['shown writable /ws/c', 'shown writable /ws/c/d', 'shown writable /ws/e'],
        'shown read-only /ws/e/f',
      ],
      stubs: [],
    });
  });

  test('what is hidden in what is kept opens nothing of it', () => {
    const more = [
      { path: '/ws/.kept', access: 'kept' },
      { path: '/ws/.kept/a/secret', access: 'hidden' },
    ] as const;
    const found = { '/ws/.kept': 'd', '/ws/.kept/a': 'd', '/ws/.kept/a/secret': 'f' };
    expect(layers(more, found)).toEqual({
      layers: ['shown read-only /ws/.kept', 'masked /ws/.kept/a/secret'],
      stubs: [],
    });
  });

  test.each(['hidden', 'read-only'] as const)(
    'what is %s cannot be told by a link that a command could change',
    (access) => {
      expect(layers([{ path: '/ws/link', access }], { '/ws/link': '-> /zz', '/zz': 'd' })).toEqual({
        kind: 'link-in-the-way',
        path: '/ws/link',
      });
    },
  );

  test('a link that a command could have made says nothing of what can be written to', () => {
    expect(layers([{ path: '/ws/link', access: 'writable' }], { '/ws/link': '-> /zz', '/zz': 'd' })).toEqual({
      layers: [],
      stubs: [],
    });
  });

  test('a place that is a link is what it leads to, with what is kept in it', () => {
    const more = [
      { path: '/link', access: 'writable' },
      { path: '/link/.bashrc', access: 'kept' },
    ] as const;
    expect(layers(more, { '/link': '-> /zz', '/zz': 'd' })).toEqual({
      layers: ['shown writable /zz', 'shown read-only /zz/.bashrc'],
      stubs: ['/zz/.bashrc'],
    });
  });

  test.each([
    ['writable', 'hidden'],
    ['hidden', 'writable'],
  ] as const)('of two places that are one, %s and %s, the stricter holds', (first, second) => {
    const more = [
      { path: '/yy', access: first },
      { path: '/zz', access: second },
    ];
    expect(layers(more, { '/yy': '-> /zz', '/zz': 'd' })).toEqual({
      layers: ['empty closed /zz'],
      stubs: [],
    });
  });
});

describe('the words for bubblewrap', () => {
  const mounts = [
    { kind: 'shown', path: '/', access: 'read-only' },
    { kind: 'private', path: '/tmp' },
    { kind: 'empty', path: '/h', access: 'passed' },
    { kind: 'shown', path: '/h/a b', access: 'writable' },
    { kind: 'empty', path: '/s', access: 'closed' },
    { kind: 'masked', path: '/f' },
    { kind: 'replaced', path: '/g', text: 'x' },
  ] as const;
  const own =
    '--unshare-user --disable-userns --cap-drop ALL --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --die-with-parent';
  const paths = [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...[
      'acpi',
      'bus',
      'driver',
      'dynamic_debug',
      'fs',
      'irq',
      'mtrr',
      'pressure',
      'scsi',
      'sys',
      'sysrq-trigger',
    ].flatMap((name) => ['--ro-bind-try', `/proc/${name}`, `/proc/${name}`]),
    ...['--bind', '/own/private/tmp', '/tmp'],
    ...['--perms', '0111', '--tmpfs', '/h', '--bind', '/h/a b', '/h/a b'],
    ...['--perms', '0000', '--tmpfs', '/s', '--ro-bind', '/dev/null', '/f'],
    ...['--ro-bind', '/own/replaced/g', '/g'],
    ...['--remount-ro', '/h', '--remount-ro', '/s', '--chdir', '/', '--'],
  ];

  const ownSource = ({ kind, path }: OwnMount) => `/own/${kind}${path}`;
  const wordsOf = (network: 'none' | 'host') =>
    bubblewrapArguments({ mounts, network, ownSource, desk: null, variables: {} });

  test('show a directory that files are handed in by, in one of the sandbox’s own', () => {
    const words = bubblewrapArguments({
      mounts,
      network: 'none',
      ownSource,
      desk: '/own/desk',
      variables: {},
    });
    expect(words.join(' ')).toContain(' --ro-bind /own/desk /dev/handrail --bind /own/private/tmp');
  });

  test('are these without a network', () => {
    expect(wordsOf('none')).toEqual([...own.split(' '), '--unshare-net', ...paths]);
  });

  test('are these with some hosts: a network of its own, and what its programs are told of', () => {
    const network = { hosts: ['example.com'] };
    const variables = { http_proxy: 'http://127.0.0.1:3128' };
    const told = ['--setenv', 'http_proxy', 'http://127.0.0.1:3128', '--chdir', '/', '--'];
    expect(bubblewrapArguments({ mounts, network, ownSource, desk: null, variables })).toEqual([
      ...[...own.split(' '), '--unshare-net'],
      ...[...paths.slice(0, -3), ...told],
    ]);
  });

  test('are these with the network of the host', () => {
    expect(wordsOf('host')).toEqual([...own.split(' '), ...paths]);
  });
});
