import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allSettings } from '../../src/cli/hook/all-settings.ts';
import { contracts } from '../../src/contracts/contracts.ts';
import { contractNames } from '../../src/contracts/names.ts';
import { defaultContractName } from '../../src/contracts/registry.ts';
import { simpleSettings } from '../../src/settings/guard-settings.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const rule = {
  rules: [
    { deny: 'curl', because: 'b' },
    { allow: 'git push', because: 'b' },
  ],
  off: ['git-force-push'],
};

/** Settings of the user, of the project, and variables; and whether a guard reads them without all that settings can be. */
const cases: readonly (readonly [
  name: string,
  user: unknown,
  project: unknown,
  env: Readonly<Record<string, string>>,
  isSimple: boolean,
])[] = [
  ['none', undefined, undefined, {}, true],
  ['rules of the user', { rules: ['r.json'] }, undefined, {}, true],
  ['rules of the project', undefined, { rules: ['r.json'] }, {}, true],
  ['rules of both, trusted', { rules: ['r.json'], trustProjectRules: true }, { rules: ['r.json'] }, {}, true],
  ['rules of a variable', undefined, undefined, { HANDRAIL_RULES: 'r.json:' }, true],
  ['a state directory', { stateDir: '/s' }, undefined, {}, true],
  ['a state directory of a variable', { stateDir: '/s' }, undefined, { HANDRAIL_STATE_DIR: '/t' }, true],
  ['a contract', { contract: 'plain' }, {}, {}, true],
  ['a contract of the project', {}, { contract: 'modes' }, {}, false],
  [
    'all else that is simple',
    { $schema: 'x', sandbox: 'workspace', sandboxRequired: true, warm: false, bash: '/bin/bash' },
    {},
    {},
    true,
  ],
  ['a trust that only the user may have', undefined, { trustProjectRules: true }, {}, false],
  ['a state directory of a project', undefined, { stateDir: '/s' }, {}, false],
  ['an unknown key', { rulse: [] }, undefined, {}, false],
  ['a wrong type', { rules: 'r.json' }, undefined, {}, false],
  ['an empty name', { rules: [''] }, undefined, {}, false],
  ['an unknown contract', { contract: 'plane' }, undefined, {}, false],
  ['an unknown level', { sandbox: 'mine' }, undefined, {}, false],
  ['a level of their own', { sandbox: 'mine', sandboxLevels: { mine: {} } }, undefined, {}, false],
  ['options', { options: { default: { approve: 'never' } } }, { contract: 'plain' }, {}, false],
  ['a relative path', { stateDir: 's' }, undefined, {}, false],
  ['a list', [], undefined, {}, false],
  ['no JSON', '{', undefined, {}, false],
  ['a key twice', '{ "rules": ["r.json"], "rules": [] }', undefined, {}, false],
  ['a key twice in that of the project', undefined, '{ "rules": ["r.json"], "rules": [] }', {}, false],
  ['a variable that is read elsewhere', undefined, undefined, { HANDRAIL_CONTRACT: 'plain' }, false],
  ['an unknown variable', undefined, undefined, { HANDRAIL_RULSE: '' }, false],
  ['a relative variable', undefined, undefined, { HANDRAIL_STATE_DIR: 's' }, false],
];

test.each(cases)('%s: a guard goes by what the settings are', (_name, user, project, variables, isSimple) => {
  const home = temporaryDirectory();
  const directory = join(home, 'work');
  const own = join(home, '.config/handrail');
  mkdirSync(directory);
  mkdirSync(own, { recursive: true });
  const write = (folder: string, value: unknown): void => {
    writeFileSync(join(folder, 'r.json'), JSON.stringify(rule));
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (value !== undefined) writeFileSync(join(folder, 'handrail.json'), text);
  };
  write(own, user);
  write(directory, project);
  const env = { HOME: home, ...variables };
  const guarded = simpleSettings(directory, env);
  expect(guarded !== null).toBe(isSimple);
  if (guarded === null) return;
  expect(guarded).toEqual(allSettings(directory, env));
});

test('the contracts have the names that are known without them', () => {
  expect(contracts.map(({ name }) => name)).toEqual(contractNames);
  expect(contractNames[0]).toBe(defaultContractName);
});
