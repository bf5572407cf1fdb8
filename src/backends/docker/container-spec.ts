import type { ContainerCreateOptions } from 'dockerode';
import { containerVariable, keeperScript } from './keeper-script.ts';
import type { DockerSettings } from './options.ts';

/** Variables of an image that would have bash read something before it reads a command. */
const startUpVariables = ['BASH_ENV', 'ENV', 'SHELLOPTS', 'BASHOPTS'];

/** What the daemon is asked for: a container that can do nothing but compute, and work in one directory. */
export function containerSpec(
  { image, workspace, limits }: DockerSettings,
  {
    token,
    user,
    labels,
  }: {
    readonly token: string;
    /** `uid:gid` */
    readonly user: string;
    readonly labels: Readonly<Record<string, string>>;
  },
): ContainerCreateOptions {
  const words = ['bash', '--noprofile', '--norc', '-c', keeperScript, 'handrail-keeper', token];
  return {
    Image: image,
    Entrypoint: words,
    Cmd: [],
    // A name alone takes the variable away.
    Env: [`${containerVariable}=${token}`, ...startUpVariables],
    User: user,
    WorkingDir: '/',
    Labels: { ...labels },
    // Its input ends when we go, however that comes, and with it the program.
    ...{
      OpenStdin: true,
      StdinOnce: true,
      AttachStdin: true,
      AttachStdout: true,
      AttachStderr: true,
      Tty: false,
    },
    Healthcheck: { Test: ['NONE'] },
    HostConfig: {
      // Reaps what the commands leave; and with the keeper it ends, whatever else still runs.
      Init: true,
      AutoRemove: true,
      NetworkMode: 'none',
      IpcMode: 'private',
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      // What the commands write is read here, and nowhere kept.
      LogConfig: { Type: 'none', Config: {} },
      Mounts: [{ Type: 'bind', Source: workspace, Target: workspace }],
      ...(limits.memoryBytes !== null && { Memory: limits.memoryBytes, MemorySwap: limits.memoryBytes }),
      ...(limits.processes !== null && { PidsLimit: limits.processes }),
      ...(limits.cpus !== null && { NanoCpus: Math.round(limits.cpus * 1e9) }),
    },
  };
}
