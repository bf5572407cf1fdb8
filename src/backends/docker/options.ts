import { isAbsolute, normalize } from 'node:path';
import { HandrailError } from '../../model/errors.ts';

/** How commands run in containers. */
export interface DockerBackendOptions {
  /** The image that containers are made of, as `docker run` has it. The daemon has to have it, and it has to have bash. */
  readonly image: string;
  /** Absolute path of the directory that the commands work on; they find it by the same path. Nothing else of this machine is theirs. */
  readonly workspace: string;
  /** Who the commands run as, `uid:gid`, as the container has it. Left out: whoever this process runs as; with a daemon that is not root's that is `0:0` there. */
  readonly user?: string;
  /** Variables that are set over those of a command: what is elsewhere in the image, such as PATH or HOME. Left out: none. */
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: Partial<ContainerLimits>;
  /** The daemon's socket. Left out: as DOCKER_HOST says, else `/var/run/docker.sock`. */
  readonly socketPath?: string;
}

/** What all commands of a container may take together; `null`: as much as there is. */
export interface ContainerLimits {
  /** Memory in bytes; there is no swap beside it. Left out: 4 GiB, enough for a compiler and far below what machines have. */
  readonly memoryBytes: number | null;
  /** Processes and threads. Left out: 2,048, the order of what a large parallel build has; a fork bomb stops there. */
  readonly processes: number | null;
  /** Processors, as a number that need not be whole. Left out: `null`. */
  readonly cpus: number | null;
}

/** The options with nothing left out. */
export interface DockerSettings {
  readonly image: string;
  readonly workspace: string;
  /** `null`: whoever this process runs as; see `Daemon.isRootless`. */
  readonly user: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly limits: ContainerLimits;
  readonly socketPath: string | null;
}

const defaultContainerLimits: ContainerLimits = {
  memoryBytes: 4 * 1024 ** 3,
  processes: 2_048,
  cpus: null,
};

/** Throws a `HandrailError` of code `invalid-options`. */
export function resolveDockerOptions(options: DockerBackendOptions): DockerSettings {
  const { image, workspace } = options;
  if (typeof image !== 'string' || image === '') throw invalid({ image }, 'the name of an image');
  if (typeof workspace !== 'string' || !isAbsolute(workspace) || normalize(workspace) === '/') {
    throw invalid({ workspace }, 'the absolute path of a directory other than /');
  }
  const user = options.user ?? null;
  if (user !== null && !/^\d+:\d+$/.test(user))
    throw invalid({ user }, 'a user and a group as numbers, "1000:1000"');
  const limits = { ...defaultContainerLimits, ...options.limits };
  for (const [name, limit] of Object.entries(limits)) {
    if (limit !== null && !(limit > 0))
      throw invalid({ [`limits.${name}`]: limit }, 'a number above 0, or null');
  }
  return {
    image,
    workspace: withoutEndingSlash(normalize(workspace)),
    user,
    env: options.env ?? {},
    limits,
    socketPath: options.socketPath ?? null,
  };
}

function withoutEndingSlash(path: string): string {
  return path.replace(/\/$/, '');
}

/** `given` has the option by its name. */
function invalid(given: Readonly<Record<string, unknown>>, expected: string): HandrailError {
  const [[name, received] = []] = Object.entries(given);
  const got = `${JSON.stringify(received) ?? 'nothing'} (${typeof received})`;
  return new HandrailError(
    'invalid-options',
    `${name} of the Docker backend: expected ${expected}, got ${got}`,
  );
}
