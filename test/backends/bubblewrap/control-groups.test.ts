import { describe, expect, test } from 'vitest';
import { findControlGroups } from '../../../src/backends/bubblewrap/limits/control-groups.ts';

const unified = '30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate';
const separate = [
  '40 39 0:33 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids',
  '41 39 0:34 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory',
  '42 39 0:35 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw',
].join('\n');

/** A machine with these mounts, where this process is in these groups. Groups can be made in those of `free`. */
function found(machine: {
  readonly mounts: string;
  readonly own: string;
  readonly passedOn?: Readonly<Record<string, string>>;
  readonly free?: readonly string[];
}) {
  const files = new Map(
    Object.entries(machine.passedOn ?? {}).map(([group, all]) => [`${group}/cgroup.subtree_control`, all]),
  );
  files.set('/proc/self/mountinfo', `22 1 8:1 / / rw - ext4 /dev/sda1 rw\n${machine.mounts}\n`);
  files.set('/proc/self/cgroup', `${machine.own}\n`);
  return findControlGroups({
    read: (path) => files.get(path) ?? null,
    canMake: (parent) => machine.free?.includes(parent) ?? false,
  });
}

describe('a control group of its own for a sandbox is made', () => {
  const session = '/sys/fs/cgroup/user.slice/user@1000.service/app.slice';
  const place = { path: session, version: 2 };

  test('in the nearest group above that passes its controllers on', () => {
    const own = '0::/user.slice/user@1000.service/app.slice/terminal.scope';
    const passedOn = {
      '/sys/fs/cgroup': 'cpu memory pids\n',
      '/sys/fs/cgroup/user.slice': 'cpu memory pids\n',
      [session]: 'memory pids\n',
      [`${session}/terminal.scope`]: '\n',
    };
    const free = ['/sys/fs/cgroup', session];
    expect(found({ mounts: unified, own, passedOn, free })).toEqual({ processes: place, memory: place });
  });

  test('for each controller by itself', () => {
    const own = '0::/user.slice/user@1000.service/app.slice/terminal.scope';
    const passedOn = { '/sys/fs/cgroup': 'cpu memory pids', [session]: 'pids' };
    expect(found({ mounts: unified, own, passedOn, free: [session] })).toEqual({
      processes: place,
      memory: null,
    });
  });

  test('not where this user may make none', () => {
    const passedOn = { '/sys/fs/cgroup': 'memory pids' };
    expect(found({ mounts: unified, own: '0::/session.scope', passedOn })).toEqual({
      processes: null,
      memory: null,
    });
  });

  test('not where no controller is passed on', () => {
    const passedOn = { '/sys/fs/cgroup': 'hugetlb' };
    expect(found({ mounts: unified, own: '0::/', passedOn, free: ['/sys/fs/cgroup'] })).toEqual({
      processes: null,
      memory: null,
    });
  });

  test('in that of this process for each controller with a hierarchy of its own', () => {
    const own = '8:pids:/\n4:memory:/a/b\n0::/';
    const free = ['/sys/fs/cgroup/pids', '/sys/fs/cgroup/memory/a/b'];
    expect(found({ mounts: separate, own, free })).toEqual({
      processes: { path: '/sys/fs/cgroup/pids', version: 1 },
      memory: { path: '/sys/fs/cgroup/memory/a/b', version: 1 },
    });
  });

  test('in what is shown of a hierarchy, whatever it is called', () => {
    const mounts = '30 23 0:26 /docker/ab /my\\040groups rw - cgroup2 cgroup2 rw';
    const machine = { mounts, passedOn: { '/my groups': 'memory pids' }, free: ['/my groups'] };
    const here = { path: '/my groups', version: 2 };
    expect(found({ ...machine, own: '0::/docker/ab/inner' })).toEqual({ processes: here, memory: here });
    for (const own of ['0::/docker/abc', '0::/../other', ''])
      expect(found({ ...machine, own })).toEqual({ processes: null, memory: null });
  });
});
