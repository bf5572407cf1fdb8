import type { Rule } from '../../model/decision.ts';
import { compressors } from '../facts/deletion.ts';
import { ask, deny, fact, program } from './make.ts';

const everythingOf = (...path: readonly ('root' | 'home' | 'git-directory' | Here)[]) =>
  [{ kind: 'deletes', path, isRecursive: true }] as const;

/** All of the workspace, said in one way or another. */
type Here = 'everything-here' | 'workspace-root' | 'holds-workspace';

const renamers = ['rename', 'prename', 'file-rename', 'perl-rename'];

/** Deleting what cannot be had back. */
export const rules: readonly Rule[] = [
  deny('delete-root', {
    does: everythingOf('root'),
    unless: [fact('narrows-search'), fact('asks-for-help')],
    because: 'it would delete everything on this machine',
    instead: 'Name the directory that is to go.',
    match: [
      'rm -rf /',
      'rm -r -f -- /',
      'rm -rf /*',
      'rm -rf /tmp/..',
      'sudo rm -rf /',
      "bash -c 'rm -rf /'",
      'find / -delete',
    ],
    notMatch: ['rm -rf /tmp/x', 'echo rm -rf /', 'find / -name core -delete', 'rm -rf node_modules'],
  }),
  deny('delete-home', {
    does: everythingOf('home'),
    unless: [fact('narrows-search'), fact('asks-for-help')],
    because: 'it would delete a whole home directory',
    instead: 'Name the directory that is to go.',
    match: ['rm -rf ~', 'rm -rf "$HOME"', 'rm -r ~/*', 'cd && rm -rf *'],
    notMatch: ['rm -rf ~/projects/demo/node_modules', "rm -rf './~'"],
  }),
  deny('delete-git-directory', {
    does: everythingOf('git-directory'),
    unless: [fact('narrows-search')],
    because: 'it would delete the repository: commits, branches and stashes that are nowhere else',
    instead: 'Delete single branches or stashes, or clone the repository anew elsewhere.',
    match: ['rm -rf .git', 'rm -r packages/app/.git', 'rm -rf .git*', 'rm -rf .[g]it'],
    notMatch: ['rm -rf .github', 'rm .gitkeep', 'rm -f .git/index.lock', 'rm -rf vendor/lib.git.bak'],
  }),
  deny('delete-everything-here', {
    does: everythingOf('everything-here', 'workspace-root', 'holds-workspace'),
    // These take a directory as it is to another place, make it equal to another one, leave what is not empty, or put another file in the place of each.
    unless: [
      fact('narrows-search'),
      fact('asks-for-help'),
      fact('removes-committed'),
      program('mv', 'gmv', 'rsync', 'rmdir', 'grmdir', ...compressors, ...renamers),
    ],
    because: 'it would delete everything in the working directory',
    instead: 'Name the files and directories that are to go, such as dist or node_modules.',
    match: [
      ...['rm -rf *', 'rm -rf -- ./*', 'rm -rf .*', 'rm -rf */', 'rm -rf "$PWD"', 'find . -delete'],
      'git rm -rf .',
    ],
    notMatch: [
      'git rm -r .',
      ...['rm -rf dist/*', 'rm -f *.log', 'rm *.tmp', 'rm -rf */dist', "find . -name '*.o' -delete"],
      ...['find . -type f -exec gzip {} +', 'find . -exec rename s/a/b/ {} +'],
    ],
  }),
  ask('delete-unknown', {
    does: [{ kind: 'deletes', path: ['unknown'] }],
    because:
      'what it would delete is not known ({subject}): a variable that is empty could make it far more than was meant',
    instead: 'Write the paths out.',
  }),
  ask('delete-outside-workspace', {
    does: [{ kind: 'deletes', pathNot: ['workspace', 'temp', 'unknown'] }],
    because: 'it would delete {subject}, which is outside of the workspace',
  }),
  ask('delete-settings', {
    does: [{ kind: 'deletes', path: ['git-directory', 'git-internals', 'startup-file', 'agent-settings'] }],
    unless: [fact('deletes-index-lock')],
    because: 'it would take away {subject}, which git, agents or other programs go by',
    match: ['rm .git/packed-refs', 'mv .git old', 'rm .envrc', 'rm .claude/settings.json'],
    notMatch: ['rm .gitignore', 'rm package.json', 'rm -rf .github', 'rm -f .git/index.lock'],
  }),
  ask('delete-secret', {
    does: [{ kind: 'deletes', path: ['secret'] }],
    because: 'it would take away {subject}, which usually holds secrets, and may be nowhere else',
    match: ['rm .env', 'mv .env copy'],
    notMatch: ['rm .env.example', 'rm src/keyboard.ts'],
  }),
  ask('move-away', {
    when: [fact('moves-away')],
    does: [{ kind: 'deletes', pathNot: ['temp'] }],
    because: 'it would move {subject} to where it may be lost',
    instead: 'Name a place in the workspace, a directory with a slash at its end.',
    match: ['mv src /tmp/x', 'mv a /dev/null', 'for f in *.ts; do mv "$f" lib; done'],
    notMatch: ['mv src lib', 'mv a b lib', 'mv /tmp/a /tmp/b', 'for f in *.ts; do mv "$f" lib/; done'],
  }),
  ask('delete-file', {
    does: [{ kind: 'deletes' }],
    isFallback: true,
    because: 'it would delete {subject}',
  }),
];
