import { describe, expect, test } from 'vitest';
import { verdictOf } from './shipped.ts';

/** Commands that go through names that another command prints. Nothing here is executed. */
describe('what another command lists', () => {
  test.each([
    'git ls-files \'*.ts\' | while read -r f; do n=$(wc -l < "$f"); echo "$n $f"; done | sort -rn | head',
    'find src -name \'*.ts\' | while read -r f; do [ $(wc -l < "$f") -gt 300 ] && echo "$f"; done',
    'while read -r f; do wc -l "$f"; done <<< "$(git ls-files \'*.ts\')"',
    'mapfile -t files < <(git ls-files \'*.ts\'); wc -l "${files[@]}"',
    'mapfile -t files < <(find src -name \'*.ts\'); for f in "${files[@]}"; do grep -c foo "$f"; done',
    'mapfile -t lines < <(ls); echo "${lines[0]} of ${#lines[@]}"',
    "IFS=$'\\n' read -r -d '' -a names < <(git branch --format='%(refname:short)'); echo \"${names[@]}\"",
    'read -r a b < <(wc -lw README.md); echo "$a $b"',
    'names=($(ls)); echo "${#names[@]} ${names[0]}"',
    'files=(src/*.ts); wc -l "${files[@]}"',
    'files=( $(git ls-files \'*.ts\') ); wc -l "${files[@]}"',
    'a=(); while read -r f; do a+=("$f"); done < <(git ls-files \'*.ts\'); wc -l "${a[@]}"',
    'git grep -l foo | xargs cat',
    'find src -name \'*.ts\' -exec sh -c \'echo "== $1"; head -5 "$1"\' _ {} \\;',
    "find src -name '*.ts' -exec bash -c 'for f; do head -1 \"$f\"; done' _ {} +",
    "git grep -l foo -- '*.ts' | head -5 | xargs head -3",
    'git diff --cached --name-only --diff-filter=ACM | xargs cat',
    'git log -5 --no-merges --name-only --format= -- src | sort -u | xargs wc -l',
    "git ls-files | grep -v -E '\\.md$' | xargs wc -l",
    'git log --format=%H -10 | while read -r c; do git diff-tree --no-commit-id --name-only -r "$c"; done',
    "for b in $(git branch -r | grep -v HEAD); do git log -1 --format='%cr' $b; done",
    "git for-each-ref --format='%(refname:short)' refs/heads | while read -r b; do git rev-list --count main..$b; done",
    'for f in src/*.ts; do b=${f%.ts}; cat "$b.md"; done',
    'for f in ./src/*.ts; do cat "${f%.ts}.md"; done',
    'for d in packages/*/; do cat "${d%/}/package.json"; done',
    'for d in $(ls packages); do cat "packages/$d/package.json"; done',
    'for d in $(ls); do cat "$d/package.json"; done',
    'git rev-list -5 HEAD | xargs -n1 git show --stat',
    "git log --format='%H' -5 | xargs git show --stat --format='%h %s'",
    'git log --format=%h -3 | xargs -I{} git show --stat --format=%s {}',
    'git rev-list -3 HEAD | xargs -L1 git diff-tree --no-commit-id --name-only -r',
    'git ls-files | while read -r f; do cat "${f%.*}.md"; done',
    "git ls-files | xargs -d '\\n' cat",
    "git ls-files | tr '\\n' '\\0' | xargs -0 wc -l",
    "git ls-files -z ':(glob)**/*.md' ':!docs' | xargs -0 cat",
    'mapfile -t a < <(git ls-files); cat "${a[@]%.ts}" "${a[@]:1}"',
    'f=$(git ls-files | head -1); cat "${f%.ts}.md"',
    'while read -r f; do b=${f##*/}; cat "src/$b"; done <<< "$(git ls-files src)"',
    'for d in $(ls packages); do for f in $(ls test); do cat "packages/$d/home/$f"; done; done',
    'for d in $(ls packages); do for f in $(ls test); do cat "packages/$d/src/$f"; done; done',
    'if test -e a; then f=$(git ls-files | head -1); else f=$(git ls-files | tail -1); fi; cat "$f"',
  ])('is gone through: %s', (command) => {
    expect(verdictOf(command)).toBe('allow');
  });

  test.each([
    // A text that the program is given, or what is in a file, is among the names.
    "find . -name x -printf '/etc/passwd\\n' | xargs cat",
    "find . -printf '%l\\n' -name x | xargs cat",
    'find . -name x -ls | xargs cat',
    "git ls-files --format='/etc/passwd' | xargs cat",
    'git ls-tree --name-only --format=/etc/passwd HEAD | xargs cat',
    'git log --name-only | xargs cat',
    'git log --name-only --format=%s | xargs cat',
    'git show --name-only HEAD | xargs cat',
    'git show ls-files | xargs cat',
    'git log -S ls-files | xargs cat',
    'git log --grep --name-only | xargs cat',
    'git diff --name-only -p | xargs cat',
    'git diff --name-only --line-prefix=/ | xargs cat',
    'git grep -e -l | xargs cat',
    'git branch -l | xargs cat',
    'rg -el list | xargs cat',
    'rg -e --files list | xargs cat',
    'rg -l --no-json list | xargs cat',
    "grep -r -e -l --include='*.ts' . | xargs cat",
    'fd --format /etc/passwd | xargs cat',
    "fd --path-separator ' /etc/passwd ' . src | xargs cat",
    'ls -l --time-style=+/etc/passwd | xargs cat',
    'cat "$(realpath -m --relative-to=a/b/c etc/passwd)"',
    'find src -exec sh -c \'head -1 "$1"\' _ {} \\;',
    "find / -name '*.ts' -exec sh -c 'head -1 \"$1\"' _ {} \\;",
    "cd src && find .. -name '*.ts' -exec sh -c 'cd /home/user/project && cat \"$1\"' _ {} \\;",
    'find . -exec sh -c \'find src -name x.md -exec cat "$1" \\;\' _ {} \\;',
    // So it is where something else comes out of a filter than went in.
    'git ls-files | shuf -e /etc/passwd | xargs cat',
    'git ls-files | grep -A1 --group-separator=/etc/passwd x | xargs cat',
    'git ls-files | grep -H --label=/etc/passwd -Z x | xargs -0 cat',
    "git ls-files | grep -o '/etc/passwd' | xargs cat",
    'git ls-files | tail -c 12 | xargs cat',
    'git ls-files | tac -s / | xargs cat',
    'git log $(git branch --list | tail -c 9)',
    'cat list | head -1 | while read -r c; do git log $c; done',
    'git diff --no-index a "/etc/$(git describe)"',
    // What is read stays what it is where something else comes in.
    'git ls-files | while read -u3 f; do cat "$f"; done 3< list',
    'read x < list; git ls-files | cat $x',
    'cat list | while read -r f; do git ls-files | cat "$f"; done',
    'cat list | while read -r f; do wc -l < "$f"; done',
    'while read -r f; do cat "$f"; done <<< "$(cat list)"',
    'mapfile -t x < <(cat list); cat "${x[@]}"',
    'mapfile -t x < <(git ls-files); cd /etc; cat "${x[@]}"',
    'mapfile -t x < <(git ls-files); sed -n 1p "${x[@]}"',
    // So is each of the elements of an array.
    'x=(/etc/passwd); x+=($(ls)); cat "${x[@]}"',
    'x=(/etc/passwd); mapfile -t -O 1 x < <(git ls-files); cat "${x[@]}"',
    'x=(a /etc/passwd); git ls-files | { read -da x; cat "${x[@]}"; }',
    'x=($(ls)); x[3]=/etc/passwd; cat "${x[@]}"',
    'x=($(ls)); if test -e a; then x=(/etc/passwd); fi; cat "${x[@]}"',
    'x=(/etc/$RANDOM); cat "${x[@]}"',
    'x=(/etc/*); cat "${x[@]}"',
    'x=(*.pem); cat "${x[@]}"',
    'IFS=/; x=($(git ls-files)); cat "${x[*]}"',
    'a=(); while read -r f; do a+=("$f/../../x"); done < <(git ls-files); cat "${a[@]}"',
    // What stands around a name is a part of the text, also where the text goes on as something else.
    'for f in *.ts; do x=/home/user/$f; y=${x:0}; cat "$y"; done',
    'for f in *.ts; do x=../$f; y=${x#q}; cat "$y"; done',
    'f=$(git ls-files | head -1); x=/home/user/$f; cat "${x:0}"',
    'f=$(git ls-files | head -1); x=../$f; if test -e q; then y=$f; else y=$x; fi; cat "$y"',
    'f=$(git ls-files | head -1); for z in "$f" "../$f"; do cat "$z"; done',
    'git ls-files | while read f; do x=../$f; y=${x:0}; cat "$y"; done',
    'git ls-files | while read f; do read y <<< "../../$f"; cat "$y"; done',
    'f=$(git ls-files | head -1); mapfile -t y <<< "../$f"; cat "${y[0]}"',
    'f=$(git ls-files | head -1); y=${z:-../$f}; cat "$y"',
    'n=$(wc -l < f); x=.env$n; cat "${x:0:4}"',
    'for f in *.ts; do x=.env$f; cat "${x:0:4}"; done',
    'n=$(wc -l < f); x=/home/user/$n; for z in $n $x; do cat $z; done',
    'mapfile -t a < <(git ls-files); cat "${a[@]/#/../}"',
    'mapfile -t a < <(git ls-files); b=("${a[@]/%/..}"); cat "${b[0]}"',
    'a=($(git ls-files)); cat "${a[@]//s/..}"',
    'a=(*.ts); cat "${a[@]/#/../}"',
    'shopt -s nullglob; a=(*.ts); cat "${a[@]/#/../}"',
    'b=($(git rev-parse HEAD)); git show "${b[@]/%/:.env}"',
    'git rev-list HEAD | xargs -a list git show',
    'git log --format=%s | xargs git show',
    'git rev-list HEAD | xargs -I{} git show {}:.env',
    'git rev-list HEAD | xargs -I{} git log --output={}',
    // Another list than that which comes in, and other pieces of it.
    'git ls-files | xargs -a list cat',
    'git ls-files | xargs --arg-file=list cat',
    'git ls-files | xargs -d / cat',
    "git ls-files | xargs --delimiter ' ' cat",
    'git ls-files | xargs -d "$x" cat',
    'git ls-files | parallel -a list cat',
    'git ls-files | parallel cat :::: list',
    // From the top of a repository that is more than the workspace.
    'git ls-files :/ | xargs cat',
    "cat $(git ls-files ':(top)*.md')",
    "git ls-files ':(icase,top)x' | xargs cat",
    "git grep -l x -- ':/*.ts' | xargs cat",
    // What is listed may be nothing.
    'x=$(ls | head -0); cat "$x/etc/nginx.conf"',
    'x=$(ls | head -0); cat "$x/home/user/notes"',
    'x=$(ls | head -0); cat "$x/home/user/notes$x"',
    'x=$(git ls-files | head -0); cat "src/$x.env$x"',
    'x=$(ls | head -0); cat ".$x.$x/notes"',
    'ls | while read -r d; do cat "$d/root/x"; done',
  ])('is not taken for names of the workspace: %s', (command) => {
    expect(verdictOf(command)).toBe('ask');
  });

  test.each([
    ['git ls-files', 'cat'],
    ['git rev-list HEAD', 'git show'],
  ])('is found out at once, however many ways lead from %s to %s', (lists, shows) => {
    const ways = '| (head; tail; sort) '.repeat(40);
    expect(verdictOf(`${lists} ${ways}| while read -r one; do ${shows} $one; done`)).toBe('allow');
  });

  test.each(['x=(*); rm -rf "${x[@]}"', 'x=(/*); rm -rf "${x[@]}"'])(
    'is denied in an array, too: %s',
    (command) => {
      expect(verdictOf(command)).toBe('deny');
    },
  );
});

