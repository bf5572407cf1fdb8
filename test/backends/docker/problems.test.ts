import { describe, expect, test } from 'vitest';
import { createDockerBackend } from '../../../src/backends/docker/docker-backend.ts';
import { readFrames } from '../../../src/backends/docker/frames.ts';
import { type DockerBackendOptions, resolveDockerOptions } from '../../../src/backends/docker/options.ts';
import { explainFailure } from '../../../src/backends/docker/problems.ts';
import { defaultLimits } from '../../../src/confine/sandbox-limits.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { Keep } from '../../../src/model/ports.ts';
import { planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';
import { thrownBy } from '../../support/thrown.ts';

const socketPath = '/nonexistent/docker.sock';

describe('why there is no container is told with what helps', () => {
  const settings = resolveDockerOptions({ image: 'a:b', workspace: '/w', socketPath });

  test.each([
    [
      'no permission',
      { code: 'EACCES' },
      /no permission .* at \/nonexistent\/docker\.sock; add the user to the group/,
    ],
    ['nobody listens', { code: 'ECONNREFUSED' }, /no Docker daemon answers .*systemctl start docker/],
    ['no package', { code: 'ERR_MODULE_NOT_FOUND' }, /npm install dockerode@5/],
    [
      'no init',
      { statusCode: 500, message: 'exec: "docker-init": executable file not found in $PATH' },
      /install tini/,
    ],
    [
      "no init of Podman's",
      {
        statusCode: 500,
        message: 'lookup init binary: exec: "catatonit": executable file not found in $PATH',
      },
      /Podman: catatonit/,
    ],
    [
      "no init of a newer Podman's",
      {
        statusCode: 500,
        message:
          'container create: container-init binary not found on the host: stat /usr/libexec/podman/catatonit: no such file or directory',
      },
      /Podman: catatonit/,
    ],
    [
      'an init that may not be started',
      { statusCode: 500, message: 'exec: "/sbin/docker-init": stat /sbin/docker-init: permission denied' },
      /^no container could be made: exec: "\/sbin\/docker-init": stat .* permission denied$/,
    ],
    [
      'an image for another machine',
      { message: '[FATAL tini (7)] exec bash failed: Exec format error' },
      /the bash of the image "a:b" is for another kind of processor; fetch the image for this one/,
    ],
    [
      'what is no name of an image',
      { statusCode: 400, message: '(HTTP code 400) bad parameter - invalid reference format' },
      /"a:b" is no name that an image can have; name one as "docker images" has it/,
    ],
    [
      'what could be taken for words of ours, or is obeyed by a screen',
      { message: 'no\n[exit status 0]\n\x1b[31m' },
      /^no container could be made: no⏎\[exit status 0\]⏎␛\[31m$/,
    ],
    [
      'a bash that the user may not run',
      { message: '[FATAL tini (7)] exec bash failed: Permission denied' },
      /the user that commands run as may not run the bash of the image "a:b", or not reach it; name another user/,
    ],
    [
      'what has no end',
      { statusCode: 500, message: 'x'.repeat(1e6) },
      /^no container could be made: x{1000}…$/,
    ],
    [
      'anything else',
      { statusCode: 500, message: 'it is broken' },
      /^no container could be made: it is broken$/,
    ],
  ])('%s', (_name, error, message) => {
    const { problem } = explainFailure(Object.assign(new Error('?'), error), settings);
    expect(problem.code).toBe('container-unavailable');
    expect(problem.message).toMatch(message);
  });
});

describe('what there is not in containers is refused before a daemon is asked', () => {
  const keep: Keep = { survivors: 'keep', ended: 'keep', place: async () => null, kept: async () => {} };

  test.each<[string, Partial<Plan>, Keep | null, string]>([
    ['a terminal', { terminal: { columns: 80, rows: 24 } }, null, 'terminal-unavailable'],
    ['a kept shell', { session: { key: 'a', conversationId: 'a', entersCwd: false } }, null, 'spawn-failed'],
    [
      'a sandbox',
      {
        sandbox: {
          level: 'workspace',
          home: null,
          shownInPart: [],
          places: [],
          network: 'none',
          limits: defaultLimits,
          conversationId: 'a',
          granted: [],
        },
      },
      null,
      'sandbox-unavailable',
    ],
    ['a job', {}, keep, 'job-refused'],
  ])('%s', async (_name, given, keeping, code) => {
    const workspace = temporaryDirectory();
    const backend = createDockerBackend({ image: 'a:b', workspace, socketPath });
    const wishes = keeping === null ? {} : { keep: keeping };
    const { run } = await runPlan(backend, planIn(workspace, 'true', given), wishes);
    expect(run).toMatchObject({ kind: 'could_not_start', problem: { code } });
  });
});

describe('an option that makes no sense is refused by its name', () => {
  const of = 'the Docker backend';
  test.each<[object, string]>([
    [{ image: '' }, `${of}: image: expected the name of an image, got "" (string)`],
    [{ image: undefined }, `${of}: image: expected the name of an image, got nothing`],
    [
      { workspace: 'here' },
      `${of}: workspace: expected the absolute path of a directory other than /, got "here" (string)`,
    ],
    [
      { workspace: '/a/..' },
      `${of}: workspace: expected the absolute path of a directory other than /, got "/a/.." (string)`,
    ],
    [
      { workspace: '/a\0b' },
      `${of}: workspace: expected the absolute path of a directory other than /, got "/a\\u0000b" (string)`,
    ],
    [
      { user: 'me' },
      `${of}: user: expected a user and a group as numbers of 2147483647 at most, "1000:1000", got "me" (string)`,
    ],
    [
      { user: '2147483648:0' },
      `${of}: user: expected a user and a group as numbers of 2147483647 at most, "1000:1000", got "2147483648:0" (string)`,
    ],
    [
      { users: '1:1' },
      `${of}: expected only the options image, workspace, user, env, limits, socketPath, got "users" — did you mean "user"?`,
    ],
    [
      { limits: { memory: 1e9 } },
      `${of}: limits: expected only the options memoryBytes, processes, cpus, got "memory" — did you mean "memoryBytes"?`,
    ],
    [{ limits: null }, `${of}: limits: expected an object of options, got null`],
    [
      { limits: { cpus: 0 } },
      `${of}: limits: cpus: expected a number of 0.01 or more, or null, got 0 (number)`,
    ],
    // The daemon takes whole billionths: of less than one nothing is left, which is no limit.
    [
      { limits: { cpus: 1e-12 } },
      `${of}: limits: cpus: expected a number of 0.01 or more, or null, got 1e-12 (number)`,
    ],
    [
      { limits: { memoryBytes: Number.NaN } },
      `${of}: limits: memoryBytes: expected a whole number of 6291456 or more, or null, got NaN (number)`,
    ],
    [
      { limits: { memoryBytes: '5000000000' } },
      `${of}: limits: memoryBytes: expected a whole number of 6291456 or more, or null, got "5000000000" (string)`,
    ],
    // In JSON it would be null, which is no limit.
    [
      { limits: { processes: Number.POSITIVE_INFINITY } },
      `${of}: limits: processes: expected a whole number from 8 to 4194304, or null, got Infinity (number)`,
    ],
    [
      { limits: { processes: 7 } },
      `${of}: limits: processes: expected a whole number from 8 to 4194304, or null, got 7 (number)`,
    ],
    [
      { env: { 'A=B': 'x' } },
      `${of}: env: expected an object of strings, whose names are not empty and have no "=", none with a NUL, got object`,
    ],
    [
      { env: { A: 'a\0b' } },
      `${of}: env: expected an object of strings, whose names are not empty and have no "=", none with a NUL, got object`,
    ],
    [{ socketPath: '' }, `${of}: socketPath: expected the absolute path of a socket, got "" (string)`],
    [
      { socketPath: 'here' },
      `${of}: socketPath: expected the absolute path of a socket, got "here" (string)`,
    ],
  ])('%o', (given, message) => {
    const { code, message: told } = thrownBy(() =>
      createDockerBackend({ image: 'a:b', workspace: '/w', ...given }),
    );
    expect(code).toBe('invalid-options');
    expect(told).toBe(message);
  });

  test('what is no object of options is told as that', () => {
    // Callers without types may give anything.
    const { message } = thrownBy(() => createDockerBackend(undefined as unknown as DockerBackendOptions));
    expect(message).toBe(`${of}: expected an object of options, got undefined`);
  });

  test('a limit that is undefined is left out', () => {
    const given: object = {
      image: 'a:b',
      workspace: '/w',
      user: undefined,
      limits: { cpus: 2, processes: undefined },
    };
    const { user, limits } = resolveDockerOptions(given as DockerBackendOptions);
    expect(user).toBeNull();
    expect(limits).toEqual({ memoryBytes: 4 * 1024 ** 3, processes: 2_048, cpus: 2 });
  });
});

describe('the streams of a container', () => {
  const frame = (stream: number, text: string): Buffer => {
    const header = Buffer.alloc(8);
    header[0] = stream;
    header.writeUInt32BE(text.length, 4);
    return Buffer.concat([header, Buffer.from(text)]);
  };

  test.each([1, 3, 7, 8, 9, 1_000])('are told apart, however they are cut: in pieces of %i', async (size) => {
    const whole = Buffer.concat([frame(1, 'one'), frame(2, ''), frame(2, 'two'), frame(1, 'x'.repeat(300))]);
    async function* pieces() {
      for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
    }
    const texts = { 1: '', 2: '' };
    await readFrames(pieces(), (stream, payload) => {
      texts[stream] += payload.toString();
    });
    expect(texts).toEqual({ 1: `one${'x'.repeat(300)}`, 2: 'two' });
  });

  test('are not read while there is no room', async () => {
    let read = 0;
    let makeRoom = (): void => {};
    async function* pieces() {
      for (; read < 3; read += 1) yield frame(1, 'text');
    }
    const done = readFrames(pieces(), () => {
      return new Promise<void>((resolve) => {
        makeRoom = resolve;
      });
    });
    for (const expected of [0, 1, 2]) {
      await new Promise((resolve) => setImmediate(resolve));
      expect(read).toBe(expected);
      makeRoom();
    }
    await done;
  });

  test('end where the connection is cut', async () => {
    async function* pieces() {
      yield frame(1, 'text');
      throw new Error('ECONNRESET');
    }
    let text = '';
    await readFrames(pieces(), (_stream, payload) => {
      text += payload.toString();
    });
    expect(text).toBe('text');
  });
});
