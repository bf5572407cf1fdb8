import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { agents } from '../../src/adapters/hooks/agents/agents.ts';
import { quoted } from '../../src/adapters/hooks/core/quoted.ts';
import { settingsPlaces } from '../../src/adapters/hooks/install/places.ts';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { handrail, type Machine, mainFile, programFile, temporaryMachine } from '../support/handrail.ts';
import { personAt } from '../support/person.ts';

const mine = '{\n    // mine\n    "model": "x",\n    "hooks": { "Stop": [] }\n}\n';

function install(machine: Machine, ...words: readonly string[]) {
  return handrail(machine, ['hook', 'install', ...words], { program: programFile });
}

/** Where an agent has its settings on a machine. */
function fileOf(machine: Machine, agent: string): string {
  const scope = { home: machine.home, env: {}, project: null };
  return settingsPlaces[agent]?.(scope).files.at(-1)?.path ?? '';
}

/** The settings of Claude Code, with something in them. */
function withSettings(text = mine): { readonly machine: Machine; readonly file: string } {
  const machine = temporaryMachine();
  const file = fileOf(machine, 'claude');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return { machine, file };
}

describe('handrail hook install', () => {
  test('gives back a file that was empty', async () => {
    const { machine, file } = withSettings('');
    expect((await install(machine, 'claude', '--undo', '--yes')).stdout).toContain('has no hook of handrail');
    await install(machine, 'claude', '--yes');
    expect(readFileSync(file, 'utf8')).not.toBe('');
    await install(machine, 'claude', '--undo', '--yes');
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  test.each(agents)('writes the hook of $name once, and takes it out again', async ({ name }) => {
    const machine = temporaryMachine();
    const file = fileOf(machine, name);
    const { status, stdout } = await install(machine, name, '--yes');
    expect(status).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(`hook ${name} || {`);
    expect(stdout).toContain(`hook ${name} || {`);
    expect(stdout).toContain('The hook is written.\n');
    expect((await install(machine, name, '--yes')).stdout).toContain('has the hook already');
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(await install(machine, name, '--undo', '--yes')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/The hook is taken out\.\n$/),
      stderr: '',
    });
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(machine.home).toSorted()).toEqual(['.local', 'work']);
  });

  const broken = [
    ['is gone', () => '/nonexistent/node'],
    [
      'was killed',
      (directory: string) => {
        const program = join(directory, 'killed');
        writeFileSync(program, '#!/bin/sh\nkill -9 $$\n', { mode: 0o755 });
        return program;
      },
    ],
  ] as const;

  /** Those of users: by which of them an agent runs its hooks is the agent's choice. */
  describe.each(['sh', 'bash', 'zsh', 'fish'])('writes a command that in %s', (shell) => {
    const isLacking = !process.env.CI && findExecutable(shell, process.env.PATH ?? '') === null;
    test.skipIf(isLacking).each(broken)('blocks with words where the program %s', async (_how, programIn) => {
      const { machine, file } = withSettings('{}');
      await install(machine, 'claude', '--yes');
      const { command } = JSON.parse(readFileSync(file, 'utf8')).hooks.PreToolUse[0].hooks[0];
      const changed = command.replace(process.execPath, programIn(machine.directory));
      expect(changed).not.toBe(command);
      const { status, stderr } = spawnSync(shell, ['-c', changed], { encoding: 'utf8', env: machine.env });
      expect([status, stderr]).toEqual([2, expect.stringMatching(/^Handrail has let nothing run\.$/m)]);
    });
  });

  test('has the guard compiled for the first question, and records nothing of that', async () => {
    const machine = temporaryMachine();
    await install(machine, 'claude', '--yes');
    const kept = readdirSync(join(machine.stateDir, 'code'));
    expect(kept).toContainEqual(expect.stringMatching(/^guard\.cjs-/));
    expect((await handrail(machine, ['audit'], { program: programFile })).stdout).toBe('no calls found\n');
  });

  test('removes the directories that it has made, and none in which something else is by now', async () => {
    const machine = temporaryMachine();
    const file = fileOf(machine, 'opencode');
    mkdirSync(join(machine.home, '.config'));
    await install(machine, 'opencode', '--yes');
    await install(machine, 'opencode', '--undo', '--yes');
    expect(readdirSync(join(machine.home, '.config'))).toEqual([]);
    await install(machine, 'opencode', '--yes');
    await install(machine, 'opencode', '--yes');
    writeFileSync(join(dirname(file), 'theirs.js'), '');
    await install(machine, 'opencode', '--undo', '--yes');
    expect(readdirSync(dirname(file))).toEqual(['theirs.js']);
  });

  test('gives back the settings byte for byte, with their mode, and by a link to them', async () => {
    const { machine, file } = withSettings();
    chmodSync(file, 0o640);
    const link = join(machine.home, 'dotfiles.json');
    writeFileSync(link, readFileSync(file));
    const real = link;
    const target = fileOf(machine, 'gemini');
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(real, target);
    await install(machine, 'claude', '--yes');
    await install(machine, 'gemini', '--yes');
    expect(readFileSync(file, 'utf8')).toContain('// mine');
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect([lstatSync(target).isSymbolicLink(), readFileSync(real, 'utf8').includes('hook gemini')]).toEqual([
      true,
      true,
    ]);
    await install(machine, 'claude', '--undo', '--yes');
    await install(machine, 'gemini', '--undo', '--yes');
    expect([readFileSync(file, 'utf8'), readFileSync(real, 'utf8')]).toEqual([mine, mine]);
    expect([statSync(file).mode & 0o777, lstatSync(target).isSymbolicLink()]).toEqual([0o640, true]);
  });

  test('takes out only what is ours where more was changed since, and says so', async () => {
    const { machine, file } = withSettings();
    await install(machine, 'claude', '--yes');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"x"', '"y"'));
    const { stdout } = await install(machine, 'claude', '--undo', '--yes');
    expect(stdout).toContain('only what is ours is taken out');
    expect(readFileSync(file, 'utf8')).toContain('"model": "y"');
    expect(readFileSync(file, 'utf8')).not.toContain('handrail');
  });

  test('goes back to what was before the first of several installations', async () => {
    const { machine, file } = withSettings();
    await install(machine, 'claude', '--yes');
    await install(machine, 'claude', '--yes', '--approve');
    expect(readFileSync(file, 'utf8')).toContain('hook claude --approve || {');
    await install(machine, 'claude', '--undo', '--yes');
    expect(readFileSync(file, 'utf8')).toBe(mine);
  });

  test('leaves what somebody has written since as they wrote it, and all else as it was', async () => {
    const { machine, file } = withSettings('{ "model" : "x" ,"hooks":{ } }');
    await install(machine, 'claude', '--yes');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"x"', '"y"   /* why */'));
    await install(machine, 'claude', '--undo', '--yes');
    expect(readFileSync(file, 'utf8')).toBe('{ "model" : "y"   /* why */ ,"hooks":{ } }');
  });

  test.each([
    ['somebody changed the file between two installations', () => {}],
    [
      'what it was before is no longer known',
      (machine: Machine) => rmSync(machine.stateDir, { recursive: true }),
    ],
  ])('takes the hook out where %s', async (_, between) => {
    const { machine, file } = withSettings();
    await install(machine, 'claude', '--yes');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"x"', '"y"'));
    between(machine);
    await install(machine, 'claude', '--yes', '--approve');
    await install(machine, 'claude', '--undo', '--yes');
    const bare = (text: string) => text.replaceAll(/\s/g, '');
    expect(bare(readFileSync(file, 'utf8'))).toBe(bare(mine.replace('"x"', '"y"')));
  });

  test('says where it is not known any more what the file was', async () => {
    const { machine, file } = withSettings();
    await install(machine, 'claude', '--yes');
    rmSync(machine.stateDir, { recursive: true });
    const { stdout } = await install(machine, 'claude', '--undo', '--yes');
    expect(stdout).toContain('What it was before is not known any more: only what is ours is taken out');
    expect(readFileSync(file, 'utf8')).not.toContain('handrail');
  });

  test('removes a file that it has made and that an agent has written anew', async () => {
    const machine = temporaryMachine();
    const file = fileOf(machine, 'copilot');
    await install(machine, 'copilot', '--yes');
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
    await install(machine, 'copilot', '--undo', '--yes');
    expect(readdirSync(machine.home).toSorted()).toEqual(['.local', 'work']);
  });

  test('shows what it would write, and writes nothing where nobody has said yes', async () => {
    const { machine, file } = withSettings();
    const { status, stdout } = await install(machine, 'claude');
    expect(status).toBe(1);
    expect(stdout).toContain('+++ ');
    expect(stdout).toContain('+                "matcher": "Bash|');
    expect(stdout).toContain('Say --yes');
    expect(readFileSync(file, 'utf8')).toBe(mine);
  });

  test.each(['{ "model": ', '{"hooks": 7}'])('leaves a file alone that it cannot read: %j', async (text) => {
    const { machine, file } = withSettings(text);
    expect(await install(machine, 'claude', '--yes')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('nothing was changed'),
    });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('says of a pipe, a directory and a link to nothing that they are no settings, and does not wait for them', async () => {
    const { machine, file } = withSettings();
    for (const [other, got] of [
      ['mkfifo "$1"', 'something that is no file'],
      ['mkdir "$1"', 'something that is no file'],
      ['ln -s nowhere "$1"', 'a link that leads to no file'],
      ['ln -s settings.json "$1"', 'a link that leads to itself'],
    ] as const) {
      rmSync(file, { recursive: true });
      execFileSync('/bin/sh', ['-c', other, 'sh', file]);
      expect(await install(machine, 'claude', '--yes')).toMatchObject({
        status: 2,
        stderr: `handrail: ${file}: expected a file of settings that can be read, got ${got}; nothing was changed\n`,
      });
    }
  });

  test('changes nothing for a command of an agent', async () => {
    const { machine, file } = withSettings();
    const options = { program: programFile, env: { HANDRAIL_CALL: 'c' } };
    const words = ['hook', 'install', 'claude', '--yes'];
    for (const more of [[], ['--undo']]) {
      const { status, stderr } = await handrail(machine, [...words, ...more], options);
      expect([status, stderr]).toEqual([126, expect.stringContaining('is for a person')]);
    }
    expect(readFileSync(file, 'utf8')).toBe(mine);
  });

  test('changes nothing where what the settings are could not be kept', async () => {
    const { machine, file } = withSettings();
    mkdirSync(dirname(machine.stateDir), { recursive: true });
    writeFileSync(machine.stateDir, '');
    const { status, stderr } = await install(machine, 'claude', '--yes');
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^handrail: .* nothing was changed\. Make /)]);
    expect(readFileSync(file, 'utf8')).toBe(mine);
  });

  test('leaves settings as they are that were changed while the question was read', async () => {
    const { machine, file } = withSettings();
    const person = personAt(machine, ['hook', 'install', 'claude']);
    await person.sees('Write this?');
    writeFileSync(file, '{"permissions": {}}');
    person.types('y\r');
    expect(await person.status).toBe(2);
    expect(person.screen()).toContain('try again');
    expect(readFileSync(file, 'utf8')).toBe('{"permissions": {}}');
  });

  test('writes nothing where what a file holds, or the file itself, cannot be kept', async () => {
    const { machine, file } = withSettings();
    const env = { HANDRAIL_STATE_DIR: join(file, 'state') };
    const words = ['hook', 'install', 'claude', '--yes'];
    const unkept = await handrail(machine, words, { program: programFile, env });
    expect(unkept).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^handrail: .*; nothing was changed\. Make /),
    });
    expect(readFileSync(file, 'utf8')).toBe(mine);
    writeFileSync(join(machine.home, '.copilot'), '');
    const unwritten = await install(machine, 'copilot', '--yes');
    expect(unwritten).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^handrail: .*; nothing was changed\n$/),
    });
  });

  test('writes into the settings of a project on demand', async () => {
    const machine = temporaryMachine();
    const { stdout } = await install(machine, 'claude', '--project', '--yes');
    expect(stdout).toContain('by their paths on this machine');
    expect(existsSync(join(machine.directory, '.claude/settings.json'))).toBe(true);
    expect(existsSync(fileOf(machine, 'claude'))).toBe(false);
    await install(machine, 'claude', '--project', '--undo', '--yes');
    expect(existsSync(join(machine.directory, '.claude/settings.json'))).toBe(false);
  });

  test('takes the file that Codex has, and keeps the comments of either', async () => {
    const machine = temporaryMachine();
    const toml = fileOf(machine, 'codex');
    mkdirSync(dirname(toml));
    writeFileSync(toml, '# mine\nmodel = "x"\n');
    await install(machine, 'codex', '--yes');
    expect(readFileSync(toml, 'utf8')).toMatch(/^# mine\nmodel = "x"\n\n# handrail: begin/);
    await install(machine, 'codex', '--undo', '--yes');
    writeFileSync(join(dirname(toml), 'hooks.json'), '{}');
    await install(machine, 'codex', '--yes');
    expect([
      readFileSync(toml, 'utf8'),
      readFileSync(join(dirname(toml), 'hooks.json'), 'utf8').includes('hook codex'),
    ]).toEqual(['# mine\nmodel = "x"\n', true]);
  });
});

