import { isAbsolute, normalize } from 'node:path';
import { describeValue } from '../../model/describe-value.ts';
import { HandrailError } from '../../model/errors.ts';
import { checkOptions, type OptionKind, type OptionKinds } from '../../model/options.ts';

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
  /** Memory in bytes, of 6 MiB or more; there is no swap beside it. Left out: 4 GiB, enough for a compiler and far below what machines have. */
  readonly memoryBytes: number | null;
  /** Processes and threads, 8 or more. Left out: 2,048, the order of what a large parallel build has; a fork bomb stops there. */
  readonly processes: number | null;
  /** Processors, as a number of 0.01 or more that need not be whole. Left out: `null`. */
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

const image: OptionKind = {
  expected: 'the name of an image',
  has: (value) => typeof value === 'string' && value !== '',
  isTold: true,
};

const workspace: OptionKind = {
  expected: 'the absolute path of a directory other than /',
  has: (value) => isPath(value) && normalize(value) !== '/',
  isTold: true,
};

/** What the daemon takes for an id at most. */
const mostId = 2_147_483_647;

/** The least memory that the daemon makes a container with: 6 MiB. */
const leastMemoryBytes = 6 * 1024 ** 2;

/** The init, the keeper, a launcher, a shell and a pipe of four programs: with fewer, bash waits in vain to begin. */
const leastProcesses = 8;

/** Ids that a machine of 64 bits has at most, PID_MAX_LIMIT, above which the kernel takes no limit. */
const mostProcesses = 4_194_304;

const limitKinds: OptionKinds<ContainerLimits> = {
  memoryBytes: limit(
    `a whole number of ${leastMemoryBytes} or more`,
    (given) => Number.isSafeInteger(given) && given >= leastMemoryBytes,
  ),
  processes: limit(
    `a whole number from ${leastProcesses} to ${mostProcesses}`,
    (given) => Number.isInteger(given) && given >= leastProcesses && given <= mostProcesses,
  ),
  // What the daemon takes: it counts in billionths, and takes 0 of them for no limit.
  cpus: limit('a number of 0.01 or more', (given) => Number.isFinite(given) && given >= 0.01),
};

function limit(expected: string, isFit: (given: number) => boolean): OptionKind {
  return {
    expected: `${expected}, or null`,
    has: (value) => value === null || (typeof value === 'number' && isFit(value)),
    isTold: true,
  };
}

const kinds: OptionKinds<DockerBackendOptions> = {
  image,
  workspace,
  user: {
    expected: `a user and a group as numbers of ${mostId} at most, "1000:1000"`,
    has: (value) =>
      typeof value === 'string' &&
      /^\d+:\d+$/.test(value) &&
      value.split(':').every((id) => Number(id) <= mostId),
    isTold: true,
  },
  env: {
    expected: 'an object of strings, whose names are not empty and have no "=", none with a NUL',
    has: isEnvironment,
  },
  limits: { expected: 'an object', has: () => true }, // See `limitKinds`.
  socketPath: { expected: 'the absolute path of a socket', has: isPath, isTold: true },
};

function isPath(value: unknown): value is string {
  return typeof value === 'string' && isAbsolute(value) && !value.includes('\0');
}

function isEnvironment(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([name, text]) => /^[^=\0]+$/.test(name) && typeof text === 'string' && !text.includes('\0'),
  );
}

const of = 'the Docker backend';

/** Throws a `HandrailError` of code `invalid-options`. */
export function resolveDockerOptions(options: DockerBackendOptions): DockerSettings {
  checkOptions(of, options, kinds, 'invalid-options');
  for (const [name, kind] of Object.entries({ image, workspace })) need(name, kind, options);
  const { limits = {} } = options;
  checkOptions(`${of}: limits`, limits, limitKinds, 'invalid-options');
  const {
    memoryBytes = defaultContainerLimits.memoryBytes,
    processes = defaultContainerLimits.processes,
    cpus = defaultContainerLimits.cpus,
  } = limits;
  return {
    image: options.image,
    workspace: withoutEndingSlash(normalize(options.workspace)),
    user: options.user ?? null,
    env: options.env ?? {},
    limits: { memoryBytes, processes, cpus },
    socketPath: options.socketPath ?? null,
  };
}

/** What is `undefined` is left out, and these cannot be. */
function need(name: string, { expected, has }: OptionKind, options: object): void {
  const value = new Map<string, unknown>(Object.entries(options)).get(name);
  if (has(value)) return;
  throw new HandrailError(
    'invalid-options',
    `${of}: ${name}: expected ${expected}, got ${describeValue(value)}`,
  );
}

function withoutEndingSlash(path: string): string {
  return path.replace(/\/$/, '');
}
