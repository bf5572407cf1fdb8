import assert from 'node:assert/strict';
import { type BackendCase, endedWith, plan, runPlan } from './backend-case.ts';

/** What becomes of the output, however much and however slowly it is taken. */
export const outputCases: readonly BackendCase[] = [
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
          run: endedWith({ kind: 'exited', code: n }),
          output: { stdout: `${n}\n${n}\n${n}\n` },
        })),
      );
    },
  },
];
