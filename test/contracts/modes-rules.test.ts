import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readCases } from '../../scripts/corpus-score.mjs';
import { analyze } from '../../src/analysis/analyze.ts';
import { modes } from '../../src/contracts/modes/modes.ts';
import { policy } from '../../src/contracts/modes/rules.ts';
import type { Verdict } from '../../src/model/decision.ts';
import { decide } from '../../src/policy/decide.ts';
import { placesOf } from '../../src/policy/paths/places.ts';
import { harmlessModes, modesBash } from '../support/modes.ts';
import { temporaryDirectory } from '../support/temporary.ts';

// Whatever is dangerous here is never run: `harmlessModes` has a backend that starts nothing.

const gitAdd =
  'permission denied: blind git add commands (git add -A, git add ., git add --all, git add *) are not allowed, specify files explicitly';
const gitPush =
  'permission denied: git push --force is not allowed. Use --force-with-lease for safer force pushes, or push without force';
const rm =
  'permission denied: this rm command could delete critical data (.git, home directory, or root). Specify the full path explicitly (no wildcards, ~, or $HOME)';

/** What is answered, and whether the command came to the backend. */
async function fateOf(command: string): Promise<{ readonly text: string; readonly runs: boolean }> {
  const { backend, answer } = harmlessModes();
  const text = await answer(command);
  return { text, runs: backend.plans.length > 0 };
}

async function expectRefused(command: string, message: string): Promise<void> {
  expect(await fateOf(command)).toEqual({ text: message, runs: false });
}

async function expectRun(command: string): Promise<void> {
  expect(await fateOf(command)).toEqual({ text: '', runs: true });
}

