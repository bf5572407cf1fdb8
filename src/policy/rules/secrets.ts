import type { Rule } from '../../model/decision.ts';
import { ask, fact, program } from './make.ts';

/** What is to stay where it is: keys, passwords, tokens, and what may hold them. */
export const rules: readonly Rule[] = [
  ask('read-secret', {
    does: [
      { kind: 'reads', path: ['secret'] },
      // What it sets is a secret, and is there for what comes after.
      { kind: 'executes', runs: ['file'], path: ['secret'] },
    ],
    unless: [fact('shows-none')],
    because: 'it would read {subject}, which usually holds secrets',
    instead: 'Read an example file, or ask for the one value that is needed.',
    match: [
      'cat .env',
      '. ./.env',
      'cat ~/.ssh/id_rsa',
      'head -1 .env.local',
      'grep X .[e]nv',
      'cat config/../.env',
    ],
    notMatch: ['cat src/keyboard.ts', 'cat .env.example', 'cat src/*.ts', 'cat .gitignore'],
  }),
  ask('read-secret-found', {
    when: [fact('reads-secret-found')],
    does: [{ kind: 'reads', path: ['unknown'] }],
    because: 'it would read what is looked for by names that files with secrets have ({subject})',
    match: ['find . -name .env -exec cat {} +', "find . -name '*.pem' | xargs cat"],
    notMatch: ["find . -name '*.ts' -exec cat {} +", 'find . -name .env', 'cat "$f"'],
  }),
  ask('read-secret-directory', {
    when: [fact('reads-secret-directory')],
    does: [{ kind: 'reads', pathNot: ['secret'], isRecursive: true }],
    because: 'it would show all that is in {subject}, a directory for secrets',
    instead: 'Name the files that are wanted, or what is looked for in them.',
    match: ["grep -r '' secrets", 'rg . config/secrets', "grep -rn '^' src/secrets"],
    notMatch: ['ls -R secrets', 'rg -n rotate src/secrets', 'grep -r . src', 'rg . secrets -t ts'],
  }),
  ask('read-git-directory', {
    does: [{ kind: 'reads', path: ['git-directory'], isRecursive: true }],
    // These show names, and what they run for them is looked at on its own.
    unless: [program('find', 'gfind', 'fd', 'fdfind', 'du', 'gdu', 'ls', 'tree')],
    because: 'it would read all of {subject}, and the addresses of remotes in it can have passwords',
    instead: 'Name the files that are wanted, or ask git.',
    match: ['grep -r x .git', 'tar c .git'],
    notMatch: ['grep -r x .', 'grep -r x .git/refs', 'find .git -name x', 'cat .git/HEAD'],
  }),
  ask('read-secret-in-commit', {
    when: [fact('names-secret')],
    because: 'it would show a file that usually holds secrets',
  }),
  ask('disclose-variables', {
    does: [{ kind: 'discloses', what: ['variable'], variable: ['secret', 'private'] }],
    unless: [fact('only-tests'), fact('shows-none')],
    because: 'it would show {subject} of the environment, which may be secret',
    match: ['echo $TOKEN', '[ "$TOKEN" -gt 1 ]'],
    notMatch: ['[ -n "$TOKEN" ]', '[[ $TOKEN == a* ]]', 'unset TOKEN'],
  }),
  // These show nothing by themselves.
  ask('trace-variables', {
    when: [program('test', '[', '[[', ':', 'unset'), fact('is-traced')],
    does: [{ kind: 'discloses', what: ['variable'], variable: ['secret', 'private'] }],
    because: 'it would show {subject} of the environment in the trace of the shell, which may be secret',
    instead: 'Leave out -x.',
  }),
  ask('disclose-credentials', {
    does: [{ kind: 'discloses', what: ['credentials'] }],
    unless: [fact('shows-none')],
    because: 'it would show stored credentials',
  }),
  ask('disclose', {
    does: [{ kind: 'discloses', what: ['processes', 'history'] }],
    unless: [fact('shows-none')],
    because: 'it would show {subject}, where secrets may be',
  }),
];
