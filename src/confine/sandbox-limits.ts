import type { SandboxLimits } from '../model/sandbox.ts';

/** What a command of a built-in level may take: more than work needs, and less than would stop the machine. */
export const defaultLimits: SandboxLimits = {
  // What Podman gives a container (`pids_limit` in containers.conf(5)). A build with 64 jobs stays below a tenth of it.
  processes: 2_048,
  // A quarter stays for the editor and the desktop: the kernel ends the command, before it looks for others to end.
  memory: { kind: 'share', percent: 75 },
  // Above the largest files that are usual in a project: 5 GB is what the forges take for one at most, as Git LFS.
  fileBytes: 8 * 1024 ** 3,
  // Calls and jobs have a limit of time, and a server that is worked with for days is no mistake.
  cpuSeconds: null,
};
