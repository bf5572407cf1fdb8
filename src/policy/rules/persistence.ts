import type { Rule } from '../../model/decision.ts';
import { ask, deny, fact, program } from './make.ts';

/** What goes on having an effect after the command. */
export const rules: readonly Rule[] = [
  deny('change-handrail', {
    does: [
      { kind: 'writes', path: ['handrail'] },
      { kind: 'deletes', path: ['handrail'] },
    ],
    because: 'it would change {subject}, where rules, approvals and the record of what ran are kept',
    match: ['echo x > ~/.config/handrail/handrail.json', 'rm ~/.local/state/handrail/state.db'],
    notMatch: ['cat ~/.config/handrail/handrail.json'],
  }),
  deny('delete-handrail', {
    does: [{ kind: 'deletes', path: ['holds-handrail'] }],
    unless: [fact('narrows-search'), fact('asks-for-help')],
    because: 'it would take away {subject}, in which rules, approvals and the record of what ran are kept',
    instead: 'Name what is to go in it.',
    match: ['rm -rf ~/.local/state', 'mv ~/.config x', 'cd ~/.local && rm -r state', 'rm -rf ~/.local'],
    notMatch: ['ls ~/.local/state', 'rm -rf ~/.config/nvim', 'cp -r ~/.config x', 'rm -rf ~/.local/share/x'],
  }),
  deny('answer-approval', {
    does: [{ kind: 'changes', subject: ['approvals'] }],
    because: 'it would answer for the user, or undo what the user has answered ({subject})',
    instead: 'Tell the user what is to be approved, and go on when the same call is let through.',
    match: [
      'handrail approve 7 --yes',
      'handrail approve 7',
      'handrail grants revoke 2',
      'npx handrail approve 7 --always',
    ],
    notMatch: ['handrail approve', 'handrail grants', "handrail run -- 'ls'"],
  }),
  deny('answer-approval-by-file', {
    when: [fact('answers-by-file')],
    because: 'it would answer for the user, or undo what the user has answered, by a file of Handrail',
    instead: 'Tell the user what is to be approved, and go on when the same call is let through.',
    match: [
      'node lib/handrail.cjs approve 3',
      'node_modules/.bin/handrail approve 3 --yes',
      'yarn handrail grants revoke 2',
      'node node_modules/handrail/dist/cli/handrail.cjs hook install claude',
    ],
    notMatch: [
      'node lib/handrail.cjs approve',
      "node lib/handrail.cjs check 'ls'",
      'cat node_modules/.bin/handrail',
      'node lib/other.cjs approve 3',
    ],
  }),
  ask('write-startup-file', {
    does: [{ kind: 'writes', path: ['startup-file'] }],
    because: 'it would change {subject}, from which programs run code by themselves',
  }),
  ask('copy-orders', {
    when: [program('cp', 'gcp', 'install', 'ginstall', 'ln', 'gln', 'rsync')],
    does: [{ kind: 'reads', path: ['startup-file', 'agent-settings'] }],
    unless: [fact('asks-for-help')],
    // Where it goes, and what is deleted there, says more.
    isFallback: true,
    because: 'it would put {subject} in another place, and programs or agents go by files of that name',
    match: ['cp -r a/.husky .', 'cp templates/AGENTS.md .', 'ln -s x/.vscode sub/'],
    notMatch: ['cp -r src lib', 'cp README.md docs/', 'cat AGENTS.md'],
  }),
  ask('write-agent-settings', {
    does: [{ kind: 'writes', path: ['agent-settings'] }],
    because: 'it would change {subject}, which says what an agent or editor may do',
  }),
  ask('write-git-internals', {
    does: [{ kind: 'writes', path: ['git-internals', 'git-directory'] }],
    because: 'it would write into the repository itself: {subject}',
  }),
  ask('write-secret', {
    does: [{ kind: 'writes', path: ['secret'] }],
    because: 'it would write to {subject}, which usually holds secrets',
  }),
  ask('steering-variable', {
    does: [{ kind: 'sets', variable: ['steers'] }],
    because: 'it would set {subject}, from which programs take what to run or where to look',
  }),
  ask('environment-variable', {
    does: [{ kind: 'sets', variable: ['plain'] }],
    because: 'it would set {subject} for the programs that follow',
    isFallback: true,
  }),
];
