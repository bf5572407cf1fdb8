import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { lacksBubblewrap } from '../support/bubblewrap.ts';
import { handrail, type Machine, temporaryMachine } from '../support/handrail.ts';
import { path } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A PATH with what commands are run with, and nothing to confine them with. */
function pathWithoutBubblewrap(): string {
  const directory = temporaryDirectory();
  for (const name of ['bash', 'mkfifo', 'cat'])
    symlinkSync(findExecutable(name, path) ?? '', join(directory, name));
  return directory;
}

/** The newest record of the audit log. */
async function lastRecord(machine: Machine): Promise<unknown> {
  const { stdout } = await handrail(machine, ['audit', '--json', '--limit', '1']);
  return JSON.parse(stdout);
}

async function doctor(machine: Machine, env: Readonly<Record<string, string>>) {
  const { status, stdout } = await handrail(machine, ['doctor', '--json'], { env });
  const checks: { readonly name: string }[] = JSON.parse(stdout);
  const found = (wanted: string) => checks.find(({ name }) => name === wanted);
  return { status, sandbox: found('sandbox'), hosts: found('sandbox hosts') };
}

const writesBoth = 'echo in > in; echo out > ../out; ls';

describe.skipIf(lacksBubblewrap)('handrail run with a sandbox', () => {
  test('writes in the working directory and nowhere else, and says what held the command', async () => {
    const machine = temporaryMachine();
    const words = ['run', '--yes', '--json', '--sandbox', 'workspace', '--', writesBoth];
    const { stdout } = await handrail(machine, words);
    const confinement = { kind: 'sandbox', level: 'workspace', network: 'none' };
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'ok',
      confinement: { ...confinement, problem: null },
    });
    expect(readdirSync(machine.directory)).toEqual(['in']);
    expect(existsSync(join(machine.home, 'out'))).toBe(false);
    expect(await lastRecord(machine)).toMatchObject({
      opened: { backend: 'bubblewrap' },
      closed: { outcome: { confinement } },
    });
  });

  test('holds what a project asks for beside what the user wants', async () => {
    const machine = temporaryMachine();
    writeFileSync(join(machine.directory, 'handrail.json'), '{"sandbox": "read-only"}');
    const env = { HANDRAIL_SANDBOX: 'off' };
    await handrail(machine, ['run', '--yes', '--', writesBoth], { env });
    expect(readdirSync(machine.directory)).toEqual(['handrail.json']);
  });

  test('leaves files of rules as they are, whose ever they are and wherever a script writes them', async () => {
    const machine = temporaryMachine();
    const rules = '{"rules": []}';
    mkdirSync(join(machine.directory, 'etc'));
    const files = ['etc/rules.json', 'mine.json'];
    for (const file of files) writeFileSync(join(machine.directory, file), rules);
    writeFileSync(join(machine.directory, 'handrail.json'), '{"rules": ["etc/rules.json"]}');
    const script = `for file in ${files.join(' ')} handrail.json; do echo x > "$file"; mv "$file" /tmp; done; mv etc other; mkdir made`;
    writeFileSync(join(machine.directory, 'script'), script);
    const env = { HANDRAIL_SANDBOX: 'workspace', HANDRAIL_RULES: 'mine.json' };
    await handrail(machine, ['run', '--yes', '--', 'bash ./script'], { env });
    expect(readdirSync(machine.directory)).toEqual(['etc', 'handrail.json', 'made', 'mine.json', 'script']);
    for (const file of files) expect(readFileSync(join(machine.directory, file), 'utf8')).toBe(rules);
  });

  test('can read the output that was cut, and not the record', async () => {
    const machine = temporaryMachine();
    const env = { HANDRAIL_SANDBOX: 'workspace' };
    await handrail(machine, ['run', '--yes', '--', 'seq 20000'], { env });
    const [cut = ''] = readdirSync(join(machine.stateDir, 'output'));
    const files = readdirSync(machine.stateDir).filter((name) => !['jobs', 'output'].includes(name));
    expect(files).not.toEqual([]);
    const inState = (name: string) => `'${machine.stateDir}/${name}'`;
    const command = `tail -n 1 ${inState(`output/${cut}`)}; cat ${files.map(inState).join(' ')}`;
    const { stdout } = await handrail(machine, ['run', '--yes', '--', command], { env });
    expect(stdout).toMatch(/^20000\n/);
    expect(stdout.match(/No such file or directory/g)).toHaveLength(files.length);
  });

  test('is what doctor says', async () => {
    const { status, sandbox } = await doctor(temporaryMachine(), { HANDRAIL_SANDBOX: 'workspace' });
    expect(status).toBe(0);
    const found = expect.stringMatching(/^level workspace; \/.*bwrap \(bubblewrap /);
    expect(sandbox).toEqual({ name: 'sandbox', status: 'ok', found, advice: null });
  });
});

