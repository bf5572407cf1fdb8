import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../src/confine/sandbox-limits.ts';
import { widen } from '../../src/confine/widen.ts';
import type { Access } from '../../src/model/access.ts';
import type { PlaceAccess, SandboxNetwork, SandboxPlan } from '../../src/model/sandbox.ts';

type Table = Readonly<Record<string, PlaceAccess>>;

function planOf(places: Table, network: SandboxNetwork = 'none'): SandboxPlan {
  return {
    ...{
      level: 'workspace',
      conversationId: 'c',
      network,
      home: null,
      shownInPart: [],
      limits: defaultLimits,
      granted: [],
    },
    places: Object.entries(places).map(([path, access]) => ({ path, access })),
  };
}

const as =
  (links: Readonly<Record<string, string>>) =>
  (path: string): string => {
    const link = Object.keys(links).find((from) => path === from || path.startsWith(`${from}/`));
    return link === undefined ? path : `${links[link]}${path.slice(link.length)}`;
  };

const write = (path: string): Access => ({ kind: 'path', path, access: 'writable' });
const read = (path: string): Access => ({ kind: 'path', path, access: 'read-only' });
const host = (text: string): Access => ({ kind: 'host', host: text });

describe('a plan is widened by', () => {
  test.each<readonly [string, Table, readonly Access[], Table]>([
    [
      'a directory to write to',
      { '/': 'read-only', '/ws': 'writable' },
      [write('/data')],
      { '/': 'read-only', '/data': 'writable', '/ws': 'writable' },
    ],
    [
      'a directory, in which what is kept and hidden stays so',
      { '/': 'read-only', '/data/.git/hooks': 'kept', '/data/key': 'hidden' },
      [write('/data')],
      { '/': 'read-only', '/data': 'writable', '/data/.git/hooks': 'kept', '/data/key': 'hidden' },
    ],
    [
      'what was hidden, to read and no more',
      { '/': 'read-only', '/ws': 'writable', '/ws/.env': 'hidden' },
      [read('/ws/.env')],
      { '/': 'read-only', '/ws': 'writable', '/ws/.env': 'read-only' },
    ],
    [
      'a file in what is hidden, and nothing beside it',
      { '/': 'read-only', '/home/u/.ssh': 'hidden' },
      [read('/home/u/.ssh/config')],
      { '/': 'read-only', '/home/u/.ssh': 'hidden', '/home/u/.ssh/config': 'read-only' },
    ],
    [
      'what was kept in a place to write to: it is held apart no more, and can be put in the place of',
      { '/': 'read-only', '/ws': 'writable', '/ws/.git/config': 'kept', '/ws/.git/hooks': 'kept' },
      [write('/ws/.git/config')],
      { '/': 'read-only', '/ws': 'writable', '/ws/.git/hooks': 'kept' },
    ],
    [
      'a directory that only what is kept in it was in the way of, with that',
      {
        ...({ '/': 'read-only', '/ws': 'writable', '/ws/.git/config': 'kept' } as const),
        ...({ '/ws/.git/hooks': 'kept', '/ws/.git/key': 'hidden', '/ws/.vscode': 'kept' } as const),
      },
      [write('/ws/.git')],
      { '/': 'read-only', '/ws': 'writable', '/ws/.git/key': 'hidden', '/ws/.vscode': 'kept' },
    ],
    ['nothing', { '/': 'read-only', '/ws': 'writable' }, [], { '/': 'read-only', '/ws': 'writable' }],
  ])('%s', (_title, before, accesses, after) => {
    expect(widen(planOf(before), accesses, (path) => path)).toEqual({ ...planOf(after), granted: accesses });
  });

  test('what a place leads to, whatever name the place has', () => {
    const before = planOf({ '/': 'read-only', '/home/u/.npmrc': 'hidden' });
    const realPath = as({ '/home': '/data/home' });
    expect(widen(before, [read('/data/home/u/.npmrc')], realPath).places).toEqual([
      { path: '/', access: 'read-only' },
    ]);
  });

  test('nothing that a kept link leads to: the link is kept, and what it leads to is another path', () => {
    const before = planOf({ '/': 'read-only', '/ws': 'writable', '/ws/.bashrc': 'kept' });
    const realPath = as({ '/ws/.bashrc': '/dotfiles/bashrc' });
    expect(widen(before, [write('/dotfiles/bashrc')], realPath).places).toEqual([
      { path: '/', access: 'read-only' },
      { path: '/dotfiles/bashrc', access: 'writable' },
      { path: '/ws', access: 'writable' },
      { path: '/ws/.bashrc', access: 'kept' },
    ]);
  });

  test.each<readonly [SandboxNetwork, readonly string[], SandboxNetwork]>([
    ['none', ['a.example'], { hosts: ['a.example'] }],
    [{ hosts: ['b.example'] }, ['a.example:8080', 'b.example'], { hosts: ['b.example', 'a.example:8080'] }],
    ['host', ['a.example'], 'host'],
    ['none', [], 'none'],
  ])('hosts: of %j with %j, %j', (before, hosts, after) => {
    const root: Table = { '/': 'read-only' };
    expect(widen(planOf(root, before), hosts.map(host), (path) => path).network).toEqual(after);
  });
});
