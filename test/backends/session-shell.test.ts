import { readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inShort, sessionBackend } from '../support/session.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A command, what it prints, and how it ends; see `inShort`. */
type Step = readonly [command: string, output: string, end?: string];

const big = `# ${'x'.repeat(1024 * 1024)}\necho end`;

/** Commands that are run one after the other in one session, and what becomes of each. */
const cases: readonly (readonly [title: string, ...steps: Step[]])[] = [
  ['variables last', ['a=1; export b=2', ''], ['echo "$a"; printenv b', '1\n2\n']],
  ['functions and aliases last', ["f() { echo f; }; alias g='echo g'", ''], ['f; g', 'f\ng\n']],
  ['the directory lasts', ['mkdir d; cd d', ''], ['echo "${PWD##*/}"', 'd\n']],
  [
    'options and umask last',
    ['set -f; umask 077; shopt -s nullglob', ''],
    ['echo *; umask; shopt -q nullglob', '*\n0077\n'],
  ],
  ['positional parameters last', ['set -- a b', ''], ['echo "$#$2"', '2b\n']],
  [
    'the status of the command before is known',
    ['(exit 7)', '', '7'],
    ['echo $?', '7\n'],
    ['echo $?', '0\n'],
  ],
  ['output needs no end of line', ['printf abc', 'abc'], ['printf def', 'def']],
  [
    'bytes that are no text pass',
    ["printf '\\377\\376' | od -An -tx1", ' ff fe\n'],
    ["printf 'é' | od -An -tx1", ' c3 a9\n'],
  ],
  ['a command can be of 1 MiB', [big, 'end\n'], ['echo next', 'next\n']],
  ['it goes by the name bash', ['echo "$0 $#"', 'bash 0\n']],
  [
    'there is nothing to read and no terminal',
    ['cat; read -r x; echo $?; stty 2> /dev/null; echo $?', '1\n1\n'],
  ],

  [
    'an unclosed quote is an error of its own',
    ["echo 'a", expect.stringContaining('unexpected EOF'), '2'],
    ['echo "b"', 'b\n'],
  ],
  [
    'so are other syntax errors',
    ['if', expect.stringContaining('syntax error'), '2'],
    ['fi )', expect.stringContaining('syntax error'), '2'],
    ['echo $?', '2\n'],
  ],
  ['a here-document ends with its command', ['cat <<E\na', expect.stringMatching(/a\n$/)], ['echo b', 'b\n']],
  ['a backslash at the end takes in nothing', ['echo a \\', 'a \\\n'], ['echo b', 'b\n']],

  [
    'exit ends the shell',
    ['a=1; exit 3', '', '3; shell ended'],
    ['echo "[$a]"', '[]\n', '0; new: ended'],
    ['echo on', 'on\n'],
  ],
  [
    'exec ends the shell',
    ['exec echo gone', 'gone\n', '0; shell ended'],
    ['echo on', 'on\n', '0; new: ended'],
  ],
  [
    'set -e ends the shell',
    ['set -e', ''],
    ['false; echo not', '', '1; shell ended'],
    ['false; echo on', 'on\n', '0; new: ended'],
  ],
  [
    'set -e within the first failing command does',
    ['(exit 3)', '', '3'],
    ['set -e; false; echo not', '', '1; shell ended'],
  ],
  ['a trap for its exit is run', ["trap 'echo bye' EXIT", ''], ['exit 4', 'bye\n', '4; shell ended']],
  [
    'a signal that ends the shell is told by its name',
    ['kill -9 $$', '', 'SIGKILL; shell ended'],
    ['echo on', 'on\n', '0; new: ended'],
  ],
  [
    'set -u ends the command, not the shell',
    ['set -u', ''],
    ['echo "$nope"; echo not', 'bash: nope: unbound variable\n', '1'],
    ['echo $?', '1\n'],
  ],
  ['an interrupted shell goes on', ['kill -INT $$; echo not', '', '130'], ['echo $?', '130\n']],
  ['return ends the command', ['return 5; echo not', '', '5'], ['echo $?', '5\n']],
  ['set -t ends the shell', ['set -t', '', '0; shell ended'], ['echo on', 'on\n', '0; new: ended']],

  ['exec > file is for its command alone', ['exec > file; echo a', ''], ['cat file; echo b', 'a\nb\n']],
  ['exec 2>&- is for its command alone', ['exec 2>&-; echo a >&2', '', '1'], ['echo b >&2', 'b\n']],
  [
    'exec < file is for its command alone',
    ['echo a > file; exec < file; read -r x; echo "$x"', 'a\n'],
    ['cat; echo b', 'b\n'],
  ],
  ['other descriptors last', ['exec 7> file; echo a >&7', ''], ['echo b >&7; cat file', 'a\nb\n']],
  [
    'set -x tells of the command alone',
    ['set -x', ''],
    ['echo a', '++ echo a\na\n'],
    ['false', '++ false\n', '1'],
    ['set +x', '++ set +x\n'],
  ],
  ['set -x with a PS4 of its own too', ["PS4='> '; set -x", ''], ['echo a', '>> echo a\na\n']],
  ['set -v tells of the command alone', ['set -v', ''], ['echo a', 'echo a\na\n']],
  [
    'set -o posix does not matter',
    ['set -o posix; false', '', '1'],
    ['echo $?', '1\n'],
    ['false | true', '', '0'],
  ],
  ['set -C does not matter', ['set -C', ''], ['echo a', 'a\n'], ['true | false', '', '1']],
  ['a prompt command does not show', ["PROMPT_COMMAND='echo p'; PS1='$(echo p >&2)'", ''], ['echo a', 'a\n']],
  ['a trap for errors lasts', ["trap 'echo err' ERR", ''], ['false', 'err\n', '1']],
  ['a trap that calls for every command lasts', ["trap 'n=1' DEBUG", ''], ['echo "$n"', '1\n']],
  [
    'a history is neither kept nor shown',
    ['history; echo "${HISTFILE-none}"', 'none\n'],
    ['history | wc -l', '0\n'],
  ],

  [
    'functions with the names of builtins do not matter',
    [
      'mine() { echo mine; }; source() { mine; }; kill() { mine; }; trap() { mine; }; cd() { mine; }; printf() { mine; }; exit() { mine; }; unset() { mine; }; eval() { mine; }',
      '',
    ],
    ['echo a | cat', 'a\n'],
    ['(\\builtin exit 3)', '', '3'],
    ['echo $?', '3\n'],
  ],
  [
    'aliases do not matter',
    ["alias builtin='echo mine' source='echo mine' printf='echo mine'", ''],
    ['echo a', 'a\n'],
  ],
  [
    'unsetting everything does not matter',
    ['for v in $(compgen -v); do unset "$v" 2> /dev/null; done', ''],
    ['set -u; true | false', '', '1'],
    ['echo a', 'a\n'],
  ],
  [
    'IFS and readonly variables do not matter',
    ['readonly HANDRAIL_order=1 HANDRAIL_mark=1; IFS=0123456789; set -f', ''],
    ['true | (exit 2)', '', '2'],
    ['echo "$?"', '2\n'],
  ],
  [
    'a function builtin costs the shell',
    ['builtin() { :; }; echo a', 'a\n', 'lost; shell lost'],
    ['echo on', 'on\n', '0; new: lost'],
  ],
  [
    'a disabled printf costs the shell',
    ['enable -n printf', '', 'lost; shell lost'],
    ['echo on', 'on\n', '0; new: lost'],
  ],
  [
    'a disabled builtin costs the shell, and no time limit',
    ['enable -n builtin; echo a', 'a\n', 'lost; shell lost'],
    ['echo on', 'on\n', '0; new: lost'],
  ],
  [
    'a restricted shell costs the shell, and no time limit',
    ['set -r; echo a', 'a\n', 'lost; shell lost'],
    ['echo on', 'on\n', '0; new: lost'],
  ],
  [
    'a shell that may open no file at all costs the shell, and no time limit',
    ['ulimit -n 3; echo a', 'a\n', 'lost; shell lost'],
    ['echo on', 'on\n', '0; new: lost'],
  ],
  [
    'a command that the shell has no descriptors for is told as not run',
    ['ulimit -Sn 5; x=1', ''],
    ['echo a', '', 'spawn-failed'],
    ['echo "[$x]"', '[]\n', '0; new: lost'],
  ],
  ['a shell with few descriptors left goes on', ['ulimit -Sn 12; x=1', ''], ['echo "$x" | cat', '1\n']],
  ['a disabled source does not matter', ['x=1; enable -n source', ''], ['echo "$x"', '1\n']],

  [
    'jobs, wait and $! know background children',
    ['sleep 600 & p=$!', ''],
    ['[ "$p" = "$!" ] && jobs', '[1]+  Running                 sleep 600 &\n'],
    ['kill $!; wait $!', '', '143'],
    ['jobs', ''],
  ],
  [
    'fg brings one back',
    ['set -m; (kill -STOP "$BASHPID"; exit 5) &', ''],
    ['until [[ $(jobs -s) ]]; do :; done; fg > /dev/null; echo $?', '5\n'],
  ],
  [
    'coproc works',
    ['coproc cat', ''],
    ['echo a >&"${COPROC[1]}"; read -r x <&"${COPROC[0]}"; echo "$x"', 'a\n'],
  ],
];

