import { homedir } from 'node:os';
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
  expectRoomForModule();
  const { default: DockerClient } = await import('dockerode');
  const docker: Docker = new DockerClient(socketPath === null ? undefined : { socketPath });
  keepToSystemSocket(docker.modem as { socketPath?: unknown }); // Its types know of no socket.
  refuseRedirects(docker.modem as unknown as Requests); // Its types do not know how it asks.
  // Its types know no signal here, which it takes as everywhere.
  const asked = docker as unknown as Asked;
  return {
    async create(spec, onId) {
      const container = await answered(
        createMs,
        () => docker.createContainer(inBody(spec)),
        // Nobody waits for it any more.
        (late) => void late.remove({ force: true, v: true }).catch(() => {}),
      );
      if (!isText(container.id)) throw noDaemon();
      onId(container.id);
      const streams = { stream: true, stdin: true, stdout: true, stderr: true, hijack: true } as const;
      return connected(await answered(answerMs, () => container.attach(streams), end));
    },
    start: async (id) =>
      void (await answered(answerMs, (abortSignal) => docker.getContainer(id).start({ abortSignal }))),
    async execute(id, { words, env }) {
      const streams = { AttachStdin: true, AttachStdout: true, AttachStderr: true, Tty: false };
      const options = { ...streams, Cmd: [...words], Env: [...env], WorkingDir: '/' };
      const exec = await answered(answerMs, (abortSignal) =>
        docker.getContainer(id).exec({ ...options, abortSignal }),
      );
      return connected(await answered(answerMs, () => exec.start({ hijack: true, stdin: true }), end));
    },
    remove: async (id) => await answered(removeMs, (signal) => removeWhole(docker.getContainer(id), signal)),
    async list(labels) {
      const filters = { label: [...labels] };
      const found = await answered(answerMs, (abortSignal) =>
        docker.listContainers({ all: true, filters, abortSignal }),
      );
      return found.map(({ Id, Labels }) => ({ id: Id, labels: Labels }));
    },
    async isRootless() {
      const { SecurityOptions: all } = await answered(answerMs, (abortSignal) => asked.info({ abortSignal }));
      return all?.some((option) => option.split(',').includes('name=rootless')) === true;
    },
    async version() {
      const answer = await answered(pingMs, (abortSignal) => asked.version({ abortSignal }));
      if (!isText(answer?.Version)) throw noDaemon();
      return answer.Version;
    },
    ping: async () => void (await answered(pingMs, (abortSignal) => asked.ping({ abortSignal }))),
  };
}

/** Of Node, whose types do not have it. */
const { WebAssembly: webAssembly } = globalThis as unknown as {
  readonly WebAssembly: { readonly Memory: new (given: { readonly initial: number }) => unknown };
};

/**
 * Throws where this process has too few addresses for any module of WebAssembly: the library loads one for SSH, and where that fails, it ends the
 * process.
 */
function expectRoomForModule(): void {
  try {
    new webAssembly.Memory({ initial: 1 });
  } catch (error) {
    throw new Error(
      'this process has too few addresses for the package dockerode; raise the limit on them (ulimit -v)',
      {
        cause: error,
      },
    );
  }
}

/** Where nothing else is said, the library looks for a socket in the home directory too; of a user whom this machine does not know it throws, where nobody catches it. */
function keepToSystemSocket(modem: { socketPath?: unknown }): void {
  if (typeof modem.socketPath !== 'function') return;
  try {
    homedir();
  } catch {
    modem.socketPath = '/var/run/docker.sock';
  }
}

/** How the library makes a request. */
interface Requests {
  buildRequest(options: object, ...others: unknown[]): void;
}

/** No daemon sends its requests elsewhere; the library would go there, and where it fails then nobody catches it. */
function refuseRedirects(modem: Requests): void {
  const build = modem.buildRequest;
  modem.buildRequest = function (options, ...others) {
    build.call(this, { ...options, maxRedirects: 0 }, ...others);
  };
}

/** What the daemon is asked of itself; see SystemInfo and SystemVersion in the Docker Engine API. */
interface Asked {
  info(options: GiveUp): Promise<{ readonly SecurityOptions?: readonly string[] | null }>;
  /** Whatever answers, in whatever form. */
  version(options: GiveUp): Promise<{ readonly Version?: unknown } | null>;
  ping(options: GiveUp): Promise<unknown>;
}

interface GiveUp {
  readonly abortSignal: AbortSignal;
}

/** The code of an answer that no daemon gives. */
export const noDaemonCode = 'NO_DAEMON';

function noDaemon(): Error {
  return Object.assign(new Error('what answers is no Docker daemon'), { code: noDaemonCode });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The code of a daemon's silence is that of the system for a connection that is silent. */
export const silentCode = 'ETIMEDOUT';

/**
 * Where the answer has not come in time, `late` is given it whenever it comes; without that the request is given up, which would keep this
 * process from ending. A daemon that is suspended takes requests and keeps them.
 */
async function answered<Answer>(
  ms: number,
  ask: (giveUp: AbortSignal) => Promise<Answer>,
  late: ((answer: Answer) => void) | null = null,
): Promise<Answer> {
  const controller = new AbortController();
  const asked = ask(controller.signal);
  const answer = await withinMs(ms, [asked.then((value) => ({ value }))]);
  if (answer !== null) return answer.value;
  asked.then(late, () => {}); // What it has against it then is nobody's concern.
  if (late === null) controller.abort();
  const error = new Error(`the Docker daemon has not answered for ${ms / 1_000} s`);
  throw Object.assign(error, { code: silentCode });
}

function end(stream: NodeJS.ReadWriteStream): void {
  connected(stream).destroy();
}

async function removeWhole(container: Docker.Container, abortSignal: AbortSignal): Promise<void> {
  // The types of the library know no signal here, which it takes as everywhere.
  const remove = async (): Promise<void> =>
    await container.remove({ force: true, v: true, abortSignal } as Docker.ContainerRemoveOptions);
  try {
    await remove();
  } catch (error) {
    if (statusOf(error) === 404) return;
    if (isBeingRemoved(error)) return await whenRemoved(container, abortSignal);
    // One that somebody has paused takes no signal.
    await container.unpause({ abortSignal });
    await remove();
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

async function whenRemoved(container: Docker.Container, abortSignal: AbortSignal): Promise<void> {
  try {
    await container.wait({ condition: 'removed', abortSignal });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
}
