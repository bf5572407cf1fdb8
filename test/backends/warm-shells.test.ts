import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { commandLine, readProcess, statFields } from '../../src/backends/local/processes/process-table.ts';
import type { StreamName } from '../../src/model/capture.ts';
import type { Run } from '../../src/model/exit.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Backend } from '../../src/model/ports.ts';
import { backendCases } from '../../src/testing/index.ts';
import { bashWith, localBackend, path, planIn, runPlan } from '../support/local-backend.ts';
import { seed } from '../support/seed.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { saysWhetherWarm, warmBackend } from '../support/warm-backend.ts';

const commandsHost = fileURLToPath(new URL('fixtures/commands-host.mjs', import.meta.url));

describe('in a shell that has waited, a backend', () => {
  for (const { title, check } of backendCases) {
    test(title, async () => {
      await check({ backend: warmBackend(), directory: temporaryDirectory(), path });
    });
  }
});

describe('a shell that has waited', () => {
  test('is there for the second command of a kind', async () => {
    const backend = localBackend({ warm: true });
    const plan = planIn(temporaryDirectory(), saysWhetherWarm);
    expect((await runPlan(backend, plan)).output).toBe('0\n');
    expect((await runPlan(backend, plan)).output).toBe('1\n');
    expect((await runPlan(backend, { ...plan, env: { ...plan.env, OTHER: 'yes' } })).output).toBe('0\n');
    expect((await runPlan(backend, { ...plan, streams: 'combined' })).output).toBe('0\n');
  });

  test('is there for a command in another directory, which it takes for its own', async () => {
    const backend = localBackend({ warm: true });
    const [one, other] = [temporaryDirectory(), temporaryDirectory()];
    const planOf = (cwd: string) =>
      planIn(cwd, `${saysWhetherWarm}; echo "$PWD \${OLDPWD-none}"; pwd -P`, {
        env: { PATH: path, PWD: cwd },
      });
    expect((await runPlan(backend, planOf(one))).output).toBe(`0\n${one} none\n${one}\n`);
    expect((await runPlan(backend, planOf(other))).output).toBe(`1\n${other} none\n${other}\n`);
  });

  test('is there for none when that is turned off', async () => {
    const plan = planIn(temporaryDirectory(), saysWhetherWarm);
    expect((await runPlan(warmBackend(localBackend({ warm: false })), plan)).output).toBe('0\n');
  });

  test.each([
    ['its parameters', 'echo "$0 $# $? $- [$!] $LINENO $SHLVL $BASH_SUBSHELL $BASH_ARGV0 $SECONDS"'],
    ['the word that came before', 'echo "$_"'],
    ['the text that it runs', 'echo "$BASH_EXECUTION_STRING" # to the end'],
    ['a text with a line end at its end', 'echo "[$BASH_EXECUTION_STRING]"\n'],
    ['its words', 'tr "\\0" "\\n" < /proc/$$/cmdline | tail -n +5 | grep -v "^$" | head -n 1'],
    ['how others see it', 'ps -o args= -p $$ | sed "s/ bash$//"; :'],
    ['a mistake on the first line', 'if )'],
    ['a mistake on a later line', 'echo a\n\nif )'],
    ['an open quote', 'echo "a\n'],
    ['an open here-document', 'cat << E\na'],
    ['a program that is not there', 'echo a; no-such-program'],
    ['what is not to be unset', 'set -u; echo "$none"; echo on'],
    ['a message of its own', 'echo "${none:?is not set}"; echo on'],
    ['its trace', "set -x; f() { echo \"$1\"; }; f a; eval 'f b'; PS4='$LINENO '; f c"],
    ['its lines as it reads them', 'set -v\necho a\necho b'],
    ['its traps', 'trap "echo $? out" EXIT; trap "echo debug" DEBUG; true; exit 3'],
    ['traps on errors', 'trap "echo \\"$LINENO $BASH_COMMAND\\"" ERR; false; f() { false; }; f; :'],
    ['its exit in a subshell', '(exit 4); echo $?; exit 5; echo on'],
    ['its exit in a function', 'f() { exit 6; }; f | cat; f; echo on'],
    ['its exit in a trap', 'trap "exit 7" EXIT; exit 3'],
    ['a return that is none', 'return 8; echo on'],
    ['a break that is none', 'break; echo on'],
    ['an exit that is no number', 'exit x'],
    ['exec that fails', 'exec no-such-program; echo on'],
    ['exec', 'exec echo a'],
    ['exec of redirections', 'exec 2>&1 5>&1; no-such-program; echo a >&5'],
    ['the signal that ends it', 'kill -KILL $$'],
    ['the signal that ends its only program', 'sh -c "kill -SEGV \\$\\$"'],
    ['the signal that ends its last program', 'echo a; sh -c "kill -TERM \\$\\$"'],
    ['its only program in its place', 'sh -c "echo \\$\\$" > pid; read -r pid < pid; echo $((pid == $$))'],
    ['what ends a script at once', 'set -e; false; echo on'],
    ['options', 'shopt -s extglob\necho !(x)*'],
    ['aliases', 'shopt -s expand_aliases\nalias a="echo alias"\na b'],
    ['the directory before', 'echo "${OLDPWD-none}"; cd - ; cd /; cd -'],
    ['a stack of directories', 'dirs -l | grep -c /; pushd / > /dev/null; dirs -l | wc -w'],
    ['what it knows of programs', 'hash'],
    ['its history', 'history; fc -l; :'],
    ['its children', 'sleep 0 & wait $!; echo $?; jobs'],
    ['its terminal', 'tty; (: < /dev/tty) 2> /dev/null || echo none'],
    ['what it can read', 'read -r line; echo "$? [$line]"'],
    ['bytes that are no text', "printf '\\xff' | od -An -tx1; x=$'\\xfe'; printf %s \"$x\" | od -An -tx1"],
    ['letters of the world', 'x="äß→🚀"; echo "${#x} $x"'],
    ['a command of nothing', ' \n\t\n'],
    ['a comment', '# nothing'],
    ['what looks like an option', '-x'],
  ])('has %s as one that was started for it', async (_, command) => {
    const [warm, cold] = await bothWays(command);
    expect(warm).toEqual(cold);
  });

  test.each([
    ['a file that is read first', 'BASH_ENV', 'read-first', 'echo "${FROM-none}"; pwd'],
    ['a file that is read first, with a pipeline', 'BASH_ENV', 'read-first', 'echo "${FROM-none}" | cat'],
    ['traces', 'SHELLOPTS', 'xtrace', ':'],
    ['seconds', 'SECONDS', '5', 'echo "$SECONDS"'],
    ['a locale that is not there, of which bash tells before all', 'LC_ALL', 'no_SUCH.locale', 'echo on >&2'],
    ['a function named like a builtin', 'BASH_FUNC_cd%%', '() { echo own; builtin cd "$@"; }', 'pwd'],
    ['an order of its own', 'HANDRAIL_order', '5', 'echo on | cat'],
    ['a directory of its own', 'HANDRAIL_cwd', '/usr', 'echo "${HANDRAIL_cwd+set}"'],
    ['words of its own', 'HANDRAIL_words', 'a', 'echo "$HANDRAIL_words"'],
  ])('has of its environment %s as one that was started for it', async (_, name, value, command) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'read-first'), 'FROM=file\n');
    const given = value === 'read-first' ? join(cwd, value) : value;
    const plan = planIn(cwd, command, { env: { PATH: path, [name]: given } });
    const { warm, cold } = bothBackends();
    const [one, other] = [await runPlan(warm, plan), await runPlan(cold, plan)];
    // What a launcher does, it traces as well.
    const withoutTrace = (output: string) => output.replaceAll(/^\++ (?!:).*\n/gm, '');
    expect({ ...one, output: withoutTrace(one.output) }).toEqual({
      ...other,
      output: withoutTrace(other.output),
    });
    expect(other.run).toMatchObject({ exit: { kind: 'exited', code: 0 } });
  });

  test.each([
    ['', 'false x'],
    [', with a pipeline', 'true | cat; false x'],
  ])('tells a trap of its exit of the last command%s', async (_name, end) => {
    const command = `trap 'echo "last: $BASH_COMMAND"' EXIT; set -e; ${end}`;
    for (const { stdout } of await bothWays(command)) expect(stdout).toBe('last: false x\n');
  });

  test.each([
    ['lists its traps', 'trap | cat; x=$(trap -p EXIT); echo "[$x]"', '[]\n'],
    ['has something done before each command', "trap 'echo next' DEBUG; : | :", 'next\nnext\n'],
    ['has bash say what it reads', 'exec 2>&1; set -v; echo a | cat', 'a\n'],
    ['has bash say by a longer word what it reads', 'exec 2>&1; set -o verbose; echo a | cat', 'a\n'],
    ['has its trace in its output', 'BASH_XTRACEFD=1; set -x; : || :', '+ :\n'],
    ['may write to no file', 'exec 2>&1; set -r; echo a | cat', 'a\n'],
  ])('sees nothing of what tells how parts of a pipeline end: one that %s', async (_, command, output) => {
    for (const { stdout } of await bothWays(command)) expect(stdout).toBe(output);
  });

  test.each([
    'set -eu; : --verbose | false',
    ': is verbose, and restricted | false',
    'cat -v - < /dev/null | false',
    'shopt -s extglob; : a | false',
  ])('tells how the parts of a pipeline end in %s', async (command) => {
    for (const { run } of await bothWays(command)) expect(run).toMatchObject({ parts: [0, 1] });
  });

  test('runs all of a text that just fits, and one that does not in another way', async () => {
    for (const length of [16_383, 16_384]) {
      const command = `echo ${'x'.repeat(length - 9)} end`;
      expect(Buffer.byteLength(command)).toBe(length);
      const { output } = await runPlan(warmBackend(), planIn(temporaryDirectory(), command));
      expect(output).toBe(`${command.slice(5)}\n`);
    }
  });

  test('does the same with every script', async () => {
    const backends = bothBackends();
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), async (lines) => {
        const [warm, cold] = (await bothWays(scriptOf(lines), backends)).map(withoutRaces);
        expect(warm).toEqual(cold);
      }),
      { numRuns: 100, seed },
    );
  });

  test('is made when it is quiet where others are under way, for as many as have ended', async () => {
    const backend = localBackend({ warm: true });
    const directory = temporaryDirectory();
    const plan = planIn(directory, saysWhetherWarm);
    const told = async (): Promise<string> => (await runPlan(backend, plan)).output;
    const stop = new AbortController();
    let other: Promise<unknown> = Promise.resolve();
    await new Promise<void>((resolve) => {
      const endless = planIn(directory, 'echo ready; sleep 600');
      other = runPlan(backend, endless, { stop: stop.signal, onOutput: () => resolve() });
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    expect([await told(), await told()]).toEqual(['0\n', '0\n']);
    vi.advanceTimersByTime(10);
    vi.useRealTimers();
    const atOnce = (): Promise<readonly string[]> => Promise.all([told(), told()]);
    await expect.poll(atOnce, { interval: 500 }).toEqual(['1\n', '1\n']);
    stop.abort({ kind: 'cancelled' });
    await other;
  });

  test('is used once, and what one has become no other is', async () => {
    const backend = warmBackend();
    const cwd = temporaryDirectory();
    const first = await runPlan(backend, planIn(cwd, 'x=1; export y=2; f() { :; }; cd /; umask 0; echo $$'));
    const other = 'echo "${x-none} ${y-none} $(type -t f) $PWD $(umask) $$"';
    const { output } = await runPlan(backend, planIn(cwd, other));
    const umask = process.umask().toString(8).padStart(4, '0');
    expect(output).toMatch(new RegExp(`^none none  .*${cwd.split('/').at(-1)} ${umask} \\d+\n$`));
    expect(output.trim().split(' ').at(-1)).not.toBe(first.output.trim());
  });

  test('that is still being made keeps the host from ending before its command', () => {
    const { status, stdout } = spawnSync(process.execPath, [commandsHost], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'on\non\non\n' });
  });

  test('ends with its backend', async () => {
    const { backend, launcher, shell } = await waitingShell();
    await backend.close();
    await expect.poll(() => [readProcess(launcher), readProcess(shell)]).toEqual([null, null]);
  });

  test('that has ended while it waited costs nothing: another way is taken', async () => {
    const { backend, plan, shell } = await waitingShell();
    process.kill(shell, 'SIGKILL');
    await expect.poll(() => readProcess(shell)).toBe(null);
    expect((await runPlan(backend, { ...plan, command: 'echo on' })).output).toBe('on\n');
  });

  test.each(['launcher', 'shell'] as const)(
    'whose %s was stopped while it waited costs nothing, and is not left',
    async (which) => {
      const { backend, plan, ...both } = await waitingShell();
      const isStopped = () => statFields(both[which])[0] === 'T';
      process.kill(both[which], 'SIGSTOP');
      await expect.poll(isStopped).toBe(true);
      expect((await runPlan(backend, { ...plan, command: 'echo on' })).output).toBe('on\n');
      await expect.poll(() => [readProcess(both.launcher), readProcess(both.shell)]).toEqual([null, null]);
    },
  );

  test('that is stopped while it is being made is given up, and is not left', async () => {
    const directory = temporaryDirectory();
    // The first one shows that it can be done, the second is for the first command.
    const stops =
      '[[ $HANDRAIL_order && -e $0.first && ! -e $0.second ]] && echo $$ > "$0.second" && kill -STOP $$';
    const counts = '[[ $HANDRAIL_order ]] && : > "$0.first"';
    const bashPath = bashWith(directory, `${stops}; ${counts}; exec -a "$0" "$real" "$@"`);
    const backend = localBackend({ bashPath, warm: true });
    const plan = planIn(directory, saysWhetherWarm);
    expect((await runPlan(backend, plan)).output).toBe('0\n');
    const stopped = () => Number(readFileSync(`${bashPath}.second`, 'utf8'));
    await expect.poll(() => statFields(stopped())[0]).toBe('T');
    expect((await runPlan(backend, plan)).output).toBe('0\n');
    await expect.poll(async () => (await runPlan(backend, plan)).output).toBe('1\n');
    expect(readProcess(stopped())).toBe(null);
  });

  test('whose launcher has ended runs nothing: another way is taken', async () => {
    const { backend, plan, launcher, shell } = await waitingShell();
    process.kill(launcher, 'SIGKILL');
    await expect.poll(() => readProcess(launcher)).toBe(null);
    expect(await runPlan(backend, { ...plan, command: 'echo on' })).toMatchObject({
      run: { kind: 'ended', exit: { kind: 'exited', code: 0 } },
      output: 'on\n',
    });
    await expect.poll(() => readProcess(shell)).toBe(null);
  });

  test('leaves nothing of a call that is stopped at any moment of its start', async () => {
    for (let turns = 0; turns < 16; turns += 1) {
      const { backend, plan, shell } = await waitingShell();
      const stop = new AbortController();
      const running = runPlan(backend, { ...plan, command: 'sleep 60' }, { stop: stop.signal });
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      stop.abort({ kind: 'cancelled' });
      expect((await running).run).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
      expect([turns, readProcess(shell)]).toEqual([turns, null]);
      await backend.close();
    }
  });

  test.each([
    ['that reads nothing before its command', 'unset BASH_ENV; exec -a "$0" "$real" "$@"'],
    [
      'whose command is not its last word',
      '[[ $HANDRAIL_order ]] && set -- "$@" bash; exec -a "$0" "$real" "$@"',
    ],
    [
      'that runs another text',
      '[[ $HANDRAIL_order ]] && set -- "${@:1:4}" : "${@:5}"; exec -a "$0" "$real" "$@"',
    ],
  ])('is not wanted of a bash %s', async (_, body) => {
    const directory = temporaryDirectory();
    const bashPath = bashWith(directory, body);
    const backend = warmBackend(localBackend({ bashPath, warm: true }));
    const { output } = await runPlan(backend, planIn(directory, `echo ran; ${saysWhetherWarm}`));
    expect(output).toBe('ran\n0\n');
  });
});