describe('a variable that nothing may have been read into', () => {
  test.each([
    'read GITHUB_TOKEN <&-; echo "$GITHUB_TOKEN"',
    'read GITHUB_TOKEN < src; echo "$GITHUB_TOKEN"',
    '{ read GITHUB_TOKEN; echo "$GITHUB_TOKEN"; } < src',
    'read -t 0 GITHUB_TOKEN; echo "$GITHUB_TOKEN"',
    'read -u 99 GITHUB_TOKEN; echo "$GITHUB_TOKEN"',
    'read -n x GITHUB_TOKEN <<< a; echo "$GITHUB_TOKEN"',
    'read -a x GITHUB_TOKEN <<< a; echo "$GITHUB_TOKEN"',
    'mapfile -u 99 GITHUB_TOKEN; echo "${GITHUB_TOKEN[@]}"',
    'mapfile -s x GITHUB_TOKEN <<< a; echo "${GITHUB_TOKEN[0]}"',
    'mapfile -t GITHUB_TOKEN < nofile; echo "${GITHUB_TOKEN[@]}"',
    'printf -v GITHUB_TOKEN; echo "$GITHUB_TOKEN"',
    'if test -e a; then T=(1); fi; echo "${T[@]}"',
  ])('may still show the environment: %s', (command) => {
    expect(verdictOf(command)).toBe('ask');
  });

  test.each([
    'while read -r -u 3 l; do echo "$l"; done 3< list',
    'while read -r l; do echo "$l"; done < list',
    'read -r -t 5 -n 1 x <<< abc; echo "$x"',
  ])('has been read into where it counts: %s', (command) => {
    expect(verdictOf(command)).toBe('allow');
  });
});