/** What is written runs as an agent runs it: in a shell, with its question on standard input. */
describe('the hook that was installed', () => {
  const question = (directory: string, command: string) =>
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      cwd: directory,
      tool_name: 'Bash',
      tool_input: { command },
    });

  async function installedCommand(machine: Machine): Promise<string> {
    await install(machine, 'claude', '--yes');
    const settings = JSON.parse(readFileSync(fileOf(machine, 'claude'), 'utf8'));
    return settings.hooks.PreToolUse[0].hooks[0].command;
  }

  /** By a program that is given nothing but the shell command, as an agent gives it. */
  async function runAs(machine: Machine, command: string, stdin: string) {
    const runner = join(machine.home, 'agent.mjs');
    const code = `import { spawnSync } from 'node:child_process'; import { readFileSync } from 'node:fs';
      const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', ${JSON.stringify(command)}], { input: readFileSync(0), encoding: 'utf8' });
      process.stdout.write(stdout); process.stderr.write(stderr); process.exitCode = status;`;
    writeFileSync(runner, code);
    return await handrail(machine, [], { program: runner, stdin });
  }

  test('answers', async () => {
    const machine = temporaryMachine();
    const command = await installedCommand(machine);
    expect(await runAs(machine, command, question(machine.directory, 'ls'))).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    const denied = await runAs(machine, command, question(machine.directory, 'git push --force'));
    expect(denied).toMatchObject({ status: 0, stdout: expect.stringContaining('"deny"') });
  });

  test('blocks, with words, where the program is gone', async () => {
    const machine = temporaryMachine();
    const command = await installedCommand(machine);
    const gone = command.replace(/\S*handrail\.cjs/, quoted(join(machine.home, 'gone.cjs')));
    expect(gone).not.toBe(command);
    const { status, stderr } = await runAs(machine, gone, question(machine.directory, 'ls'));
    expect(status).toBe(2);
    expect(stderr).not.toBe('');
  });

  test('of opencode is a plugin that throws unless the answer is a pass', async () => {
    const machine = temporaryMachine();
    await install(machine, 'opencode', '--yes');
    const file = fileOf(machine, 'opencode');
    const call = join(machine.home, 'opencode.mjs');
    writeFileSync(
      call,
      `const { Handrail } = await import(${JSON.stringify(pathToFileURL(file).href)});
       const hooks = await Handrail({ directory: ${JSON.stringify(machine.directory)} });
       for (const args of [{ command: 'ls' }, { command: 'ls', workdir: 'a' }, { command: 'git push --force' }, { command: 'npm publish' }, {}]) {
         const before = hooks['tool.execute.before']({ tool: 'bash', sessionID: 's', callID: 'c' }, { args });
         console.log(await before.then(() => 'runs', (error) => error.message.slice(0, 40)));
       }`,
    );
    const { stdout, stderr } = await handrail(machine, [], { program: call });
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toEqual([
      'runs',
      'runs',
      'Handrail: it would overwrite what others',
      'Handrail: it would send data to another ',
      'handrail could not judge it, so it was n',
      '',
    ]);
  });
});

