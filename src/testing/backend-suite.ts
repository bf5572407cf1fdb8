import assert from 'node:assert/strict';
import { closeSync, constants, existsSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StreamName } from '../model/capture.ts';
import type { Run, Stop, Survivor } from '../model/exit.ts';
import type { Plan } from '../model/plan.ts';
import type { Backend } from '../model/ports.ts';
import type { SandboxPlan } from '../model/sandbox.ts';

/** What a case is given to work with. */
export interface BackendHarness {
  readonly backend: Backend;
  /** An empty directory that the backend's commands can read and write, by this path. */
  readonly directory: string;
  /** What the commands are confined to; left out: to nothing. */
  readonly sandbox?: SandboxPlan;
  /** A PATH on which the backend's commands find coreutils. */
  readonly path: string;
}

/** One promise of the `Backend` port, with what shows that it is kept. */
export interface BackendCase {
  /** A sentence: what a backend does. */
  readonly title: string;
  /** Rejects when the promise is not kept. */
  check(harness: BackendHarness): Promise<void>;
}

const timedOut: Stop = { kind: 'timed_out', timeoutMs: 1 };
/** Says that it is up, and starts itself anew instead of ending. */
const daemon = 'trap "exec setsid bash -c \\"$0\\" \\"$0\\"" TERM; touch up; while :; do sleep 0.01; done';
/** Says `ready` when the shell is suspended; where there is no /proc to tell, at once. */
const saysWhenSuspended =
  "(until [ ! -e /proc/$$/status ] || grep -q '^State:.T' /proc/$$/status; do :; done; echo ready) &";
const cancelled: Stop = { kind: 'cancelled' };

