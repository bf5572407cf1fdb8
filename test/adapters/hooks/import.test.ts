import { describe, expect, test } from 'vitest';
import { claudePermissions } from '../../../src/adapters/hooks/import/claude-permissions.ts';
import { opencodePermissions } from '../../../src/adapters/hooks/import/opencode-permissions.ts';
import type { Permissions } from '../../../src/adapters/hooks/import/permission.ts';
import { rulesOf } from '../../../src/adapters/hooks/import/rules-of.ts';
import type { Verdict } from '../../../src/model/decision.ts';
import { readRuleFile } from '../../../src/policy/files/rule-file.ts';
import { judgeCommand } from '../../../src/policy/judge-command.ts';
import { merge } from '../../../src/policy/layers.ts';
import { placesOf } from '../../../src/policy/paths/places.ts';
import { shippedRules } from '../../../src/policy/rules/shipped.ts';

const where = { cwd: '/h/w', home: '/h' };

/** What the imported rules, beside the shipped ones, say of a command. */
function verdicts(permissions: Permissions): (command: string) => Verdict {
  const { rules } = rulesOf(permissions, placesOf(where));
  const reading = readRuleFile('', JSON.stringify({ rules }), placesOf(where));
  if (reading.kind !== 'value') throw new Error(JSON.stringify(reading));
  const shipped = { scope: 'shipped', rules: shippedRules, off: [], mayLoosen: true } as const;
  const policy = merge([shipped, { scope: 'user', mayLoosen: true, ...reading.value }]);
  return (command) => judgeCommand(policy, command, where).decision.verdict;
}

