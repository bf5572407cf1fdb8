import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { createLazyState } from '../../src/state/lazy-state.ts';
import { callOf, exitedWith } from '../state/audit.ts';
import {
  asFirstProcess,
  lacksFirstProcess,
  underNode,
  withoutFirstProcess,
} from '../support/first-process.ts';
import { handrail, type Machine, mainFile, programFile, temporaryMachine } from '../support/handrail.ts';
import { path } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

interface Check {
  readonly name: string;
  readonly status: 'ok' | 'limited' | 'missing';
  readonly found: string;
  readonly advice: string | null;
}

async function doctor(machine: Machine, env: Readonly<Record<string, string>> = {}) {
  const { status, stdout } = await handrail(machine, ['doctor', '--json'], { env });
  const checks: readonly Check[] = JSON.parse(stdout);
  return { status, checks, of: (name: string) => checks.find((check) => check.name === name) };
}

/** A directory with some programs of this machine. */
function directoryOfPrograms({ home }: Machine, ...names: readonly string[]): string {
  const directory = join(home, 'bin');
  mkdirSync(directory);
  for (const name of names) symlinkSync(findExecutable(name, path) ?? '', join(directory, name));
  return directory;
}

/** The command line of an installation of its own, beside which some packages are not installed. */
function installedWithout(...names: readonly string[]): string {
  const root = join(dirname(mainFile), '../..');
  const modules = join(temporaryDirectory(), 'node_modules');
  for (const name of ['dist', 'package.json'])
    cpSync(join(root, name), join(modules, 'handrail', name), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!names.includes(name)) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  return join(modules, 'handrail/dist/cli/main.cjs');
}

/** A call in the record, by hand. */
async function recordCall({ stateDir }: Machine): Promise<void> {
  const { recorder, shut } = createLazyState(stateDir);
  await recorder.close(await recorder.open(callOf('one')), exitedWith(0, 'one'));
  shut();
}

