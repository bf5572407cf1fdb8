import { execFileSync } from 'node:child_process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findLimitMeans } from '../../../src/backends/bubblewrap/limits/limit-means.ts';
import { lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { planIn } from '../../support/local-backend.ts';
import { directoryOf, sandboxUsers, startSandboxHost } from '../../support/sandbox-user.ts';

const { processes, memory } = findLimitMeans().groups;
const groups = [...new Set([processes, memory].flatMap((group) => group?.path ?? []))];
const root = sandboxUsers.find(({ name }) => name === 'root');
const isRoot = process.getuid?.() === 0;

/** Where a process is, with mounts of its own. */
function shutGroups(pid: number): void {
  for (const group of groups) {
    const script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"';
    execFileSync('nsenter', ['-m', '-t', String(pid), 'bash', '-c', script, 'bash', group]);
  }
}

describe.skipIf(lacksBubblewrap || !isRoot || groups.length === 0)(
  'control groups that become read-only',
  () => {
    test.each([{ isWhole: false }, { isWhole: true }])(
      'are done without from the next command on: %o',
      async (how) => {
        if (root === undefined) throw new Error('expected root');
        const words = ['unshare', '--mount', '--propagation', 'private', '--'];
        const host = startSandboxHost({ ...root, words }, how);
        onTestFinished(async () => {
          await host.close();
          host.remove();
        });
        const workspace = directoryOf(root);
        const plan = planIn(workspace, 'ulimit -d', { sandbox: sandboxFor(workspace), streams: 'combined' });
        const outputs = [(await host.run(plan)).output];
        shutGroups(host.pid ?? 0);
        outputs.push((await host.run(plan)).output);
        const kibibytes = expect.stringMatching(/^\d+\n$/);
        expect(outputs).toEqual([memory === null ? kibibytes : 'unlimited\n', kibibytes]);
      },
    );
  },
);