describe('a variable with a name that scripts give to what they read', () => {
  test.each([
    'mapfile -t lines < list; echo "${lines[@]}"',
    'mapfile -t a < list; echo "${#a[@]} ${a[0]}"',
    'read -r v < .nvmrc; echo "$v"',
    'read -r version < .nvmrc; echo "node $version"',
    'exec {fd}< list; read -ru "$fd" line; echo "$line"; exec {fd}<&-',
    'declare -A m=([a]=1); echo "${m[@]}"',
    'echo "$x"',
  ])('is shown, whether it was read or not: %s', (command) => {
    expect(verdictOf(command)).toBe('allow');
  });

  test.each([
    'read -r token < x; echo "$token"',
    'read -r key < x; echo "$key"',
    'echo "$http_proxy"',
    'echo "$X"',
    'read -r v < .env; echo "$v"',
    'v=$GITHUB_TOKEN; echo "$v"',
    'read -r v <<< "$GITHUB_TOKEN"; echo "$v"',
    'declare -n v=GITHUB_TOKEN; echo "$v"',
    'v=GITHUB_TOKEN; echo "${!v}"',
    'for v in $(env); do echo "$v"; done',
  ])('is no way to show another: %s', (command) => {
    expect(verdictOf(command)).toBe('ask');
  });
});