describe('in a session', () => {
  for (const [title, ...steps] of cases) {
    test(title, async () => {
      const { run } = sessionBackend();
      const seen: Step[] = [];
      for (const [command] of steps) {
        const ran = await run(command);
        seen.push([command, ran.output, inShort(ran)]);
      }
      expect(seen).toEqual(steps.map(([command, output, end = '0']) => [command, output, end]));
    });
  }

  test('the parts of the last pipeline are told', async () => {
    const { run, directory } = sessionBackend();
    writeFileSync(join(directory, 'other'), 'true | true | true\n');
    const partsOf = async (command: string): Promise<unknown> => {
      const ran = await run(command);
      return ran.run.kind === 'ended' && ran.run.parts;
    };
    expect(await partsOf('false | true')).toEqual([1, 0]);
    expect(await partsOf('true')).toBe(null);
    expect(await partsOf('source ./other; (exit 2) | (exit 3)')).toEqual([2, 3]);
    expect(await partsOf('source ./other; trap - RETURN; false | true')).toBe(null);
    expect(await partsOf('trap -p RETURN | cat')).toEqual([0, 0]);
    expect((await run('trap -p RETURN')).output).toBe('');
  });

  test('a command that is left before its end leaves no trap behind', async () => {
    const { run, stop } = sessionBackend();
    await run('true | true; echo $((1 / 0))');
    expect((await run('trap -p RETURN')).output).toBe('');
    await run('true | true; echo $((1 / 0))');
    expect((await run('false | true')).run).toMatchObject({ parts: [1, 0] });
    await stop('true | true; echo ready; sleep 600');
    expect((await run('trap -p RETURN')).output).toBe('');
    expect((await run('set -x; true | true')).output).toBe('++ true\n++ true\n');
  });

  test('a trap that the command has set for the end of files is left alone', async () => {
    const { run } = sessionBackend();
    await run("trap 'echo back' RETURN");
    expect((await run('true | true')).output).toBe('back\n');
    expect((await run('trap -p RETURN')).output).toContain("trap -- 'echo back' RETURN\n");
  });

  test('a shell starts in the directory of the first call; another one is gone to, and lasts', async () => {
    const { run, directory } = sessionBackend();
    const other = temporaryDirectory();
    expect((await run('pwd')).output).toBe(`${directory}\n`);
    expect((await run('pwd; echo "$OLDPWD"', { cwd: other })).output).toBe(`${other}\n${directory}\n`);
    expect((await run('pwd')).output).toBe(`${other}\n`);
    expect(inShort(await run('pwd', { cwd: join(other, 'none') }))).toBe('cwd-not-found');
    expect((await run('pwd')).output).toBe(`${other}\n`);
  });

  test('a directory that was removed does not end the shell', async () => {
    const { run } = sessionBackend();
    const gone = temporaryDirectory();
    await run('a=1', { cwd: gone });
    rmdirSync(gone);
    expect(inShort(await run('ls .'))).toBe('0');
    expect((await run('cd /; echo "$a"')).output).toBe('1\n');
  });

  test("the user's history file is neither read nor changed", async () => {
    const { run, directory } = sessionBackend();
    const file = join(directory, '.bash_history');
    const lines = 'echo before\n'.repeat(1_000); // More than bash keeps by itself.
    writeFileSync(file, lines);
    expect((await run('echo ~; history')).output).toBe(`${directory}\n`);
    await run('exit');
    expect(readFileSync(file, 'utf8')).toBe(lines);
  });
});
