import assert from 'node:assert/strict';
import { type BackendHarness, cancelled, endedWith, runPlan } from './backend-case.ts';

/** What a limit case is given to work with: a backend whose commands are held to no more than this, all together or each. */
export interface LimitedHarness extends BackendHarness {
  readonly memoryBytes: number;
  readonly processes: number;
}

/** One promise of a backend that holds its commands to limits. */
export interface LimitCase {
  /** A sentence: what a backend does. */
  readonly title: string;
  /** Rejects when the promise is not kept. */
  check(harness: LimitedHarness): Promise<void>;
}

/** For backends that hold commands to limits, beside `backendCases`. */
export const limitCases: readonly LimitCase[] = [
  {
    title: 'ends a command that takes more memory than it may, and runs the next',
    async check(harness) {
      const command = `printf -v taken '%*s' ${3 * harness.memoryBytes} ''; echo "took \${#taken}"`;
      const { run, output } = await runPlan(harness, command);
      assert.ok(run.kind === 'ended');
      assert.notDeepEqual(run.exit, { kind: 'exited', code: 0 });
      assert.equal(output.stdout, undefined);
      assert.deepEqual((await runPlan(harness, 'echo on')).output, { stdout: 'on\n' });
    },
  },
  {
    title: 'lets a command have no more processes than it may, and ends those that it has',
    async check(harness) {
      const stop = new AbortController();
      const command = `for ((i = 0; i < ${2 * harness.processes}; i++)); do sleep 600 & done; echo all`;
      const { run, output } = await runPlan(harness, command, {
        stop: stop.signal,
        // Bash would try again for some time.
        onOutput: (text) => /Resource temporarily unavailable/.test(text) && stop.abort(cancelled),
      });
      assert.deepEqual({ run, stdout: output.stdout }, { run: endedWith(cancelled), stdout: undefined });
    },
  },
];
