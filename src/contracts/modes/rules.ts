import type { InvocationRule, PathClass, Policy, Rule } from '../../model/decision.ts';
import { call, deny, fact, program } from '../../policy/rules/make.ts';

/** The three messages, as the document prints them; its line ends are those of its page. */
const messages = {
  gitAdd:
    'permission denied: blind git add commands (git add -A, git add ., git add --all, git add *) are not allowed, specify files explicitly',
  gitPush:
    'permission denied: git push --force is not allowed. Use --force-with-lease for safer force pushes, or push without force',
  rm: 'permission denied: this rm command could delete critical data (.git, home directory, or root). Specify the full path explicitly (no wildcards, ~, or $HOME)',
};

/** What no `rm` may take away with all that is in it. */
const critical: readonly PathClass[] = [
  'root',
  'home',
  'git-directory',
  'git-internals',
  'everything-here',
  'workspace-root',
];

const invocations: readonly InvocationRule[] = [
  deny('modes-git-add', {
    when: [fact('stages-everything')],
    because: messages.gitAdd,
    match: ['git add .', 'git add *', 'git add -A', 'git add --all', 'sudo git add .', 'git -C x add -Av'],
    notMatch: ['git add file.rs', 'git add src/*.rs', 'git add -n .', 'echo git add .'],
  }),
  // With a path `-A` stages no more than is below it, but still what nobody has named.
  ...['git add --all', 'git stage --all'].map((form) =>
    deny('modes-git-add-all', {
      when: [call(form)],
      unless: [fact('stages-everything'), fact('is-dry-run')],
      because: messages.gitAdd,
    }),
  ),
  deny('modes-git-push', {
    when: [fact('forces-push')],
    because: messages.gitPush,
    match: [
      'git push --force',
      'git push -f',
      'git push -uf origin x',
      'git push origin +main',
      'git push --force --force-with-lease',
    ],
    notMatch: [
      'git push',
      'git push --force-with-lease --force-if-includes',
      'git push -n --force',
      'git commit -m "git push --force"',
    ],
  }),
  deny('modes-rm', {
    when: [program('rm')],
    does: [{ kind: 'deletes', path: critical, isRecursive: true }],
    unless: [fact('narrows-search'), fact('asks-for-help')],
    because: messages.rm,
    match: [
      'rm -rf /',
      'rm -fr ~',
      'rm -r -f "$HOME"',
      'rm -rf .git',
      'rm -rf *',
      'find / -exec rm -rf {} +',
    ],
    notMatch: ['rm -rf node_modules', 'rm -rf dist/*', 'rm -f .git/index.lock', 'rm -rf .github'],
  }),
];

/**
 * What is not read cannot be checked, be it for its syntax, for a form that bash may read in another way, or for its size;
 * the same for a script within the command.
 */
const unread: readonly Rule[] = [
  {
    kind: 'unparsed',
    finding: {
      id: 'modes-unparsed',
      verdict: 'deny',
      reason: 'Failed to parse script: {subject} at {place}',
      instead: null,
    },
  },
  deny('modes-unparsed-code', {
    does: [{ kind: 'unknown', code: ['unparsed-code'] }],
    because: 'Failed to parse script: {subject} in what {program} runs at {place}',
    match: ["bash -c 'echo ('"],
    notMatch: ["sh -c 'echo {a,b}'", 'bash -c "$SCRIPT"'],
  }),
];

/** The checks of the document over what would run; all else is allowed. */
export const policy: Policy = { rules: [...unread, ...invocations] };