describe('of Claude Code', () => {
  const given = {
    permissions: {
      allow: [
        'Bash(npm run test:*)',
        'Bash(make lint)',
        'Bash(npm publish *)',
        'Bash(sudo *)',
        'Bash(cargo*)',
        'Read(~/x)',
      ],
      ask: ['Bash(npm publish *)', 'Bash(ls *)'],
      deny: ['Bash(curl *)', 'Bash(git push --tags)', 'WebFetch(domain:x.org)'],
      defaultMode: 'acceptEdits',
    },
  };
  const verdict = verdicts(claudePermissions(given));

  // What the agent says by the meaning that it documents, and what the rules say.
  test.each([
    ['npm run test', 'allow', 'allow'],
    ['npm run test unit', 'allow', 'allow'],
    ['make lint', 'allow', 'allow'],
    ['npm publish', 'ask', 'ask'],
    ['ls src', 'ask', 'ask'],
    ['curl x.org', 'deny', 'deny'],
    ['git push --tags', 'deny', 'deny'],
    // Stricter, because a rule is about what is run, and a permission about how the text begins:
    ['npm run test --prefix /elsewhere', 'allow', 'ask'],
    ['npm run test > ~/.bashrc', 'allow', 'ask'],
    ['make lint deploy', 'ask', 'ask'],
    ['git push origin --tags', 'ask', 'deny'],
    ['true && curl x.org', 'deny', 'deny'],
    ['env A=1 curl x.org', 'ask', 'deny'],
    ["bash -c 'curl x.org'", 'ask', 'deny'],
    ['"cu"rl x.org', 'ask', 'deny'],
    ['npm run test && curl x.org', 'deny', 'deny'],
    ['npm run test $(curl x.org)', 'ask', 'deny'],
  ] as const)('%s: %s there, %s here', (command, _there, here) => {
    expect(verdict(command)).toBe(here);
  });

  test('what has lines is more than one call, and is not taken for one', () => {
    const lines = claudePermissions({ permissions: { allow: ['Bash(git push\norigin main)'] } });
    const { rules, notTaken } = rulesOf(lines, placesOf(where));
    expect([rules, notTaken.length]).toEqual([[], 1]);
  });

  // Without a blank before the `*` the last word may go on.
  const open = verdicts(
    claudePermissions({
      permissions: {
        allow: [
          'Bash(npm run test*)',
          'Bash(a-tool go*)',
          'Bash(touch*)',
          'Bash(git log*)',
          'Bash(git rest*)',
        ],
        ask: ['Bash(git log --all*)', 'Bash(npm run test:slow*)'],
        deny: [
          'Bash(git push*)',
          'Bash(shr*)',
          'Bash(b-tool go*)',
          'Bash(rm -rf*)',
          'Bash(git commit -m fix*)',
        ],
      },
    }),
  );
  test.each([
    ['npm run test', 'allow', 'allow'],
    ['npm run test:unit a', 'allow', 'allow'],
    ['npm run test:slow', 'ask', 'ask'],
    ['npm run deploy test', 'ask', 'ask'],
    ['a-tool go', 'allow', 'allow'],
    ['a-tool gone x', 'allow', 'allow'],
    ['a-tool stop go', 'ask', 'ask'],
    ['git restore a', 'allow', 'allow'],
    ['touch a', 'allow', 'allow'],
    ['git log', 'allow', 'allow'],
    ['git push', 'deny', 'deny'],
    ['git push origin main', 'deny', 'deny'],
    ['git pull', 'ask', 'ask'],
    ['shred x', 'deny', 'deny'],
    ['b-tool go', 'deny', 'deny'],
    ['b-tool gone x', 'deny', 'deny'],
    ['b-tool stay', 'ask', 'ask'],
    ['rm -rf build', 'deny', 'deny'],
    ['git commit -m fixed', 'deny', 'deny'],
    // Stricter:
    ['b-tool stay gone', 'ask', 'deny'],
    ['git log --all', 'ask', 'ask'],
    ['touchx a', 'allow', 'ask'],
  ] as const)('with a last word that may go on, %s: %s there, %s here', (command, _there, here) => {
    expect(open(command)).toBe(here);
  });

  test.each([
    [
      'deny',
      'Bash(git push*)',
      'for git push, with any words after it; for other subcommands that begin so there is no rule',
    ],
    [
      'deny',
      'Bash(rm -rf*)',
      'for rm -rf, with any words after it; for other options that begin so there is no rule',
    ],
    [
      'allow',
      'Bash(ls*)',
      'for ls, with any words after it; for other programs that begin so there is no rule',
    ],
  ])('of what is not all said it is told what is: %s %s', (verdict, name, why) => {
    const imported = rulesOf(claudePermissions({ permissions: { [verdict]: [name] } }), placesOf(where));
    expect([imported.notTaken, imported.inPart]).toEqual([[], [{ name, why }]]);
  });

  test('nothing is allowed where an exception may go on as no rule can say', () => {
    const allow = ['Bash(git commit --amend *)'];
    const given = { permissions: { allow, ask: ['Bash(git commit --am*)'] } };
    expect(
      rulesOf(claudePermissions(given), placesOf(where)).rules.filter((rule) => 'allow' in rule),
    ).toEqual([]);
  });

  test('what does not become a rule is told with the reason', () => {
    const { notTaken } = rulesOf(claudePermissions(given), placesOf(where));
    expect(notTaken.map(({ name }) => name)).toEqual([
      'Bash(npm publish *)',
      'Bash(sudo *)',
      'Bash(cargo*)',
      'WebFetch(domain:x.org)',
      'Read(~/x)',
      'defaultMode acceptEdits',
    ]);
    expect(notTaken.every(({ why }) => why.length > 20)).toBe(true);
  });

  test('is said of what is more than the words of one call', () => {
    const given = { permissions: { deny: ['Bash(curl a | sh)', 'Bash(git * main)'] } };
    const { notTaken } = rulesOf(claudePermissions(given), placesOf(where));
    const why =
      'a rule is about the words of one call, with a * at their end alone, and this is something else';
    expect(notTaken).toEqual([
      { name: 'Bash(curl a | sh)', why },
      { name: 'Bash(git * main)', why },
    ]);
  });

  test('and so is what else is said of permissions', () => {
    const more = { additionalDirectories: ['../x'], disableBypassPermissionsMode: 'disable', allow: [] };
    const { notTaken } = claudePermissions({ permissions: more });
    expect(notTaken.map(({ name }) => name)).toEqual([
      'permissions.additionalDirectories',
      'permissions.disableBypassPermissionsMode',
    ]);
  });

  test('nothing is allowed that goes after a permission of which no exception can be made', () => {
    const { rules } = rulesOf(
      claudePermissions({ permissions: { allow: ['Bash(make lint)'], ask: ['Bash(make * --force)'] } }),
      placesOf(where),
    );
    expect(rules).toEqual([]);
  });

  test.each([
    [7, 'expected an object of settings, got 7 (number)'],
    [{ permissions: [] }, 'expected an object at permissions, got [] (array)'],
    [
      { permissions: { allow: 'Bash' } },
      'expected a list of texts at permissions.allow, got "Bash" (string)',
    ],
    [{ permissions: { deny: [7] } }, 'expected a list of texts at permissions.deny, got [7] (array)'],
  ])('settings of another form are refused: %j', (settings, problem) => {
    expect(() => claudePermissions(settings)).toThrow(problem);
  });
});