describe('an associative array', () => {
  test.each([
    'declare -A ports=([web]=80 [db]=5432); echo "${ports[web]}"; for k in "${!ports[@]}"; do echo "$k=${ports[$k]}"; done',
    'declare -A m; m[x]=1; m[y]=2; for k in "${!m[@]}"; do echo "$k ${m[$k]}"; done',
    'declare -A m; m=([x]=1 [y]=2); echo "${m[x]}"',
    'declare -A counts=(); for f in a b; do counts[$f]=$(wc -l < "$f"); done; echo "${counts[a]} ${#counts[@]}"',
    'declare -A m=([x]=1); m+=([y]=2); k=y; echo "${m[$k]}"',
  ])('has keys that are no expressions: %s', (command) => {
    expect(verdictOf(command)).toBe('allow');
  });

  test.each([
    // The key may be an expression after all: it is not known, or the array is a list.
    'declare -A m; while read -r w; do m[$w]=1; done < list',
    "declare -A m; k='x[$(touch y)]'; m[$k]=1",
    'declare -A m=([x]=1); k=\'x[$(touch y)]\'; echo "${m[$k]}"',
    'declare -A m; m[$(touch x)]=1',
    'declare -A m=([x]=1); (( m[$k]++ ))',
    'm=(1 2); declare -A m; m[x]=1',
    'mapfile -t m < list; declare -A m; m[x]=1',
    'coproc m { cat; }; declare -A m; m[x]=1',
    'declare -A m; unset m; m[x]=1',
    'declare -A m; m=5; m[x]=1',
    'if test -e a; then declare -A m; fi; m[x]=1',
    'declare -A m < list; m[x]=1',
    '(declare -A m); m[x]=1',
    'declare -A m | cat; m[x]=1',
    'local -A m; m[x]=1',
    'declare m -A; m[x]=1',
    "x='a[$(touch y)]'; declare -A m; m[x]=1",
    // What is in it is what it was, wherever it is taken out.
    'declare -A m=([a]=/etc/passwd); cat "${m[a]}"',
    'declare -A m; m[a]=$GITHUB_TOKEN; echo "${m[a]}"',
    'declare -A token; token[a]=1; echo "${token[a]}"',
    'declare -A GITHUB_TOKEN=([a]=1); echo "${GITHUB_TOKEN[@]}"',
    'declare -A m=([.env]=1); for k in "${!m[@]}"; do cat "$k"; done',
    'declare -A m=(-name -delete); find src "${m[@]}"',
  ])('may still do more: %s', (command) => {
    expect(verdictOf(command)).toBe('ask');
  });
});
