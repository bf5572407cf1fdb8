import type { Duplex } from 'node:stream';
import type Docker from 'dockerode';
import type { ContainerCreateOptions } from 'dockerode';
import { messageOf } from '../../model/errors.ts';
import { withinMs } from './control.ts';
import { keepAlive } from './keep-alive.ts';

/** As much of a Docker daemon as is needed. All of it rejects with what the daemon, or the way to it, has against it, or when it does not answer. */
export interface Daemon {
  /** Makes a container and connects to its program before that is started. `id` is told as soon as there is one. */
  create(spec: ContainerCreateOptions, onId: (id: string) => void): Promise<Duplex>;
  start(id: string): Promise<void>;
  /** Starts a program in a running container, and connects to its three streams. */
  execute(id: string, program: Program): Promise<Duplex>;
  /** One that is not there any more is removed. */
  remove(id: string): Promise<void>;
  /** The ids of containers with these labels, with all that they have. */
  list(labels: readonly string[]): Promise<readonly LabelledContainer[]>;
  /** Whether it runs without the rights of root, in a user namespace where whoever started it is root; so says Podman, too. */
  isRootless(): Promise<boolean>;
  /** Resolves when it answers, which takes a millisecond. */
  ping(): Promise<void>;
  version(): Promise<string>;
}

interface Program {
  readonly words: readonly string[];
  /** `NAME=value`; a name alone takes that variable of the container away. */
  readonly env: readonly string[];
}

interface LabelledContainer {
  readonly id: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Milliseconds that a daemon has to answer: 30 s, which is a hundred times what it takes to start a container. */
const answerMs = 30_000;

/** Milliseconds that it has to make one: 5 min, as with some storage drivers (`vfs`) it copies all of the image. */
const createMs = 300_000;

/** Milliseconds that it has to remove one: 10 s. After that it goes on by itself. */
const removeMs = 10_000;

/** Milliseconds that it has to say that it is there: 5 s. */
const pingMs = 5_000;

/** Loads `dockerode`, an optional dependency, when it is needed. Rejects when it is not there. */
export async function connectToDaemon(socketPath: string | null): Promise<Daemon> {
  const { default: DockerClient } = await import('dockerode');
  const docker: Docker = new DockerClient(socketPath === null ? undefined : { socketPath });
  return {
    async create(spec, onId) {
      const container = await answered(
        createMs,
        docker.createContainer(inBody(spec)),
        // Nobody waits for it any more.
        (late) => void late.remove({ force: true, v: true }).catch(() => {}),
      );
      onId(container.id);
      const streams = { stream: true, stdin: true, stdout: true, stderr: true, hijack: true } as const;
      return connected(await answered(answerMs, container.attach(streams), end));
    },
    start: async (id) => void (await answered(answerMs, docker.getContainer(id).start())),
    async execute(id, { words, env }) {
      const streams = { AttachStdin: true, AttachStdout: true, AttachStderr: true, Tty: false };
      const options = { ...streams, Cmd: [...words], Env: [...env], WorkingDir: '/' };
      const exec = await answered(answerMs, docker.getContainer(id).exec(options));
      return connected(await answered(answerMs, exec.start({ hijack: true, stdin: true }), end));
    },
    remove: async (id) => await answered(removeMs, removeWhole(docker.getContainer(id))),
    async list(labels) {
      const listing = docker.listContainers({ all: true, filters: { label: [...labels] } });
      const found = await answered(answerMs, listing);
      return found.map(({ Id, Labels }) => ({ id: Id, labels: Labels }));
    },
    async isRootless() {
      // Its type is `any`; see SystemInfo in the Docker Engine API.
      const { SecurityOptions: all }: { SecurityOptions?: readonly string[] | null } = await answered(
        answerMs,
        docker.info(),
      );
      return all?.some((option) => option.split(',').includes('name=rootless')) === true;
    },
    version: async () => (await answered(pingMs, docker.version())).Version,
    ping: async () => void (await answered(pingMs, docker.ping())),
  };
}

/** The code of a daemon's silence is that of the system for a connection that is silent. */
export const silentCode = 'ETIMEDOUT';

/** Where the answer has not come in time, `late` is given it whenever it comes. A daemon that is suspended takes requests and keeps them. */
async function answered<Answer>(
  ms: number,
  asked: Promise<Answer>,
  late: (answer: Answer) => void = () => {},
): Promise<Answer> {
  const answer = await withinMs(ms, [asked.then((value) => ({ value }))]);
  if (answer !== null) return answer.value;
  asked.then(late, () => {}); // What it has against it then is nobody's concern.
  const error = new Error(`the Docker daemon has not answered for ${ms / 1_000} s`);
  throw Object.assign(error, { code: silentCode });
}

function end(stream: NodeJS.ReadWriteStream): void {
  connected(stream).destroy();
}

async function removeWhole(container: Docker.Container): Promise<void> {
  try {
    await container.remove({ force: true, v: true });
  } catch (error) {
    if (statusOf(error) === 404) return;
    if (isBeingRemoved(error)) return await whenRemoved(container);
    // One that somebody has paused takes no signal.
    await container.unpause();
    await container.remove({ force: true, v: true });
  }
}

/** The library writes what it is given into the line of the request, too, which daemons log and proxies bound, unless it is told so; its types do not know. */
function inBody(spec: ContainerCreateOptions): ContainerCreateOptions {
  return { _query: {}, _body: spec } as ContainerCreateOptions;
}

/** A connection that was taken over from HTTP is a socket, whatever the types of the library call it. */
function connected(stream: NodeJS.ReadWriteStream): Duplex {
  const socket = stream as Duplex;
  keepAlive(socket, false);
  return socket;
}

/** What the daemon has answered with, as HTTP numbers it; `null`: it has not answered. */
export function statusOf(error: unknown): number | null {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  return typeof status === 'number' ? status : null;
}

/** It has ended by itself, and the daemon is about it. */
function isBeingRemoved(error: unknown): boolean {
  return statusOf(error) === 409 && /already in progress/.test(messageOf(error));
}

async function whenRemoved(container: Docker.Container): Promise<void> {
  try {
    await container.wait({ condition: 'removed' });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
}