test('handrail import prints rules that can be used, and what is not among them', async () => {
  const { machine } = withSettings(
    '{ "permissions": { "allow": ["Bash(npm publish:*)"], "deny": ["Bash(ls:*)", "WebFetch"] } } // mine',
  );
  const { status, stdout, stderr } = await handrail(machine, ['import', 'claude']);
  expect(status).toBe(0);
  expect(stderr).toContain('not taken: WebFetch: ');
  const rules = join(machine.home, 'rules.json');
  writeFileSync(rules, stdout);
  const check = async (command: string) =>
    (await handrail(machine, ['check', '--rules', rules, command])).status;
  expect([await check('npm publish'), await check('ls -la'), await check('true')]).toEqual([0, 2, 0]);
});

test('handrail import says which settings it wants, what came, and how to name others', async () => {
  const machine = temporaryMachine();
  const said = async (...words: string[]) => (await handrail(machine, ['import', ...words])).stderr;
  expect(await said('cluade')).toBe(
    'handrail: import: expected claude or opencode, got "cluade" — did you mean "claude"?\n',
  );
  expect(await said('claude')).toBe(
    `handrail: import: expected the settings of claude, got no file at ${machine.home}/.claude/settings.json; name another one: handrail import claude FILE\n`,
  );
  mkdirSync(join(machine.directory, 'below'));
  expect(await said('claude', 'below')).toBe(
    `handrail: ${machine.directory}/below: expected a file of settings that can be read, got something that is no file\n`,
  );
});

