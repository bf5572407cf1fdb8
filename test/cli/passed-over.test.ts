import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { handrail, temporaryMachine } from '../support/handrail.ts';

/** A machine on whose project rules hold that allow and switch off; `user`: the settings of its user. */
function machineWith({ user = {}, rules = loose }: { user?: object; rules?: object } = {}) {
  const machine = temporaryMachine();
  writeFileSync(join(machine.directory, 'handrail.json'), '{"rules": ["theirs.json"]}');
  const file = join(machine.directory, 'theirs.json');
  writeFileSync(file, JSON.stringify(rules));
  const settings = join(machine.home, '.config/handrail');
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, 'handrail.json'), JSON.stringify(user));
  return { machine, file };
}

const loose = {
  rules: [
    { allow: 'npm test', because: 'ours' },
    { deny: 'npm publish', because: 'not from here' },
  ],
  off: ['git-blind-add'],
};

const found = (file: string) =>
  `${file}: passed over, as a project’s rules can only forbid more: what it allows (allow-npm-test); what it switches off (git-blind-add)`;
const advice = 'to have it hold, name the file in your own settings, or set "trustProjectRules" there';

describe('rules of a project that are passed over', () => {
  test.each([
    ['check', ['check', 'npm test']],
    ['check, of what they switch off', ['check', 'git add .']],
    ['explain', ['explain', '--json', 'npm test']],
  ])('are told by %s, on standard error', async (_what, words) => {
    const { machine, file } = machineWith();
    const { stderr } = await handrail(machine, words);
    expect(stderr).toBe(`handrail: ${found(file)}; ${advice}\n`);
  });

  test.each(['ls', 'npm publish', 'npm install x'])(
    'are not told of where they do not matter: %s',
    async (command) => {
      const { machine } = machineWith();
      expect((await handrail(machine, ['check', command])).stderr).toBe('');
    },
  );

  test('are told by doctor', async () => {
    const { machine, file } = machineWith();
    const { stdout } = await handrail(machine, ['doctor', '--json']);
    expect(JSON.parse(stdout).filter(({ name }: { name: string }) => name === 'rules')).toEqual([
      { name: 'rules', status: 'limited', found: found(file), advice },
    ]);
  });

  test.each([
    ['where they only forbid', { rules: { rules: [{ deny: 'npm publish', because: 'no' }] } }],
    ['where their user trusts them', { user: { trustProjectRules: true } }],
  ])('are not told of %s', async (_when, given) => {
    const { machine } = machineWith(given);
    expect((await handrail(machine, ['check', 'ls'])).stderr).toBe('');
    expect((await handrail(machine, ['doctor', '--json'])).stdout).not.toContain('"rules"');
  });
});