describe('on a machine that makes no sandboxes', () => {
  const sandbox = { HANDRAIL_SANDBOX: 'workspace' };
  const required = { ...sandbox, HANDRAIL_SANDBOX_REQUIRED: 'true' };

  test('a command runs without, and is told to', async () => {
    const machine = temporaryMachine();
    const env = { ...sandbox, PATH: pathWithoutBubblewrap() };
    const problem = `no bwrap on PATH (${env.PATH}); install bubblewrap`;
    const printed = await handrail(machine, ['run', '--', 'echo it ran'], { env });
    expect(printed).toMatchObject({ status: 0, stdout: `it ran\n[it was not confined: ${problem}]\n` });
    const live = await handrail(machine, ['run', '--live', '--', 'echo it ran'], { env });
    expect(live).toEqual({ status: 0, stdout: 'it ran\n', stderr: `[handrail: not confined: ${problem}]\n` });
    expect(await lastRecord(machine)).toMatchObject({
      closed: {
        outcome: { confinement: { kind: 'degraded', level: 'workspace', cure: 'install bubblewrap' } },
      },
    });
  });

  test('a server says at its start that commands run without, or do not run', async () => {
    const PATH = pathWithoutBubblewrap();
    const why = `no bwrap on PATH (${PATH}); install bubblewrap`;
    const started = async (env: Readonly<Record<string, string>>) =>
      (await handrail(temporaryMachine(), ['mcp'], { env })).stderr;
    expect(await started({ ...sandbox, PATH })).toBe(
      `handrail: commands run without a sandbox, as none can be made here: ${why}\n`,
    );
    expect(await started({ ...required, PATH })).toBe(
      `handrail: no command runs, as each is to have a sandbox, and none can be made here: ${why}\n`,
    );
    expect(await started({ HANDRAIL_SANDBOX: 'off', PATH })).toBe('');
    expect(await started(lacksBubblewrap ? { HANDRAIL_SANDBOX: 'off' } : sandbox)).toBe('');
  });

  test.each(['run', 'call'])(
    '%s says so on standard error where the contract has no place for it',
    async (name) => {
      const env = { ...sandbox, PATH: pathWithoutBubblewrap() };
      const stderr = `[handrail: not confined: no bwrap on PATH (${env.PATH}); install bubblewrap]\n`;
      const words = name === 'run' ? ['run', 'echo it ran'] : ['call', 'bash', '{"command": "echo it ran"}'];
      const printed = await handrail(temporaryMachine(), [...words, '--contract', 'plain'], { env });
      expect(printed).toEqual({ status: 0, stdout: expect.stringContaining('it ran'), stderr });
      const told = await handrail(temporaryMachine(), words, { env });
      expect(told).toEqual({ status: 0, stdout: expect.stringContaining('it was not confined'), stderr: '' });
    },
  );

  test('nothing runs where a sandbox is required', async () => {
    const env = { ...required, PATH: pathWithoutBubblewrap() };
    const { status, stdout } = await handrail(temporaryMachine(), ['run', '--', 'echo it ran'], { env });
    expect(status).toBe(125);
    expect(stdout).toBe(
      `[could not start: the command was to be confined, and nothing was started: no bwrap on PATH (${env.PATH}); install bubblewrap]\n`,
    );
  });

  test.each([
    ['', { ...sandbox }, 0, 'limited', 'level workspace: commands run unconfined; no bwrap on PATH'],
    [
      ' where one is required',
      required,
      1,
      'missing',
      'level workspace, required: nothing runs; no bwrap on PATH',
    ],
    [
      ' where it is what is built in',
      {},
      0,
      'limited',
      'level workspace: commands run unconfined; no bwrap on PATH',
    ],
    [' where none is wanted', { HANDRAIL_SANDBOX: 'off' }, 0, 'limited', 'level off; no bwrap on PATH'],
  ])('doctor says so%s, with the cure', async (_where, wish, status, severity, found) => {
    const told = await doctor(temporaryMachine(), { ...wish, PATH: pathWithoutBubblewrap() });
    expect(told).toMatchObject({
      status,
      sandbox: {
        ...{ name: 'sandbox', status: severity, advice: 'install bubblewrap' },
        found: expect.stringMatching(new RegExp(`^${found}`)),
      },
    });
  });
});

