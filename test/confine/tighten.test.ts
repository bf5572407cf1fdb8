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
    ...{ workspace: '/home/u/project', home: '/home/u', settingsDir: '/home/u/.config/handrail' },
    ...{ stateDir: '/state', outputDirs: [], env: {} },
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
