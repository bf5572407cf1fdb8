import { describe, expect, test } from 'vitest';
import { sandboxOf } from '../../src/confine/sandbox.ts';
import { levelsNamed, sandboxLevels } from '../../src/confine/sandbox-levels.ts';
import { defaultLimits } from '../../src/confine/sandbox-limits.ts';
import { tighten } from '../../src/confine/tighten.ts';
import type { PlaceAccess, SandboxLevel, SandboxLimits, SandboxNetwork } from '../../src/model/sandbox.ts';

type Table = Readonly<Record<string, PlaceAccess>>;

function planOf(
  level: string,
  places: Table,
  network: SandboxNetwork = 'none',
  limits: SandboxLimits = defaultLimits,
) {
  return {
    level,
    home: null,
    shownInPart: [],
    places: Object.entries(places).map(([path, access]) => ({ path, access })),
    network,
    limits,
  };
}

describe('of two plans', () => {
  test.each<readonly [string, Table, Table, Table]>([
    [
      'what one hides and the other shows stays hidden, with all that is in it',
      { '/': 'read-only', '/x': 'hidden' },
      { '/': 'read-only', '/x/y': 'writable' },
      { '/': 'read-only', '/x': 'hidden', '/x/y': 'hidden' },
    ],
    [
      'what one alone lets be written is not',
      { '/': 'read-only', '/ws': 'writable', '/cache': 'writable' },
      { '/': 'read-only', '/ws': 'writable' },
      { '/': 'read-only', '/cache': 'read-only', '/ws': 'writable' },
    ],
    [
      'what one keeps is kept',
      { '/': 'read-only', '/ws': 'writable', '/ws/.git/config': 'kept' },
      { '/': 'read-only', '/ws': 'writable' },
      { '/': 'read-only', '/ws': 'writable', '/ws/.git/config': 'kept' },
    ],
  ])('%s', (_title, one, other, both) => {
    expect(tighten(planOf('a', one), planOf('b', other))).toEqual(planOf('a+b', both));
    expect(tighten(planOf('b', other), planOf('a', one))).toEqual(planOf('b+a', both));
  });

  test.each<readonly [SandboxNetwork, SandboxNetwork, SandboxNetwork]>([
    ['host', 'none', 'none'],
    ['none', 'host', 'none'],
    ['host', 'host', 'host'],
  ])('a network of %s and one of %s come to %s', (one, other, both) => {
    const root: Table = { '/': 'read-only' };
    expect(tighten(planOf('a', root, one), planOf('b', root, other)).network).toBe(both);
  });
});

describe('of two lists of hosts, what both let through is reached:', () => {
  const list = (text: string): SandboxNetwork => ({ hosts: text.split(' ') });

  test.each<readonly [string, SandboxNetwork, SandboxNetwork, SandboxNetwork]>([
    [
      'the host lets through what a list does',
      'host',
      list('a.example *.b.example'),
      list('a.example *.b.example'),
    ],
    ['nothing lets nothing through', 'none', list('a.example'), 'none'],
    ['names that are in both', list('a.example b.example'), list('b.example c.example'), list('b.example')],
    [
      'of a name and all names under one, the name',
      list('*.b.example'),
      list('a.b.example'),
      list('a.b.example'),
    ],
    ['a name is not under itself', list('*.b.example'), list('b.example'), 'none'],
    ['nor under what it only ends with', list('*.b.example'), list('ab.example'), 'none'],
    ['all names under both', list('*.b.example'), list('*.b.example'), list('*.b.example')],
    ['all names under the longer one', list('*.b.example'), list('*.c.b.example'), list('*.c.b.example')],
    ['a name does not make all names of it', list('b.example'), list('*.c.b.example'), 'none'],
    ['spellings of one name', list('B.Example.'), list('b.example'), list('b.example')],
    ['a port that one of them names', list('a.example'), list('a.example:443'), list('a.example:443')],
    ['no port that the other does not mean', list('a.example'), list('a.example:8080'), 'none'],
    [
      'the same port of both',
      list('a.example:8080'),
      list('*.example.com a.example:8080'),
      list('a.example:8080'),
    ],
    ['addresses that are in both', list('127.0.0.1:80 10.0.0.5'), list('127.0.0.1'), list('127.0.0.1:80')],
    ['of an address and a name, nothing', list('127.0.0.1'), list('localhost'), 'none'],
    ['an address of IPv6, in brackets with a port', list('::1'), list('[0::1]:443'), list('[::1]:443')],
    ['nothing that cannot be read', list('https://a.example a.example'), list('https://a.example'), 'none'],
    [
      'each once',
      list('a.example *.b.example x.b.example'),
      list('*.b.example x.b.example'),
      list('*.b.example x.b.example'),
    ],
  ])('%s (%j, %j)', (_title, one, other, both) => {
    const root: Table = { '/': 'read-only' };
    const network = (a: SandboxNetwork, b: SandboxNetwork) =>
      tighten(planOf('a', root, a), planOf('b', root, b)).network;
    expect(sorted(network(one, other))).toEqual(sorted(both));
    expect(sorted(network(other, one))).toEqual(sorted(both));
  });

  const sorted = (network: SandboxNetwork) =>
    typeof network === 'string' ? network : network.hosts.toSorted();
});

