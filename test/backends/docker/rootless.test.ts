import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createDockerBackend } from '../../../src/backends/docker/docker-backend.ts';
import { planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

afterEach(() => void vi.restoreAllMocks());

/** A daemon as far as it is asked before there is a container, which it makes none of; with what it says of itself, in the form of `GET /info`. */
async function daemonThatIs(securityOptions: readonly string[] | null) {
  const socketPath = join(temporaryDirectory(), 'socket');
  const users: unknown[] = [];
  const daemon = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://daemon');
    const isCreate = pathname.endsWith('/containers/create');
    if (isCreate) users.push(((await json(request)) as { User: unknown }).User);
    response.statusCode = isCreate ? 500 : 200;
    const answers = { info: { SecurityOptions: securityOptions }, create: { message: 'not here' }, json: [] };
    response.end(JSON.stringify(answers[pathname.split('/').at(-1) as keyof typeof answers]));
  });
  daemon.listen(socketPath);
  await once(daemon, 'listening');
  onTestFinished(() => void daemon.close());
  return { socketPath, users };
}

test.each([
  ['of root', ['name=seccomp,profile=builtin', 'name=cgroupns'], undefined, '1234:5678'],
  [
    'of an ordinary user',
    ['name=seccomp,profile=builtin', 'name=rootless', 'name=cgroupns'],
    undefined,
    '0:0',
  ],
  ['that says nothing of itself', null, undefined, '1234:5678'],
  ['of an ordinary user, where one is named', ['name=rootless'], '7:8', '7:8'],
])(
  'with a daemon %s commands run as whoever may use the workspace there',
  async (_whose, options, user, who) => {
    vi.spyOn(process, 'getuid').mockReturnValue(1234);
    vi.spyOn(process, 'getgid').mockReturnValue(5678);
    const { socketPath, users } = await daemonThatIs(options);
    const workspace = temporaryDirectory();
    const backend = createDockerBackend({ image: 'a:b', workspace, socketPath, ...(user && { user }) });
    const { run } = await runPlan(backend, planIn(workspace, 'true'));
    await backend.close();
    expect(users).toEqual([who]);
    expect(run).toMatchObject({ kind: 'could_not_start', problem: { code: 'container-unavailable' } });
  },
);