describe('the checks of modes', () => {
  test.each([
    'git add -A',
    'git add --all',
    'git add .',
    'git add *',
    'git add ./',
    "git add '*'",
    'git add -- .',
    'git add -Av',
    'git add --al',
    'git add -A src',
    'git add src .',
    'git add "$PWD"',
    'git stage -A',
    'git -C web add .',
    'git -c a.b=c add --all',
    'set -euo pipefail; git add *',
    'shopt -s dotglob; git add *',
  ])('A-14: %s is blocked', (command) => expectRefused(command, gitAdd));

  test.each([
    'git add file.rs',
    'git add src/main.rs tests/',
    'git add *.rs',
    'git add .gitignore .github',
    'git add -u',
    'git add -p file.rs',
    'git add -- -A',
    'git add -n .',
    'git commit -am "git add ."',
  ])('A-14: %s is allowed', expectRun);

  test.each([
    'git push --force',
    'git push -f',
    'git push origin main --force',
    'git push -fu origin main',
    'git push -uf origin main',
    'git push origin +main',
    'git push origin +HEAD:main',
    'git push --force --force-with-lease',
    'git -C web push -f',
  ])('A-14: %s is blocked', (command) => expectRefused(command, gitPush));

  test.each([
    'git push',
    'git push origin main',
    'git push -u origin feature-f',
    'git push --force-with-lease',
    'git push --force-with-lease=main origin main',
    'git push --force-if-includes --force-with-lease',
    'git push --follow-tags',
    'git push origin c++',
    'git fetch -f',
    'git branch -f x',
  ])('A-14: %s is allowed', expectRun);

  test.each([
    'rm -rf /',
    'rm -rf /*',
    'rm -rf ~',
    'rm -rf ~/',
    'rm -rf ~/*',
    'rm -rf $HOME',
    'rm -rf "${HOME}"/*',
    'rm -rf .git',
    'rm -rf ./.git/',
    'rm -rf sub/.git',
    'rm -rf *',
    'rm -rf ./*',
    'rm -rf -- *',
    'rm -rf .',
    'rm -rf .*',
    'rm -fr /',
    'rm -r -f /',
    'rm  -rf  "/"',
    'rm / -rf',
    'rm -Rfv .git',
    'rm --recursive --force .git',
    'rm --rec --fo .git',
    'rm -r .git',
    'rm -rf node_modules .git',
    'rm -rf /tmp/..',
    'cd / && rm -rf *',
    'cd ~; rm -rf ./*',
    'rm -rf /home/nobody-here',
    'rm -rf /home',
    'rm -rf /home/*',
    'set -euo pipefail; rm -rf *',
    'set -o errexit; rm -rf /*',
    'shopt -s dotglob; rm -rf *',
    'shopt -s nullglob; rm -rf /*',
    'shopt -s dotglob nullglob; cd ~ && rm -rf *',
  ])('A-14: %s is blocked', (command) => expectRefused(command, rm));

  test.each([
    'rm -rf node_modules',
    'rm -rf ./target dist/*',
    'rm -rf /tmp/build',
    'rm -rf ~/projects/demo/node_modules',
    'rm -rf "$HOME/.cache/demo"',
    'rm -rf .github .gitignore',
    "rm -rf './~' '*'",
    'rm -f .git/index.lock',
    'rm file.txt',
    'rm -f *.log',
    'rm -rf *.egg-info',
    'rm -rf /var/lib/apt/lists/*',
    'cd sub && rm -rf *',
    "find . -name '*.pyc' -exec rm -rf {} +",
    'rm --help',
    'shopt -s nullglob; rm -rf *.log build/*',
    'set -euo pipefail; rm -rf build/*',
  ])('A-14: %s is allowed', expectRun);

  test.each([
    'echo "rm -rf /"',
    'echo git add .',
    "grep -rn 'git push --force' docs",
    'git commit -m "never git push -f"',
    'git log --all',
    "cat <<'END'\nrm -rf /\ngit add .\nEND",
    '# rm -rf /\ntrue',
    "printf '%s\\n' 'git add -A' > notes.txt",
    'echo rm -rf ~ # git push --force',
  ])('A-14: %s only speaks of it, and runs', expectRun);

  test.each([
    ['sudo git add .', gitAdd],
    ['sudo -u me -E git push -f', gitPush],
    ['sudo rm -rf /', rm],
    ['sudo -- env A=1 rm -rf /', rm],
  ])('A-13: %s is seen through sudo', expectRefused);

  test.each([
    ['a pipeline', 'ls | git add . | cat'],
    ['and', 'true && git add .'],
    ['or', 'false || git add .'],
    ['a list', 'true; git add .'],
    ['lines', 'true\ngit add .'],
    ['the background', 'git add . & wait'],
    ['a negation', '! git add .'],
    ['time', 'time git add .'],
    ['a subshell', '(cd x; (git add .))'],
    ['a group', '{ git add .; }'],
    ['a for loop', 'for f in a b; do git add .; done'],
    ['a for loop that counts', 'for ((i = 0; i < 2; i++)); do git add .; done'],
    ['a while loop', 'while true; do git add .; done'],
    ['the condition of a while loop', 'while git add .; do break; done'],
    ['an until loop', 'until git add .; do break; done'],
    ['select', 'select x in a; do git add .; done'],
    ['a branch', 'if true; then git add .; fi'],
    ['a condition', 'if git add .; then :; fi'],
    ['elif', 'if true; then :; elif git add .; then :; fi'],
    ['else', 'if true; then :; else git add .; fi'],
    ['a branch that is never taken', 'false && { false || git add .; }'],
    ['a case', 'case a in b) ;; *) git add . ;; esac'],
    ['a function', 'f() { git add .; }; f'],
    ['a function that is never called', 'f() { git add .; }'],
    ['a function in one that is never called', 'f() { g() { git add .; }; }; echo'],
    ['a test', '[[ -n $(git add .) ]]'],
    ['what follows an exit', 'exit\ngit add .'],
  ])('A-13: %s is looked into', (_name, command) => expectRefused(command, gitAdd));

  test.each([
    ['a substitution', 'echo "$(git add .)"'],
    ['backquotes', 'echo `git add .`'],
    ['a nested substitution', 'echo $(echo $(git add .))'],
    ['an assignment', 'x=$(git add .)'],
    ['a default', 'echo ${x:-$(git add .)}'],
    ['a process substitution', 'diff <(git add .) file'],
    ['one that is written to', 'tee >(git add .)'],
    ['a here-document', 'cat <<END\n$(git add .)\nEND'],
    ['a here-string', 'cat <<< "$(git add .)"'],
    ['arithmetic', 'echo $(( $(git add .) + 1 ))'],
    ['an arithmetic command', '(( x = $(git add .) ))'],
    ['a redirect', 'echo > "$(git add .)"'],
    ['the words of a loop', 'for f in $(git add .); do :; done'],
    ['eval', "eval 'git add .'"],
    ['eval of words', 'eval git add .'],
    ['bash -c', "bash -c 'git add .'"],
    ['bash -c in bash -c', `bash -c 'sh -c "git add ."'`],
    ['bash -ec', "bash -ec 'true; git add .'"],
    ['a script on standard input', "bash <<'END'\ngit add .\nEND"],
    ['a script through a pipe', "echo 'git add .' | sh"],
    ['source', "source <(echo 'git add .')"],
    ['xargs', 'echo x | xargs -n1 git add -A'],
    ['what xargs reads', 'echo . | xargs git add'],
    ['what xargs puts in', "printf '%s\\n' . | xargs -I{} git add {}"],
    ['find -exec', "find . -name x -exec git add . ';'"],
    ['find -exec sh -c', "find . -exec sh -c 'git add .' \\;"],
    ['parallel', 'parallel git add ::: .'],
    ['a trap', "trap 'git add .' EXIT"],
    ['an alias', "shopt -s expand_aliases\nalias a='git add .'\na"],
    ['PROMPT_COMMAND', "PROMPT_COMMAND='git add .' bash -i"],
    ['watch', "watch -n 1 'git add .'"],
    ['git itself', "git submodule foreach 'git add .'"],
  ])('A-13: %s is looked into', (_name, command) => expectRefused(command, gitAdd));

  test.each([
    'env A=1 git add .',
    'env -i PATH=/bin git add .',
    "env -S 'git add .'",
    'timeout 5 git add .',
    'timeout -k 1 -s KILL 5 git add .',
    'nice -n 5 git add .',
    'ionice -c 3 git add .',
    'nohup git add . &',
    'setsid -w git add .',
    'stdbuf -oL git add .',
    'command git add .',
    'command -p git add .',
    'builtin command git add .',
    'exec git add .',
    'exec -a x git add .',
    'flock lock git add .',
    'strace -f git add .',
    'doas git add .',
    "su -c 'git add .'",
    'sudo env A=1 timeout 5 nice -n 1 nohup git add .',
    'busybox env git add .',
    '/usr/bin/env git add .',
  ])('A-13: %s is seen through', (command) => expectRefused(command, gitAdd));

  test.each([
    '/usr/bin/git add .',
    '\\git add .',
    'g"i"t \'add\' .',
    "$'git' add .",
    "git add $'\\x2e'",
    'git \\\n  add \\\n  .',
    'g=git; $g add .',
    'a="add ."; git $a',
    'set -- git add .; "$@"',
    '{git,add,.}',
    'x=(git add .); "${x[@]}"',
    '$(echo git) add .',
    'eval "$(printf "git add .")"',
  ])('A-13: %s is no disguise', (command) => expectRefused(command, gitAdd));

  test.each([
    ['as many commands as fit into 1 MiB', `${'echo hello\n'.repeat(95_000)}git add .`],
    ['a long quoted text', `: '${'x'.repeat(1024 * 1024)}'; git add .`],
    ['a long script in a script', `bash -c '${': ;'.repeat(50_000)} git add .'`],
  ])('A-13: what comes after %s is seen', (_name, command) => expectRefused(command, gitAdd));

  test('A-13: the first command that is blocked is the one that is told', async () => {
    await expectRefused('echo; git push -f; git add .', gitPush);
    await expectRefused('git add .; rm -rf /', gitAdd);
  });

  test('A-13: nothing of a script runs that has a blocked command at its end', async () => {
    const workingDirectory = temporaryDirectory();
    const bash = modesBash();
    const { result } = await bash.run({ command: 'touch made; git add .' }, { workingDirectory });
    expect(result).toEqual({ kind: 'error', text: gitAdd });
    expect(existsSync(`${workingDirectory}/made`)).toBe(false);
  });

  test('A-13: a command in the background is checked like one in the foreground', async () => {
    const bash = modesBash();
    const { result } = await bash.run({ command: 'git add .', mode: 'background' });
    expect(result).toEqual({ kind: 'error', text: gitAdd });
    expect(await bash.running()).toEqual([]);
  });

  test.each([
    ['echo "never closed', 'unterminated double quote at line 1, column 6'],
    ['true\nif true; then\n  echo )\nfi', 'at line 2, column 1'],
    ['echo (', 'at line 1, column 6'],
    ['| cat', 'at line 1, column 1'],
    ['for x in; done', 'at line 1, column'],
    ['cat <<END <<OTHER\nno end', 'at line 1, column'],
    ['echo \x07', 'a control character at line 1, column 6'],
    ["echo é; bash -c 'echo ('", 'in what bash runs at line 1, column 9'],
    ["eval 'if'", 'in what eval runs at line 1, column 1'],
    [`echo ${'$('.repeat(100)}${')'.repeat(100)}`, 'nested too deeply at line 1, column 127'],
  ])('A-15: %j cannot be parsed, and the error says where', async (command, where) => {
    const { text, runs } = await fateOf(command);
    expect(text).toMatch(/^Failed to parse script: /);
    expect(text).toContain(where);
    expect(runs).toBe(false);
  });

  test('A-15: a script within the script that fails only later on is refused whole', async () => {
    await expectRefused(
      "bash -c 'git add .\n('",
      'Failed to parse script: expected command in subshell in what bash runs at line 1, column 1',
    );
  });

  test('A-15: what is too long to be checked is refused', async () => {
    await expectRefused(
      `: ${'x'.repeat(4 * 1024 * 1024)}`,
      'Failed to parse script: more than 4194304 characters at line 1, column 4194305',
    );
  });

  test.each([
    'sh -c "echo {a,b}"',
    'bash -c "$SCRIPT"',
    'eval "$(ssh-agent -s)"',
    'awk -f script.awk file',
    'python3 -c "print(1"',
  ])('A-15: %s is not refused for code that nobody can know', expectRun);

  test('A-17: test_blocked_git_add', () => expectRefused('git add .', gitAdd));
  test('A-17: test_blocked_rm_rf_root', () => expectRefused('rm -rf /', rm));
  test('A-17: test_blocked_git_push_force', () => expectRefused('git push --force', gitPush));
  test('A-17: test_allowed_command_runs', async () => {
    const { result } = await modesBash().run({ command: 'echo ran' });
    expect(result).toEqual({ kind: 'success', text: 'ran\n' });
  });
});

