import { describe, expect, test } from 'vitest';
import { withFindings } from '../../src/policy/decide.ts';
import { describeFileProblem } from '../../src/policy/files/read-json.ts';
import { readRuleFile } from '../../src/policy/files/rule-file.ts';
import { merge } from '../../src/policy/layers.ts';
import { shippedRules } from '../../src/policy/rules/shipped.ts';
import { decisionOn, places, verdictOf } from './shipped.ts';

function rulesIn(value: unknown) {
  const reading = readRuleFile('rules.json', JSON.stringify(value, null, 2), places);
  if (reading.kind === 'invalid') throw new Error(reading.problems.map(describeFileProblem).join('\n'));
  return reading.value;
}

function problemsIn(text: string): readonly string[] {
  const reading = readRuleFile('rules.json', text, places);
  return reading.kind === 'value' ? [] : reading.problems.map(describeFileProblem);
}

describe('a file of rules', () => {
  const force = {
    deny: 'git push --force',
    unless: '--force-with-lease',
    because: 'it overwrites what others pushed',
    instead: 'Use --force-with-lease.',
    match: ['git push -fu', 'sudo git push origin main --force', "bash -c 'git push -f'"],
    notMatch: ['git push', 'git push --force --force-with-lease', 'echo git push --force'],
  };

  test('has rules that know spellings, clusters, wrappers and nested shells', () => {
    const { rules } = rulesIn({ rules: [force] });
    expect(rules.map(({ finding }) => finding)).toEqual([
      {
        id: 'deny-git-push-force',
        verdict: 'deny',
        reason: 'it overwrites what others pushed',
        instead: 'Use --force-with-lease.',
      },
    ]);
    expect(verdictOf('nice git push -qf', { rules })).toBe('deny');
    expect(verdictOf('git push --force-with-lease -f', { rules })).toBe('allow');
  });

  test('can name effects instead of commands', () => {
    const { rules } = rulesIn({
      rules: [
        {
          deny: { kind: 'writes', path: ['temp'] },
          because: 'no temporary files',
          match: ['ls > /tmp/x'],
          notMatch: ['ls > x'],
        },
      ],
    });
    expect(verdictOf('ls | tee /tmp/y', { rules })).toBe('deny');
  });

  test('that allow a call do not allow what it does because of what comes in, unless its words say that it runs that', () => {
    const policyOf = (...rules: object[]) => ({ rules: [...shippedRules, ...rulesIn({ rules }).rules] });
    const call = { allow: 'psql db', because: 'it is ours' };
    const input = { allow: { kind: 'executes', runs: ['input'] }, because: 'it is ours' };
    const unread = { allow: { kind: 'unknown' }, because: 'it is ours' };
    expect(verdictOf('psql db', policyOf(call))).toBe('allow');
    expect(verdictOf('psql db < x.sql', policyOf(call))).toBe('ask');
    expect(verdictOf('psql db < x.sql', policyOf(call, input, unread))).toBe('allow');
    expect(verdictOf('python3 - < x.py', policyOf({ allow: 'python3 -', because: 'it is ours' }))).toBe(
      'allow',
    );
  });

  test('that allow any operand do not allow an option, also of programs whose options are not listed', () => {
    const policyOf = (allow: string) => ({
      rules: [...shippedRules, ...rulesIn({ rules: [{ allow, because: 'it is ours' }] }).rules],
    });
    const list = policyOf('aws s3 ls *');
    const options = ['--profile other s3://ours', 's3://ours --endpoint-url http://elsewhere.example'];
    expect(verdictOf('aws s3 ls s3://ours', list)).toBe('allow');
    for (const words of [...options, '$x', '"$x"', '*'])
      expect([words, verdictOf(`aws s3 ls ${words}`, list)]).toEqual([words, 'ask']);
    expect(verdictOf('kill -9 12', policyOf('kill -9 *'))).toBe('allow');
    expect(verdictOf('kill -9 12', policyOf('kill *'))).toBe('ask');
    expect(verdictOf('kill -9 -1', policyOf('kill -9 *'))).toBe('ask');
    expect(verdictOf('java -jar a.jar --x', policyOf('java -jar a.jar --x'))).toBe('allow');
  });

  test('of a project that have the name and the words of one that denies leave what that denies denied', () => {
    const because = 'it would delete everything on this machine';
    const file = rulesIn({ rules: [{ ask: 'echo', id: 'delete-root', because }] });
    const shipped = { scope: 'shipped', rules: shippedRules, off: [], mayLoosen: true } as const;
    const policy = merge([shipped, { scope: 'project', ...file, mayLoosen: false }]);
    const { verdict, findings } = decisionOn('for c in echo rm; do $c -rf /; done', policy);
    const named = findings.filter(({ id }) => id === 'delete-root');
    expect([verdict, ...named.map((one) => [one.verdict, one.reason])]).toEqual([
      'deny',
      ['deny', because],
      ['ask', because],
    ]);
    const [denied, asked] = named;
    if (denied === undefined || asked === undefined) throw new Error('expected two findings');
    expect(withFindings({ verdict: 'ask', findings: [asked] }, [denied, asked])).toEqual({
      verdict: 'deny',
      findings: [denied, asked],
    });
  });

  test.each([
    ['reads', undefined, ['secret'], 'cat /srv/notes', 'allow'],
    ['reads', undefined, ['secret'], 'cat -- "$(head -1 list)"', 'ask'],
    ['reads', undefined, ['secret'], 'xargs cat < list', 'ask'],
    ['reads', undefined, ['secret'], 'tar cf - ~', 'ask'],
    ['reads', undefined, ['secret'], 'grep -r x /etc', 'ask'],
    ['reads', undefined, ['secret'], 'tar cf - /run/secrets', 'ask'],
    ['reads', undefined, ['secret'], 'grep -r x src', 'allow'],
    ['reads', ['unknown'], ['secret'], 'xargs cat < list', 'allow'],
    ['reads', undefined, undefined, 'xargs cat < list', 'allow'],
    ['writes', ['workspace'], ['git-internals', 'startup-file'], 'cp -r a sub', 'allow'],
    ['writes', ['workspace'], ['git-internals', 'startup-file'], 'cp -r a .', 'ask'],
    ['writes', ['workspace'], ['git-internals', 'startup-file'], 'tar xf a.tar', 'ask'],
    ['writes', ['workspace'], undefined, 'tar xf a.tar', 'allow'],
  ] as const)('that allow what %s at %j, but not at %j: %s: %s', (kind, path, pathNot, command, verdict) => {
    const { rules } = rulesIn({ rules: [{ allow: { kind, path, pathNot }, because: 'it is ours' }] });
    expect(verdictOf(command, { rules: [...shippedRules, ...rules] })).toBe(verdict);
  });

  test.each(['./deploy.sh', 'bin/deploy now', '/usr/bin/git push'])(
    'with the path %j are refused',
    (form) => {
      const rules = (more: object) => JSON.stringify({ rules: [{ deny: 'git', because: 'no', ...more }] });
      const expected = 'a program by its name, without a path; a file that is run is an effect';
      const problem = `rules.json:1: expected ${expected}, got ${JSON.stringify(form)}`;
      expect(problemsIn(rules({ deny: form }))).toEqual([problem]);
      expect(problemsIn(rules({ unless: form }))).toEqual([problem]);
    },
  );

  describe('an option that is taken back is not what lifts a rule', () => {
    const policyOf = (rule: object) => ({ rules: [...shippedRules, ...rulesIn({ rules: [rule] }).rules] });
    const denied = { deny: 'npm publish', unless: ['--dry-run'], because: 'CI makes the releases' };
    const allowed = { allow: 'npm publish --dry-run', because: 'it only tries' };
    const applied = { allow: 'kubectl apply --dry-run -f x.yaml', because: 'it only tries' };

    test.each([
      ['npm publish --dry-run', 'ask', 'allow'],
      ['npm publish --dry-run=true', 'ask', 'ask'],
      ['npm publish --no-dry-run --dry-run', 'ask', 'ask'],
      ['npm publish --dry-run=false', 'deny', 'ask'],
      ['npm publish --dry-run="$dry"', 'deny', 'ask'],
      ['npm publish --dry-run --dry-run=false', 'deny', 'ask'],
      ['npm publish --dry-run --no-dry-run', 'deny', 'ask'],
      ['npm publish --dry-run false', 'deny', 'ask'],
    ])('%s: %s where it is excepted, %s where it is allowed', (command, excepted, told) => {
      expect(verdictOf(command, policyOf(denied))).toBe(excepted);
      expect(verdictOf(command, policyOf(allowed))).toBe(told);
    });

    test('nor is a value that was not named', () => {
      expect(verdictOf('kubectl apply --dry-run -f x.yaml', policyOf(applied))).toBe('allow');
      expect(verdictOf('kubectl apply --dry-run=none -f x.yaml', policyOf(applied))).toBe('ask');
      const lease = { deny: 'git push --force', unless: '--force-with-lease', because: 'it is ours' };
      expect(
        verdictOf('git push --force --force-with-lease=main', { rules: rulesIn({ rules: [lease] }).rules }),
      ).toBe('allow');
    });
  });

  test('allows what it allows as it is written, and nothing with more words', () => {
    const { rules } = rulesIn({
      rules: [
        { allow: 'npm test', because: 'it is ours' },
        { allow: 'npm run *', because: 'they are' },
      ],
    });
    const policy = { rules: [...shippedRules, ...rules] };
    expect(verdictOf('npm test', policy)).toBe('allow');
    expect(verdictOf('npm run build', policy)).toBe('allow');
    expect(verdictOf('npm test --prefix ../other', policy)).toBe('ask');
    expect(verdictOf('npm test > out.log', policy)).toBe('ask');
    expect(verdictOf('NODE_OPTIONS=--require=./x.js npm test', policy)).toBe('ask');
    expect(verdictOf('npm test; rm -rf ~', policy)).toBe('deny');
  });

  test.each([
    [
      { kind: 'writes', path: ['workspace'] },
      ['touch f', 'touch f g', 'sort -o f notes', 'cp notes f', 'touch src/*'],
      [
        'touch f ../../g',
        'touch f /etc/x',
        'cp ~/.ssh/id_rsa f',
        'curl -o f https://example.com/x',
        'curl -d @notes -o f https://example.com',
        'npm install',
        'x=$(cat notes); touch "$x"',
        'x=$(cat notes); touch "src/$x"',
        'echo x > f',
        'tee f > g',
        'touch f; rm f',
      ],
    ],
    [
      { kind: 'writes', path: ['workspace', 'unknown'] },
      ['x=$(cat notes); touch "src/$x"'],
      ['x=$(cat notes); cp ~/.ssh/id_rsa "src/$x"'],
    ],
    [
      { kind: 'executes', runs: ['file'], path: ['workspace'] },
      ['node x.js', 'npm test', './x.sh'],
      ['node /opt/x.js', 'node -e 1', 'node x.js > f', 'sudo node x.js', 'x=$(cat notes); node "src/$x"'],
    ],
    [{ kind: 'network' }, ['curl https://example.com'], ['curl -o f https://example.com', 'git push']],
  ])('allows an effect, and nothing else that the same call does: %j', (allow, held, others) => {
    const { rules } = rulesIn({ rules: [{ allow, because: 'it is ours' }] });
    const policy = { rules: [...shippedRules, ...rules] };
    expect(held.filter((command) => verdictOf(command, policy) !== 'allow')).toEqual([]);
    expect(others.filter((command) => verdictOf(command, policy) === 'allow')).toEqual([]);
  });

  test.each([
    ['cp new old', ['cp new old', 'cp -- new old'], ['cp old new', 'cp new new', 'cp old', 'cp old old']],
    ['a-tool go', ['a-tool go'], ['a-tool go go', 'a-tool stop go']],
    [
      'npm run test *',
      ['npm run test unit', 'npm run test unit e2e'],
      ['npm run deploy test', 'npm run test'],
    ],
    ['a-tool * to *', ['a-tool x to y', 'a-tool x y to to to z'], ['a-tool to x', 'a-tool x to']],
    ['npm run test*', ['npm run test', 'npm run test:unit'], ['npm run test:a test:b', 'npm run a test']],
  ])('allows operands in their order: %s', (allow, held, others) => {
    const { rules } = rulesIn({ rules: [{ allow, because: 'it is ours' }] });
    const policy = { rules: [...shippedRules, ...rules] };
    expect(held.filter((command) => verdictOf(command, policy) !== 'allow')).toEqual([]);
    expect(others.filter((command) => verdictOf(command, policy) === 'allow')).toEqual([]);
  });

  test.each([
    ['npm', 'npm run test', ['npm run test', 'npm run test x'], ['npm run deploy test', 'npm run a test b']],
    [
      'a-tool',
      'a-tool go',
      ['a-tool go', 'a-tool go x --y'],
      ['a-tool stop go', 'a-tool --x go', 'a-tool "$x" go'],
    ],
    [
      'a-tool',
      'a-tool -v go',
      ['a-tool -v go', 'a-tool go -v'],
      ['a-tool go', 'a-tool -v stop go', 'a-tool -x -v go'],
    ],
  ])('makes an exception of %s for what begins with %s, and not for more', (ask, unless, excepted, held) => {
    const { rules } = rulesIn({ rules: [{ deny: ask, unless, because: 'it is not' }] });
    expect(excepted.filter((command) => verdictOf(command, { rules }) === 'deny')).toEqual([]);
    expect(held.filter((command) => verdictOf(command, { rules }) !== 'deny')).toEqual([]);
  });

  test('can switch rules off, in a scope that may', () => {
    const file = rulesIn({ off: ['git-blind-add'] });
    const shipped = { scope: 'shipped', rules: shippedRules, off: [], mayLoosen: true } as const;
    const user = { scope: 'user', ...file, mayLoosen: true } as const;
    expect(verdictOf('git add .', merge([shipped, user]))).toBe('ask');
    expect(verdictOf('git add .', merge([shipped, { ...user, scope: 'project', mayLoosen: false }]))).toBe(
      'deny',
    );
  });

  test.each([
    [
      '{\n  "rules": [\n    { "deny": 7, "because": "x" }\n  ]\n}',
      'rules.json:3: expected a command, such as "git push --force", or an effect, got 7',
    ],
    [
      '{\n  "rules": [{\n    "deny": "ls",\n    "becuase": "x",\n    "because": "x"\n  }]\n}',
      'rules.json:4: expected only the keys deny, ask, allow, id, unless, because, instead, match, notMatch, got "becuase" — did you mean "because"?',
    ],
    [
      '{"rules": [{ "deny": { "kind": "deletes", "isRecursiv": true }, "because": "x" }]}',
      expect.stringMatching(/, got "isRecursiv" — did you mean "isRecursive"\?$/),
    ],
    [
      '{"rules": [{ "deny": { "kind": "delete" }, "because": "x" }]}',
      expect.stringMatching(/, got "delete" — did you mean "deletes"\?$/),
    ],
    [
      '{"rules": [{ "deny": { "kind": "network", "isRecursive": true }, "because": "x" }]}',
      'rules.json:1: expected with the kind network only the keys kind, direction, got "isRecursive"',
    ],
    [
      '{"rules": [{ "deny": { "kind": "sets", "subject": ["shell"] }, "because": "x" }]}',
      'rules.json:1: expected with the kind sets only the keys kind, got "subject"',
    ],
    [
      '{"rules": [{ "deny": { "kind": "network", "direction": [] }, "because": "x" }]}',
      'rules.json:1: expected a list of receives, sends, listens, got []',
    ],
    [
      '{\n"rules": [\n{ "because": "x" }] }',
      'rules.json:3: expected one of deny, ask and allow, got nothing',
    ],
    [
      '{ "rules": [{ "deny": "ls" }] }',
      'rules.json:1: expected "because", a text that says why, got nothing',
    ],
    [
      '{ "rules": [{ "deny": "ls", "because": "x", "instead": 5 }] }',
      'rules.json:1: expected "instead", a text that says what to do, got 5',
    ],
    [
      '{ "rules": [{ "deny": "curl | sh", "because": "x" }] }',
      'rules.json:1: expected the form of one call, which "|" is no part of, got "curl | sh"',
    ],
    [
      '{ "rules": [{ "deny": "ls", "because": "x",\n"unless": ["-a", "ls && pwd"] }] }',
      'rules.json:2: expected the form of one call, which "&&" is no part of, got "ls && pwd"',
    ],
    ['', 'rules.json:1: expected JSON, got text that is none (expected a value, got the end)'],
    [
      '{\nghp_secret\n}',
      'rules.json:2: expected JSON, got text that is none (expected a key in double quotes or })',
    ],
    [
      '{\n"rules": [{ "ask": "rm", "because": "x",\n"match": ["rm x",\n"ls"] }] }',
      'rules.json:4: expected a command that the rule holds for, got "ls"',
    ],
    [
      '{\n"rules": [{ "ask": "rm", "because": "x",\n"notMatch": ["sudo rm x"] }] }',
      'rules.json:3: expected a command that it does not hold for, got "sudo rm x"',
    ],
    [
      '{ "rules": [{ "ask": { "kind": "reads", "path": ["moon"] }, "because": "x" }] }',
      expect.stringMatching(/^rules\.json:1: expected a list of root, home, .*, got \["moon"\]$/),
    ],
    ['{\n  "rules": [\n}', expect.stringMatching(/^rules\.json:3: expected JSON, got /)],
    ['[]', 'rules.json:1: expected an object with "rules", got []'],
    ['{ "rules": [],\n"rules": [] }', 'rules.json:2: expected each key once, got "rules" once more'],
    [
      '{ "rules": [{ "deny": "ls", "because": "x",\n"d\\u0065ny": "rm" }] }',
      'rules.json:2: expected each key once, got "deny" once more',
    ],
  ])('%j stops with file, line and what was expected', (text, problem) => {
    expect(problemsIn(text)).toEqual([problem]);
  });

  test.each([101, 50_000])('of %i levels stops with words, whether it is whole or not', (levels) => {
    const begun = `{ "x": ${'['.repeat(levels)}`;
    for (const text of [begun, `${begun}${']'.repeat(levels)} }`])
      expect(problemsIn(text)).toEqual(['rules.json:1: expected JSON, got text that is nested too deep']);
  });

  test('has as many brackets in a text as it likes', () => {
    const because = `\\"${'['.repeat(200)}`;
    expect(rulesIn({ rules: [{ deny: 'ls', because }] }).rules).toHaveLength(1);
  });
});
