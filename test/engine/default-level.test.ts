import { expect, onTestFinished, test } from 'vitest';
import { createBash } from '../../src/create-bash.ts';
import type { SandboxSupport } from '../../src/model/sandbox.ts';
import { createFakeBackend, exited } from '../../src/testing/index.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { thrownBy } from '../support/thrown.ts';

const lacking: SandboxSupport = {
  kind: 'unavailable',
  reason: 'no bwrap on PATH',
  cure: 'install bubblewrap',
};

/** What holds a command of `default` on a backend of somebody's own. */
async function confinementOn(
  support: SandboxSupport | null,
  { sandbox, sandboxRequired }: { readonly sandbox?: string; readonly sandboxRequired?: boolean } = {},
) {
  const fake = createFakeBackend(() => ({ ends: exited({ kind: 'exited', code: 0 }) }));
  const backend = { ...fake, ...(support && { sandboxSupport: async () => support }) };
  const stateDir = temporaryDirectory();
  const bash = createBash({ backend, stateDir, sandbox, sandboxRequired });
  onTestFinished(() => bash.close());
  const { outcome } = await bash.run({ command: 'true' }, { workingDirectory: temporaryDirectory() });
  return outcome.kind === 'ended' ? outcome.confinement.kind : outcome.kind;
}

test.each([
  ['on one that makes sandboxes', { kind: 'available' } as const, undefined, 'sandbox'],
  ['on one that could make them elsewhere', lacking, undefined, 'degraded'],
  ['not on one that makes none', null, undefined, 'none'],
  ['on one that makes none when that is asked for', null, { sandbox: 'workspace' }, 'degraded'],
  [
    'on one that makes none when one is required: nothing runs',
    null,
    { sandboxRequired: true },
    'could_not_start',
  ],
  ['not on one that makes none when none is wanted', null, { sandbox: 'off', sandboxRequired: true }, 'none'],
  [
    'not on one that makes sandboxes when they are not wanted',
    { kind: 'available' } as const,
    { sandbox: 'off' },
    'none',
  ],
])('the level of a contract holds %s', async (_, support, options, expected) => {
  expect(await confinementOn(support, options)).toBe(expected);
});

const limits = { processes: null, memory: null, fileBytes: null, cpuSeconds: null };
const level = {
  ...{ name: 'own', workspace: 'writable', writable: [], readOnly: [], hidden: [], network: 'none', limits },
};
const within: Record<string, unknown> = {};
within.itself = within;

const noLevel =
  'expected one of off, workspace, read-only, or a level as data, or an array of such data, got';
const noPlaces = 'expected an array of paths that begin with /, with ~/ or with ./, got';

test.each([
  ['an empty list', [], `sandbox: ${noLevel} [] (array)`],
  ['a misspelled name', 'workspce', `sandbox: ${noLevel} "workspce" (string)`],
  ['null', null, `sandbox: ${noLevel} null`],
  ['a number', 5n, `sandbox: ${noLevel} 5 (bigint)`],
  ['a list of names', ['workspace'], `sandbox: ${noLevel} ["workspace"] (array)`],
  [
    'a misspelled key',
    { ...level, hiden: ['./.env'] },
    / only the options .*, got "hiden" — did you mean "hidden"\?$/,
  ],
  ['no level', { level: 'off' }, /^sandbox: expected only the options name, workspace, .*, got "level"$/],
  ['what has itself within', within, /^sandbox: expected only the options .*, got "itself"$/],
  ['no places', { ...level, hidden: undefined }, `sandbox: hidden: ${noPlaces} nothing`],
  [
    'no name',
    { ...level, name: '' },
    'sandbox: name: expected a string that is not empty, got an empty string',
  ],
  [
    'a misspelled workspace',
    { ...level, workspace: 'writeable' },
    'sandbox: workspace: expected "writable" or "read-only", got "writeable" (string)',
  ],
  ['one place', { ...level, hidden: '/srv' }, `sandbox: hidden: ${noPlaces} "/srv" (string)`],
  [
    'a number as a place',
    { ...level, readOnly: [1] },
    `sandbox: readOnly: ${noPlaces} an array, of which element 0 is 1 (number)`,
  ],
  [
    'a relative place',
    { ...level, hidden: ['./.env', '.npmrc'] },
    `sandbox: hidden: ${noPlaces} an array, of which element 1 is ".npmrc" (string)`,
  ],
  ['a home without its slash', { ...level, writable: ['~'] }, / element 0 is "~" \(string\)$/],
  ['an empty place', { ...level, writable: [''] }, / element 0 is "" \(string\)$/],
  [
    'a network of another name',
    { ...level, network: 'all' },
    /^sandbox: network: expected .*, got "all" \(string\)$/,
  ],
  [
    'hosts as in a file',
    { ...level, network: ['a.example'] },
    / \{ hosts \}, .*, got \["a.example"\] \(array\)$/,
  ],
  [
    'an address of the web',
    { ...level, network: { hosts: ['http://a.example/'] } },
    /^sandbox: network: expected /,
  ],
  ['one host', { ...level, network: { hosts: 'example.com' } }, /^sandbox: network: expected /],
  ['null as limits', { ...level, limits: null }, 'sandbox: limits: expected an object of limits, got null'],
  [
    'some of the limits',
    { ...level, limits: { processes: 5 } },
    /^sandbox: limits: memory: expected \{ kind: "bytes", bytes \}, .*, or null, got nothing$/,
  ],
  [
    'a limit of none',
    { ...level, limits: { ...limits, processes: 0 } },
    / a whole number above 0, or null, got 0 \(number\)$/,
  ],
  [
    'memory as in a file',
    { ...level, limits: { ...limits, memory: '50%' } },
    /^sandbox: limits: memory: .*, got "50%" \(string\)$/,
  ],
  [
    'too large a share',
    { ...level, limits: { ...limits, memory: { kind: 'share', percent: 101 } } },
    /^sandbox: limits: memory: /,
  ],
  ['a misspelled limit', { ...level, limits: { ...limits, procesess: 5 } }, /did you mean "processes"\?$/],
  ['one of several', [level, { ...level, readOnly: ['x'] }], /^sandbox\[1\]: readOnly: /],
])(
  '%s, which is no level, is refused before anything is run, and what is wrong with it is told',
  (_, sandbox, expected) => {
    const make = () => createBash({ stateDir: temporaryDirectory(), sandbox: sandbox as unknown as string });
    const { code, message } = thrownBy(make);
    expect(code).toBe('invalid-options');
    expect(message).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
  },
);

test.each([
  ['with no limits', level],
  ['with hosts', { ...level, network: { hosts: ['*.example.com', '127.0.0.1:8080', '[::1]:3000'] } }],
  ['with a share of the memory', { ...level, limits: { ...limits, memory: { kind: 'share', percent: 50 } } }],
  ['with places', { ...level, hidden: ['./.env'], writable: ['~/.cache', '/srv/x'] }],
  ['beside another', [level, { ...level, workspace: 'read-only' }]],
])('a level as data %s is taken', async (_, sandbox) => {
  const bash = createBash({ stateDir: temporaryDirectory(), sandbox: sandbox as unknown as string });
  await bash.close();
});