test('handrail hook and its installation say which agent they want', async () => {
  const names = 'expected one of claude, codex, gemini, cursor, copilot, opencode';
  const { status, stderr } = await handrail(temporaryMachine(), ['hook', 'install', 'gemni']);
  expect([status, stderr]).toEqual([
    2,
    `handrail: hook install: ${names}, got "gemni" — did you mean "gemini"?\n`,
  ]);
  for (const program of [mainFile, programFile]) {
    const empty = await handrail(temporaryMachine(), ['hook', ''], { program });
    expect(empty).toEqual({ status: 2, stdout: '', stderr: `handrail hook: ${names}, got ""\n` });
  }
});

test.each([
  ['codex', '--ask', 'cursor'],
  ['claude', '--ask', 'cursor'],
  ['gemini', '--approve', 'claude, cursor or copilot'],
])('handrail hook install %s refuses %s, which would change no answer', async (agent, flag, others) => {
  const machine = temporaryMachine();
  expect(await install(machine, agent, '--yes', flag)).toEqual({
    status: 2,
    stdout: '',
    stderr: `handrail: hook install: expected ${flag} for ${others} alone, got it for ${agent}, whose answers are the same without it\n`,
  });
  expect(existsSync(fileOf(machine, agent))).toBe(false);
  expect((await install(machine, agent, '--undo', flag)).status).toBe(0);
});

