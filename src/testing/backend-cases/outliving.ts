import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Survivor } from '../../model/exit.ts';
import { type BackendCase, endedWith, runPlan } from './backend-case.ts';
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
      const command = 'exec 9<> <(:); (read -t 0.08 -u 9; echo late) & exec 9>&-; echo over';
      const { run, output } = await runPlan(harness, command);
      assert.deepEqual(output, { stdout: 'over\nlate\n' });
      assert.deepEqual(run, endedWith({ kind: 'exited', code: 0 }));
    },
  },
  {
    title: 'lets a process substitution write what it still has to',
    async check(harness) {
      // Builtins alone: each program would have to be started first, and 100 ms are not many where much runs.
      const late = '(read -t 0.03 -u 9; read -r text; echo "$text" > copy)';
      const { run } = await runPlan(harness, `exec 9<> <(:); echo text > >${late}; exec 9>&-`);
      assert.deepEqual(run, endedWith({ kind: 'exited', code: 0 }));
      assert.equal(readFileSync(join(harness.directory, 'copy'), 'utf8'), 'text\n');
    },
  },
];

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
