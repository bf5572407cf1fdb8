import { couldNotStart } from '../../model/could-not-start.ts';
import { messageOf } from '../../model/errors.ts';
import type { StartProblem } from '../../model/exit.ts';
import type { CouldNotStart } from '../../model/outcome.ts';
import { visible } from '../../policy/visible.ts';
import { noDaemonCode, silentCode, statusOf } from './daemon.ts';
import type { DockerSettings } from './options.ts';

/** What there is no container for, and what helps; `null`: nobody knows. */
interface Reason {
  readonly code: StartProblem['code'];
  readonly reason: string;
  readonly advice: string | null;
}

interface Cause {
  readonly applies: (failure: Failure) => boolean;
  readonly code: StartProblem['code'];
  readonly say: (where: Where, failure: Failure) => readonly [reason: string, advice: string];
}

interface Failure {
  readonly message: string;
  /** Of the connection: `ENOENT`; or of the module loader. */
  readonly code: string | null;
  /** Of the daemon's answer; `null` when it gave none. */
  readonly status: number | null;
}

/** What was to be reached, and made. */
type Where = Pick<DockerSettings, 'image' | 'socketPath'>;

/** The first that applies. */
const causes: readonly Cause[] = [
  {
    applies: ({ code }) => code === 'ERR_MODULE_NOT_FOUND',
    code: 'container-unavailable',
    say: () => ['the package dockerode is not there', 'install it beside handrail: npm install dockerode@5'],
  },
  {
    applies: ({ code }) => code === 'EACCES' || code === 'EPERM',
    code: 'container-unavailable',
    say: (where) => [
      `this user has no permission to use the Docker daemon at ${socketOf(where)}`,
      'add the user to the group of that socket (usermod -aG docker <user>, then log in anew), or run a daemon of its own (dockerd-rootless-setuptool.sh install) and set DOCKER_HOST to it',
    ],
  },
  {
    applies: ({ code }) => code === silentCode,
    code: 'container-unavailable',
    say: (where) => [
      `the Docker daemon at ${socketOf(where)} does not answer`,
      'see what it does: journalctl -u docker',
    ],
  },
  {
    // The second is what the library says where it is sent elsewhere.
    applies: ({ code, message }) => code === noDaemonCode || /^Max redirects exceeded/.test(message),
    code: 'container-unavailable',
    say: (where) => [
      `what answers at ${socketOf(where)} is no Docker daemon`,
      'start one (systemctl start docker), or set DOCKER_HOST to the one to use',
    ],
  },
  {
    applies: ({ status, code }) => status === null && code !== null,
    code: 'container-unavailable',
    say: (where, { message }) => [
      `no Docker daemon answers at ${socketOf(where)} (${message})`,
      'start it (systemctl start docker), or set DOCKER_HOST to the one to use',
    ],
  },
  {
    applies: ({ status, message }) => status === 404 && /no such image/i.test(message),
    code: 'container-unavailable',
    say: ({ image }) => [
      `the Docker daemon has no image ${JSON.stringify(image)}`,
      `fetch it (docker pull ${image}), build it, or name another`,
    ],
  },
  {
    applies: ({ status, message }) => status === 400 && /invalid reference format/.test(message),
    code: 'container-unavailable',
    say: ({ image }) => [
      `${JSON.stringify(image)} is no name that an image can have`,
      'name one as "docker images" has it: "node:22"',
    ],
  },
  {
    applies: ({ message }) => /exec format error/i.test(message),
    code: 'container-unavailable',
    say: ({ image }) => [
      `the bash of the image ${JSON.stringify(image)} is for another kind of processor`,
      'fetch the image for this one (docker pull --platform), or name another',
    ],
  },
  {
    applies: ({ message }) => /exec bash failed: Permission denied/.test(message),
    code: 'container-unavailable',
    say: ({ image }) => [
      `the user that commands run as may not run the bash of the image ${JSON.stringify(image)}, or not reach it`,
      'name another user (user: "0:0"), or another image',
    ],
  },
  {
    applies: ({ message }) => /exec bash failed|"bash": executable file not found/.test(message),
    code: 'bash-not-found',
    say: ({ image }) => [
      `expected a bash on the PATH of the image ${JSON.stringify(image)}, found none`,
      'install bash in it (Alpine: apk add bash)',
    ],
  },
  {
    applies: ({ message }) =>
      /"(docker-init|tini|catatonit)": (executable file )?not found|container-init binary not found/.test(
        message,
      ),
    code: 'container-unavailable',
    say: () => [
      'the Docker daemon has no docker-init to begin a container with',
      'install tini, or what else the distribution has it in (Podman: catatonit)',
    ],
  },
];

/** Characters that are kept of what the daemon has said: 1,000, which is a screen of it. */
const saidLength = 1_000;

/** What the daemon, or a program in a container, has said, which nobody can take for words of ours: one line that a screen does not obey. */
export function saidBy(error: unknown): string {
  const said = messageOf(error).trim();
  return visible(said.length > saidLength ? `${said.slice(0, saidLength)}…` : said);
}

/** Says in words why there is no container, and what to do. */
export function explainFailure(error: unknown, where: Where): CouldNotStart {
  const { code, reason, advice } = reasonOf(error, where);
  const message = `no container could be made: ${reason}${advice === null ? '' : `; ${advice}`}`;
  return couldNotStart(code, message);
}

export function reasonOf(error: unknown, where: Where): Reason {
  const failure: Failure = { message: saidBy(error), code: codeOf(error), status: statusOf(error) };
  const cause = causes.find(({ applies }) => applies(failure));
  if (cause === undefined) {
    return { code: 'container-unavailable', reason: failure.message, advice: null };
  }
  const [reason, advice] = cause.say(where, failure);
  return { code: cause.code, reason, advice };
}

function socketOf({ socketPath }: Where): string {
  return socketPath ?? 'DOCKER_HOST, or else /var/run/docker.sock';
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
