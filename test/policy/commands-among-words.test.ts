import { expect, test } from 'vitest';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { decisionOn, verdictOf } from './shipped.ts';

/** Commands among the words of programs, and of options, that are not known. Nothing here is executed. */
test.each([
  'pexec rm -rf src',
  'pexec rm -v src -rf',
  'genie -c rm -rf src',
  'envchain build rm -rf src',
  'wrap --quiet -- rm --recursive src',
  './with-settings.sh rm -rf src',
  "wrap --password-command='rm -rf src' backup",
  "wrap --exec 'sudo rm -rf src'",
  "wrap -o 'Update::Pre-Invoke::=rm -rf src'",
  "wrap -c '!rm -rf src'",
  "socat - EXEC:'rm -rf src'",
  'wrap \'(ext:run "rm -rf src")\'',
  "wrap '\\immediate\\write18{rm -rf src}'",
  'osascript -e \'do shell script "rm -rf src"\'',
  'scala -e \'import sys.process._; "rm -rf src".!\'',
  "apt-get update -o 'APT::Update::Pre-Invoke::=rm -rf src'",
  "wrap sh -c 'rm -rf src'",
  'wrap find src -type f -delete',
  'ip vrf exec blue rm -rf src',
  "rpmquery --eval '%(rm -rf src)'",
  "wrap --cmd 'git status; rm -rf src'",
  'wrap \'echo "not now"; rm -rf src\'',
])('in a sandbox a person is asked about %s, which may delete a directory', (command) => {
  const { findings } = decisionOn(command, shippedPolicyInSandbox('none'));
  expect(findings.map(({ id }) => id)).toEqual(['delete-file']);
});

test.each([
  'tox exec -e py312 -- rm -rf src',
  'cabal exec rm -- -rf src',
  'stack exec -- rm -rf src',
  'opam exec --set-switch -- rm -rf src',
  'dune exec rm -- -rf src',
  'lerna exec -- rm -rf src',
  'nx exec -- rm -rf src',
  "yarn exec 'rm -rf src'",
  'ip netns exec blue rm -rf src',
  'pixi run rm -rf src',
  'devbox run -- rm -rf src',
  'ccache rm -rf src',
  'torsocks rm -rf src',
  "pwsh -c 'Remove-Item -Recurse -Force src'",
  'pwsh -c "remove-item -Path src"',
  "git clone 'ext::rm -rf src'",
  "git fetch 'ext::sh -c rm% -rf% src'",
  "lftp -c '!rm -rf src'",
  "mail --exec='!rm -rf src'",
  `crystal eval 'system("rm -rf src")'`,
  `sbcl --eval '(uiop:run-program "rm -rf src")'`,
  "vi -c ':terminal rm -rf src'",
])('in a sandbox a person is asked about %s, which deletes a directory', (command) => {
  const { findings } = decisionOn(command, shippedPolicyInSandbox('none'));
  expect(findings.map(({ id }) => id)).toEqual(['delete-file']);
});

test('another host is reached with a password from elsewhere', () => {
  const findings = (command: string) =>
    decisionOn(command, shippedPolicyInSandbox('host')).findings.map(({ id }) => id);
  expect(findings("sshpass -p secret ssh host 'rm -rf /srv'")).toEqual(findings("ssh host 'rm -rf /srv'"));
  expect(findings('grc kubectl delete namespace web')).toContain('destroy-infrastructure');
});

test.each([
  ['pexec rm -rf /', 'deny'],
  ['wrap -- rm -rf ~', 'deny'],
  ['wrap rm -rf src', 'ask'],
])('without a sandbox %s is answered with %s', (command, verdict) => {
  expect(verdictOf(command)).toBe(verdict);
});

/** Words that are no command, and texts that speak of one. */
test.each([
  'wrap run test',
  'wrap run script',
  'wrap exec node',
  'wrap stacks rm --name web',
  'wrap -m "rm -rf src is gone"',
  'wrap --message "git reset --hard: do not"',
  'wrap "please do not run rm -rf src here"',
  'wrap "make: find all files and delete the old ones"',
  'wrap "rm -rf dist then build it"',
  'wrap exec "fix the tests; git reset --hard if needed"',
  'wrap run "git rebase onto main"',
  'wrap create "Fix: rm -rf src is not asked about" -t bug',
  'wrap -c dev "git push --force by the build"',
  "wrap --filter 'rm -rf src'",
  "wrap --grep='git push --force' test",
  "wrap -k 'git push --force'",
  "bats -f 'git push --force' test",
  "rga 'git push --force'",
  "ugrep 'rm -rf src' .",
  "semgrep -e 'rm -rf $X' --lang bash .",
  'lefthook run pre-commit',
  'lefthook version',
  'wrap init git',
  'wrap login aws',
  'jj git init',
  'jj git remote remove upstream',
  'ccache gcc -c main.c',
  'ccache --show-stats',
  'bear -- make',
  'py-spy top -- python main.py',
  'pixi run lint',
  "pwsh -c 'Remove-Item -WhatIf src'",
  "lftp -c 'open host; ls'",
])('in a sandbox nobody is asked about %s', (command) => {
  expect(decisionOn(command, shippedPolicyInSandbox('none')).findings).toEqual([]);
});

test('without a sandbox a cache of compilers is what the compiler is, and its statistics are shown', () => {
  const found = (command: string) => decisionOn(command).findings.map(({ id }) => id);
  expect(found('ccache gcc -c main.c -o main.o')).toEqual(found('gcc -c main.c -o main.o'));
  expect(found('ccache --show-stats')).toEqual([]);
  expect(found('ccache --clear')).not.toEqual([]);
});
