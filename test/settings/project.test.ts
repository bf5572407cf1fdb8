import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contracts } from '../../src/contracts/contracts.ts';
import { definitions } from '../../src/settings/definitions.ts';
import { resolveSettings } from '../../src/settings/resolve.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { thrownBy } from '../support/thrown.ts';

/** What settings come to where a project's file says something, and the user's. */
function resolved(project: unknown, user: object = {}) {
  const home = temporaryDirectory();
  const own = join(home, '.config', 'handrail');
  const directory = join(home, 'project');
  for (const each of [own, directory]) mkdirSync(each, { recursive: true });
  writeFileSync(join(own, 'handrail.json'), JSON.stringify(user));
  writeFileSync(join(directory, 'handrail.json'), JSON.stringify(project));
  writeFileSync(join(directory, 'rules.json'), '{"rules": [], "off": ["git-force-push"]}');
  return resolveSettings({ directory, env: { HOME: home }, flags: {} });
}

/** What the error says after the name of the file; `null`: there is none. */
function refusal(project: unknown, user?: object): string | null {
  try {
    resolved(project, user);
    return null;
  } catch {
    const { message } = thrownBy(() => resolved(project, user));
    return message.replace(/^settings in .+?\/project\/handrail\.json: /, '');
  }
}

const misplaced = (key: string, variable: string) =>
  `${key} cannot be set by a project; set it in the user's file or in ${variable}`;

/** Of each setting: a value that would loosen something, or is taken for none. */
const settings: readonly (readonly [key: string, value: unknown, refused: string | null])[] = [
  ['contract', 'plain', misplaced('contract', 'HANDRAIL_CONTRACT')],
  ['options', {}, null],
  ['rules', ['rules.json'], null],
  ['trustProjectRules', true, misplaced('trustProjectRules', 'HANDRAIL_TRUST_PROJECT_RULES')],
  ['sandbox', 'off', null],
  ['sandboxRequired', false, null],
  ['sandboxLevels', { mine: {} }, misplaced('sandboxLevels', 'HANDRAIL_SANDBOX_LEVELS')],
  ['approvalWaitMs', 1, misplaced('approvalWaitMs', 'HANDRAIL_APPROVAL_WAIT_MS')],
  ['warm', false, null],
  ['bash', '/bin/sh', misplaced('bash', 'HANDRAIL_BASH')],
  ['stateDir', '/tmp/elsewhere', misplaced('stateDir', 'HANDRAIL_STATE_DIR')],
];

/** Of each option: values that loosen something, and values that do not. A contract that has no such value has an empty list. */
const options: Readonly<Record<string, Readonly<Record<string, Values>>>> = {
  default: {
    timeoutMs: { loose: [45_001, 600_000], strict: [45_000, 1] },
    maxOutputBytes: { loose: [30_001], strict: [30_000, 1_000] },
    approve: { loose: ['never'], strict: ['rules', 'always'] },
  },
  modes: {
    defaultTimeoutMs: { loose: [30_001], strict: [30_000, 1] },
    slowTimeoutMs: { loose: [900_001], strict: [1] },
    backgroundTimeoutMs: { loose: [86_400_001], strict: [1] },
  },
  plain: {
    cwd: { loose: ['/', '.'], strict: [] },
    denyPatterns: { loose: [], strict: [['git push'], []] },
    timeoutMs: { loose: [120_001], strict: [120_000, 1] },
    maxOutputBytes: { loose: [50_001], strict: [50_000, 0] },
    // Only a program can give a function.
    confirm: { loose: [], strict: [] },
  },
  workspace: {
    workspace: { loose: ['/', '.'], strict: [] },
    profile: { loose: [{ default: 'allow' }, { allow: ['*'] }, { default: 'deny' }], strict: [] },
    timeoutMs: { loose: [120_001], strict: [1] },
    maxOutputLength: { loose: [50_001], strict: [0] },
    envOverrides: { loose: [{ PATH: './bin' }, { LD_PRELOAD: './x.so' }], strict: [] },
    agent: { loose: ['another'], strict: [] },
  },
  session: {
    project: { loose: ['/', '.'], strict: [] },
    onAsk: { loose: ['allow'], strict: ['ask', 'deny'] },
    maxOutputBytes: { loose: [51_201], strict: [1] },
    maxOutputLines: { loose: [2_001], strict: [1] },
  },
  envelope: {
    projectRoot: { loose: ['/', '.'], strict: [] },
    maxOutputBytes: { loose: [], strict: [0, 1_000] },
    rules: { loose: [[{ allow: 'cat', because: 'it is fine' }]], strict: [] },
  },
};

interface Values {
  readonly loose: readonly unknown[];
  readonly strict: readonly unknown[];
}

const cases = Object.entries(options).flatMap(([contract, keys]) =>
  Object.entries(keys).flatMap(([key, { loose, strict }]) => [
    ...loose.map((value) => ({ contract, key, value, isLoose: true })),
    ...strict.map((value) => ({ contract, key, value, isLoose: false })),
  ]),
);

describe('a project that sets', () => {
  test.each(settings)('%s to %j: what is refused is said in words', (key, value, refused) => {
    expect(refusal({ [key]: value })).toBe(refused);
  });

  test('what it may is no milder than without it', () => {
    const project = { sandbox: 'off', sandboxRequired: false, rules: ['rules.json'], options: {} };
    const user = { sandbox: 'read-only', sandboxRequired: true };
    const without = resolved({}, user).settings;
    const { rules, ...held } = resolved(project, user).settings;
    expect({ ...held, stateDir: '' }).toEqual({ ...without, stateDir: '', rules: undefined });
    expect(rules.map(({ scope, mayLoosen }) => [scope, mayLoosen])).toEqual([['project', false]]);
  });

  test('anything that there is, is in these tables', () => {
    expect(settings.map(([key]) => key)).toEqual(definitions.map(({ key }) => key));
    const known = contracts.map(({ name, optionsSchema }) => [
      name,
      Object.keys(Object(optionsSchema.properties)),
    ]);
    expect(Object.entries(options).map(([name, keys]) => [name, Object.keys(keys)])).toEqual(known);
  });

  test.each(cases)('$key of $contract to $value: loose is $isLoose', ({ contract, key, value, isLoose }) => {
    const user = { contract };
    const said = refusal({ options: { [contract]: { [key]: value } } }, user);
    if (!isLoose) return expect(said).toBe(null);
    const name = `options\\.${contract}\\.${key}`;
    expect(said).toMatch(new RegExp(`^${name} can(?:not be set| only be made stricter) by a project`));
  });

  test('an option that others have set changes nothing, whatever it says', () => {
    const user = { options: { default: { approve: 'always', timeoutMs: 7 } } };
    const project = { options: { default: { approve: 'never', timeoutMs: 600_000 } } };
    expect(resolved(project, user).settings.options).toMatchObject({ approve: 'always', timeoutMs: 7 });
  });

  test.each([
    [
      { default: { approve: 'never' } },
      'options.default.approve can only be made stricter by a project: expected "rules" or "always", got "never" (string); ' +
        "set it in the user's file, in HANDRAIL_OPTIONS or by --options",
    ],
    [
      { default: { timeoutMs: 600_000 } },
      'options.default.timeoutMs can only be made stricter by a project: expected at most 45000, got 600000 (number); ' +
        "set it in the user's file, in HANDRAIL_OPTIONS or by --options",
    ],
  ])('%j is told what would do', (given, said) => {
    expect(refusal({ options: given })).toBe(said);
  });
});
