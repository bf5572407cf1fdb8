import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBubblewrapBackend } from '../../../src/backends/bubblewrap/bubblewrap-backend.ts';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import { lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { path, planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

/** A backend that has made stubs only by half until it is told to go on: they are not marked as such yet. */
function slowBackend() {
  const directory = temporaryDirectory();
  const real = findExecutable('mkdir', path);
  const [begun, go] = [join(directory, 'begun'), join(directory, 'go')];
  const bin = join(directory, 'bin');
  mkdirSync(bin);
  const script = `#!${findExecutable('bash', path)} -p
    [[ $1 == -m ]] || exec ${real} "$@"
    ${real} "\${@:3}"
    : > '${begun}'
    exec {never}<> <(:)
    until [[ -e '${go}' ]]; do read -t 0.01 -u "$never"; done
    chmod "$2" "\${@:4}"
  `;
  writeFileSync(join(bin, 'mkdir'), script, { mode: 0o755 });
  const backend = createBubblewrapBackend({ bashPath: null, path: `${bin}:${path}`, warm: false });
  onTestFinished(() => backend.close());
  return { backend, hasBegun: () => existsSync(begun), goOn: () => writeFileSync(go, '') };
}

describe.skipIf(lacksBubblewrap)('what makes a sandbox', () => {
  test('is not ended with the command that it is for, and leaves no stub', async () => {
    const cwd = temporaryDirectory();
    const slow = slowBackend();
    const stop = new AbortController();
    const plan = planIn(cwd, 'echo ran', { sandbox: sandboxFor(cwd) });
    const running = runPlan(slow.backend, plan, { stop: stop.signal });
    await expect.poll(slow.hasBegun).toBe(true);
    stop.abort({ kind: 'cancelled' });
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    slow.goOn();
    const { run, output } = await running;
    expect(run).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
    expect(output).toBe('');
    expect(readdirSync(cwd)).toEqual([]);
  });
});
