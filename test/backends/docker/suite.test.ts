import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDockerBackend } from '../../../src/backends/docker/docker-backend.ts';
import type { Backend } from '../../../src/model/ports.ts';
import { backendCases, limitCases } from '../../../src/testing/index.ts';
import { image, imagePath, lacksDocker, leftOut, useDaemon, useWorkspace } from '../../support/docker.ts';
import { planIn, runPlan } from '../../support/local-backend.ts';

describe.skipIf(lacksDocker)(`in a container, a backend${leftOut}`, () => {
  const daemon = useDaemon();
  const workspace = useWorkspace();
  let backend: Backend;
  beforeAll(() => {
    backend = createDockerBackend({ image, workspace, socketPath: daemon.socketPath });
  });
  afterAll(async () => {
    await backend.close();
    expect(await daemon.containers()).toEqual([]);
  });

  describe('with nothing beside it', () => {
    backendCases.forEach(({ title, check }, index) => {
      test(title, async () => {
        const directory = join(workspace, `alone ${index}`);
        mkdirSync(directory);
        await check({ backend, directory, path: imagePath });
      });
    });
  });

  describe('with limits', () => {
    const limits = { memoryBytes: 64 * 1024 ** 2, processes: 64 };
    limitCases.forEach(({ title, check }, index) => {
      test(title, async () => {
        const directory = join(workspace, `limited ${index}`);
        mkdirSync(directory);
        await check({
          backend: daemon.backend(workspace, { limits }),
          directory,
          path: imagePath,
          ...limits,
        });
      });
    });
  });

  // Then processes are told apart, and not all that run in the container are the call's.
  describe('beside another command', () => {
    const stop = new AbortController();
    let other: Promise<unknown>;
    beforeAll(async () => {
      const plan = planIn(workspace, 'echo ready; setsid sleep 600 & wait', { env: { PATH: imagePath } });
      await new Promise<void>((resolve) => {
        other = runPlan(backend, plan, { stop: stop.signal, onOutput: () => resolve() });
      });
    });
    afterAll(async () => {
      stop.abort({ kind: 'cancelled' });
      expect(await other).toMatchObject({ run: { exit: { kind: 'cancelled' } } });
    });
    test('what threw away environment, session, output and parent is told of, and ended', async () => {
      const left = '(setsid env -i sleep 601 < /dev/null > /dev/null 2>&1 &)';
      const plan = (command: string) => planIn(workspace, command, { env: { PATH: imagePath } });
      const { run } = await runPlan(backend, plan(`${left}; sleep 0.2; exit 3`));
      expect(run).toMatchObject({
        exit: { kind: 'exited', code: 3 },
        survivors: [{ command: 'sleep 601', holdsOutput: false }],
      });
      expect((await runPlan(backend, plan('ps -o args | grep -c "[s]leep 601"'))).output).toBe('0\n');
    });
    backendCases.forEach(({ title, check }, index) => {
      test(title, async () => {
        const directory = join(workspace, `beside ${index}`);
        mkdirSync(directory);
        await check({ backend, directory, path: imagePath });
      });
    });
  });
});
