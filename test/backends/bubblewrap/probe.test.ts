import { spawn } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findEntering, trialWords } from '../../../src/backends/bubblewrap/bases/enter-words.ts';
import { cureOf, type Machine } from '../../../src/backends/bubblewrap/cure.ts';
import { systemCallFilter } from '../../../src/backends/bubblewrap/filter/system-call-filter.ts';
import { findLimitMeans } from '../../../src/backends/bubblewrap/limits/limit-means.ts';
import { probeSandbox } from '../../../src/backends/bubblewrap/probe.ts';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import { listedChildren } from '../../../src/backends/local/processes/process-table.ts';
import { lacksBubblewrap } from '../../support/bubblewrap.ts';
import { isAlive } from '../../support/is-alive.ts';
import { path } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

/** A PATH on which bwrap is this script, and everything else is what it is. */
function pathWith(script: string): string {
  const directory = temporaryDirectory();
  const file = join(directory, 'bwrap');
  writeFileSync(file, `#!${findExecutable('bash', path)}\n${script}\n`);
  chmodSync(file, 0o755);
  return `${directory}:${path}`;
}

/** A machine with these files. */
function machine(files: Readonly<Record<string, string>>): Machine {
  return { read: (file) => files[file] ?? null, exists: (file) => file in files };
}