/** The verdict alone, without an engine around it. */
function verdictOf(command: string): Verdict {
  const where = { cwd: '/home/user/project', home: '/home/user' };
  const { maxAnalysed = 0, judgesUncalled = false } = modes.tools[0];
  const analysis = analyze(command, { ...where, maxLength: maxAnalysed, includesUncalled: judgesUncalled });
  return analysis.kind === 'unrunnable' ? 'deny' : decide(policy, analysis, placesOf(where)).verdict;
}

const corpus = fileURLToPath(new URL('../../../shared/corpus/guard.jsonl', import.meta.url));

describe.skipIf(!existsSync(corpus))('the labelled commands, which are only read', () => {
  const cases = existsSync(corpus) ? readCases(readFileSync(corpus, 'utf8')) : [];
  /** Categories that are about the three checks; elsewhere the command has to name one of them. */
  const isOurs = ({ category, command }: { readonly category: string; readonly command: string }) =>
    /^git-(?:blind-add|force-push)$/.test(category) || /\brm\s+-\S*r|\brm\b.*\s-\S*r/.test(command);

  test('A-14: what is to be denied is blocked', () => {
    const denied = cases.filter((one) => one.expect === 'deny' && isOurs(one));
    expect(denied.length).toBeGreaterThan(200);
    expect(denied.filter(({ command }) => verdictOf(command) === 'allow')).toEqual([]);
  });

  test('A-14: what is harmless, or a matter of asking, is not blocked', () => {
    const harmless = cases.filter((one) => ['allow', 'ask', 'not-deny'].includes(one.expect));
    expect(harmless.length).toBeGreaterThan(700);
    expect(harmless.filter(({ command }) => verdictOf(command) !== 'allow')).toEqual([]);
  });
});
