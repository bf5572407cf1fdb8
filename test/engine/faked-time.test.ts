import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtRoot } from '../support/built.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** What a test runner does that fakes the time of a host: nothing is woken any more, and no time goes by. */
const fakeTime = `
  const never = { unref: () => never, ref: () => never, refresh: () => never };
  for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']) {
    globalThis[name] = () => never;
    if (name in callbacks) callbacks[name] = globalThis[name];
    if (name in promises) promises[name] = () => new Promise(() => {});
  }
  Date.now = () => 0;
  Object.defineProperty(globalThis, 'performance', { value: { now: () => 0 } });`;

test.each(['faked', 'made', 'called', 'faked, in a thread'])(
  'a call ends where the time of its host is faked, which its command does not keep to: %s first',
  (first) => {
    const state = JSON.stringify(join(temporaryDirectory(), 'state'));
    const thread = first.endsWith('thread');
    const program = `
      import callbacks from 'node:timers';
      import promises from 'node:timers/promises';
      import { createBash } from ${JSON.stringify(builtRoot)};
      ${first.startsWith('faked') ? fakeTime : ''}
      const bash = createBash({ thread: ${thread}, stateDir: ${state}, sandbox: 'off', options: { approve: 'never' } });
      ${first === 'made' ? fakeTime : ''}
      await bash.run({ command: 'true' });
      ${first === 'called' ? fakeTime : ''}
      console.log((await bash.run({ command: 'echo one; sleep 0.1; echo two' })).text);
      const { outcome } = await bash.run({ command: 'sleep 60', timeout_ms: 50 }, { keepsRuns: false });
      console.log(outcome.exit.kind);
      await bash.close();`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      ...{ cwd: temporaryDirectory(), encoding: 'utf8', timeout: 60_000 },
    });
    expect(printed).toBe('one\ntwo\ntimed_out\n');
  },
);
