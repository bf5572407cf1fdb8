import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Docker from 'dockerode';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { createDockerBackend } from '../../src/backends/docker/docker-backend.ts';
import type { DockerBackendOptions } from '../../src/backends/docker/options.ts';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import type { Backend } from '../../src/model/ports.ts';
import { path } from './local-backend.ts';

/** Where no daemon can be started its tests are left out, and say why; with `CI` set they are not, and fail. */
export const lacksDocker: string | false = !process.env.CI && whyNoDaemon();

/** For the title of what is left out. */
export const leftOut = lacksDocker ? ` (left out: ${lacksDocker})` : '';

/** A PATH for the image. */
export const imagePath = '/usr/bin:/bin';

/** Images of the daemon: one with bash and busybox, and one that has no bash. */
export const image = 'handrail-test:bash';
export const imageWithoutBash = 'handrail-test:busybox';

function whyNoDaemon(): string | false {
  for (const program of ['dockerd', 'containerd', 'runc', 'busybox', 'tar', 'ldd']) {
    if (findExecutable(program, path) === null) return `there is no ${program}`;
  }
  return process.getuid?.() === 0 ? false : 'only root can start a daemon';
}

/** A daemon that a test file has for itself. */
export interface TestDaemon {
  readonly socketPath: string;
  readonly docker: Docker;
  /** It is closed when the test is over. */
  backend(workspace: string, options?: Partial<DockerBackendOptions>): Backend;
  /** The containers that there are, also those that have ended. */
  containers(): Promise<readonly Docker.ContainerInfo[]>;
}

/** Starts a daemon before the tests of a file, and ends it after them with all that it has made. */
export function useDaemon(): TestDaemon {
  // Made only where there is a daemon to use it.
  const directory = `/tmp/handrail-docker-${randomBytes(8).toString('hex')}`;
  const socketPath = join(directory, 'socket');
  const docker = new Docker({ socketPath });
  let daemon: ChildProcess | null = null;
  beforeAll(async () => {
    mkdirSync(directory, { mode: 0o700 });
    daemon = await startDaemon(directory, docker);
    await importImage(docker, directory, image, ['bash']);
    await importImage(docker, directory, imageWithoutBash, []);
  });
  afterAll(async () => {
    if (daemon !== null) await endDaemon(daemon);
    for (const mount of mountsIn(directory)) execFileSync('umount', ['-l', mount]);
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    socketPath,
    docker,
    backend(workspace, options = {}) {
      const backend = createDockerBackend({ image, workspace, socketPath, ...options });
      onTestFinished(() => backend.close());
      return backend;
    },
    containers: () => docker.listContainers({ all: true }),
  };
}

/** A directory that the containers of a test file have in common; its name needs quotes. */
export function useWorkspace(): string {
  const name = `handrail it's a workspace ${randomBytes(8).toString('hex')}`;
  const workspace = join(realpathSync(tmpdir()), name);
  beforeAll(() => void mkdirSync(workspace, { mode: 0o700 }));
  afterAll(() => rmSync(workspace, { recursive: true, force: true }));
  return workspace;
}

async function startDaemon(directory: string, docker: Docker): Promise<ChildProcess> {
  const words = ['--iptables=false', '--ip6tables=false', '--bridge=none', '--storage-driver=vfs'];
  const places = ['--data-root', join(directory, 'data'), '--exec-root', join(directory, 'exec')];
  const own = ['--pidfile', join(directory, 'pid'), '-H', `unix://${join(directory, 'socket')}`];
  const daemon = spawn('dockerd', [...words, ...places, ...own], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  daemon.stderr.on('data', (text) => {
    said = `${said}${text}`.slice(-2_000);
  });
  daemon.on('error', (error) => {
    said += error.message;
  });
  for (;;) {
    const answers = await docker.ping().then(
      () => true,
      () => false,
    );
    if (answers) return daemon;
    if (daemon.exitCode !== null || daemon.pid === undefined) throw new Error(`dockerd: ${said}`);
    await sleep(50);
  }
}

async function endDaemon(daemon: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => daemon.once('exit', resolve));
  if (daemon.exitCode !== null) return;
  daemon.kill('SIGTERM');
  await ended;
}

/** What a daemon that has ended may leave: the network namespaces of containers. */
function mountsIn(directory: string): readonly string[] {
  return readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((place) => place.startsWith(`${directory}/`));
}

/** Makes an image of busybox and of programs of this machine, with the libraries that they need. */
async function importImage(
  docker: Docker,
  directory: string,
  name: string,
  programs: readonly string[],
): Promise<void> {
  const root = join(directory, 'root');
  for (const place of ['bin', 'usr', 'etc', 'dev', 'proc', 'sys', 'tmp']) {
    mkdirSync(join(root, place), { recursive: true, mode: 0o755 });
  }
  execFileSync('chmod', ['1777', join(root, 'tmp')]);
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\n');
  const busybox = findExecutable('busybox', path) ?? 'busybox';
  copyFileSync(busybox, join(root, 'bin/busybox'));
  const applets = execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n');
  for (const applet of applets) {
    if (applet !== 'busybox' && applet !== 'bash') symlinkSync('busybox', join(root, 'bin', applet));
  }
  for (const program of programs) copyProgram(findExecutable(program, path) ?? program, root);
  const file = join(directory, 'root.tar');
  execFileSync('tar', ['-C', root, '-cf', file, '.']);
  const [repo = '', tag = ''] = name.split(':');
  const answer = await docker.importImage(file, { repo, tag });
  await new Promise((resolve) => docker.modem.followProgress(answer, resolve));
  rmSync(root, { recursive: true });
  rmSync(file);
}

function copyProgram(program: string, root: string): void {
  copyFileSync(program, join(root, 'bin', program.split('/').at(-1) ?? ''));
  const libraries = execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
  for (const library of libraries) {
    mkdirSync(dirname(join(root, library)), { recursive: true });
    copyFileSync(library, join(root, library));
  }
}
