import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../src/confine/sandbox-limits.ts';
import { resolveSettings, type SettingSources } from '../../src/settings/resolve.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { thrownBy } from '../support/thrown.ts';

interface Sources {
  readonly user?: unknown;
  readonly project?: unknown;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: SettingSources['flags'];
}

/** What the sources come to: the names of the levels, and whether they are required. */
function resolved(sources: Sources) {
  const { sandbox } = resolveIn(sources).settings;
  return [...sandbox.levels.map(({ name }) => name), ...(sandbox.required ? ['required'] : [])];
}

function resolveIn({ user, project, env = {}, flags = {} }: Sources) {
  const home = temporaryDirectory();
  const directory = join(home, 'project');
  mkdirSync(join(home, '.config/handrail'), { recursive: true });
  mkdirSync(directory);
  if (user !== undefined) writeFileSync(join(home, '.config/handrail/handrail.json'), JSON.stringify(user));
  if (project !== undefined) writeFileSync(join(directory, 'handrail.json'), JSON.stringify(project));
  return resolveSettings({ directory, env: { HOME: home, ...env }, flags });
}

const build = { writable: ['~/.cache'], network: 'host' };

describe('the sandbox of the settings', () => {
  test.each<readonly [string, Sources, readonly string[]]>([
    ['is what the contract has when nobody says anything', {}, ['workspace']],
    ['is off for a contract that says nothing of it', { user: { contract: 'plain' } }, []],
    ['is what the user’s file names', { user: { sandbox: 'workspace' } }, ['workspace']],
    ['is required when that is said', { user: { sandboxRequired: true } }, ['workspace', 'required']],
    [
      'is what a variable names, before the user’s file',
      { user: { sandbox: 'workspace' }, env: { HANDRAIL_SANDBOX: 'read-only' } },
      ['read-only'],
    ],
    [
      'is what a flag names, before both',
      {
        user: { sandbox: 'workspace', sandboxRequired: true },
        env: { HANDRAIL_SANDBOX: 'read-only', HANDRAIL_SANDBOX_REQUIRED: 'false' },
        flags: { sandbox: 'off' },
      },
      [],
    ],
    ['is required with a flag', { flags: { sandboxRequired: true } }, ['workspace', 'required']],
    ['is a level of the user’s own', { user: { sandbox: 'build', sandboxLevels: { build } } }, ['build']],
    [
      'is a level of a variable, which goes before the user’s of that name',
      {
        user: { sandbox: 'build', sandboxLevels: { build: { network: 'none' } } },
        env: { HANDRAIL_SANDBOX_LEVELS: JSON.stringify({ build }) },
      },
      ['build'],
    ],
  ])('%s', (_title, sources, levels) => {
    expect(resolved(sources)).toEqual(levels);
  });

  test('has the hosts of a level of one’s own', () => {
    const network = ['registry.npmjs.org', '*.github.com', '127.0.0.1:8080'];
    const { sandbox } = resolveIn({
      user: { sandbox: 'build', sandboxLevels: { build: { network } } },
    }).settings;
    expect(sandbox.levels).toMatchObject([{ name: 'build', network: { hosts: network } }]);
  });

  test('has the places and the network of a level of one’s own', () => {
    const { sandbox } = resolveIn({ user: { sandbox: 'build', sandboxLevels: { build } } }).settings;
    const rest = { workspace: 'writable', readOnly: [], hidden: [], limits: defaultLimits };
    expect(sandbox.levels).toEqual([{ name: 'build', ...rest, ...build }]);
    const env = { HANDRAIL_SANDBOX_LEVELS: '{"build": {"network": "host"}}' };
    const nearer = resolveIn({ env, user: { sandbox: 'build', sandboxLevels: { build: {} } } });
    expect(nearer.settings.sandbox.levels).toMatchObject([{ network: 'host' }]);
  });
});

test('a level of one’s own has the limits that it names, and otherwise the usual ones', () => {
  const limits = { processes: 64, memory: '50%', cpuSeconds: 60 };
  const sources = { user: { sandbox: 'own', sandboxLevels: { own: { limits } } } };
  expect(resolveIn(sources).settings.sandbox.levels).toMatchObject([
    {
      limits: {
        ...{ processes: 64, memory: { kind: 'share', percent: 50 }, cpuSeconds: 60 },
        fileBytes: defaultLimits.fileBytes,
      },
    },
  ]);
  const none = { memory: null, processes: null };
  const unlimited = { user: { sandbox: 'own', sandboxLevels: { own: { limits: none } } } };
  expect(resolveIn(unlimited).settings.sandbox.levels).toMatchObject([{ limits: none }]);
  const wrong = { user: { sandboxLevels: { own: { limits: { memory: '0%' } } } } };
  expect(() => resolveIn(wrong)).toThrow(/sandboxLevels\.own\.limits\.memory/);
});

const count = 'a whole number above 0, or null for no limit';
const memory =
  'a number of bytes above 0, or a share of the machine’s memory from "1%" to "100%", or null for no limit';
const place = 'a path that begins with /, with ~/ for the home directory, or with ./ for the workspace';

