import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Approver, createBash, workspace } from '../../src/index.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { thrownBy } from '../support/thrown.ts';
import { harmlessBackend, ran, verdictOn, workspaceBash } from '../support/workspace.ts';

const careful = {
  name: 'careful',
  deny: ['tool:bash:git push*'],
  ask: ['tool:bash:git *'],
  allow: ['tool:bash:git status', 'tool:bash:echo *'],
};

const yes: Approver = { ask: async () => ({ kind: 'approved' }) };
const no: Approver = { ask: async () => ({ kind: 'refused', reason: 'not today' }) };

describe('the permission of workspace', () => {
  test.each([
    ['echo a', null],
    ['git push', ['deny', 'the profile "careful" denies "tool:bash:git push*"']],
    ['git status', ['ask', 'the profile "careful" asks about "tool:bash:git *"']],
    ['ls', ['ask', 'the profile "careful" asks about what none of its patterns fits']],
    [' echo a', ['ask', 'the profile "careful" asks about what none of its patterns fits']],
    ['echo a\ngit push', null],
  ])('C-2: the action is "tool:bash:" and the whole command %j', async (command, told) => {
    const { result, started } = await verdictOn(command, { profile: careful });
    const [decision, reason] = told ?? [];
    expect(result).toEqual(
      told === null ? ran(command) : { decision, action: `tool:bash:${command}`, reason },
    );
    expect(started).toBe(told === null);
  });

  test.each([
    ['deny', 'denies'],
    ['ask', 'asks about'],
  ])('C-2: with the default %s nothing is started', async (verdict, says) => {
    const { bash, directory } = workspaceBash({ profile: { name: 'p', default: verdict } });
    const { result, isError } = await bash.run({ command: 'touch made' });
    expect(result).toEqual({
      decision: verdict,
      action: 'tool:bash:touch made',
      reason: `the profile "p" ${says} what none of its patterns fits`,
    });
    expect(isError).toBe(true);
    expect(existsSync(join(directory, 'made'))).toBe(false);
  });

  test('C-2: without a profile everything is asked about, and the reason says so', async () => {
    const backend = harmlessBackend();
    const bash = createBash({ contract: workspace, backend, stateDir: temporaryDirectory() });
    expect((await bash.run({ command: 'echo a' })).result).toEqual({
      decision: 'ask',
      action: 'tool:bash:echo a',
      reason: 'no profile was given, so everything is asked about',
    });
    expect(backend.plans).toEqual([]);
    await bash.close();
  });

  test('C-2: a question that was handed back is answered by calling again', async () => {
    const { bash, directory } = workspaceBash({ profile: careful });
    const input = { command: 'touch made' };
    expect((await bash.run(input)).result).toMatchObject({ decision: 'ask' });
    expect((await bash.run(input, { approver: no })).result).toEqual({
      decision: 'deny',
      action: 'tool:bash:touch made',
      reason: 'not today',
    });
    expect(existsSync(join(directory, 'made'))).toBe(false);
    expect((await bash.run(input, { approver: yes })).result).toEqual(ran('touch made'));
    expect(existsSync(join(directory, 'made'))).toBe(true);
    expect((await bash.run(input)).result).toMatchObject({ decision: 'ask' });
  });

  test('C-2: an approval lifts no denial', async () => {
    const backend = harmlessBackend();
    const { bash } = workspaceBash({ profile: careful }, { backend });
    for (const command of ['git push', 'rm -rf /nothing/..'])
      expect((await bash.run({ command }, { approver: yes })).result).toMatchObject({ decision: 'deny' });
    expect(backend.plans).toEqual([]);
  });

  test.each([
    ['allows', { allow: ['*'], default: 'allow' }],
    ['asks about', { ask: ['*'] }],
    ['denies', { deny: ['*'] }],
  ])('C-2: the blocklist comes first where the profile %s everything', async (_says, profile) => {
    const { result, started } = await verdictOn('rm -rf /', { profile });
    expect(result).toEqual({
      decision: 'deny',
      action: 'tool:bash:rm -rf /',
      reason:
        'blocked-delete-root: it would delete everything on this machine. Name the directory that is to go.',
    });
    expect(started).toBe(false);
  });

  test('C-2: where both ask, the blocklist is told before the profile', async () => {
    const profile = { name: 'p', default: 'ask' };
    const { result, started } = await verdictOn('rm -rf "$DIRECTORY/"', { profile });
    expect(result).toMatchObject({
      decision: 'ask',
      reason:
        'blocked-perhaps-root: what it would delete is not known, and could be everything on this machine. Write the path out.; the profile "p" asks about what none of its patterns fits',
    });
    expect(started).toBe(false);
  });

  test.each(['if', 'echo "', 'touch made; touch too\n(', 'echo $(touch made)\nfi'])(
    'C-2: the mistake in %j is told by bash, and nothing of it runs, where the profile allows everything',
    async (command) => {
      const { bash, directory } = workspaceBash();
      const before = readdirSync(directory);
      const { result } = await bash.run({ command });
      const stderr = expect.stringMatching(/^bash: -c: line \d: .*\n/);
      expect(result).toEqual(ran(command, { exit_code: 2, stderr }));
      expect(readdirSync(directory)).toEqual(before);
    },
  );

  test('C-2: a text with a mistake in it is asked about where the profile would ask, and denied where it denies', async () => {
    const ask = await workspaceBash({ profile: { name: 'p', default: 'ask' } }).bash.run({ command: 'if' });
    expect(ask.result).toMatchObject({ decision: 'ask', action: 'tool:bash:if' });
    const deny = await workspaceBash({ profile: { name: 'p', default: 'deny' } }).bash.run({ command: 'if' });
    expect(deny.result).toMatchObject({ decision: 'deny', action: 'tool:bash:if' });
  });

  test('C-2: what bash finds no mistake in, and is not understood all the same, is asked about', async () => {
    const { bash, directory } = workspaceBash();
    const { result } = await bash.run({ command: 'touch made; cat <<end <<other\nno end' });
    expect(result).toMatchObject({
      decision: 'ask',
      reason: expect.stringMatching(/^blocked-perhaps-unread: .*a here-document without an end/),
    });
    expect(existsSync(join(directory, 'made'))).toBe(false);
  });

  test('C-2: rules of the host hold beside the profile', async () => {
    const backend = harmlessBackend();
    const finding = { id: 'no-git', verdict: 'deny', reason: 'no git here', instead: null } as const;
    const rule = { kind: 'invocation', finding, when: [{ kind: 'program', names: ['git'] }] } as const;
    const { bash } = workspaceBash(
      {},
      { backend, rules: [{ scope: 'user', rules: [rule], off: [], mayLoosen: true }] },
    );
    expect((await bash.run({ command: 'cd x && \\git log' })).result).toEqual({
      decision: 'deny',
      action: 'tool:bash:cd x && \\git log',
      reason: 'no git here',
    });
    expect(backend.plans).toEqual([]);
  });
});