test.each([
  ['{ "permissions": { "deny": ["Bash(a)"], "deny": [] } }', 'expected each key once, got "deny" again'],
  [`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, 'it is nested too deep'],
])(
  'handrail import takes nothing of settings that say one thing to some, or are no settings',
  async (text, problem) => {
    const { machine } = withSettings(text);
    expect(await handrail(machine, ['import', 'claude'])).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^handrail: .*settings\\.json: ${problem}\n$`)),
    });
  },
);

test('handrail import says where settings are broken', async () => {
  const { machine } = withSettings('{\n"permissions": }');
  expect(await handrail(machine, ['import', 'claude'])).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^handrail: .*settings\.json: expected JSON, got text that is none \(line 2: value expected\)\n$/,
    ),
  });
});

test.each([
  ['claude', 'CLAUDE_CONFIG_DIR', 'settings.json', { permissions: { deny: ['Bash(ls:*)'] } }],
  ['opencode', 'XDG_CONFIG_HOME', 'opencode/opencode.json', { permission: { bash: { 'ls *': 'deny' } } }],
] as const)('handrail import %s finds settings where %s has them', async (agent, name, file, settings) => {
  const machine = temporaryMachine();
  const path = join(machine.home, 'elsewhere', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(settings));
  const env = { [name]: join(machine.home, 'elsewhere') };
  const { status, stdout } = await handrail(machine, ['import', agent], { env });
  expect([status, JSON.parse(stdout).rules]).toMatchObject([0, [{ deny: 'ls' }]]);
});
