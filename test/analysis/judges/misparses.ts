/** Texts that parsers of bash are known to read differently than bash does, with the commands that bash comes to. */
export interface Misparse {
  readonly because: string;
  /** Each text with the words of every command in it, as far as they are known. */
  readonly cases: readonly (readonly [text: string, ...commands: (readonly string[])[]])[];
}

const pwned = ['pwned'];

/** They are read here and never run. */
export const misparses: readonly Misparse[] = [
  {
    because: 'a redirect that closes is complete behind its dash, and what touches it is a word of its own',
    cases: [
      ['>&-pwned x', ['pwned', 'x']],
      ['<&-pwned x', ['pwned', 'x']],
      ['x=1 >&-pwned y', ['pwned', 'y']],
      ['ls 2>&-pwned', ['ls', 'pwned']],
    ],
  },
  {
    because:
      'a word goes on behind a process substitution, so a # there begins no comment and a name there no word',
    cases: [
      ['echo >(:)#;pwned', pwned],
      ['cat <(:)#;pwned', pwned],
      ['<<<>(:)echo pwned', pwned],
      ['><(:)echo pwned', pwned],
      ['p=>(:) pwned', pwned],
      ['echo a<(:)b', [':']],
    ],
  },
  {
    because:
      'digits or a name in braces before a process substitution are the start of its word, and it is run',
    cases: [
      ['echo 2>(pwned)', pwned],
      ['echo 2<(pwned)', pwned],
      ['echo {f}>(pwned)', pwned],
      ['echo {o[$x]}>(pwned)', pwned],
    ],
  },
  {
    because: 'single quotes are characters like any other in arithmetic, and what is in them is expanded',
    cases: [
      ["echo $(( '$(pwned)' ))", pwned],
      ["(( '$(pwned)' ))", pwned],
      ["(( '`pwned`' ))", pwned],
      ["echo $[ '$(pwned)' ]", pwned],
      ["for (( i='$(pwned)'; i<1; i++ )); do :; done", pwned],
      ['x=abc; echo "${x:0:\'$(pwned)\'}"', pwned],
      ["x=abc; echo ${x:'$(pwned)'}", pwned],
    ],
  },
  {
    because:
      'a name and a bracket at the start of a command hold all up to the closing one, blanks and line ends too',
    cases: [
      ['a[ $(pwned)]', pwned],
      ['a[ ]$(pwned)', pwned],
      ['a[)]`pwned`', pwned],
      ['a[("$(pwned)"]', pwned],
      ['a[<(pwned)]', pwned],
      ['a[\n]$(pwned)', pwned],
    ],
  },
  {
    because: 'some builtins take an array as an argument, whose elements are expanded',
    cases: [
      ['let x=($(pwned))', pwned],
      ['eval x=($(pwned))', pwned],
    ],
  },
  {
    because: 'an array with text behind it is no array, but a value that is expanded',
    cases: [
      ['x=($(pwned))y', pwned],
      ['x=($(pwned))"" ls', pwned],
    ],
  },
  {
    because: 'a backslash takes the line end behind it away before anything else is read',
    cases: [
      ['echo ${x\\\n:-$(pwned)}', pwned],
      ["echo $(\\\n(<<'E'\n$(pwned)\nE\n))", pwned],
      ['x=pwned; $\\\nx', pwned],
      ['ls 2\\\n>f', ['ls']],
    ],
  },
  {
    because: 'in an expansion within quotes or a here-document, quotes of other kinds do not quote',
    cases: [
      ["cat <<EOF\n${x:-'$(pwned)'}\nEOF", pwned],
      ['cat <<EOF\n"${x:-\'$(pwned)\'}"\nEOF', pwned],
      ['echo "${x-$\'$(pwned)\'""}"', pwned],
    ],
  },
  {
    because:
      'what is no name of a parameter is taken as far as the closing brace, and fails only when it is run',
    cases: [
      ['echo ${[$(pwned)}', pwned],
      ['echo ${${}$(pwned)}', pwned],
      ['echo ${~$(pwned)}', pwned],
      ["echo ${:'$(pwned)'}", pwned],
    ],
  },
  {
    because: 'the exclamation mark is a parameter itself where an operator follows it',
    cases: [
      ['echo ${!-$(pwned)}', pwned],
      ['echo "${!-$(pwned)}"', pwned],
    ],
  },
  {
    because: 'two parentheses that do not end as two are two subshells',
    cases: [["((<<'E'\n(pwned)\nE\n) )", pwned]],
  },
  {
    because: 'the digits of an escape may be in braces',
    cases: [["$'\\x{70}wned'", pwned]],
  },
  {
    because: 'a backslash between braces quotes, and is taken away from the words that they make',
    cases: [['{pw\\ned,a}', ['pwned', 'a']]],
  },
  {
    because: 'a number that is too large for a descriptor is a word',
    cases: [['9999999999>f', ['9999999999']]],
  },
  {
    because: 'NUL characters are left out of a script that is read from a file',
    cases: [['pw\0ned x', ['pwned', 'x']]],
  },
];