describe('handrail doctor', () => {
  test('names the package that is not installed, and no file of its own', async () => {
    const program = installedWithout('@lydell', 'dockerode');
    const { stdout } = await handrail(temporaryMachine(), ['doctor', '--json'], { program });
    const checks: readonly Check[] = JSON.parse(stdout);
    const found = checks.filter(({ name }) => ['terminals', 'containers'].includes(name));
    expect(found.map((check) => check.found)).toEqual([
      'none: the package @lydell/node-pty is not there',
      'none: the package dockerode is not there',
    ]);
  });

  test('prints a line for each thing, and what to do below', async () => {
    const machine = temporaryMachine();
    const env = { DOCKER_HOST: 'unix:///nonexistent/docker.sock' };
    const { checks } = await doctor(machine, env);
    const { stdout } = await handrail(machine, ['doctor'], { env });
    const lines = checks.flatMap(({ status, name, found, advice }) => [
      `${status.padEnd(7)}  ${name.padEnd('state directory'.length)}  ${found}`,
      ...(advice === null ? [] : [`         → ${advice}`]),
    ]);
    expect(stdout).toBe(`${lines.join('\n')}\n`);
    expect(lines.filter((line) => line.startsWith('         → '))).not.toEqual([]);
  });

  test('goes on where this process has few addresses, and says so where those are too few for the Docker library', async () => {
    const machine = temporaryMachine();
    const options = { cwd: machine.directory, env: machine.env, encoding: 'utf8' } as const;
    const withFew = (...words: readonly string[]) =>
      spawnSync('bash', ['-c', 'ulimit -v 4000000; exec "$@"', 'bash', process.execPath, ...words], options);
    const { status, stdout, stderr } = withFew(mainFile, 'doctor');
    expect([status, stderr]).toEqual([0, '']);
    // How many WebAssembly takes is another number in each version of Node.
    const areTooFew = withFew('-e', 'new WebAssembly.Memory({ initial: 1 })').status !== 0;
    const said =
      'this process has too few addresses for the package dockerode; raise the limit on them (ulimit -v)\n';
    expect(stdout).toMatch(/^\S+ +containers +\S/m);
    expect(stdout.includes(said)).toBe(areTooFew);
  });

  test('says what to do about a database that is damaged behind its first page', async () => {
    const machine = temporaryMachine();
    // By a process that has ended, so that all of it is in that file.
    await handrail(machine, ['run', '--', 'echo one']);
    const path = join(machine.stateDir, 'state.db');
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.from(bytes).fill(0xff, 4_096));
    // Whoever looks for jobs when the test is over reads it.
    onTestFinished(() => writeFileSync(path, bytes));
    const { status, of } = await doctor(machine);
    const expected = `expected a state directory that can be written, got ${machine.stateDir} (database disk image is malformed); keep a copy`;
    expect(of('state directory')?.found).toContain(expected);
    expect(status).toBe(1);
    const call = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      cwd: '/',
      tool_input: { command: 'touch /etc/x' },
    };
    const { stdout } = await handrail(machine, ['hook', 'claude'], { stdin: JSON.stringify(call) });
    expect(stdout).toContain('It could not be recorded: expected a state directory that can be written');
  });

  test('tells what runs here, and what it goes by', async () => {
    const machine = temporaryMachine();
    await recordCall(machine);
    const { of } = await doctor(machine, { HANDRAIL_CONTRACT: 'plain' });
    const ok = { status: 'ok', advice: null };
    expect(of('node')).toEqual({ name: 'node', found: process.version, ...ok });
    expect(of('settings')).toEqual({ name: 'settings', found: 'contract plain', ...ok });
    expect(of('mkfifo')).toEqual({ name: 'mkfifo', found: findExecutable('mkfifo', path), ...ok });
    expect(of('process table')).toEqual({ name: 'process table', found: '/proc', ...ok });
    const found = `${machine.stateDir} (2 audit rows)`;
    expect(of('state directory')).toEqual({ name: 'state directory', found, ...ok });
  });

  test('stops at settings that cannot be read, and says so', async () => {
    const { status, checks } = await doctor(temporaryMachine(), { HANDRAIL_WARM: 'perhaps' });
    expect(status).toBe(1);
    expect(checks).toEqual([
      { name: 'node', status: 'ok', found: process.version, advice: null },
      {
        ...{ name: 'settings', status: 'missing', advice: 'correct them and run this again' },
        found: expect.stringContaining('HANDRAIL_WARM'),
      },
    ]);
  });

  test('tells of what is switched off and is no rule', async () => {
    const machine = temporaryMachine();
    const file = join(machine.home, 'mine.json');
    writeFileSync(file, '{"rules": [], "off": ["git-force-psh", "git-force-push", "zzz"]}');
    const { status, checks } = await doctor(machine, { HANDRAIL_RULES: file });
    const advice =
      'correct it, unless a rule of the contract’s own is called so; handrail rules lists the shipped ones';
    expect(checks.filter(({ name }) => name === 'rules')).toEqual(
      ['"git-force-psh" — did you mean "git-force-push"?', '"zzz"'].map((got) => ({
        ...{ name: 'rules', status: 'limited', advice },
        found: `${file}: expected ids of rules in "off", got ${got}`,
      })),
    );
    expect(status).toBe(0);
  });

  test('tries the bash that is set', async () => {
    const machine = temporaryMachine();
    const file = join(machine.home, 'own-bash');
    writeFileSync(file, '#!/bin/sh\necho "not today" >&2\nexit 3\n', { mode: 0o755 });
    const { status, of } = await doctor(machine, { HANDRAIL_BASH: file });
    expect(status).toBe(1);
    expect(of('own-bash')).toEqual({
      ...{ name: 'own-bash', status: 'missing', found: `${file} cannot be run: not today` },
      advice: 'install bash, or set "bash" to its path',
    });
  });

  test('says of a bash that starts another which one to set', async () => {
    const machine = temporaryMachine();
    const [file, real] = [join(machine.home, 'own bash'), findExecutable('bash', path)];
    const bashes = {
      waits: `#!/bin/sh\n'${real}' "$@"\n`,
      becomes: `#!/bin/sh\nexec '${real}' "$@"\n`,
    };
    const env = { HANDRAIL_BASH: file };
    const why = `${file} starts another bash and does not become it (exec); set "bash" to the path of that`;
    writeFileSync(file, bashes.waits, { mode: 0o755 });
    expect((await doctor(machine, env)).of('own bash')).toMatchObject({ status: 'missing', advice: why });
    const failed = await handrail(machine, ['run', '--', 'echo hi'], { env });
    expect([failed.status, failed.stdout + failed.stderr]).toEqual([125, expect.stringContaining(why)]);
    writeFileSync(file, bashes.becomes);
    expect((await doctor(machine, env)).of('own bash')).toMatchObject({ status: 'ok', advice: null });
    const unconfined = ['run', '--sandbox', 'off', '--', 'echo hi'];
    expect((await handrail(machine, unconfined, { env })).stdout).toBe('hi\n');
  });

  test.each([
    ['mkfifo', 'cat', 'the output of commands is read through FIFOs'],
    ['cat', 'mkfifo', 'jobs and terminals are read with it'],
  ])('says that %s is missing, without which nothing runs', async (name, other, use) => {
    const machine = temporaryMachine();
    const PATH = directoryOfPrograms(machine, 'bash', other);
    const { status, of } = await doctor(machine, { PATH });
    expect(status).toBe(1);
    expect(of('bash')?.status).toBe('ok');
    expect(of(other)?.status).toBe('ok');
    const found = `none on PATH (${PATH})`;
    expect(of(name)).toEqual({ name, status: 'missing', found, advice: `install coreutils: ${use}` });
    const run = await handrail(machine, ['run', '--', 'true'], { env: { PATH } });
    expect([run.status, run.stdout + run.stderr]).toEqual([
      125,
      expect.stringContaining(`expected ${name} `),
    ]);
  });

  test('says that nothing runs where nothing can be recorded', async () => {
    const machine = temporaryMachine();
    mkdirSync(dirname(machine.stateDir), { recursive: true });
    writeFileSync(machine.stateDir, 'in the way');
    const { status, of } = await doctor(machine);
    expect(status).toBe(1);
    expect(of('state directory')).toMatchObject({
      status: 'missing',
      found: expect.stringContaining(machine.stateDir),
      advice: expect.stringContaining('nothing runs without a record of it'),
    });
  });

  test.each([
    ['is new', () => {}],
    ['is empty', (file: string) => writeFileSync(file, '')],
  ])('tells where the database %s and jobs from before are beside it', async (_, lose) => {
    const machine = temporaryMachine();
    mkdirSync(machine.stateDir, { recursive: true });
    lose(join(machine.stateDir, 'state.db'));
    expect((await doctor(machine)).of('state directory')).toMatchObject({ status: 'ok' });
    for (const name of ['0123456789abcdef', 'fedcba9876543210', 'not-ours'])
      mkdirSync(join(machine.stateDir, 'jobs', name), { recursive: true });
    const { status, of } = await doctor(machine);
    expect(status).toBe(0);
    expect(of('state directory')).toEqual({
      ...{ name: 'state directory', status: 'limited' },
      found: `${machine.stateDir}: state.db is new, and knows nothing of 2 jobs that are in jobs beside it`,
      advice:
        'somebody removed or emptied it, with the record of what has run: put a copy of it back, if there is one',
    });
  });

  test('tells of a record that was changed, with which everything goes on', async () => {
    const machine = temporaryMachine();
    await recordCall(machine);
    const direct = new Libsql(join(machine.stateDir, 'state.db'));
    onTestFinished(() => void direct.close());
    direct.exec("DROP TRIGGER audit_keeps_text; UPDATE audit SET body = '{}' WHERE seq = 2");
    const { status, of } = await doctor(machine);
    expect(status).toBe(0);
    expect(of('state directory')).toEqual({
      ...{ name: 'state directory', status: 'limited' },
      found: `${machine.stateDir}: the audit log is broken at row 2, its content is not what was written`,
      advice: 'somebody changed the record; keep a copy of the directory and find out who',
    });
  });

  describe.skipIf(lacksFirstProcess)(`where it is in a namespace of its own${withoutFirstProcess}`, () => {
    /** What it says of orphans. `before`: words that start the program; `path`: where it looks for others. */
    const careBelow = (before: readonly string[], machine = temporaryMachine(), programs = path) => {
      const own = ['env', `PATH=${programs}`, process.execPath, programFile, 'doctor', '--json'];
      const [program = '', ...words] = [...asFirstProcess, ...before, ...own];
      const printed = execFileSync(program, words, {
        ...{ cwd: machine.directory, env: machine.env, encoding: 'utf8' },
      });
      const checks: readonly Check[] = JSON.parse(printed);
      return checks.find(({ name }) => name === 'orphans');
    };

    test.each([
      ['it is process 1 itself', []],
      ['another Node is, as with npm', underNode],
    ])('tells what waits for orphans where %s', (_, before) => {
      const found = `waited for by ${findExecutable('perl', path)}, as process 1 is Node`;
      expect(careBelow(before)).toEqual({ name: 'orphans', status: 'ok', found, advice: null });
    });

    test('tells that nobody does without Perl', () => {
      const machine = temporaryMachine();
      const programs = directoryOfPrograms(machine, 'bash', 'mkfifo', 'cat');
      expect(careBelow([], machine, programs)).toEqual({
        ...{ name: 'orphans', status: 'limited' },
        found: 'process 1 is Node, which leaves each as a zombie',
        advice:
          'install perl, or have an init be process 1: "docker run --init", "init: true" in Compose, shareProcessNamespace in Kubernetes, or tini before the program',
      });
    });

    test('has nothing to say of another process 1', () => {
      const found = 'left to process 1, which is not Node';
      const ok = { name: 'orphans', status: 'ok', found, advice: null };
      expect(careBelow(['sh', '-c', '"$@"; exit', 'sh'])).toEqual(ok);
    });
  });
});
