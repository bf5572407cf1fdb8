import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Survivor } from '../../model/exit.ts';
import { type BackendCase, type BackendHarness, endedWith, runPlan } from './backend-case.ts';
import { createLeash } from './leash.ts';

/** What comes of that which outlives its shell. */
export const outlivingCases: readonly BackendCase[] = [
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
      // A builtin waits: a program would have to be started first, which takes long where much runs.
      const writer = 'exec 8<> <(:); (while echo tick; do read -t 0.01 -u 8; done) & exec 8>&-';
      const command = `${leash.hold}; ${writer}; echo over; exit 4`;
      const { run, output } = await runPlan(harness, command);
      leash.assertNobodyHolds();
      assert.ok(run.kind === 'ended');
      assert.deepEqual(run.exit, { kind: 'exited', code: 4 });
      assert.ok(run.survivors.some(({ holdsOutput }) => holdsOutput));
      assert.match(output.stdout ?? '', /^(tick\n)*over\n(tick\n)+$/);
    },
  },
  {
    title: 'ends what leaves its session, its parent and its program many times over, as the shell ends',
    async check(harness) {
      // While a program takes the place of another one, nothing tells whose the process is: many times, so that looks fall on such a moment.
      const restless = `(${'setsid '.repeat(20)}sleep 600 &) > /dev/null 2>&1`;
      for (let time = 0; time < 10; time += 1) {
        const leash = await createLeash(harness);
        const { run } = await runPlan(harness, `${leash.hold}; ${restless}; exit 4`);
        leash.assertNobodyHolds();
        assert.ok(run.kind === 'ended');
        assert.deepEqual(run.exit, { kind: 'exited', code: 4 });
      }
    },
  },
  {
    title: 'keeps what is written shortly after the end of the shell',
    async check(harness) {
      // A builtin waits: a program would have to be started first.
      const late = `(read -t 0.08 -u 9; echo late; ${noteTime})`;
      const { run, output } = await runInTime(harness, `exec 9<> <(:); ${late} & exec 9>&-; echo over`);
      assert.deepEqual(output, { stdout: 'over\nlate\n' });
      assert.deepEqual(run, endedWith({ kind: 'exited', code: 0 }));
    },
  },
  {
    title: 'lets a process substitution write what it still has to',
    async check(harness) {
      // Builtins alone: each program would have to be started first, and 100 ms are not many where much runs.
      const late = `(read -t 0.03 -u 9; read -r text; echo "$text" > copy; ${noteTime})`;
      const { run } = await runInTime(harness, `exec 9<> <(:); echo text > >${late}; exec 9>&-`);
      assert.deepEqual(run, endedWith({ kind: 'exited', code: 0 }));
      assert.equal(readFileSync(join(harness.directory, 'copy'), 'utf8'), 'text\n');
    },
  },
];

/** Milliseconds that a command has for what it writes after its shell: 95 ms. What comes after 100 ms without output need not be kept. */
const inTimeMs = 95;

/** Times that it is tried where the machine was too busy for that: 10. */
const mostTries = 10;

/** Notes the microseconds since the command began, where bash has a clock for that: before version 5 it has none. */
const noteTime = 'end=${EPOCHREALTIME-0}; echo $((${end/[.,]/} - ${begin/[.,]/})) > time';

/** Runs a command whose last step is `noteTime` until that was in time; who was ended before it got there, was not. */
async function runInTime(harness: BackendHarness, command: string): ReturnType<typeof runPlan> {
  const time = join(harness.directory, 'time');
  for (let tries = 1; ; tries += 1) {
    const result = await runPlan(harness, `begin=\${EPOCHREALTIME-0}; ${command}`);
    const noted = existsSync(time) ? readFileSync(time, 'utf8').trim() : '';
    if ((noted !== '' && Number(noted) < inTimeMs * 1_000) || tries === mostTries) return result;
    rmSync(time, { force: true });
  }
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
