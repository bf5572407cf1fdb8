import { join } from 'node:path';

/** What of this machine has to be known to find where control groups can be made; see cgroups(7). */
export interface GroupView {
  /** The text of a file; `null` when it cannot be read. */
  read(path: string): string | null;
  /** Whether a group can be made in this one that has the file, and a process moved there from where this one is. */
  canMake(parent: string, file: string): boolean;
}

/** A group that others can be made in. */
export interface GroupPlace {
  readonly path: string;
  readonly version: 1 | 2;
}

/** Where processes and memory can be counted for a sandbox as a whole; `null`: nowhere. */
export interface ControlGroups {
  readonly processes: GroupPlace | null;
  readonly memory: GroupPlace | null;
}

/** The file that a limit is written to. */
export const limitFiles = {
  processes: { 1: 'pids.max', 2: 'pids.max' },
  memory: { 1: 'memory.limit_in_bytes', 2: 'memory.max' },
} as const;

const controllers = { processes: 'pids', memory: 'memory' } as const;

/** Finds groups that are this user's to divide. None is changed: what is not delegated yet stays so. */
export function findControlGroups(view: GroupView): ControlGroups {
  const mounts = mountsOf(view.read('/proc/self/mountinfo') ?? '');
  const own = ownGroups(view.read('/proc/self/cgroup') ?? '');
  const find = (limit: keyof ControlGroups): GroupPlace | null =>
    findUnified(limit, { mounts, own, view }) ?? findSeparate(limit, { mounts, own, view });
  return { processes: find('processes'), memory: find('memory') };
}

interface Known {
  readonly mounts: readonly GroupMount[];
  /** The group of this process by its hierarchy: the controllers of version 1, an empty text for version 2. */
  readonly own: ReadonlyMap<string, string>;
  readonly view: GroupView;
}

/**
 * In version 2 a group with processes passes no controller on to groups in it. So it is the nearest above that does;
 * to move a process there, this user has to be allowed to move it within that group.
 */
function findUnified(limit: keyof ControlGroups, { mounts, own, view }: Known): GroupPlace | null {
  const mount = mounts.find(({ controllers }) => controllers === null);
  for (let group = mount && directoryOf(mount, own.get('')); mount && group; ) {
    const passedOn = (view.read(join(group, 'cgroup.subtree_control')) ?? '').trim().split(' ');
    if (passedOn.includes(controllers[limit]) && view.canMake(group, limitFiles[limit][2]))
      return { path: group, version: 2 };
    group = group === mount.path ? null : join(group, '..');
  }
  return null;
}

/** In version 1 each controller has a hierarchy of its own, and groups can be made in that of this process. */
function findSeparate(limit: keyof ControlGroups, { mounts, own, view }: Known): GroupPlace | null {
  const mount = mounts.find(({ controllers: all }) => all?.includes(controllers[limit]));
  const [, group] = [...own].find(([all]) => all.split(',').includes(controllers[limit])) ?? [];
  const path = mount && directoryOf(mount, group);
  return path && view.canMake(path, limitFiles[limit][1]) ? { path, version: 1 } : null;
}

/** A hierarchy of groups in the file system. */
interface GroupMount {
  /** The group that is shown there. */
  readonly root: string;
  readonly path: string;
  /** `null`: all of them, in version 2. */
  readonly controllers: readonly string[] | null;
}

/** Lines as `35 24 0:30 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw`; see proc_pid_mountinfo(5). */
function mountsOf(table: string): readonly GroupMount[] {
  return table.split('\n').flatMap((line): readonly GroupMount[] => {
    const [place = '', kind = ''] = line.split(' - ');
    const [, , , root = '', path = ''] = place.split(' ').map(withoutEscapes);
    const [type, , options = ''] = kind.split(' ');
    if (type === 'cgroup2') return [{ root, path, controllers: null }];
    return type === 'cgroup' ? [{ root, path, controllers: options.split(',') }] : [];
  });
}

/** Spaces and the like are three octal digits there. */
export function withoutEscapes(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

/** Lines as `4:memory:/a/b` and `0::/a/b`. */
function ownGroups(table: string): ReadonlyMap<string, string> {
  const lines = table.split('\n').map((line) => /^\d+:([^:]*):(.*)$/.exec(line));
  return new Map(lines.flatMap((found) => (found === null ? [] : [[found[1] ?? '', found[2] ?? '']])));
}

/** Where a group is to be found; `null` when it is in no part of the hierarchy that is shown. */
function directoryOf({ root, path }: GroupMount, group: string | undefined): string | null {
  if (group === undefined || group.split('/').includes('..')) return null;
  if (root === '/') return join(path, group).replace(/\/$/, '');
  const isShown = group === root || group.startsWith(`${root}/`);
  return isShown ? join(path, group.slice(root.length)).replace(/\/$/, '') : null;
}