describe('the probe for sandboxes', () => {
  test.skipIf(lacksBubblewrap)('finds bubblewrap, and that it can make one', async () => {
    expect(await probeSandbox(path)).toEqual({
      kind: 'available',
      bwrap: findExecutable('bwrap', path),
      chmod: findExecutable('chmod', path),
      flock: findExecutable('flock', path),
      mkdir: findExecutable('mkdir', path),
      prlimit: findExecutable('prlimit', path),
      rm: findExecutable('rm', path),
      rmdir: findExecutable('rmdir', path),
      setsid: findExecutable('setsid', path),
      limits: findLimitMeans(),
      filter: systemCallFilter(process.arch),
      entering: findEntering(path, process.arch),
    });
    expect(findEntering(path, process.arch)).not.toBeNull();
  });

  test.skipIf(lacksBubblewrap)(
    'makes one once in a process for the same programs, and again where it has failed',
    async () => {
      const directory = temporaryDirectory();
      const [log, gate] = [join(directory, 'log'), join(directory, 'gate')];
      const counted = pathWith(
        `echo "$1" >> '${log}'; [[ -e '${gate}' ]] || exit 1; exec '${findExecutable('bwrap', path)}' "$@"`,
      );
      const tries = () => readFileSync(log, 'utf8').split('\n').length - 1;
      expect((await probeSandbox(counted)).kind).toBe('unavailable');
      writeFileSync(gate, '');
      const failed = tries();
      const all = await Promise.all([probeSandbox(counted), probeSandbox(counted)]);
      const worked = tries();
      all.push(await probeSandbox(counted));
      expect(all.map(({ kind }) => kind)).toEqual(['available', 'available', 'available']);
      expect({ worked: worked - failed, again: tries() - worked }).toEqual({ worked: 1, again: 0 });
    },
  );

  test.skipIf(lacksBubblewrap)('tries again whether Perl can enter one where it could not', async () => {
    const directory = temporaryDirectory();
    const [perl, gate] = [join(directory, 'perl'), join(directory, 'gate')];
    const real = findExecutable('perl', path);
    writeFileSync(perl, `#!/bin/sh\n[ -e '${gate}' ] || exit 1\nexec '${real}' "$@"\n`, { mode: 0o755 });
    const gated = `${directory}:${path}`;
    expect(await probeSandbox(gated)).toMatchObject({ kind: 'available', entering: null });
    writeFileSync(gate, '');
    expect(await probeSandbox(gated)).toMatchObject({ kind: 'available', entering: { perl } });
  });

  test.skipIf(lacksBubblewrap)('says that bubblewrap is too old for what every sandbox has', async () => {
    // As 0.4 does.
    const old = pathWith(
      `for word; do case $word in --perms | --disable-userns) echo "bwrap: Unknown option $word" >&2; exit 1 ;; esac; done
      exec '${findExecutable('bwrap', path)}' "$@"`,
    );
    expect(await probeSandbox(old)).toEqual({
      kind: 'unavailable',
      reason: expect.stringMatching(/cannot make a sandbox: bwrap: Unknown option --/),
      cure: 'install bubblewrap 0.8 or later',
    });
  });

  test.skipIf(lacksBubblewrap)('makes one again where bubblewrap has been replaced', async () => {
    const programs = pathWith(`exec '${findExecutable('bwrap', path)}' "$@"`);
    expect((await probeSandbox(programs)).kind).toBe('available');
    const bwrap = findExecutable('bwrap', programs) ?? '';
    writeFileSync(bwrap, `#!${findExecutable('bash', path)}\necho no library >&2; exit 127\n`);
    expect(await probeSandbox(programs)).toMatchObject({
      kind: 'unavailable',
      reason: `${bwrap} cannot be run: no library`,
    });
  });

  test.skipIf(lacksBubblewrap)('leaves nothing of a trial that hangs when its host has ended', async () => {
    const entering = findEntering(path, process.arch);
    if (entering === null) throw new Error('expected Perl, and a known kind of processor');
    const words = trialWords(entering, ['sleep', '600'], {
      ...{ proc: [], groups: [], rlimits: [], variables: {}, filter: null, desk: '' },
    });
    const host = spawn('bash', ['-c', '"$@" <&0 & wait', 'bash', ...words], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const below = (pid: number): readonly number[] =>
      listedChildren(pid).flatMap((child) => [child, ...below(child)]);
    await expect.poll(() => below(host.pid ?? 0).length).toBe(2);
    const left = below(host.pid ?? 0);
    host.kill('SIGKILL');
    await expect.poll(() => left.filter(isAlive)).toEqual([]);
  });

  test('says that there is no bubblewrap, and what to install', async () => {
    const directory = temporaryDirectory();
    expect(await probeSandbox(directory)).toEqual({
      kind: 'unavailable',
      reason: `no bwrap on PATH (${directory})`,
      cure: 'install bubblewrap',
    });
  });

  test('says that it cannot be run', async () => {
    const broken = pathWith('echo no library >&2; exit 127');
    expect(await probeSandbox(broken)).toEqual({
      kind: 'unavailable',
      reason: `${broken.split(':')[0]}/bwrap cannot be run: no library`,
      cure: 'install bubblewrap again',
    });
  });

  test('says that it can make none, in its own words', async () => {
    const old = pathWith(
      '[[ $1 == --version ]] && exit; echo "bwrap: Unknown option --disable-userns" >&2; exit 1',
    );
    expect(await probeSandbox(old)).toEqual({
      kind: 'unavailable',
      reason: `${old.split(':')[0]}/bwrap cannot make a sandbox: bwrap: Unknown option --disable-userns`,
      cure: 'install bubblewrap 0.8 or later',
    });
  });

  const denied = 'bwrap: Creating new namespace failed: Operation not permitted';
  test.each([
    ['no user namespaces', { '/proc/sys/user/max_user_namespaces': '0' }, /user\.max_user_namespaces/],
    [
      'none for ordinary users',
      { '/proc/sys/kernel/unprivileged_userns_clone': '0' },
      /kernel\.unprivileged_userns_clone=1/,
    ],
    [
      'AppArmor',
      { '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1' },
      /AppArmor .* profile with "userns,"/,
    ],
    ['a container', { '/.dockerenv': '' }, /--security-opt seccomp=unconfined/],
    [
      'a container that AppArmor confines',
      { '/.dockerenv': '', '/proc/self/attr/current': 'docker-default (enforce)' },
      /--security-opt seccomp=unconfined/,
    ],
    [
      'a profile of its host',
      { '/proc/self/attr/current': 'my host (enforce)' },
      /by the profile my host: have that say "userns,"/,
    ],
    ['a host without a profile', { '/proc/self/attr/current': 'unconfined' }, /^try `bwrap/],
    [
      'what nobody thought of',
      {
        '/proc/sys/user/max_user_namespaces': '96365',
        '/proc/sys/kernel/unprivileged_userns_clone': '1',
        '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': '0',
      },
      /^try `bwrap/,
    ],
  ])('knows what to do about %s', (_cause, files, advice) => {
    expect(cureOf(denied, machine(files))).toMatch(advice);
  });
});
