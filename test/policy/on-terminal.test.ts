import { describe, expect, test } from 'vitest';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { policyOnTerminal } from '../../src/policy/rules/on-terminal.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';
import { decisionOn } from './shipped.ts';

/** What is said of a program that waits for keys; of others nothing changes. */
function saidOf(command: string, policy = shippedPolicy): string | undefined {
  return decisionOn(command, policy).findings.find(({ id }) => id === 'interactive')?.reason;
}

describe('without a terminal', () => {
  test.each(['less README.md', 'git log | less -R', 'ls -R | more', 'zless a.gz'])(
    '%s writes all there is, and waits for nobody',
    (command) => {
      expect(decisionOn(command).verdict).toBe('allow');
      expect(decisionOn(command, shippedPolicyInSandbox('none')).verdict).toBe('allow');
    },
  );

  test.each(['top', 'python3', 'crontab -e', 'watch ls'])('%s waits for somebody', (command) => {
    expect(saidOf(command)).toMatch(/waits for somebody at a terminal, and there is nobody/);
  });
});

describe('on a terminal', () => {
  test.each(['top', 'python3', 'less README.md', 'psql'])(
    '%s is asked about for what may be typed',
    (command) => {
      for (const policy of [shippedPolicy, shippedPolicyInSandbox('none')])
        expect(saidOf(command, policyOnTerminal(policy))).toMatch(/^what is typed to \w+ is not looked at$/);
    },
  );

  test.each(['git status', 'rm -rf src', 'rm -rf /', 'sleep 5 &', 'cat .env'])(
    '%s is judged as ever',
    (command) => {
      expect(decisionOn(command, policyOnTerminal(shippedPolicy))).toEqual(decisionOn(command));
    },
  );
});

test('the policy is made once for each that it is made of', () => {
  expect(policyOnTerminal(shippedPolicy)).toBe(policyOnTerminal(shippedPolicy));
});