describe('the profile of workspace', () => {
  test('C-3: is the same from a file as from an object', () => {
    const file = join(temporaryDirectory(), 'profile.json');
    writeFileSync(file, JSON.stringify(careful));
    const { bash } = workspaceBash({ profile: file });
    const { bash: other } = workspaceBash({ profile: careful });
    return Promise.all(
      ['git push', 'git status', 'ls'].map(async (command) => {
        const [fromFile, fromObject] = await Promise.all([bash.run({ command }), other.run({ command })]);
        expect(fromFile.result).toEqual(fromObject.result);
      }),
    );
  });

  test('C-3: deny goes before ask, ask before allow, whatever their order is', async () => {
    const profile = { allow: ['*'], ask: ['*true b*'], deny: ['*c'], default: 'allow' };
    const verdicts = await Promise.all(
      ['true a', 'true b', 'true bc', 'true c'].map(async (command) => {
        const { result } = await verdictOn(command, { profile });
        return 'decision' in result ? result.decision : 'allow';
      }),
    );
    expect(verdicts).toEqual(['allow', 'ask', 'deny', 'deny']);
  });

  test.each([
    ['not JSON', '{', /^options of the contract workspace: profile in .*:1: expected JSON, got /],
    [
      'a list that is none',
      '{"name": "p",\n"allow": "ls"}',
      /profile in .*\/p\.json:2: expected a list of patterns such as "tool:bash:npm test", got "ls"$/,
    ],
    ['an unknown key', '{"name": "p",\n\n"alow": []}', /p\.json:3: expected only the keys name, deny, ask, /],
    ['an unknown default', '{"name": "p", "default": "yes"}', /expected one of allow, deny, ask, got "yes"$/],
  ])('C-3: a file with %s is refused with its place and what was expected', (_what, text, message) => {
    const file = join(temporaryDirectory(), 'p.json');
    writeFileSync(file, text);
    const error = thrownBy(() => createBash({ contract: workspace, options: { profile: file } }));
    expect(error).toMatchObject({ code: 'invalid-options', message: expect.stringMatching(message) });
  });

  test('C-3: a file that is not there is refused by name', () => {
    const file = join(temporaryDirectory(), 'missing.json');
    const error = thrownBy(() => createBash({ contract: workspace, options: { profile: file } }));
    expect(error).toMatchObject({ code: 'invalid-options', message: expect.stringContaining(file) });
  });

  test.each([
    [
      { alow: [] },
      'profile: expected only the keys name, deny, ask, allow, default, got the key "alow" — did you mean "allow"?',
    ],
    [{ deny: [7] }, 'profile.deny[0]: expected a string that is not empty, got 7 (number)'],
    [{ default: 'yes' }, 'profile.default: expected one of "allow", "deny", "ask", got "yes" (string)'],
    [7, 'profile: expected an object, or the path of a JSON file that holds it, got 7 (number)'],
  ])('C-3: the object %j is refused with what was expected', (profile, message) => {
    const error = thrownBy(() => createBash({ contract: workspace, options: { profile } }));
    expect(error).toMatchObject({ message: `options of the contract workspace: ${message}` });
  });
});
