import type { Rule } from '../../model/decision.ts';
import { ask, deny, fact } from './make.ts';

/** Git: what cannot be had back, and what is taken in without being looked at. */
export const rules: readonly Rule[] = [
  deny('git-blind-add', {
    when: [fact('stages-everything')],
    because: 'it would stage everything there is, files that nobody has looked at too',
    instead: 'Name the files: git add <file> <file>.',
    match: [
      'git add .',
      'git add -A',
      'git -C web add --all',
      "git add ':/'",
      'git add -Av',
      'git add src .',
    ],
    notMatch: [
      'git add src/index.ts',
      'git add -n .',
      'git add -- -A',
      'git commit -am x',
      'git add .gitignore',
    ],
  }),
  deny('git-force-push', {
    when: [fact('forces-push')],
    because: 'it would overwrite what others have pushed, whatever that is',
    instead: 'Use git push --force-with-lease, which refuses if the remote has moved.',
    match: [
      'git push --force',
      'git push -fu origin x',
      'git push origin +main',
      'git -c a.b=c push -f',
      'git push --mirror',
      'git push --force --force-with-lease',
      'git -c remote.origin.mirror=true push',
      "git -c 'remote.origin.push=+refs/heads/*' push",
      'git send-pack --force ../x main',
    ],
    notMatch: [
      'git push',
      'git push --force-with-lease origin x',
      'git push origin c++-support',
      'git fetch -f',
    ],
  }),
  ask('git-delete-remote', {
    when: [fact('deletes-remote-branch')],
    because: 'it would delete branches or tags on the remote',
  }),
  ask('git-loses-work', {
    does: [{ kind: 'changes', subject: ['repository'], isDestructive: true }],
    because: 'it would discard commits or changes that are nowhere else',
    instead: 'Commit or stash them first.',
  }),
  ask('git-settings', {
    does: [{ kind: 'changes', subject: ['settings'] }],
    because: 'it would change settings that programs go by from then on ({subject})',
  }),
  ask('git-other-repository', {
    when: [fact('other-repository')],
    because:
      'git would go by the settings of another directory than the workspace, and settings can name programs to run',
    instead: 'Work in the workspace, and name paths.',
  }),
  ask('git-change', {
    does: [{ kind: 'changes', subject: ['repository', 'remote'] }],
    isFallback: true,
    because: 'it would change the {subject}',
  }),
];
