export const repeat = (text: string, count: number) => text.repeat(count);
const nest = (open: string, inner: string, close: string, depth: number) =>
  open.repeat(depth) + inner + close.repeat(depth);
const list = (count: number, each: (index: number) => string, joiner = '; ') =>
  Array.from({ length: count }, (_, index) => each(index)).join(joiner);

/** The text as the code of a shell in a shell in a shell. */
function wrapped(depth: number, wrap: (text: string) => string): string {
  return depth === 0 ? 'ok1' : wrap(wrapped(depth - 1, wrap).replaceAll("'", "'\\''"));
}

const tooLong = 'more than 65536 characters';
const tooDeep = 'nested too deeply';
const tooCrowded = 'too many operators and expansions';
const tooWordy = 'too many words and commands';
export const tooMany = 'too many commands';
const tooMuch = 'too much to follow';

/** Texts of which the reading, or the following, would take long: in each there is a limit that ends it. */
export const adversarialTexts: readonly (readonly [
  title: string,
  answer: string,
  texts: readonly string[],
])[] = [
  [
    'is not read where it is too long',
    tooLong,
    [
      `ok1 ${repeat('x', 1 << 20)}`,
      repeat('a ', 1 << 19),
      repeat('a', 8 << 20),
      repeat('\\\n', 1 << 20),
      repeat('(', 100_000),
      nest('(', 'a', ')', 100_000),
      repeat('cat <<E\na\nE\n', 10_000),
    ],
  ],
  [
    'is not read where it is too deep',
    tooDeep,
    [
      nest('(', 'a', ')', 30_000),
      nest('( ', 'a', ' )', 60),
      nest('$(', 'a', ')', 20_000),
      nest('"$(', 'a', ')"', 50),
      `ok1 ${nest('{a,', 'b', '}', 15_000)}`,
      `ok1 ${nest('${a:-', 'b', '}', 10_000)}`,
      `ok1 ${nest('"${a:-', 'b', '}"', 5000)}`,
      `ok1 $((${nest('(', '1', ')', 5000)}))`,
      `ok1 $((${repeat('1+', 30_000)}1))`,
    ],
  ],
  [
    'is not read where too much is in it',
    tooCrowded,
    [
      repeat('a;', 30_000),
      `${repeat('a|', 30_000)}a`,
      `${repeat('a&&b||', 10_000)}a`,
      repeat('cat <<E\n$(a)\nE\n', 4000),
      `ok1 ${repeat('$(a) ', 10_000)}`,
      `ok1 ${repeat('<(a) ', 8000)}`,
      `case a in ${repeat('a) ok1;; ', 6000)} esac`,
      `${repeat('$a ', 12_000)}`,
      `ok1 ${repeat('`', 60_000)}`,
      `ok1 ${repeat('[a]', 20_000)}`,
      `ok1 ${repeat('>a ', 20_000)}`,
    ],
  ],
  [
    'is not looked at where the tree is too large',
    tooWordy,
    [
      repeat('a;', 6900),
      `${repeat('a|', 6900)}a`,
      `${repeat('a&&b||', 1700)}a`,
      repeat('cat <<E\n$(a)\nE\n', 980),
      `ok1 ${repeat('$(a) ', 3400)}`,
      `ok1 ${repeat('<(a) ', 3400)}`,
      `case a in ${repeat('a) ok1;; ', 3400)} esac`,
      `while a; do ${list(1500, (i) => `x${i}=$x${i}1`)}; done`,
      repeat("trap 'trap a EXIT' EXIT; ", 1000),
      `set -- ${repeat('a ', 30_000)}; ok1 "$@"`,
      `x="${repeat('a ', 20_000)}"; ${repeat('ok1 $x;', 1000)}`,
      `ok1 ${repeat('{1..150} ', 6000)}`,
      list(3400, (i) => `x${i}=1`, '&&'),
      `${repeat('find . -exec ', 2000)}ok1 ${repeat("';' ", 2000)}`,
      `${repeat('$a ', 6900)}`,
      `x='eval "$x$x"'; eval "$x"; ${repeat('eval "$x$x$x$x$x$x$x$x";', 400)}`,
      `${repeat('sudo env nice ', 3000)}ok1`,
      `ok1 ${repeat('>a ', 6900)}`,
      `ok1 ${repeat('{1..9}', 6900)}`,
      `ok1 ${repeat('[a]', 6900)}`,
      `ok1 ${repeat('`', 6900)}`,
      `[[ ${repeat('! ', 20_000)}-n a ]]`,
    ],
  ],
  [
    'is refused where it is no text',
    'lone-surrogate',
    [repeat('\ud800', 10_000), `${repeat('a', 60_000)}\udc00`],
  ],
  ['is refused where it has a NUL', 'nul-character', [repeat('\0', 1 << 20)]],
  [
    'is followed up to a number of commands',
    tooMany,
    [
      repeat('a;', 1100),
      `${repeat('a|', 1700)}a`,
      `${repeat('a&&b||', 850)}a`,
      repeat('cat <<E\n$(a)\nE\n', 280),
      `ok1 ${repeat('$(a) ', 570)}`,
      `ok1 ${repeat('<(a) ', 570)}`,
      `${repeat('for i in a b c d e; do ', 10)}ok1 $i${repeat('; done', 10)}`,
      `${repeat(`for i in ${repeat('a ', 50)}; do `, 10)}ok1 $i${repeat('; done', 10)}`,
      `${list(12, (i) => `f${i}() { ${list(12, (j) => `f${j}`)}; }`)}; f0`,
      `${list(30, (i) => `f${i}() { f${i + 1}; f${i + 1}; }`)}; f0`,
      `case a in ${repeat('a) ok1;; ', 560)} esac`,
      `while a; do ${list(560, (i) => `x${i}=$x${i}1`)}; done`,
      repeat("trap 'trap a EXIT' EXIT; ", 560),
      `for i in 1 2 3; do while q; do ${repeat('alias a=b; ', 300)}done; done`,
      'f() { g; g; h; }; g() { h; h; f; }; h() { f; g; h; }; f',
    ],
  ],
  [
    'is followed up to an amount of work',
    tooMuch,
    [
      `((${repeat('a?(', 55)}${list(400, (i) => `x${i}=1`, ',')}${repeat('):1', 55)}))`,
      `x=${repeat('a', 20_000)}; ${repeat('y=${x%%b}; ', 400)}`,
      `x=${repeat('a', 60_000)}; ${repeat('y=${x//a/b}; ', 20)}`,
      `declare ${repeat('a ', 3400)}`,
      `chmod ${repeat('a ', 3400)}`,
      `git checkout -- ${repeat('a ', 3400)}`,
      `x='f() { ${repeat('a;', 1000)} }'; ${repeat('trap "$x" EXIT; ', 300)}`,
      `a || cd x; b || cd y; c || cd z; rm ${repeat('a ', 1000)}`,
      `${repeat('for ((i=0;i<9;i++)); do ', 10)}ok1 $i${repeat('; done', 10)}`,
      `${repeat('while a; do ', 10)}x=$x$y${repeat('; done', 10)}`,
      `set -- a; ${repeat('set -- "$@" "$@"; ', 40)}ok1 "$@"`,
      `set -- ${repeat('a ', 3400)}; ok1 "$@"`,
      `x=(a); ${repeat('x=("${x[@]}" "${x[@]}"); ', 40)}ok1 "\${x[@]}"`,
      `x=(a b c); ${repeat('x+=("${x[@]}"); ', 40)}ok1 "\${x[@]}"`,
      `x="${repeat('a ', 20_000)}"; ${repeat('ok1 $x;', 690)}`,
      `ok1 ${repeat('{1..150} ', 1700)}`,
      list(1100, (i) => `x${i}=1`, '&&'),
      `${repeat('find . -exec ', 690)}ok1 ${repeat("';' ", 690)}`,
      `${repeat('$a ', 1700)}`,
      `x='eval "$x$x"'; eval "$x"; ${repeat('eval "$x$x$x$x$x$x$x$x";', 260)}`,
      `${repeat('sudo env nice ', 1150)}ok1`,
      `${list(20, (i) => `alias f${i}='f${i + 1}; f${i + 1}'`, '\n')}\nf0`,
      `ok1 ${repeat('>a ', 1700)}`,
    ],
  ],
  [
    'is followed to its end where that is not far',
    'parsed',
    [
      `ok1 ${repeat('x', 60_000)}`,
      `ok1 ${repeat('{1..9}', 3400)}`,
      'ok1 {1..999999999}',
      `declare ${repeat('a ', 900)}`,
      `chmod ${repeat('a ', 900)}`,
      `ok1 ${repeat('${x/$(echo ', 8)}a${repeat(')/b}', 8)}`,
      `ok1 ${nest('{a,', 'b', '}', 58)}`,
      'f() { f; f; f; }; f; f',
      "shopt -s expand_aliases; alias a='b; b' b='a; a'\na",
      `x=a; ${repeat('x=$x$x; ', 60)}ok1 $x`,
      `x=${repeat('a', 2000)}; ${repeat('x=${x//a/aaaa}; ', 20)}ok1 $x`,
      `x=${repeat('a', 30_000)}; ok1 \${x%%${repeat('*a', 30)}b}`,
      `x=${repeat('a', 5000)}; ok1 \${x##${repeat('*a', 12)}b}`,
      `x=${repeat('a', 60_000)}; ok1 \${x%b*c}`,
      `ok1 ${repeat('[a]', 1700)}`,
      `ok1 ${repeat('*', 60_000)}`,
      `ok1 ${repeat('`', 3300)}`,
      `[[ ${repeat('! ', 3400)}-n a ]]`,
      wrapped(4, (text) => `bash -c '${text}'`),
      wrapped(4, (text) => `echo '${text}' | bash`),
      `python3 -c '${repeat('a', 60_000)}'`,
      `gdb -ex '${repeat(' ', 60_000)}'`,
      `python3 -c '${repeat('print', 12_000)}'`,
      `node -e '${repeat('"\\\\', 20_000)}'`,
      `node -e '"${repeat('\\\\"', 20_000)}'`,
      `some-program -e 'f("")${repeat(' a', 25_000)}'`,
    ],
  ],
];
