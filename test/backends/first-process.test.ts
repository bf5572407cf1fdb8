import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { reaperScript } from '../../src/backends/local/helpers/reaper-script.ts';
import {
  asFirstProcess,
  lacksFirstProcess,
  underNode,
  withoutFirstProcess,
} from '../support/first-process.ts';
import { path } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { withoutPerl } from '../support/without-perl.ts';

const hostFile = fileURLToPath(new URL('fixtures/first-process.mjs', import.meta.url));

/** What a host tells of a scenario. `before`: words that start it, as process 1; left out: it is that itself. */
async function hostThat(
  scenario: string,
  given: { readonly path?: string; readonly before?: readonly string[] } = {},
): Promise<unknown> {
  const directory = temporaryDirectory();
  const own = [process.execPath, hostFile, scenario, directory];
  const [program = '', ...words] = [...asFirstProcess, ...(given.before ?? []), ...own];
  const env = { PATH: given.path ?? path, HOME: directory, HANDRAIL_STATE_DIR: `${directory}/own` };
  const { stdout } = await promisify(execFile)(program, words, { env });
  return JSON.parse(stdout);
}

/** Milliseconds: what a host waits for can take some 20 s. */
const long = { timeout: 120_000 };

describe.skipIf(lacksFirstProcess).each([
  ['is process 1', []],
  ['is below another Node that is, as with npm,', underNode],
])(`a host that %s${withoutFirstProcess}`, (_, before) => {
  test(
    'leaves no zombie of a call, a stopped one, a terminal or a session, and nothing when it is closed',
    long,
    async () => {
      expect(await hostThat('calls', { before })).toEqual({ zombies: [], left: [] });
    },
  );

  test('leaves no zombie of a job that is stopped', long, async () => {
    const ends = ['stopped', 'stopped'];
    expect(await hostThat('jobs', { before })).toEqual({ ends, zombies: [], left: [] });
  });
});

describe.skipIf(lacksFirstProcess)(`a host that is process 1${withoutFirstProcess}`, () => {
  test('leaves no zombie of a job whose readers have to be ended', long, async () => {
    const programs = temporaryDirectory();
    writeFileSync(join(programs, 'cat'), '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
    const told = { ends: ['stopped', 'stopped'], zombies: [], left: [] };
    expect(await hostThat('jobs', { path: `${programs}:${path}` })).toEqual(told);
  });

  test('keeps every promise of a backend', long, async () => {
    const cases = expect.any(Number);
    expect(await hostThat('suite')).toEqual({ cases, failed: [], zombies: [], left: [] });
  });

  test('leaves nothing that takes the place of another program as the shell ends', long, async () => {
    expect(await hostThat('restless')).toEqual({ missed: 0, left: [] });
  });

  test('starts commands in the same setting as where Perl does not do what is needed', long, async () => {
    const without = await hostThat('setting', { path: withoutPerl(temporaryDirectory()) });
    expect(await hostThat('setting')).toEqual({ ...(without as object), reapers: 1 });
    expect(without).toMatchObject({ reapers: 0, left: [] });
  });

  test.each([
    ['killed', 'lost'],
    ['stopped', 'stopped'],
  ])('goes on where what starts its launchers is %s', long, async (_how, scenario) => {
    const exits = [
      { kind: 'exited', code: 3 },
      { kind: 'exited', code: 0 },
    ];
    expect(await hostThat(scenario)).toMatchObject({ exits, output: 'yes\n', left: [] });
  });
});

test('what starts launchers declares all that it names', () => {
  const perl = findExecutable('perl', path) ?? '';
  const words = ['-Mstrict', '-wc', '-e', reaperScript];
  expect(() => execFileSync(perl, words, { stdio: ['ignore', 'ignore', 'pipe'] })).not.toThrow();
});