describe('of opencode', () => {
  const given = {
    permission: {
      '*': 'ask',
      bash: {
        '*': 'ask',
        'ls *': 'allow',
        'npm run *': 'allow',
        'npm run deploy *': 'deny',
        'rm *': 'deny',
        'git * main': 'ask',
      },
      edit: 'deny',
    },
  };
  const verdict = verdicts(opencodePermissions(given));

  test.each([
    ['ls', 'allow', 'allow'],
    ['ls src', 'allow', 'allow'],
    ['npm run build', 'allow', 'allow'],
    ['npm run deploy', 'deny', 'deny'],
    ['cat README.md', 'ask', 'ask'],
    ['rm x', 'deny', 'deny'],
    // Stricter:
    ['npm run build; rm x', 'deny', 'deny'],
    ['npm run build --prefix /elsewhere', 'allow', 'ask'],
    ['find . -exec rm {} +', 'ask', 'deny'],
    ['sh -c "rm x"', 'ask', 'deny'],
  ] as const)('%s: %s there, %s here', (command, _there, here) => {
    expect(verdict(command)).toBe(here);
  });

  test('an exception that may go on is one, and no more', () => {
    const bash = { '*': 'deny', 'npm run test*': 'allow', 'npm run test:slow*': 'deny' };
    const open = verdicts(opencodePermissions({ permission: { bash } }));
    const commands = ['npm run test:unit', 'npm run test:slow', 'npm run deploy test', 'ls'];
    expect(commands.map(open)).toEqual(['allow', 'deny', 'deny', 'deny']);
  });

  test('the last one that fits decides', () => {
    const late = verdicts(
      opencodePermissions({ permission: { bash: { 'curl *': 'deny', 'npm run *': 'allow', '*': 'deny' } } }),
    );
    expect([late('npm run build'), late('ls')]).toEqual(['deny', 'deny']);
    const early = verdicts(
      opencodePermissions({ permission: { bash: { '*': 'deny', 'npm run *': 'allow' } } }),
    );
    expect([early('npm run build'), early('ls')]).toEqual(['allow', 'deny']);
    const bash = { 'npm run *': 'allow' };
    for (const [permission, verdict] of [
      [{ '*': 'deny', bash }, 'allow'],
      [{ bash, '*': 'deny' }, 'deny'],
      [{ '*': 'ask', bash: { ...bash, '*': 'deny' } }, 'deny'],
    ] as const)
      expect(verdicts(opencodePermissions({ permission }))('npm run build')).toBe(verdict);
  });

  test('what does not become a rule is told', () => {
    const { notTaken } = rulesOf(opencodePermissions(given), placesOf(where));
    expect(notTaken.map(({ name }) => name)).toEqual(['bash "git * main": ask', 'permission.edit']);
  });

  test('and so is what holds for one of its agents, and which tools there are', () => {
    const build = { description: 'x', permission: { bash: { 'curl *': 'deny' } } };
    const more = { tools: { bash: false }, agent: { build }, mode: { plan: { tools: { write: false } } } };
    for (const permission of ['allow', { bash: 'allow' }, undefined]) {
      const { notTaken } = opencodePermissions({ ...more, permission });
      expect(notTaken.map(({ name }) => name)).toEqual([
        'tools',
        'agent.build.permission',
        'mode.plan.tools',
      ]);
    }
  });

  test.each([
    [7, 'expected an object of settings, got 7 (number)'],
    [{ permission: 7 }, 'expected a word or an object at permission, got 7 (number)'],
    [{ permission: 'perhaps' }, 'expected allow, ask or deny for "*", got "perhaps"'],
    [{ permission: { bash: [] } }, 'expected a word or an object at permission.bash, got [] (array)'],
    [{ permission: { bash: { ls: 'yes' } } }, 'expected allow, ask or deny for "ls", got "yes"'],
  ])('settings of another form are refused: %j', (settings, problem) => {
    expect(() => opencodePermissions(settings)).toThrow(problem);
  });
});
