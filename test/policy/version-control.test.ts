import { describe, expect, test } from 'vitest';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { decisionOn } from './shipped.ts';

/** The findings in a sandbox without a network, each once. */
function asked(command: string): readonly string[] {
  const { findings } = decisionOn(command, shippedPolicyInSandbox('none'));
  return [...new Set(findings.map(({ id }) => id))];
}

/** Nothing here is executed. */
describe('in a sandbox a person', () => {
  test.each([
    'git checkout-index -af',
    'git checkout-index --all --force --prefix=./',
    'svn cleanup --remove-unversioned',
    'svn cleanup --remove-ignored sub',
    'svn revert -R .',
    'fossil revert',
    'fossil clean --force',
    'bzr clean-tree --force',
    'darcs obliterate --all',
    'p4 revert //...',
    'hg update --clean',
    'hg remove -f notes.txt',
    'git lfs prune',
    'git obliterate notes.txt',
    'git clear -f',
    'git clear-soft --force',
    'git fresh-branch docs',
    'git reset-file notes.txt HEAD~1',
    'git delete-merged-branches',
    'git symbolic-ref --delete HEAD',
    'git symbolic-ref -d "$ref"',
  ])('is asked about %s, which loses work', (command) => {
    expect(asked(command)).toEqual(['git-loses-work']);
  });

  test.each([
    ['git submodule deinit vendor/lib', ['git-loses-work']],
    ['git submodule deinit -f --all', ['git-loses-work']],
    ['git submodule deinit .', ['delete-unknown', 'git-loses-work']],
    ['git submodule foreach sh -c "rm -rf src"', ['delete-file']],
    ['git submodule foreach --recursive "rm -rf src; ls" x', ['delete-file']],
    ['srm -r src', ['delete-file']],
    ['srm --recursive --simple src', ['delete-file']],
    ['srm *.txt', ['delete-file']],
    ['jj describe', ['interactive']],
    ['jj commit', ['interactive']],
    ['git clear', ['git-loses-work', 'interactive']],
    ["hg --config alias.x='!rm -rf src' x", ['delete-file']],
    ["hg --config hooks.pre-status='rm -rf src' status", ['delete-file']],
    ["svn --config-option config:tunnels:x='rm -rf src' info", ['delete-file']],
  ])('is asked about %s: %j', (command, ids) => {
    expect(asked(command)).toEqual(ids);
  });

  test.each([
    'git checkout-index -a',
    'git symbolic-ref -d refs/remotes/origin/HEAD',
    'git symbolic-ref HEAD refs/heads/main',
    'hg --config ui.username=me log',
    'svn cleanup',
    'fossil status',
    'jj describe -m "a message"',
    'jj describe --message x @-',
    'jj commit -m x',
    'echo x | jj describe --stdin',
    'hg status --modified',
    'hg update',
    'hg checkout stable',
    'hg remove notes.txt',
    'hg forget notes.txt',
    'git lfs checkout',
    'git update-server-info --force',
    'srm notes.txt',
    "git submodule foreach git log --grep 'rm -rf src; ls'",
  ])('is not asked about %s', (command) => {
    expect(asked(command)).toEqual([]);
  });
});
