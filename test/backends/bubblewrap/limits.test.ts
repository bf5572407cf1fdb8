import { describe, expect, test } from 'vitest';
import { describeMeans } from '../../../src/backends/bubblewrap/describe-means.ts';
import { ceilingsOf, countsProcesses } from '../../../src/backends/bubblewrap/limits/limit-means.ts';
import { type LimitMeans, limitSupport, limitWords } from '../../../src/backends/bubblewrap/limits/limits.ts';
import type { SandboxLimits } from '../../../src/model/sandbox.ts';

const all: SandboxLimits = {
  ...{ processes: 64, memory: { kind: 'bytes', bytes: 1000 } },
  ...{ fileBytes: 2000, cpuSeconds: 3 },
};
const none: SandboxLimits = { processes: null, memory: null, fileBytes: null, cpuSeconds: null };

/** A machine without control groups. */
const without: LimitMeans = {
  ...{ groups: { processes: null, memory: null }, countsByNamespace: true },
  ...{ ceilings: {}, memoryBytes: 4001 },
};
const unified: LimitMeans = {
  ...without,
  groups: { processes: { path: '/g', version: 2 }, memory: { path: '/g', version: 2 } },
};
const separate: LimitMeans = {
  ...without,
  groups: { processes: { path: '/p', version: 1 }, memory: { path: '/m', version: 1 } },
};

describe('the limits of a sandbox', () => {
  test('are those of one control group where it has all controllers', () => {
    expect(limitWords(all, unified)).toEqual({
      groups: ['/g', 'pids.max=64', 'memory.max=1000', '-memory.swap.max=0'],
      rlimits: ['--fsize=2000', '--cpu=3:4'],
    });
    expect(limitSupport(unified)).toEqual({ processes: 'cgroup', memory: 'cgroup' });
  });

  test('are those of two groups where controllers have hierarchies of their own', () => {
    const memory = ['/m', 'memory.limit_in_bytes=1000', '-memory.memsw.limit_in_bytes=1000'];
    expect(limitWords(all, separate).groups).toEqual(['/p', 'pids.max=64', ...memory]);
  });

  test('are held process by process where there is no group', () => {
    expect(limitWords(all, without)).toEqual({
      groups: [],
      rlimits: ['--nproc=64', '--data=1000', '--fsize=2000', '--cpu=3:4'],
    });
    expect(limitSupport(without)).toEqual({ processes: 'rlimit', memory: 'rlimit' });
  });

  test('do not count processes where others than those of the sandbox would count, or none', () => {
    const means = { ...without, countsByNamespace: false };
    expect(limitWords(all, means).rlimits).toEqual(['--data=1000', '--fsize=2000', '--cpu=3:4']);
    expect(limitSupport(means)).toEqual({ processes: 'none', memory: 'rlimit' });
  });

  test.each([
    ['control groups', unified],
    ['nothing', without],
  ])('make no group and set nothing where there are none, with %s', (_with, means) => {
    expect(limitWords(none, means)).toEqual({ groups: [], rlimits: [] });
  });

  test('are a share of the memory that there is', () => {
    const limits: SandboxLimits = { ...none, memory: { kind: 'share', percent: 75 } };
    expect(limitWords(limits, without).rlimits).toEqual(['--data=3000']);
    expect(limitWords(limits, unified).groups).toEqual(['/g', 'memory.max=3000', '-memory.swap.max=0']);
  });

  test('do not go above what this process is held to itself', () => {
    const ceilings = { nproc: 32, data: 999, fsize: 4000, cpu: 3 };
    const words = ['--nproc=32', '--data=999', '--fsize=2000', '--cpu=3:3'];
    expect(limitWords(all, { ...without, ceilings }).rlimits).toEqual(words);
  });
});

test('what this process is held to is read from the kernel', () => {
  const table = `Limit                     Soft Limit           Hard Limit           Units
Max cpu time              10                   20                   seconds
Max file size             unlimited            unlimited            bytes
Max data size             unlimited            4096                 bytes
Max processes             96365                96366                processes
`;
  expect(ceilingsOf(table)).toEqual({ nproc: 96366, data: 4096, cpu: 20 });
  expect(ceilingsOf('')).toEqual({});
});

test.each([
  ['6.18.44-generic', true],
  ['5.14.0', true],
  ['5.13.19', false],
  ['4.19.0-27-amd64', false],
  ['unknown', false],
])('a kernel of version %s counts processes by user namespace: %s', (kernel, counts) => {
  expect(countsProcesses(kernel)).toBe(counts);
});

test.each([
  [
    { limits: unified, filter: new Uint8Array(), entering: { perl: '/usr/bin/perl', numbers: [], setns: 0 } },
    'processes are counted by control group, memory by control group, system calls are filtered, commands of a conversation share a network',
  ],
  [
    { limits: without, filter: null, entering: null },
    'processes are counted by user namespace, memory for each process by itself, no system calls are refused on this processor, each command has a network of its own, as no perl can enter one that is there',
  ],
  [
    { limits: { ...without, countsByNamespace: false }, filter: null, entering: null },
    'processes are not counted (no control group can be made here, and without one the kernel counts none of root, and before Linux 5.14 none of a sandbox alone), memory for each process by itself, no system calls are refused on this processor, each command has a network of its own, as no perl can enter one that is there',
  ],
])('what a machine has for sandboxes is told in words', (means, words) => {
  expect(describeMeans(means)).toBe(words);
});
