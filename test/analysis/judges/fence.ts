import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync } from 'node:fs';

/** The bash that judges. */
export const bashPath = ['/usr/bin/bash', '/bin/bash', '/usr/local/bin/bash'].find(existsSync) ?? 'bash';

/** Someone without any rights. */
const nobody = 65_534;

const isRoot = process.getuid?.() === 0;

/** Lets the one without rights have a file or directory. */
export function giveAway(path: string): void {
  if (isRoot) chownSync(path, nobody, nobody);
}

const asNobody = isRoot ? { uid: nobody, gid: nobody } : {};

const unshare = ['/usr/bin/unshare', '/bin/unshare'].find(existsSync) ?? 'unshare';
const namespaces = ['--user', '--map-current-user', '--net', '--ipc', '--pid', '--fork', '--kill-child'];

/** Whether one who is nobody may have namespaces here. */
const hasNamespaces = spawnSync(unshare, [...namespaces, 'true'], asNobody).status === 0;

/** Starts a program behind the fences: as the leader of a process group, and in namespaces where there are any. */
export function startFenced(
  [program = '', ...words]: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcessWithoutNullStreams {
  const [first = '', ...rest] = [...(hasNamespaces ? [unshare, ...namespaces] : []), program, ...words];
  return spawn(first, rest, { cwd: '/', detached: true, ...asNobody, env: { ...env } });
}