describe('what a list of hosts needs', () => {
  const levels = { HANDRAIL_SANDBOX_LEVELS: '{"build": {"network": ["a.example"]}}' };

  test.skipIf(lacksBubblewrap)('is what doctor has found', async () => {
    const { hosts } = await doctor(temporaryMachine(), {});
    const found = findExecutable('perl', path);
    expect(hosts).toEqual({ name: 'sandbox hosts', status: 'ok', found, advice: null });
  });

  test.each([
    ['', levels, 'limited', 'none'],
    [' where a level has one', { ...levels, HANDRAIL_SANDBOX: 'build' }, 'missing', 'nothing runs'],
    [' where no level has one', { HANDRAIL_SANDBOX: 'workspace' }, 'limited', 'none'],
  ])('is told to be missing%s, with the cure', async (_where, env, status, result) => {
    const without = pathWithoutBubblewrap();
    const { hosts } = await doctor(temporaryMachine(), { ...env, PATH: without });
    const found = `${result}: no perl on PATH (${without}), which hosts in a sandbox need`;
    expect(hosts).toEqual({ name: 'sandbox hosts', status, found, advice: 'install perl' });
  });
});

describe.skipIf(lacksBubblewrap)('a command that may reach some hosts', () => {
  test('is told which it was denied, and what would let them through', async () => {
    const machine = temporaryMachine();
    const levels = '{"build": {"network": ["a.example"]}, "other": {"network": ["b.example"]}}';
    const env = { HANDRAIL_SANDBOX: 'build', HANDRAIL_SANDBOX_LEVELS: levels };
    const ask = (target: string) =>
      `exec 3<> /dev/tcp/127.0.0.1/\${http_proxy##*:}; printf 'CONNECT ${target} HTTP/1.1\\r\\n\\r\\n' >&3; read -r line <&3; echo "$line"`;
    const command = `${ask('b.example:443')}; ${ask('b.example:80')}; ${ask('169.254.169.254:80')}`;
    const { stdout } = await handrail(machine, ['run', '--yes', '--json', '--', command], { env });
    const denial = { path: null, access: null };
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({
      confinement: { kind: 'sandbox', level: 'build', network: ['a.example'] },
      denials: [
        { ...denial, host: 'b.example', port: 443, entry: 'b.example:443' },
        { ...denial, host: 'b.example', port: 80, entry: 'b.example:80' },
        { ...denial, host: '169.254.169.254', port: 80, entry: null },
      ],
    });
    const among = 'is not among its hosts';
    const never = 'nothing can let a command reach it: a cloud gives out the keys of this machine there';
    expect(result.text.split('\n').at(-1)).toBe(
      `[the sandbox denied this: b.example:443 ${among}, b.example:80 ${among}, 169.254.169.254:80 ${among} (${never}); to ask the user for it, run the command again with "allow": {"network": ["b.example:443", "b.example:80"]}]`,
    );
    expect(await lastRecord(machine)).toMatchObject({
      closed: { outcome: { denials: [{ kind: 'network', host: 'b.example', port: 443 }, {}, {}] } },
    });
  });

  test('has no more of them than the project lets it', async () => {
    const machine = temporaryMachine();
    const levels =
      '{"user": {"network": ["*.b.example"]}, "build": {"network": ["x.b.example:443", "c.example"]}}';
    writeFileSync(join(machine.directory, 'handrail.json'), '{"sandbox": "build"}');
    const env = { HANDRAIL_SANDBOX: 'user', HANDRAIL_SANDBOX_LEVELS: levels };
    const { stdout } = await handrail(machine, ['run', '--yes', '--json', '--', 'true'], { env });
    expect(JSON.parse(stdout)).toMatchObject({
      confinement: { kind: 'sandbox', level: 'user+build', network: ['x.b.example:443'] },
      denials: [],
    });
  });
});

