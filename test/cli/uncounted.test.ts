import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findLimitMeans } from '../../src/backends/bubblewrap/limits/limit-means.ts';
import { lacksBubblewrap } from '../support/bubblewrap.ts';
import { type Machine, mainFile, temporaryMachine } from '../support/handrail.ts';

const isRoot = process.getuid?.() === 0;
const { processes, memory } = findLimitMeans().groups;
const groups = [...new Set([processes, memory].flatMap((group) => group?.path ?? []))];

/** What the command line prints where no control group can be made. */
function handrailWithoutGroups({ directory, env }: Machine, ...words: readonly string[]): string {
  const script = `
while [[ $1 != -- ]]; do mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit; shift; done
exec "\${@:2}"`;
  const shut = ['bash', '-c', script, 'bash', ...groups, '--'];
  const all = ['--mount', '--propagation', 'private', '--', ...shut, process.execPath, mainFile, ...words];
  return spawnSync('unshare', all, { cwd: directory, env, encoding: 'utf8' }).stdout;
}

/** A machine whose level has this limit on processes; `null`: the one that is built in. */
function machineWith(limit: number | null): Machine {
  const machine = temporaryMachine();
  const limits = limit === null ? {} : { limits: { processes: limit } };
  const settings = { sandbox: 'few', sandboxLevels: { few: limits } };
  const directory = join(machine.home, '.config/handrail');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'handrail.json'), JSON.stringify(settings));
  return machine;
}

const reason =
  'its limit of 40 processes is not held: no control group can be made here, and without one the kernel counts none of root, and before Linux 5.14 none of a sandbox alone';
const cure =
  'have Handrail run where /sys/fs/cgroup can be written to, or, with Linux 5.14 or later, as a user other than root';

describe.skipIf(lacksBubblewrap || !isRoot)('root without control groups', () => {
  test('is told of a limit on processes that is not held, with each command and by doctor', () => {
    const machine = machineWith(40);
    const { confinement, text } = JSON.parse(
      handrailWithoutGroups(machine, 'run', '--yes', '--json', '--', 'echo out'),
    );
    expect([confinement, text]).toEqual([
      expect.objectContaining({ kind: 'sandbox', level: 'few', problem: `${reason}; ${cure}` }),
      `out\n[${reason}; ${cure}]`,
    ]);
    expect(handrailWithoutGroups(machine, 'doctor')).toContain(
      `limited  sandbox          level few: ${reason}`,
    );
  });

  test('is told nothing of the one that is built in, but by doctor by what it is held', () => {
    const machine = machineWith(null);
    const { confinement } = JSON.parse(
      handrailWithoutGroups(machine, 'run', '--yes', '--json', '--', 'echo out'),
    );
    expect(confinement).toMatchObject({ kind: 'sandbox', level: 'few', problem: null });
    expect(handrailWithoutGroups(machine, 'doctor')).toMatch(
      /^ok {7}sandbox {10}level few; .*: processes are not counted \(no control group/m,
    );
  });
});