/** Every promise of the `Backend` port. Register each case with a test runner of your choice. */
export const backendCases: readonly BackendCase[] = [
  ends('tells success', 'true', { kind: 'exited', code: 0 }),
  ends('tells the exit code of the command', 'exit 3', { kind: 'exited', code: 3 }),
  ends('tells the signal that ended the shell by its name', 'kill -SEGV $$', {
    kind: 'signalled',
    signal: 'SIGSEGV',
  }),
  ends('has bash itself refuse what it cannot read', 'if', { kind: 'exited', code: 2 }),

  prints('keeps the streams apart', 'echo out; echo err >&2', { stdout: 'out\n', stderr: 'err\n' }),
  prints(
    'keeps combined streams in the order of writing',
    'for i in 1 2 3; do echo "out $i"; echo "err $i" >&2; done',
    { output: 'out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n' },
    { streams: 'combined' },
  ),
  prints('hands over bytes that are no text', "printf '\\377\\000\\376' | od -An -tx1", {
    stdout: ' ff 00 fe\n',
  }),
  prints('lets the streams be opened by name', 'echo a > /dev/stderr; echo b | tee /dev/stderr', {
    stdout: 'b\n',
    stderr: 'a\nb\n',
  }),
  prints('gives the command nothing to read', 'cat; echo "end $?"', { stdout: 'end 0\n' }),
  prints('gives the command no terminal', '(: < /dev/tty) 2> /dev/null || echo none', { stdout: 'none\n' }),
  prints('runs as bash -c does', 'echo "$0 $# $? ${-//[^ceimsx]/}"', { stdout: 'bash 0 0 c\n' }),
  prints('takes a text that begins like an option for a command', '-x 2> /dev/null; echo $?', {
    stdout: '127\n',
  }),
  {
    title: 'takes a text that is an option for a command',
    async check(harness) {
      const { run } = await runPlan(harness, '-s');
      assert.deepEqual(run.kind === 'ended' && run.exit, { kind: 'exited', code: 127 });
    },
  },
  prints(
    'gives the command the environment of the plan',
    'echo "$GIVEN"; env | grep -c ^GIVEN=',
    {
      stdout: 'yes\n1\n',
    },
    { env: { GIVEN: 'yes' } },
  ),
  {
    title: 'runs in the directory of the plan',
    async check(harness) {
      const { output } = await runPlan(harness, 'pwd -P > here; cat here');
      assert.equal(output.stdout?.trim().split('/').at(-1), harness.directory.split('/').at(-1));
      assert.ok(existsSync(join(harness.directory, 'here')));
    },
  },
  {
    title: 'runs a command of 1 MiB, and it sees itself as a short one does',
    async check(harness) {
      const probe =
        'echo "$0 $# $? ${-//[^ceimsx]/} ${#BASH_EXECUTION_STRING}"; [ -e /proc/self/fd/3 ] && echo open; exit 7\n: ';
      const command = probe.padEnd(1024 * 1024, 'x');
      const { run, output } = await runPlan(harness, command);
      assert.deepEqual(output, { stdout: `bash 0 0 c ${command.length}\n` });
      assert.deepEqual(run, {
        kind: 'ended',
        exit: { kind: 'exited', code: 7 },
        parts: null,
        survivors: [],
        kept: null,
        session: null,
      });
    },
  },
  {
    title: 'runs a long command with the same quotes, line ends and characters',
    async check(harness) {
      const filler = `: '${'é"\\$`\n'.repeat(40_000)}'\n`;
      const { output } = await runPlan(harness, `${filler}cat <<'end'\n a\\b "$c" é\nend\n`);
      assert.deepEqual(output, { stdout: ' a\\b "$c" é\n' });
    },
  },

  {
    title: 'says that the directory does not exist, and starts nothing',
    check: (harness) => refuses(harness, join(harness.directory, 'missing'), 'cwd-not-found'),
  },
  {
    title: 'says that the directory is a file, and starts nothing',
    async check(harness) {
      const file = join(harness.directory, 'file');
      writeFileSync(file, '');
      await refuses(harness, file, 'cwd-not-a-directory');
    },
  },
  {
    title: 'starts nothing when it is stopped beforehand',
    async check(harness) {
      const { run, output } = await runPlan(harness, 'touch started', { stop: AbortSignal.abort(cancelled) });
      assert.deepEqual(run, {
        kind: 'ended',
        exit: cancelled,
        parts: null,
        survivors: [],
        kept: null,
        session: null,
      });
      assert.deepEqual(output, {});
      assert.ok(!existsSync(join(harness.directory, 'started')));
    },
  },

  stops('ends with the reason it was stopped for', 'echo ready; sleep 600', timedOut),
  stops('ends every process of a pipeline', '{ echo ready; sleep 600; } | cat | cat', cancelled),
  stops('ends what runs in the background', 'sleep 600 & sleep 600 & echo ready; wait', cancelled),
  stops(
    'ends children of children',
    'bash -c "bash -c \'sleep 600 & sleep 600; :\'; :" & echo ready; wait',
    timedOut,
  ),
  stops(
    'ends what ignores being asked',
    "trap '' TERM INT HUP; echo ready; while :; do sleep 1; done",
    timedOut,
  ),
  stops('ends what was suspended', `${saysWhenSuspended} kill -STOP $$; sleep 600`, cancelled),
  stops('ends what left its session', 'setsid sleep 600 & echo ready; wait; sleep 600', cancelled),
  stops(
    'ends a daemon that left by two forks and starts itself again when it is asked to end',
    `(setsid bash -c '${daemon}' '${daemon}' > /dev/null 2>&1 &); until [ -e up ]; do :; done; echo ready; sleep 600`,
    timedOut,
  ),
  stops('ends what threw its environment away', 'env -i sleep 600 & echo ready; wait; sleep 600', cancelled),
  stops(
    'ends what threw away its session and its environment, but holds the output',
    'setsid env -i sleep 600 & echo ready; sleep 600',
    cancelled,
  ),
  stops(
    'ends a storm of two hundred processes',
    'for i in {1..200}; do (trap "" TERM; setsid sleep 600 & sleep 600) & done; echo ready; wait',
    timedOut,
  ),
  survives('a silent one that holds the output', 'sleep 600 & echo over; exit 4', [
    { command: 'sleep 600', holdsOutput: true },
  ]),
  survives('a silent one that does not hold the output', 'sleep 600 > /dev/null 2>&1 & echo over; exit 4', [
    { command: 'sleep 600', holdsOutput: false },
  ]),
  survives('one that left its session', 'setsid sleep 600 > /dev/null 2>&1 & echo over; exit 4', [
    { command: 'sleep 600', holdsOutput: false },
  ]),
  survives('one that left by two forks', '(setsid sleep 600 &) ; echo over; exit 4', [
    { command: 'sleep 600', holdsOutput: true },
  ]),
  {
    title: 'returns when the shell is over, although something keeps on writing',
    async check(harness) {
      const leash = await createLeash(harness);
      const command = `${leash.hold}; (while echo tick; do sleep 0.01; done) & echo over; exit 4`;
      const { run, output } = await runPlan(harness, command);
      leash.assertNobodyHolds();
      assert.ok(run.kind === 'ended');
      assert.deepEqual(run.exit, { kind: 'exited', code: 4 });
      assert.ok(run.survivors.some(({ holdsOutput }) => holdsOutput));
      assert.match(output.stdout ?? '', /^(tick\n)*over\n(tick\n)+$/);
    },
  },
  {
    title: 'keeps what is written shortly after the end of the shell',
    async check(harness) {
      // A builtin waits: a program would have to be started first.
      const command = 'exec 9<> <(:); (read -t 0.08 -u 9; echo late) & exec 9>&-; echo over';
      const { run, output } = await runPlan(harness, command);
      assert.deepEqual(output, { stdout: 'over\nlate\n' });
      assert.deepEqual(run, {
        kind: 'ended',
        exit: { kind: 'exited', code: 0 },
        parts: null,
        survivors: [],
        kept: null,
        session: null,
      });
    },
  },
  {
    title: 'lets a process substitution write what it still has to',
    async check(harness) {
      const { run } = await runPlan(harness, 'echo text > >(sleep 0.03; cat > copy; mv copy done)');
      assert.deepEqual(run, {
        kind: 'ended',
        exit: { kind: 'exited', code: 0 },
        parts: null,
        survivors: [],
        kept: null,
        session: null,
      });
      assert.ok(existsSync(join(harness.directory, 'done')));
    },
  },
  {
    title: 'asks before it makes: the last words of a command are kept',
    async check(harness) {
      const command = "trap 'echo bye; exit' TERM; echo ready; while :; do sleep 0.05; done";
      const { run, output } = await stopWhenReady(harness, command, timedOut, { graceMs: 10_000 });
      assert.deepEqual(run, {
        kind: 'ended',
        exit: timedOut,
        parts: null,
        survivors: [],
        kept: null,
        session: null,
      });
      // What bash says on standard error about its ended child differs from version to version.
      assert.equal(output.stdout, 'ready\nbye\n');
    },
  },
  {
    title: 'does not lose what is written right before the end',
    async check(harness) {
      const { output } = await runPlan(harness, 'head -c 300000 /dev/zero | tr "\\0" x; echo; echo end');
      assert.equal(output.stdout, `${'x'.repeat(300_000)}\nend\n`);
    },
  },
  {
    title: 'waits while the sink has no room',
    async check(harness) {
      let under = 0;
      let most = 0;
      let bytes = 0;
      await harness.backend.run(
        plan(harness, 'head -c 1000000 /dev/zero'),
        async (_stream, chunk) => {
          under += 1;
          most = Math.max(most, under);
          bytes += chunk.length;
          await new Promise((resolve) => setImmediate(resolve));
          under -= 1;
        },
        new AbortController().signal,
        null,
      );
      assert.deepEqual({ most, bytes }, { most: 1, bytes: 1_000_000 });
    },
  },
  {
    title: 'runs many commands at once, each with its own output',
    async check(harness) {
      const numbers = Array.from({ length: 20 }, (_, index) => index);
      const runs = numbers.map((n) => runPlan(harness, `for i in 1 2 3; do echo ${n}; done; exit ${n}`));
      const results = await Promise.all(runs);
      assert.deepEqual(
        results.map(({ run, output }) => ({ run, output })),
        numbers.map((n) => ({
          run: {
            kind: 'ended',
            exit: { kind: 'exited', code: n },
            parts: null,
            survivors: [],
            kept: null,
            session: null,
          },
          output: { stdout: `${n}\n${n}\n${n}\n` },
        })),
      );
    },
  },
];

interface RunOptions extends Partial<Pick<Plan, 'streams' | 'env' | 'graceMs' | 'cwd'>> {
  readonly stop?: AbortSignal;
  readonly onOutput?: (text: string) => void;
}

interface RunRecord {
  readonly run: Run;
  /** What came on each stream that anything came on. */
  readonly output: Partial<Record<StreamName, string>>;
}

/** A grace that tests do not have to wait long for. */
const shortGraceMs = 100;

function plan({ directory, path, sandbox }: BackendHarness, command: string, options: RunOptions = {}): Plan {
  const { streams = 'apart', env = {}, graceMs = shortGraceMs, cwd = directory } = options;
  const rest = { root: null, terminal: null, sandbox: sandbox ?? null, session: null } as const;
  return { command, cwd, env: { PATH: path, ...env }, streams, input: 'nothing', graceMs, ...rest };
}

async function runPlan(
  harness: BackendHarness,
  command: string,
  options: RunOptions = {},
): Promise<RunRecord> {
  const output: Partial<Record<StreamName, string>> = {};
  const run = await harness.backend.run(
    plan(harness, command, options),
    (stream, bytes) => {
      const text = Buffer.from(bytes).toString('utf8');
      output[stream] = (output[stream] ?? '') + text;
      options.onOutput?.(text);
    },
    options.stop ?? new AbortController().signal,
    null,
  );
  return { run, output };
}

/** Stops the command as soon as it has written anything. */
async function stopWhenReady(
  harness: BackendHarness,
  command: string,
  reason: Stop,
  options: RunOptions = {},
): Promise<RunRecord> {
  const controller = new AbortController();
  return await runPlan(harness, command, {
    ...options,
    stop: controller.signal,
    onOutput: () => controller.abort(reason),
  });
}

function ends(title: string, command: string, exit: Extract<Run, { kind: 'ended' }>['exit']): BackendCase {
  return {
    title,
    async check(harness) {
      const { run } = await runPlan(harness, command);
      assert.deepEqual(run, { kind: 'ended', exit, parts: null, survivors: [], kept: null, session: null });
    },
  };
}

function prints(
  title: string,
  command: string,
  expected: RunRecord['output'],
  options: RunOptions = {},
): BackendCase {
  return {
    title,
    async check(harness) {
      const { output } = await runPlan(harness, command, options);
      assert.deepEqual(output, expected);
    },
  };
}

function stops(title: string, command: string, reason: Stop): BackendCase {
  return {
    title,
    async check(harness) {
      const leash = await createLeash(harness);
      const { run, output } = await stopWhenReady(harness, `${leash.hold}; ${command}`, reason);
      leash.assertNobodyHolds();
      assert.deepEqual(run, {
        kind: 'ended',
        exit: reason,
        parts: null,
        survivors: [],
        kept: null,
        session: null,
      });
      // A shell that is ended after its children may say on standard error how they ended.
      assert.equal(output.stdout, 'ready\n');
    },
  };
}

function survives(title: string, command: string, survivors: readonly Omit<Survivor, 'pid'>[]): BackendCase {
  return {
    title: `returns when the shell is over, and names and ends what it left running: ${title}`,
    async check(harness) {
      const leash = await createLeash(harness);
      const { run, output } = await runPlan(harness, `${leash.hold}; ${command}`);
      leash.assertNobodyHolds();
      assert.ok(run.kind === 'ended');
      assert.deepEqual(run.exit, { kind: 'exited', code: 4 });
      assert.deepEqual(
        run.survivors.map(({ command, holdsOutput }) => ({ command, holdsOutput })),
        survivors,
      );
      assert.deepEqual(output, { stdout: 'over\n' });
    },
  };
}

async function refuses(harness: BackendHarness, cwd: string, code: string): Promise<void> {
  const { run, output } = await runPlan(harness, 'echo started', { cwd });
  assert.equal(run.kind, 'could_not_start');
  assert.equal(run.kind === 'could_not_start' && run.problem.code, code);
  assert.ok(run.kind === 'could_not_start' && run.problem.message.includes(cwd));
  assert.deepEqual(output, {});
}

/**
 * Tells at once whether any process of a command is alive: they all inherit the writing end of a FIFO, and its reading
 * end comes to its end only when the last of them is gone.
 */
async function createLeash(
  harness: BackendHarness,
): Promise<{ readonly hold: string; assertNobodyHolds(): void }> {
  const path = join(harness.directory, 'leash');
  rmSync(path, { force: true });
  await runPlan(harness, 'mkfifo leash');
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return {
    hold: 'exec 9> leash',
    assertNobodyHolds() {
      try {
        // Throws EAGAIN while somebody holds the other end.
        assert.equal(readSync(fd, Buffer.alloc(1)), 0, 'nothing was to be written to the leash');
      } finally {
        closeSync(fd);
      }
    },
  };
}
