import { describe, expect, test } from 'vitest';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { verdictOf } from './shipped.ts';

/** Nothing here is executed. */
describe('jj', () => {
  test.each([
    'jj',
    'jj tag --help',
    `jj log -r 'trunk()..@' --no-graph -T 'change_id ++ "\\n"'`,
    'jj diff --from main --to @ src',
    'jj file show -r @- src/index.ts',
    'jj evolog -r @',
    'jj op log',
    'jj b l',
    'jj config get user.name',
    'jj git remote list',
    'jj resolve --list',
    'jj workspace list',
  ])('%s only shows something, and is allowed', (command) => {
    expect(verdictOf(command)).toBe('allow');
  });

  test.each([
    'jj new -m x',
    'jj bookmark create x -r @',
    'jj squash',
    'jj split -m x src',
    'jj resolve --tool :ours',
    'jj undo',
    'jj abandon @',
    'jj git push',
  ])('%s is asked about, but for a sandbox', (command) => {
    expect(verdictOf(command)).toBe('ask');
    expect(verdictOf(command, shippedPolicyInSandbox('none'))).toBe('allow');
  });

  test.each([
    ...['jj diff .env', `jj file show -r @- 'glob:".env"'`, 'jj file annotate "root:.env"'],
    ...['jj split', 'jj split -m x', 'jj split src', 'jj squash -i', 'jj resolve', 'jj diffedit'],
    ...['jj config edit --user', 'jj config set --user user.name x', 'jj git remote add x ext::sh'],
    ...['jj util gc', 'jj op abandon ..@', 'jj resolve --tool meld'],
  ])('%s is asked about in a sandbox, too', (command) => {
    expect(verdictOf(command, shippedPolicyInSandbox('none'))).toBe('ask');
  });

  test.each([
    'jj bisect run --range a..b -- rm -rf /',
    'jj bisect run --range a..b --command "rm -rf /"',
    'jj util exec -- rm -rf ~',
    'jj util exec rm -rf ~',
  ])('what %s runs is seen', (command) => {
    expect(verdictOf(command)).toBe('deny');
  });

  test.each(['jj diff --tool x', 'jj --config ui.pager=x log', "jj file show '~src'", 'jj whatever'])(
    '%s is not taken for one that only shows',
    (command) => {
      expect(verdictOf(command)).toBe('ask');
    },
  );
});