describe.skipIf(lacksBubblewrap)('a command that fails of its sandbox', () => {
  /** In the stead of the home directory in what a result says. */
  const home = '$HOME';
  const asks = 'to ask the user for it, run the command again with "allow": ';

  test.each([
    [
      'a path',
      'echo x > .git/hooks/pre-commit',
      { path: `${home}/work/.git/hooks/pre-commit`, access: 'kept', host: null },
      `"${home}/work/.git/hooks/pre-commit" is kept from being changed, because others take orders from it; ${asks}{"write": ["${home}/work/.git/hooks"]}`,
    ],
    [
      'everything',
      'echo x > /x',
      { path: '/x', access: 'read-only', host: null },
      '/x cannot be written to, /tmp can',
    ],
    [
      'a repository that is not there',
      'git init -q',
      { path: `${home}/work/.git`, access: 'kept', host: null },
      `"${home}/work/.git" is kept from being changed, because others take orders from it; ${asks}{"write": ["${home}/work/.git"]}`,
    ],
    [
      'a secret',
      'cat ~/.ssh/id',
      { path: `${home}/.ssh/id`, access: 'hidden', host: null },
      `"${home}/.ssh/id" is hidden; ${asks}{"read": ["${home}/.ssh/id"]}`,
    ],
    [
      'a secret that is not there',
      'cat ~/.ssh/none',
      { path: `${home}/.ssh/none`, access: 'hidden', host: null },
      `"${home}/.ssh/none" is hidden`,
    ],
    [
      'the network',
      'bash -c "cat < /dev/tcp/192.0.2.1/80"',
      { path: null, access: null, host: null },
      'there is no network in it; name the host that it needs in "network" of "allow" to ask the user for it',
    ],
    [
      'the network, before the end of a pipeline',
      'bash -c "cat < /dev/tcp/192.0.2.1/80" 2>&1 | cat',
      { path: null, access: null, host: null },
      'there is no network in it; name the host that it needs in "network" of "allow" to ask the user for it',
    ],
    [
      'a host, without npm trying again',
      'npm view a --registry https://registry.example',
      { path: null, access: null, host: 'registry.example', entry: 'registry.example' },
      `there is no network in it and registry.example cannot be reached; ${asks}{"network": ["registry.example"]}`,
    ],
    // The directory of a test has blanks in its name.
  ])('is told that it is denied %s, and what to ask for', async (what, command, denial, line) => {
    const machine = temporaryMachine();
    mkdirSync(join(machine.home, '.ssh'));
    writeFileSync(join(machine.home, '.ssh/id'), '');
    if (what === 'a path') mkdirSync(join(machine.directory, '.git/hooks'), { recursive: true });
    const levels = { own: { readOnly: ['~/'] } };
    const env = {
      HANDRAIL_SANDBOX: 'own',
      HANDRAIL_SANDBOX_LEVELS: JSON.stringify(levels),
      HANDRAIL_OPTIONS: '{"approve": "never"}',
    };
    const { stdout } = await handrail(machine, ['run', '--json', '--', command], { env });
    const result = JSON.parse(stdout.replaceAll(machine.home, home));
    expect(result.denials, result.text).toEqual([{ port: null, entry: null, right: null, ...denial }]);
    expect(result.text.split('\n').at(-1)).toBe(`[the sandbox denied this: ${line}]`);
  });

  test('is told what was denied so far where it goes on as a job', async () => {
    const machine = temporaryMachine();
    const env = { HANDRAIL_SANDBOX: 'workspace' };
    const command = 'echo "curl: (6) Could not resolve host: a.example"; sleep 20';
    const call = (tool: string, input: object) =>
      handrail(machine, ['call', tool, '--yes', JSON.stringify(input)], { env });
    const { stdout } = await call('bash', { command, timeout_ms: 2_000 });
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ status: 'moved_to_job', allow: { network: ['a.example'] } },
      denials: [{ host: 'a.example', entry: 'a.example' }],
    });
    expect(JSON.parse((await call('bash_stop', { job: '1' })).stdout)).toMatchObject({ status: 'ok' });
  });
});
