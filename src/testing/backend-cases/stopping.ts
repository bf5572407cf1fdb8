import assert from 'node:assert/strict';
import type { Stop } from '../../model/exit.ts';
import { type BackendCase, cancelled, endedWith, stopWhenReady, timedOut } from './backend-case.ts';
import { createLeash } from './leash.ts';

/** Says that it is up, and starts itself anew instead of ending. */
const daemon = 'trap "exec setsid bash -c \\"$0\\" \\"$0\\"" TERM; touch up; while :; do sleep 0.01; done';
/** Says `ready` when the shell is suspended; where there is no /proc to tell, at once. */
const saysWhenSuspended =
  "(until [ ! -e /proc/$$/status ] || grep -q '^State:.T' /proc/$$/status; do :; done; echo ready) &";

/** What a stop ends: all of it. */
export const stoppingCases: readonly BackendCase[] = [
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
  {
    title: 'asks before it makes: the last words of a command are kept',
    async check(harness) {
      const command = "trap 'echo bye; exit' TERM; echo ready; while :; do sleep 0.05; done";
      const { run, output } = await stopWhenReady(harness, command, timedOut, { graceMs: 10_000 });
      assert.deepEqual(run, endedWith(timedOut));
      // What bash says on standard error about its ended child differs from version to version.
      assert.equal(output.stdout, 'ready\nbye\n');
    },
  },
];

function stops(title: string, command: string, reason: Stop): BackendCase {
  return {
    title,
    async check(harness) {
      const leash = await createLeash(harness);
      const { run, output } = await stopWhenReady(harness, `${leash.hold}; ${command}`, reason);
      leash.assertNobodyHolds();
      assert.deepEqual(run, endedWith(reason));
      // A shell that is ended after its children may say on standard error how they ended.
      assert.equal(output.stdout, 'ready\n');
    },
  };
}