test.each<readonly [object, string]>([
  [{ limits: { processes: 0 } }, `limits.processes: expected ${count}, got 0 (number)`],
  [{ limits: { processes: 'x' } }, `limits.processes: expected ${count}, got "x" (string)`],
  [{ limits: { fileBytes: 1.5 } }, `limits.fileBytes: expected ${count}, got 1.5 (number)`],
  [{ limits: { cpuSeconds: -1 } }, `limits.cpuSeconds: expected ${count}, got -1 (number)`],
  [{ limits: { memory: true } }, `limits.memory: expected ${memory}, got true (boolean)`],
  [{ limits: { memory: '0%' } }, `limits.memory: expected ${memory}, got "0%" (string)`],
  [{ writable: ['cache'] }, `writable[0]: expected ${place}, got "cache" (string)`],
  [{ hidden: ['/srv', '~'] }, `hidden[1]: expected ${place}, got "~" (string)`],
  [{ readOnly: [5] }, 'readOnly[0]: expected a string, got 5 (number)'],
])('a level of one’s own that is none says what was expected: %j', (level, expected) => {
  const wrong = { user: { sandboxLevels: { own: level } } };
  const { message } = thrownBy(() => resolveIn(wrong));
  expect(message.slice(message.indexOf('.own.') + '.own.'.length)).toBe(expected);
});

describe('a project', () => {
  test.each<readonly [string, Sources, readonly string[]]>([
    ['can ask for a sandbox', { project: { sandbox: 'workspace' } }, ['workspace']],
    [
      'can ask for more than the user does',
      { user: { sandbox: 'workspace' }, project: { sandbox: 'read-only' } },
      ['workspace', 'read-only'],
    ],
    [
      'cannot ask for less',
      { user: { sandbox: 'read-only' }, project: { sandbox: 'workspace' } },
      ['read-only', 'workspace'],
    ],
    ['cannot turn off what is built in', { project: { sandbox: 'off' } }, ['workspace']],
    ['cannot turn it off', { user: { sandbox: 'workspace' }, project: { sandbox: 'off' } }, ['workspace']],
    [
      'is heard also where a flag turns the user’s own off',
      { flags: { sandbox: 'off' }, project: { sandbox: 'read-only' } },
      ['read-only'],
    ],
    [
      'can require it',
      { project: { sandbox: 'workspace', sandboxRequired: true } },
      ['workspace', 'required'],
    ],
    [
      'can require it of a user who does not',
      { user: { sandboxRequired: false }, project: { sandboxRequired: true } },
      ['workspace', 'required'],
    ],
    [
      'cannot do without what the user requires',
      { user: { sandboxRequired: true }, project: { sandboxRequired: false } },
      ['workspace', 'required'],
    ],
    [
      'can name a level of the user’s own',
      { user: { sandboxLevels: { build } }, project: { sandbox: 'build' } },
      ['workspace', 'build'],
    ],
  ])('%s', (_title, sources, levels) => {
    expect(resolved(sources)).toEqual(levels);
  });

  test('is told of where the value comes from, as the user is', () => {
    const { origins } = resolveIn({ user: { sandbox: 'workspace' }, project: { sandbox: 'read-only' } });
    const told = origins.filter(({ name }) => name.startsWith('sandbox'));
    expect(told).toEqual([
      { name: 'sandbox', value: 'workspace', from: expect.stringContaining('.config/handrail') },
      { name: 'sandbox', value: 'read-only', from: expect.stringContaining('project/handrail.json') },
      { name: 'sandboxRequired', value: false, from: 'built-in' },
      { name: 'sandboxLevels', value: {}, from: 'built-in' },
    ]);
  });
});

describe('what is refused by name', () => {
  test.each<readonly [string, Sources, RegExp]>([
    [
      'a level that is not there',
      { user: { sandbox: 'workspce' } },
      /handrail\.json: sandbox: expected one of off, workspace, read-only, got "workspce" — did you mean "workspace"\?$/,
    ],
    [
      'a level of one’s own by a name that is taken',
      { user: { sandboxLevels: { off: {} } } },
      /sandboxLevels: expected names other than off, workspace, read-only, got "off"$/,
    ],
    [
      'a level of one’s own without a name',
      { user: { sandboxLevels: { '': {} } } },
      /sandboxLevels: expected names that are not empty, got ""$/,
    ],
    [
      'levels of a project’s own',
      { project: { sandboxLevels: { build } } },
      /sandboxLevels cannot be set by a project/,
    ],
    [
      'a place that is no path',
      { user: { sandboxLevels: { build: { writable: ['cache'] } } } },
      /sandboxLevels\.build\.writable\[0\]: .*got "cache"/,
    ],
    [
      'a level that a variable cannot have',
      { env: { HANDRAIL_SANDBOX_LEVELS: '{"build": {"network": "all"}}' } },
      /HANDRAIL_SANDBOX_LEVELS: build\.network: expected one of "none", "host", or a list of hosts, got "all"/,
    ],
    [
      'a host that is none',
      { user: { sandboxLevels: { build: { network: ['a.example', 'https://b.example/'] } } } },
      /handrail\.json: sandboxLevels\.build\.network\[1\]: expected a host alone, without a scheme and a path, got "https:\/\/b\.example\/"/,
    ],
    [
      'a list of no hosts',
      { user: { sandboxLevels: { build: { network: [] } } } },
      /sandboxLevels\.build\.network: expected at least one host, or "none", got \[\]/,
    ],
    [
      'a list of what are no texts',
      { user: { sandboxLevels: { build: { network: [80] } } } },
      /sandboxLevels\.build\.network: expected one of "none", "host", or a list of hosts, got \[80\]/,
    ],
  ])('%s', (_title, sources, message) => {
    expect(() => resolveIn(sources)).toThrow(message);
  });

  test.each(['lots', '0%', '101%', -1])('a limit on memory of %j', (memory) => {
    const user = { sandboxLevels: { build: { limits: { memory } } } };
    expect(() => resolveIn({ user })).toThrow(
      `sandboxLevels.build.limits.memory: expected a number of bytes above 0, or a share of the machine’s memory from "1%" to "100%", or null for no limit, got ${JSON.stringify(memory)}`,
    );
  });
});
