import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import type { Decision, Finding, Policy, Rule, Verdict } from '../../src/model/decision.ts';
import { decide as decideOn, deciding } from '../../src/policy/decide.ts';

function finding(id: string, verdict: Verdict): Finding {
  return { id, verdict, reason: `because of ${id}`, instead: null };
}

function contains(pattern: string, found: Finding): Rule {
  return { kind: 'text-contains', pattern, finding: found };
}

function decide(policy: Policy, command: string): Decision {
  const analysis = analyze(command);
  if (analysis.kind === 'unrunnable') throw new Error('expected a text that can be run');
  return decideOn(policy, analysis, { workspace: '/workspace', home: null, state: [] });
}

const denyPush = finding('deny-push', 'deny');
const denyForce = finding('deny-force', 'deny');
const askAlways = finding('ask-always', 'ask');
const allowGit = finding('allow-git', 'allow');

describe('a decision', () => {
  it('allows when there are no rules', () => {
    expect(decide({ rules: [] }, 'git push')).toEqual({ verdict: 'allow', findings: [] });
  });

  it('allows when no rule matches', () => {
    expect(decide({ rules: [contains('push', denyPush)] }, 'git pull')).toEqual({
      verdict: 'allow',
      findings: [],
    });
  });

  it('is that of the rule that matches', () => {
    expect(decide({ rules: [contains('push', denyPush)] }, 'git push')).toEqual({
      verdict: 'deny',
      findings: [denyPush],
    });
  });

  it('is the strictest of all that match, deny over ask over allow, whatever their order', () => {
    const rules: readonly Rule[] = [
      contains('git', allowGit),
      { kind: 'every-command', finding: askAlways },
      contains('push', denyPush),
    ];
    const decision = { verdict: 'deny', findings: [denyPush, askAlways, allowGit] };
    expect(decide({ rules }, 'git push')).toEqual(decision);
    expect(decide({ rules: rules.toReversed() }, 'git push')).toEqual(decision);
  });

  it('tells findings of one strictness in the order of the rules', () => {
    const rules = [contains('--force', denyForce), contains('push', denyPush)];
    expect(decide({ rules }, 'git push --force').findings).toEqual([denyForce, denyPush]);
    expect(decide({ rules: rules.toReversed() }, 'git push --force').findings).toEqual([denyPush, denyForce]);
  });

  it('asks for every command when a rule is for every command, the empty one too', () => {
    const rules: readonly Rule[] = [{ kind: 'every-command', finding: askAlways }];
    expect(decide({ rules }, '')).toEqual({ verdict: 'ask', findings: [askAlways] });
  });

  it.each([
    ['git push', true],
    ["echo 'push'", true],
    ['git PUSH', false],
    ['git pu\\sh', false],
  ])('takes a text letter for letter: %s', (command, matches) => {
    const decision = decide({ rules: [contains('push', denyPush)] }, command);
    expect(decision.findings).toEqual(matches ? [denyPush] : []);
  });

  it('tells of what can be come to in two ways once, where it came first', () => {
    const rules: readonly Rule[] = ['b', 'a'].map((name) => ({
      kind: 'invocation',
      when: [{ kind: 'program', names: [name] }],
      finding: { id: name, verdict: 'deny', reason: name, instead: null },
    }));
    const found = decide({ rules }, 'f() { a; }; f; b; f').findings;
    expect(found.map(({ id, place }) => [id, place?.span.start])).toEqual([
      ['a', 6],
      ['b', 15],
    ]);
  });

  it('takes a text for no pattern', () => {
    expect(decide({ rules: [contains('p.sh*', denyPush)] }, 'git push').verdict).toBe('allow');
  });
});

describe('the findings that decide', () => {
  it('are those of the verdict', () => {
    const findings = [denyForce, denyPush, askAlways, allowGit];
    expect(deciding({ verdict: 'deny', findings })).toEqual([denyForce, denyPush]);
    expect(deciding({ verdict: 'ask', findings: [askAlways, allowGit] })).toEqual([askAlways]);
  });

  it('are none when nothing was found', () => {
    expect(deciding({ verdict: 'allow', findings: [] })).toEqual([]);
  });
});
