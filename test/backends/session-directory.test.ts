import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Backend } from '../../src/model/ports.ts';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../support/bubblewrap.ts';
import { localBackend, planIn, runPlan } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const session = { key: 's', conversationId: 'a conversation', entersCwd: false };

/** A session, in a sandbox or not, in a workspace with a directory and a link to it. */
function scene(backend: Backend, isConfined: boolean) {
  const workspace = realpathSync(temporaryDirectory());
  mkdirSync(join(workspace, 'a "dir"\n', 'deep'), { recursive: true });
  symlinkSync('a "dir"\n/deep', join(workspace, 'link'));
  const sandbox = isConfined ? sandboxFor(workspace) : null;
  return {
    workspace,
    directoryAfter: async (command: string) => {
      await runPlan(backend, planIn(workspace, command, { session, sandbox }));
      return backend.sessionDirectory?.(session.key);
    },
  };
}

describe.each([
  ['of this machine', false, () => localBackend(), false],
  ['in a sandbox', true, bubblewrapBackend, lacksBubblewrap],
])('where the shell of a session %s is', (_where, isConfined, backendFor, isSkipped) => {
  test.skipIf(isSkipped)('is told without links, also behind what only the shell knows', async () => {
    const backend = backendFor();
    const { directoryAfter, workspace } = scene(backend, isConfined);
    expect(backend.sessionDirectory?.(session.key)).toBeUndefined();
    expect(await directoryAfter('cd missing')).toBe(workspace);
    expect(await directoryAfter('eval "$(echo cd link)"')).toBe(join(workspace, 'a "dir"\n/deep'));
    expect(await directoryAfter('(cd /); cd / | true')).toBe(join(workspace, 'a "dir"\n/deep'));
    expect(await directoryAfter('cd /usr')).toBe('/usr');
    // Its own one.
    if (isConfined) expect(await directoryAfter('mkdir /tmp/own && cd /tmp/own')).toBe('/tmp/own');
  });

  test.skipIf(isSkipped)(
    'is not told where it is there no more, or has no name that could be told',
    async () => {
      const backend = backendFor();
      const { directoryAfter } = scene(backend, isConfined);
      expect(await directoryAfter('mkdir gone && cd gone && rmdir ../gone')).toBeNull();
      expect(await directoryAfter(String.raw`cd .. && mkdir $'\xff' && cd $'\xff'`)).toBeNull();
      await directoryAfter('exit');
      expect(backend.sessionDirectory?.(session.key)).toBeUndefined();
    },
  );
});
