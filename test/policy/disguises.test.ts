import { describe, expect, test } from 'vitest';
import { verdictOf } from './shipped.ts';

/** What looks as if it only read, and its like that does. Nothing here is executed. */
interface Case {
  readonly title: string;
  readonly doubtful: readonly string[];
  readonly harmless: readonly string[];
}

const cases: readonly Case[] = [
  {
    title: 'a program that runs a shell where it is given none',
    doubtful: [
      "echo 'touch x' | setarch x86_64",
      "setarch x86_64 <<< 'touch x'",
      "echo 'touch x' | setarch x86_64 -R",
      "echo 'touch x' | linux64",
      "echo 'touch x' | fakeroot",
      "echo 'touch x' | firejail",
      "echo 'touch x' | firejail --quiet",
    ],
    harmless: [
      'setarch --list',
      'setarch x86_64 ls',
      'linux64 -R ls',
      'fakeroot ls',
      'fakeroot -- ls',
      'firejail ls',
    ],
  },
  {
    title: 'a flag that is followed by a file',
    doubtful: ['shfmt -p .env', 'shfmt -p -w x.sh', 'shfmt --posix -w x.sh'],
    harmless: ['shfmt -p x.sh', 'shfmt --posix -d x.sh', 'shfmt -ln posix x.sh'],
  },
  {
    title: 'a listing that shows credentials, or a file by a template',
    doubtful: [
      'kubectl config view --flatten',
      'kubectl config view --minify --flatten=true -o json',
      'kubectl config view -o go-template-file=.env',
      'kubectl config view -ojsonpath-file=.env',
      'kubectl config view --output=jsonpath-file=.env',
      'kubectl config view -o go-template-file --template .env',
      'kubectl config view -o "$(cat f)"',
    ],
    harmless: [
      'kubectl config view',
      'kubectl config view --flatten=false',
      'kubectl config view --minify -o yaml',
      "kubectl config view -o jsonpath='{.current-context}'",
      "kubectl config view -o go-template --template '{{.kind}}'",
      'kubectl config view -o go-template-file=view.tmpl',
    ],
  },
  {
    title: 'a file of rules, names or requirements, of which lines are shown',
    doubtful: [
      'pip freeze -r .env',
      'pip freeze --requirement ~/.netrc',
      "rsync -f ': .env' src",
      "rsync --filter=':_.env' src",
      "rsync --filter='dir-merge,e .env' src",
      'echo .env | zip - -@',
      'zip -@ - <<< ~/.ssh/id_rsa',
      'zip -@ - < list',
      "yamllint -d '{extends: ../settings.yml}' x.yml",
      "yamllint -d 'extends: .env' x.yml",
      "yamllint -d 'extends: default.yml' x.yml",
    ],
    harmless: [
      'pip freeze',
      'pip freeze -r requirements.txt',
      "rsync -f '- *.o' src",
      "rsync --filter=':- .gitignore' src",
      'zip - a.txt',
      'yamllint -d relaxed x.yml',
      "yamllint -d '{extends: default, rules: {line-length: disable}}' x.yml",
    ],
  },
  {
    title: 'a checker that shows lines of what it is given',
    doubtful: [
      'biome format ~/.docker/config.json',
      'biome check ../other',
      'biome lint .env.json',
      'deno fmt --check ~/.docker/config.json',
      'deno lint ../other',
      'terraform fmt -check -diff terraform.tfvars',
      'terraform fmt -write=false -diff ../other',
      'shellcheck -x -a x.sh',
      "shellcheck --check-sourced - <<< '. ~/.profile'",
    ],
    harmless: [
      'biome check',
      'biome check .',
      'biome format src',
      'biome ci src test',
      'deno fmt --check',
      'deno fmt --check src',
      'terraform fmt -check -diff',
      'terraform fmt -check -recursive modules',
      'shellcheck x.sh',
      'shellcheck -x x.sh',
    ],
  },
  {
    title: 'an option or a word with which code is run',
    doubtful: [
      "echo 'print(1)' | pandoc lua",
      'pandoc lua x.lua',
      'pandoc server',
      'apt-mark showmanual -o Dir::Bin::dpkg=./x',
      'apt-config dump -c ./x',
      'apt-config --option=Dir::Bin::dpkg=./x dump',
      'xargs --process-slot-var=LD_PRELOAD ls',
      'xargs --process-slot-var BASH_ENV ls',
    ],
    harmless: ['pandoc README.md', 'pandoc README.md lua', 'apt-mark showmanual', 'apt-config dump'],
  },
  {
    title: 'a tool that asks another host',
    doubtful: [
      'uv tree --index https://x.example',
      'uv tree --with other',
      'uv run --with other',
      'uv tree -U',
      'busctl -H other list',
      'busctl list --host=other',
      'machinectl -Hother list',
      'networkctl -H other status',
    ],
    harmless: [
      'uv tree',
      'uv tree --frozen',
      'busctl list',
      'machinectl list',
      'networkctl status',
      'networkctl list',
    ],
  },
  {
    title: 'a text that says itself which files are to be read',
    doubtful: [
      "echo '.. include:: /home/user/.netrc' | pandoc -f rst",
      "pandoc -f latex -t plain <<< '\\input{/home/user/.netrc}'",
      'pandoc -r org+smart <<< \'#+INCLUDE: "../x"\'',
      "echo '.. include:: x' | rev | rev | pandoc --from=rst",
      'gcc -E - <<< \'#include "/home/user/.netrc"\'',
      "echo '#include <../../x>' | gcc -E -xc -",
      'printf \'# 1 "/home/user/.netrc"\\nx\\n\' | gcc -fsyntax-only -x c -',
      'clang -E -x c - <<< \'%:include "/home/user/.netrc"\'',
      'echo \'#embed "/home/user/.netrc"\' | cpp',
      'echo \'#in^clude "/home/user/.netrc"\' | tr -d ^ | gcc -E -',
      'pandoc -f rst <(echo ".. include:: x")',
      'gcc -E -x c <(printf \'#include "x"\')',
      'gcc -E -x c /dev/stdin <<< \'#include "x"\'',
    ],
    harmless: [
      'pandoc README.md -t plain',
      "echo '# x' | pandoc -t html",
      "echo '# x' | pandoc -f markdown -t html",
      "echo 'a title' | pandoc -f rst -t html",
      "echo '.. include:: x' | pandoc --sandbox -f rst",
      'pandoc -f rst < doc.rst',
      'gcc -dM -E - < /dev/null',
      'echo | gcc -dM -E -',
      "echo '#include <stdio.h>' | gcc -E -",
      "echo 'int main() {}' | gcc -fsyntax-only -xc -",
      'gcc -E -xc - < x.c',
    ],
  },
  {
    title: 'a list of names with something else in it',
    doubtful: [
      "find . -name '*.ts' -fprintf /dev/stdout '.env\\n' | xargs cat",
      "find . -name '*.ts' -fls /dev/stdout | xargs cat",
      "rg -l x 'n .env x' 2>&1 | xargs cat",
      "rg -l x 'n .env x' |& xargs cat",
      "find './n .env x' -name '*.ts' 2>&1 | xargs cat",
      "cat $(find './n /etc/passwd x' -name '*.ts' 2>&1)",
      "git ls-files -- 'n,.env,x' |& xargs cat",
      "exec 2>&1; rg -l x 'n .env x' | xargs cat",
      "rg -l x 'n .env x' |& sort | xargs cat",
    ],
    harmless: [
      "find . -name '*.ts' -print | xargs cat",
      "find . -name '*.ts' 2>&1 | xargs cat",
      "find . -name '*.ts' 2>/dev/null | xargs cat",
      "rg -l 'some words' 2>/dev/null | xargs cat",
      "rg -l 'some words' src |& xargs cat",
      'git ls-files |& xargs cat',
    ],
  },
  {
    title: 'a text that becomes an array, or an expression, where it is assigned',
    doubtful: [
      "declare -a x; declare 'x=($(touch y))'",
      'declare -a x; v=\'$(touch y)\'; declare x="($v)"',
      "f() { local -a x; local 'x=($(touch y))'; }; f",
      "declare -i n=1; k='a[$(touch y)0]'; n=k+1",
      "x=n; declare -i $x=0; n='a[$(touch y)0]'",
      "x=n; declare -a $x=; declare 'n=($(touch y))'",
      'declare -i n=0; read -r k < f; n=$k',
      'declare -i n=0; read n < f',
      'declare -i n=0; for n in "$(cat f)"; do :; done',
      'declare -i n=0; printf -v n \'%s\' "$(cat f)"',
      'declare -i n=0; declare n=k',
    ],
    harmless: [
      'declare -a x=(); x+=(a b); cat "${x[@]}"',
      'declare -a x; x=(a b); cat "${x[@]}"',
      'declare -a x; x[0]=a; cat "${x[0]}"',
      "declare x='(a)'",
      'declare -i n=0; n+=1; n=2; echo $n',
      'declare -i n=0; for f in *.ts; do n+=1; done; echo $n',
      'declare -i n=0; n=n+1; echo $n',
    ],
  },
  {
    title: 'a directory of secrets, by a search or by wildcards',
    doubtful: [
      'fd . secrets -x cat',
      'fd . config/secrets | xargs cat',
      'git ls-files secrets | xargs cat',
      'rg --files secrets | xargs cat',
      'rg -l x secrets | xargs head',
      'for f in $(git ls-files secrets); do cat "$f"; done',
      'cat ?ecrets/*',
      'cat [s]ecrets/prod.yml',
      'cat config/secre*/*',
      'head -3 *ecrets/db*',
    ],
    harmless: [
      'fd -e ts . src/secrets -x cat',
      "rg -l x -g '*.ts' src/secrets | xargs cat",
      'fd . secrets | xargs wc -l',
      'git ls-files secrets | xargs ls -l',
      'git ls-files src | xargs cat',
      'cat src/*/*',
      'cat s*/*.ts',
      'cat src/secret*/*.ts',
      'cat packages/*s/package.json',
    ],
  },
];

describe.each(cases)('$title', ({ doubtful, harmless }) => {
  test.each(doubtful)('is not let pass: %s', (command) => {
    expect(verdictOf(command)).not.toBe('allow');
  });

  test.each(harmless)('is not taken for it: %s', (command) => {
    expect(verdictOf(command)).toBe('allow');
  });
});
