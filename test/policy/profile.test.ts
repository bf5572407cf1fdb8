import { describe, expect, test } from 'vitest';
import { describeFileProblem } from '../../src/policy/files/read-json.ts';
import { permit, readProfileFile } from '../../src/policy/profile.ts';

const profile = {
  name: 'careful',
  deny: ['tool:bash:rm *'],
  ask: ['tool:bash:git push*'],
  allow: ['tool:bash:git *', 'tool:bash:npm test'],
  default: 'ask',
} as const;

describe('a permission profile', () => {
  test.each([
    ['tool:bash:git status', 'allow', 'tool:bash:git *'],
    ['tool:bash:git push origin', 'ask', 'tool:bash:git push*'],
    ['tool:bash:rm -rf x', 'deny', 'tool:bash:rm *'],
    ['tool:bash:npm test', 'allow', 'tool:bash:npm test'],
    ['tool:bash:npm test --x', 'ask', null],
    ['tool:bash:git log\nrm x', 'allow', 'tool:bash:git *'],
    ['x tool:bash:npm test', 'ask', null],
  ])('C-3: says of %j: %s', (action, verdict, pattern) => {
    expect(permit(profile, action)).toEqual({ verdict, pattern });
  });

  test('C-3: is read from a file; what is left out is empty, and the default is to ask', () => {
    expect(readProfileFile('p.json', '{"name":"p","allow":["tool:bash:ls"]}')).toEqual({
      kind: 'value',
      value: { name: 'p', deny: [], ask: [], allow: ['tool:bash:ls'], default: 'ask' },
    });
  });

  test.each([
    ['{"allow":[]}', ['p.json:1: expected a name, got nothing']],
    [
      '{"name":"p",\n"allow":"ls"}',
      ['p.json:2: expected a list of patterns such as "tool:bash:npm test", got "ls"'],
    ],
    ['{"name":"p",\n"deny":[\n7]}', ['p.json:3: expected a pattern such as "tool:bash:npm test", got 7']],
    ['{"name":"p","default":"maybe"}', ['p.json:1: expected one of allow, deny, ask, got "maybe"']],
    [
      '{"name":"p","alow":[]}',
      [
        'p.json:1: expected only the keys name, deny, ask, allow, default, got "alow" — did you mean "allow"?',
      ],
    ],
    ['{', [expect.stringMatching(/^p\.json:1: expected JSON, got /)]],
  ])('C-3: %j is refused with the place and what was expected', (text, problems) => {
    const reading = readProfileFile('p.json', text);
    expect(reading.kind === 'invalid' && reading.problems.map(describeFileProblem)).toEqual(problems);
  });
});