test('of two plans what is shown in part in both is shown in part', () => {
  const [npm, yarn] = ['/home/u/.npmrc', '/home/u/.yarnrc.yml'];
  const showing = (...shownInPart: readonly string[]) => ({
    ...planOf('a', { '/': 'read-only' }),
    shownInPart,
  });
  expect(tighten(showing(npm, yarn), showing(yarn)).shownInPart).toEqual([yarn]);
  expect(tighten(showing(), showing(npm)).shownInPart).toEqual([]);
});

test('of two plans the lower of each limit holds', () => {
  const one = { processes: 10, memory: { kind: 'bytes', bytes: 5 }, fileBytes: null, cpuSeconds: 3 } as const;
  const other = {
    processes: 20,
    memory: { kind: 'share', percent: 1 },
    fileBytes: 7,
    cpuSeconds: null,
  } as const;
  const limitsOf = (limits: SandboxLimits) => planOf('a', { '/': 'read-only' }, 'none', limits);
  expect(tighten(limitsOf(one), limitsOf(other)).limits).toEqual({
    processes: 10,
    memory: { kind: 'least', of: [one.memory, other.memory] },
    fileBytes: 7,
    cpuSeconds: 3,
  });
});

describe('a rule', () => {
  const directories = {
    ...{
      workspace: '/home/u/project',
      home: '/home/u',
      shownInPart: [],
      settingsDir: '/home/u/.config/handrail',
    },
    ...{ stateDir: '/state', outputDirs: [], rules: { ofUser: [], ofProject: [] }, env: {} },
  };
  const build: SandboxLevel = {
    ...{ name: 'build', workspace: 'writable', network: 'host' },
    ...{ writable: ['~/.cache'], readOnly: [], hidden: ['~/notes'], limits: defaultLimits },
  };

  test('of no level confines nothing', () => {
    expect(sandboxOf({ levels: [], required: true }, directories, 'c')).toBeNull();
  });

  test('of several levels holds each of them', () => {
    const levels = [build, ...(levelsNamed('read-only') ?? [])];
    const plan = sandboxOf({ levels, required: false }, directories, 'c');
    const accessTo = (path: string) => plan?.places.find((place) => place.path === path)?.access;
    expect(plan).toMatchObject({ level: 'build+read-only', network: 'none', conversationId: 'c' });
    expect(accessTo('/home/u/project')).toBe('read-only');
    expect(accessTo('/home/u/.cache')).toBe('read-only');
    expect(accessTo('/home/u/notes')).toBe('hidden');
    expect(accessTo('/home/u/.ssh')).toBe('hidden');
    expect(accessTo('/tmp')).toBe('private');
  });
});

test('a level is found by its name, among those of a user too; off is none of them', () => {
  const own: SandboxLevel = {
    ...{ name: 'own', workspace: 'writable', network: 'none' },
    ...{ writable: [], readOnly: [], hidden: [], limits: defaultLimits },
  };
  expect(levelsNamed('off')).toEqual([]);
  expect(levelsNamed('workspace')).toEqual([sandboxLevels[0]]);
  expect(levelsNamed('own', [own])).toEqual([own]);
  expect(levelsNamed('own')).toBeUndefined();
});