test('shells that wait are tried again when that failed for a reason that has passed', async () => {
  const directory = temporaryDirectory();
  const body = '[[ $HANDRAIL_order && ! -e $0.tried ]] && : > "$0.tried" && set -- "${@:1:4}" :';
  const bashPath = bashWith(directory, `${body}; exec -a "$0" "$real" "$@"`);
  const backend = localBackend({ bashPath, warm: true });
  const plan = planIn(directory, saysWhetherWarm);
  await expect.poll(async () => (await runPlan(backend, plan)).output).toBe('1\n');
  expect(readdirSync(directory)).toContain('bash.tried');
});

interface Backends {
  readonly warm: Backend;
  readonly cold: Backend;
}

function bothBackends(): Backends {
  return { warm: warmBackend(), cold: localBackend({ warm: false }) };
}

/** What a command writes and how it ends, in a shell that has waited and in one that has not. */
async function bothWays(
  command: string,
  { warm, cold }: Backends = bothBackends(),
): Promise<readonly [warm: Result, cold: Result]> {
  return [await resultOf(warm, command), await resultOf(cold, command)];
}

interface Result {
  readonly run: Run;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the parts of a pipeline say comes in any order, and who writes to one that is over may be told of it, or not. */
function withoutRaces(result: Result): Result {
  const { run } = result;
  const parts =
    run.kind === 'ended' ? (run.parts?.map((status) => (status === 141 ? 0 : status)) ?? null) : null;
  const stderr = result.stderr.split('\n').filter((message) => !message.includes('Broken pipe'));
  return { ...result, run: run.kind === 'ended' ? { ...run, parts } : run, stderr: stderr.sort().join('\n') };
}

async function resultOf(backend: Backend, command: string): Promise<Result> {
  const cwd = join(temporaryDirectory(), 'work');
  mkdirSync(cwd);
  copyFileSync('/dev/null', join(cwd, 'a file'));
  const streams: Partial<Record<StreamName, string>> = {};
  const plan: Plan = planIn(cwd, command, {
    env: { PATH: path, LC_ALL: 'C.UTF-8', SHLVL: '4', GIVEN: 'x y' },
  });
  const run: Run = await backend.run(
    plan,
    (name, bytes) => {
      streams[name] = (streams[name] ?? '') + Buffer.from(bytes).toString('latin1');
    },
    new AbortController().signal,
    null,
  );
  const own = new RegExp(cwd.replaceAll(/[^\w/ ]/g, '.'), 'g');
  const textOf = (name: StreamName): string =>
    (streams[name] ?? '').replaceAll(own, '<cwd>').replaceAll(/\b\d{3,}\b/g, '<id>');
  return { run, stdout: textOf('stdout'), stderr: textOf('stderr') };
}

/** A backend in which a shell waits. */
async function waitingShell() {
  const backend = localBackend({ warm: true });
  const plan = planIn(temporaryDirectory(), 'echo $PPID');
  // Before the first one waits, another has shown that it can be done.
  await runPlan(backend, plan);
  const launcher = Number((await runPlan(backend, plan)).output);
  const children = (): readonly number[] =>
    readFileSync(`/proc/${launcher}/task/${launcher}/children`, 'latin1')
      .split(' ')
      .filter(Boolean)
      .map(Number);
  await expect.poll(() => children().map(waitsToBeTold)).toEqual([true]);
  const [shell = 0] = children();
  return { backend, plan, launcher, shell };
}

/** Whether it is a bash that has read what comes before its command: it sleeps for nothing else. */
function waitsToBeTold(pid: number): boolean {
  return /^\S+ --noprofile --norc -c -- # waits/.test(commandLine(pid)) && statFields(pid)[0] === 'S';
}

/** Words and commands of harmless scripts, some of which bash refuses. */
const word = fc.constantFrom(
  'a',
  '"$x"',
  '$x',
  '${x:-b}',
  "'c d'",
  '$(echo e)',
  '$((1+2))',
  '*',
  '$?',
  '"$_"',
  '$LINENO',
  '"$@"',
  '$-',
  '"',
  ')',
  '${y?no}',
  '~',
  '{1..3}',
  '$BASHPIDx',
);
const command = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'echo',
        'printf %s,',
        ':',
        'x=1',
        'set --',
        'false',
        'true',
        'no-such',
        'type',
        'test',
        'local',
        'eval echo',
        'exit',
        'return',
        '(exit 3);',
        'trap "echo t" EXIT;',
        'set -x;',
        'set -e;',
        'set -u;',
        'exec 2>&1;',
        'cat <<< ',
        'f() { echo "$FUNCNAME" "$@"; }; f',
        'for x in',
        'shift',
        'unset x;',
      ),
      fc.array(word, { maxLength: 3 }),
    )
    .map(([name, words]) => [name, ...words].join(' ')),
);
/** Where errors go where output goes, there is no pipeline: what its parts write to one place comes in any order. */
function scriptOf(lines: readonly string[]): string {
  const script = lines.join('\n');
  return script.includes('exec 2>&1') ? script.replaceAll(' | ', ' ; ') : script;
}

const line = fc
  .tuple(
    command,
    fc.constantFrom(';', '&&', '||', '|', '\n'),
    command,
    fc.constantFrom('', 'done', '; do echo "$x"; done', '| cat', '> out; cat out', '2>&1'),
  )
  .map((parts) => parts.join(' '));
