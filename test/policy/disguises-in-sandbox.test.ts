import { describe, expect, test } from 'vitest';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { verdictOf } from './shipped.ts';

/**
 * What would be asked about in a sandbox if it were written out, and its like that is not. Code that is not read is let
 * through there; what can be read of it counts. Nothing here is executed.
 */
interface Case {
  readonly title: string;
  readonly asked: readonly string[];
  readonly allowed: readonly string[];
}

const cases: readonly Case[] = [
  {
    title: 'a command in a text that bash evaluates once more',
    asked: [
      "printf -v 'x[$(rm -rf src)]' %s",
      "x='a[$(rm -rf src)]'; echo $((x))",
      "x='a[`rm -rf src`]'; [[ $x -eq 1 ]]",
      "[[ -v 'x[$(rm -rf src)]' ]]",
      "test -v 'x[$(rm -rf src)]'",
      "read 'x[$(rm -rf src)]' <<< 1",
      "unset 'x[$(rm -rf src)]'",
      "declare 'x[$(rm -rf src)]=1'",
      "let 'x[$(rm -rf src)]=1'",
      "wait -p 'x[$(rm -rf src)]'",
      "x='a[$(rm -rf src)]'; echo ${!x}",
      'c=\'$(rm -rf src)\'; echo "${c@P}"',
      "compgen -W '$(rm -rf src)'",
      "x='a[$(rm -rf src)]'; ls file$((x))",
      "PS4='$(rm -rf src)' bash -xc true",
      "PS4='$(rm -rf src)'; set -x; true",
      "BASH_ENV='$(rm -rf src)' bash -c true",
    ],
    allowed: [
      "printf -v 'x[$(wc -l < f)]' %s",
      "x='a[$(ls | wc -l)]'; echo $((x))",
      "PS4='+ $(date): ' bash -xc true",
      "PS4='+ ${BASH_SOURCE}:${LINENO}: ' bash -x build.sh",
      "printf -v 'x[$(rm -rf' %s",
    ],
  },
  {
    title: 'a program that is named by a pattern',
    asked: [
      '/???/rm -rf src',
      '/bin/r? -rf src',
      '/bin/r[m] -rf src',
      '/bin/[!a]m -rf src',
      '/usr/bin/*m -rf src',
      "/???/b??h -c 'rm -rf src'",
      '../../../b*n/rm -rf src',
      'node_modules/.bin/rimra? src',
      'r? -rf src',
      'sudo /b?n/rm -rf src',
      '/bin/gi? reset --hard',
      'x=/bin/r?; $x -rf src',
      `/bin/r[${'m'.repeat(3_000)}] -rf src`,
    ],
    allowed: [
      'target/debug/deps/foo-* --nocapture',
      './gradle* build',
      './r* -rf src',
      '/usr/lib/jvm/*/bin/java -version',
      '~/.nvm/versions/node/*/bin/node x.js',
      "/usr/bin/python3* -c 'print(1)'",
      `/bin/${'*a'.repeat(500)} -rf src`,
    ],
  },
  {
    title: 'a command that a program of awk puts together, or prints to a shell',
    asked: [
      `awk 'BEGIN{print "rm -rf src" | "sh"}'`,
      `awk 'BEGIN{printf "%s -rf %s\\n", "rm", "src" | "/bin/sh -e"}'`,
      `awk 'BEGIN{print("rm", "-rf", "src") |& "sh"}'`,
      `awk 'BEGIN{printf "rm -rf " | "sh"; printf "src\\n" | "sh"}'`,
      `awk 'BEGIN{s="sh"; print "rm -rf src" | s}'`,
      `awk 'BEGIN{system("rm -rf " "src")}'`,
      `awk 'BEGIN{c="rm -rf"; c = c " src"; system(c)}'`,
      `awk -v c='rm -rf src' 'BEGIN{system(c)}'`,
      `awk '{system(c)}' c='rm -rf src' f`,
      `awk 'BEGIN{system(ARGV[1])}' 'rm -rf src'`,
      `awk 'BEGIN{system(sprintf("%s -rf src", "rm"))}'`,
      `awk 'BEGIN{system(substr("xrm -rf src", 2))}'`,
      `awk 'BEGIN{a["x"]="rm -rf src"; system(a["x"])}'`,
      `awk '{system(NR ? "rm -rf src" : "")}' f`,
      `awk 'BEGIN{"rm -rf " "src" | getline}'`,
      `awk 'BEGIN{c="rm -rf src"; while ((c | getline l) > 0) print l}'`,
      `awk '{system($0)}' <<< 'rm -rf src'`,
      `echo src | awk '{system("rm -rf " $1)}'`,
      `awk '{system("rm -rf " $1)}' list`,
      `awk '{print "rm -rf " $1 | "sh"}' list`,
    ],
    allowed: [
      `awk '{print $1 | "sort"}' f`,
      `awk '{print > $1".txt"}' f`,
      `awk '{ "date" | getline d; print d }' f`,
      `awk '{system("mkdir -p " $1)}' list`,
      `awk '{c="wc -l " $1; while ((c | getline l) > 0) print l; close(c)}' f`,
      `awk 'BEGIN{print "rm -rf src" | "cat 1>&2"}'`,
      `awk -v n='rm -rf src' 'BEGIN{print n}'`,
    ],
  },
  {
    title: 'a text that a shell may get through filters, or that a program prints for it',
    asked: [
      "echo 'rm -rf src' | tee /dev/null | sh",
      "echo 'rX -rf src' | sed s/X/m/ | sh",
      "echo 'rm -rf src' | sort | head -1 | bash",
      'echo cm0gLXJmIHNyYw== | tee /dev/null | base64 -d | sh',
      "gzip -c <<< 'rm -rf src' | gunzip | sh",
      `eval "$(sed s/x/m/ <<< 'rx -rf src')"`,
      `bash -c "$(echo 'rm -rf src' | head -1)"`,
      "sh <(echo 'rm -rf src' | head -1)",
      "source <(echo 'rm -rf src' | cat -u)",
      "$(echo 'rm -rf src' | head -1)",
      "x=$(echo 'rm -rf src' | head -1); $x",
      `awk '{print "rm -rf " $1}' list | sh`,
      `awk 'BEGIN{printf "rm -rf "; print "src"}' | sh`,
      'for f in *; do echo "rm -rf $f"; done | sh',
      `ls | while read f; do printf 'rm -rf %s\\n' "$f"; done | sh`,
      '$(which rm) -rf src',
      '"$(command -v rm)" -rf src',
      'x=$(type -P rm); $x -rf src',
    ],
    allowed: [
      'cat list | sort | sh',
      "ls | grep ts | sh -c 'wc -l'",
      'for f in *.txt; do echo "wc -l $f"; done | sh',
      '"$(command -v make)" test',
      'cmd=$(command -v docker || command -v podman); "$cmd" --version',
      'eval "$(ssh-agent -s)"',
      'eval "$(direnv hook bash)"',
      `x=$(awk '{print "rm -rf " $1}' list); echo "$x"`,
    ],
  },
];

describe.each(cases)('$title', ({ asked, allowed }) => {
  test.each(asked)('is asked about: %s', (command) => {
    expect(verdictOf(command, shippedPolicyInSandbox('none'))).toBe('ask');
  });

  test.each(allowed)('is not asked about: %s', (command) => {
    expect(verdictOf(command, shippedPolicyInSandbox('none'))).toBe('allow');
  });
});
