import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDockerBackend } from '../../../src/backends/docker/docker-backend.ts';
import { probeDocker } from '../../../src/backends/docker/probe.ts';
import { planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

/** A server that gives every request one answer. */
async function serverThat(answer: (response: ServerResponse) => void): Promise<string> {
  const socketPath = join(temporaryDirectory(), 'socket');
  const server = createServer((_request, response) => answer(response));
  server.listen(socketPath);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return socketPath;
}

describe('what answers and is no daemon is told of as that, and nobody waits for a container of it', () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ['it has a page for everything', (response) => response.end('<html>Welcome</html>')],
    ['it has nothing to say', (response) => response.end('null')],
    ['it says something else', (response) => response.end('{"Id": 7, "Version": ""}')],
    [
      'it sends everybody elsewhere, where nobody is',
      // Nobody listens there, and a name is not asked for.
      (response) => response.writeHead(301, { location: 'http://127.0.0.1:1/' }).end(),
    ],
  ])('%s', async (_name, answer) => {
    const socketPath = await serverThat(answer);
    const reason = `what answers at ${socketPath} is no Docker daemon`;
    const advice = 'start one (systemctl start docker), or set DOCKER_HOST to the one to use';
    const workspace = temporaryDirectory();
    const backend = createDockerBackend({ image: 'a:b', workspace, socketPath });
    const { run } = await runPlan(backend, planIn(workspace, 'true'));
    await backend.close();
    expect(run).toMatchObject({
      kind: 'could_not_start',
      problem: {
        code: 'container-unavailable',
        message: `no container could be made: ${reason}; ${advice}`,
      },
    });
    const code = 'container-unavailable';
    expect(await probeDocker(socketPath)).toEqual({ kind: 'unavailable', code, reason, advice });
  });
});
