import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { agents } from '../../src/adapters/hooks/agents/agents.ts';
import { guard, type Surroundings } from '../../src/cli/hook/guard.ts';
import { judge } from '../../src/cli/policy.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import type { Verdict } from '../../src/model/decision.ts';
import { createLazyState } from '../../src/state/lazy-state.ts';
import { handrail, type Machine, type Printed, programFile, temporaryMachine } from '../support/handrail.ts';

/** Answers a call of Claude Code's, by the program as it is installed. */
function ask(machine: Machine, toolName: string, toolInput: unknown, env = {}): Promise<Printed> {
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: 's1',
    cwd: machine.directory,
    tool_name: toolName,
    tool_input: toolInput,
  };
  return handrail(machine, ['hook', 'claude'], { program: programFile, stdin: JSON.stringify(payload), env });
}

function decisionIn({ stdout, status }: Printed): { readonly decision: string; readonly reason: string } {
  expect(status).toBe(0);
  if (stdout === '') return { decision: 'none', reason: '' };
  const { permissionDecision, permissionDecisionReason } = JSON.parse(stdout).hookSpecificOutput;
  return { decision: permissionDecision, reason: permissionDecisionReason };
}

/** A conversation with each agent about one command, in its own words. */
const payloads: Readonly<Record<string, (command: string, cwd: string) => unknown>> = {
  claude: (command, cwd) => ({
    hook_event_name: 'PreToolUse',
    cwd,
    tool_name: 'Bash',
    tool_input: { command },
  }),
  codex: (command, cwd) => ({
    hook_event_name: 'PreToolUse',
    cwd,
    tool_name: 'Bash',
    tool_input: { command },
  }),
  gemini: (command, cwd) => ({
    hook_event_name: 'BeforeTool',
    cwd,
    tool_name: 'run_shell_command',
    tool_input: { command },
  }),
  cursor: (command, cwd) => ({ hook_event_name: 'beforeShellExecution', cwd, command }),
  copilot: (command, cwd) => ({ cwd, toolName: 'bash', toolArgs: JSON.stringify({ command }) }),
  opencode: (command, directory) => ({ version: 1, directory, tool: 'bash', args: { command } }),
};

describe('handrail hook', () => {
  test.each(agents)('answers $name in its words', async ({ name }) => {
    const machine = temporaryMachine();
    const answer = async (command: string) => {
      const stdin = JSON.stringify(payloads[name]?.(command, machine.directory));
      return await handrail(machine, ['hook', name], { program: programFile, stdin });
    };
    const [allowed, denied] = await Promise.all([answer('git status'), answer('git push --force')]);
    expect(allowed).toEqual({
      status: 0,
      stdout: { claude: '', codex: '', opencode: '{"decision":"pass"}\n' }[name] ?? '{}\n',
      stderr: '',
    });
    expect(denied).toMatchObject({ status: 0, stderr: '' });
    expect(denied.stdout).toMatch(/"(?:permissionDecision|permission|decision)":"deny"/);
    expect(denied.stdout).toContain('it would overwrite what others have pushed');
    expect(denied.stdout).toContain('Use git push --force-with-lease');
  });

  test('is the same by the command line as by the program', async () => {
    const machine = temporaryMachine();
    const stdin = JSON.stringify(payloads.claude?.('npm publish', machine.directory));
    const byProgram = await handrail(machine, ['hook', 'claude'], { program: programFile, stdin });
    expect(await handrail(machine, ['hook', 'claude'], { stdin })).toEqual(byProgram);
    expect(decisionIn(byProgram).decision).toBe('ask');
  });

  test('records what it denies and what it asks about, and nothing else', async () => {
    const machine = temporaryMachine();
    await ask(machine, 'Bash', { command: 'ls' });
    await ask(machine, 'Read', { file_path: '/etc/passwd' });
    expect(existsSync(join(machine.stateDir, 'state.db'))).toBe(false);
    await ask(machine, 'Bash', { command: 'git push --force' });
    await ask(machine, 'Bash', { command: 'npm publish' });
    // The driver of the database takes as long to load as all the rest.
    expect(existsSync(join(machine.stateDir, 'state.db'))).toBe(false);
    const { stdout } = await handrail(machine, ['audit', '--json']);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(
      rows.map(({ opened, closed }) => [
        opened.backend,
        opened.tool,
        opened.conversationId,
        closed.status,
        closed.command,
      ]),
    ).toEqual([
      ['claude', 'Bash', 'claude:s1', 'needs_approval', 'npm publish'],
      ['claude', 'Bash', 'claude:s1', 'denied', 'git push --force'],
    ]);
  });

  test('goes by the rules of the user, and by those of the project where they forbid more', async () => {
    const machine = temporaryMachine();
    const own = join(machine.home, '.config/handrail');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'handrail.json'), '{"rules": ["mine.json"]}');
    writeFileSync(join(own, 'mine.json'), '{"rules": [{"allow": "npm publish", "because": "mine"}]}');
    writeFileSync(join(machine.directory, 'handrail.json'), '{"rules": ["theirs.json"]}');
    const theirs = [
      { deny: 'ls', because: 'not here', instead: 'Use eza.' },
      { allow: 'git push --force', because: 'theirs' },
    ];
    writeFileSync(join(machine.directory, 'theirs.json'), JSON.stringify({ rules: theirs }));
    const verdict = async (command: string) => decisionIn(await ask(machine, 'Bash', { command }));
    expect(await verdict('npm publish')).toMatchObject({ decision: 'none' });
    expect(await verdict('ls')).toEqual({
      decision: 'deny',
      reason: 'Handrail: not here (deny-ls). Use eza.',
    });
    expect(await verdict('git push --force')).toMatchObject({ decision: 'deny' });
  });

  test('goes by the rules of the project wherever the agent has a command start', async () => {
    const machine = temporaryMachine();
    writeFileSync(join(machine.directory, 'handrail.json'), '{"rules": ["theirs.json"]}');
    writeFileSync(
      join(machine.directory, 'theirs.json'),
      '{"rules": [{"deny": "ls", "because": "not here"}]}',
    );
    const answer = async (command: string) => {
      const payload = payloads.codex?.(command, machine.home);
      return await handrail(machine, ['hook', 'codex'], {
        program: programFile,
        stdin: JSON.stringify(payload),
      });
    };
    const [denied, outside, inside] = await Promise.all(['ls', 'cat x', 'cat work/x'].map(answer));
    expect(denied?.stdout).toContain('not here (deny-ls)');
    expect(outside?.stdout).toContain('(read-outside-workspace)');
    expect(inside?.stdout).toBe('');
  });

  test('takes settings of any kind, as the command line does', async () => {
    const machine = temporaryMachine();
    writeFileSync(
      join(machine.directory, 'handrail.json'),
      '{"options": {"default": {"approve": "always"}}}',
    );
    expect(decisionIn(await ask(machine, 'Bash', { command: 'git status' })).decision).toBe('none');
    writeFileSync(join(machine.directory, 'handrail.json'), '{"rulse": []}');
    const broken = await ask(machine, 'Bash', { command: 'git status' });
    expect(broken).toMatchObject({ status: 2 });
    expect(broken.stderr).toContain('handrail.json: ');
  });

  test('does not ask about what was allowed for good', async () => {
    const machine = temporaryMachine();
    const words = ['npm', 'publish'];
    const state = createLazyState(machine.stateDir);
    const grant = {
      kind: 'call',
      words,
      cwd: machine.directory,
      contract: 'default',
      conversationId: null,
      grantedAtMs: 0,
      expiresAtMs: null,
    } as const;
    await state.grants.add([grant]);
    state.shut();
    expect(decisionIn(await ask(machine, 'Bash', { command: 'npm publish' })).decision).toBe('none');
    expect(decisionIn(await ask(machine, 'Bash', { command: 'npm publish --tag x' })).decision).toBe('ask');
  });

  test('does not open the database to ask where nothing was granted, and does where something was', async () => {
    const machine = temporaryMachine();
    mkdirSync(machine.stateDir, { recursive: true });
    writeFileSync(join(machine.stateDir, 'state.db'), 'no database');
    expect(decisionIn(await ask(machine, 'Bash', { command: 'npm publish' })).decision).toBe('ask');
    writeFileSync(join(machine.stateDir, 'granted'), '');
    const { decision, reason } = decisionIn(await ask(machine, 'Bash', { command: 'npm publish' }));
    expect(decision).toBe('deny');
    expect(reason).toContain('It could not be recorded');
    rmSync(join(machine.stateDir, 'state.db'));
  });

  test('follows the links among what a pattern matches', async () => {
    const machine = temporaryMachine();
    writeFileSync(join(machine.directory, 'own.md'), '');
    symlinkSync(machine.home, join(machine.directory, 'link'));
    writeFileSync(join(machine.home, 'notes.md'), '');
    const verdict = async (command: string) => decisionIn(await ask(machine, 'Bash', { command })).decision;
    expect([await verdict('cat l*k/notes.md'), await verdict('cat o*.md')]).toEqual(['ask', 'none']);
  });

  test('guards the files that guard, whatever tool would change them, and leaves all others to the agent', async () => {
    const machine = temporaryMachine();
    symlinkSync(join(machine.home, '.config'), join(machine.directory, 'link'));
    mkdirSync(join(machine.home, '.config/handrail'), { recursive: true });
    const verdict = async (path: string) =>
      decisionIn(await ask(machine, 'Write', { file_path: path })).decision;
    const asked = [
      '~/.claude/settings.json',
      '~/.cursor/hooks.json',
      '~/.copilot/hooks/handrail.json',
      './.github/hooks/x.json',
      './.github/copilot/settings.local.json',
      './.github/lsp.json',
      './handrail.json',
    ];
    const denied = [
      '~/.config/handrail/handrail.json',
      '~/.local/state/handrail/state.db',
      './link/handrail/rules.json',
    ];
    const left = ['./src/a.ts', '/elsewhere/a.ts', './.env'];
    const pathOf = (name: string) => name.replace(/^~/, machine.home).replace(/^\./, machine.directory);
    const verdicts = await Promise.all([...asked, ...denied, ...left].map((name) => verdict(pathOf(name))));
    expect(verdicts).toEqual([
      ...asked.map(() => 'ask'),
      ...denied.map(() => 'deny'),
      ...left.map(() => 'none'),
    ]);
    expect(await verdict('~/.config/handrail/x')).toBe('deny');
  });

  test('guards the settings of agents where variables say that they are, but not all of the work', async () => {
    const machine = temporaryMachine();
    const at = (name: string) => join(machine.home, name);
    mkdirSync(at('kept/codex'), { recursive: true });
    symlinkSync(at('kept/codex'), at('codex'));
    const env = {
      CLAUDE_CONFIG_DIR: at('claude/'),
      CODEX_HOME: at('codex'),
      COPILOT_HOME: machine.directory,
      OPENCODE_CONFIG: at('own.json'),
      OPENCODE_CONFIG_DIR: 'relative',
      XDG_CONFIG_HOME: at('xdg'),
    };
    const verdict = async (path: string) =>
      decisionIn(await ask(machine, 'Write', { file_path: path }, env)).decision;
    const asked = ['claude/settings.json', 'codex/hooks.json', 'kept/codex/config.toml', 'own.json'];
    const left = ['claude.txt', 'relative/a.js', 'xdg/other/a.json'];
    const names = [...asked, 'xdg/opencode/plugin/a.js', ...left].map(at);
    const verdicts = await Promise.all([...names, join(machine.directory, 'a.ts')].map(verdict));
    expect(verdicts).toEqual([...Array(5).fill('ask'), ...Array(4).fill('none')]);
  });

  test.each([
    ' ~/.config/handrail/rules.json',
    '\u00a0~/.config/handrail/rules.json\n',
    '\n$HOME/.config/handrail/rules.json',
    'file://$HOME/.config/handrail/rules.json',
    ' file://$HOME/.config/%68andrail/rules.json',
    '@../.config/handrail/rules.json',
    '@/../.config/handrail/rules.json',
    '$HOME/.config/handr%61il/rules.json',
    '%2e./.config/handrail/rules.json',
    '..%2F.config%2fhandrail%2frules.json',
  ])('guards a file by every path that a tool could take the given one for: %j', async (path) => {
    const machine = temporaryMachine();
    const [home, work] = [join(machine.home, 'home'), join(machine.home, 'home/work')];
    mkdirSync(work, { recursive: true });
    const call = { file_path: path.replace('$HOME', home) };
    const there = { ...machine, directory: work };
    expect(decisionIn(await ask(there, 'Write', call, { HOME: home })).decision).toBe('deny');
  });

  test('guards its files also where they are named without the link that they are found by', async () => {
    const machine = temporaryMachine();
    const real = join(machine.home, 'real');
    mkdirSync(join(real, '.config/handrail'), { recursive: true });
    symlinkSync(real, join(machine.home, 'link'));
    const env = { HOME: join(machine.home, 'link') };
    const files = [join(real, '.config/handrail/rules.json'), join(real, '.local/state/handrail/state.db')];
    for (const file of files) {
      expect(decisionIn(await ask(machine, 'Write', { file_path: file }, env)).decision).toBe('deny');
      const answer = await ask(machine, 'Bash', { command: `echo > '${file}'` }, env);
      expect(decisionIn(answer).reason).toContain('(change-handrail)');
      const words = ['run', '--yes', '--', `echo > '${file}'`];
      const run = await handrail({ ...machine, env: { ...machine.env, ...env } }, words);
      expect([run.status, run.stdout]).toEqual([
        126,
        expect.stringContaining('where rules, approvals and the record'),
      ]);
    }
  });

  test.each(['', 'relative', undefined])(
    'takes `~` for the home directory that the agent has where HOME is %j',
    async (home) => {
      const machine = temporaryMachine();
      const { HOME: _, ...others } = machine.env;
      const env = { ...others, ...(home !== undefined && { HOME: home }) };
      const call = { file_path: '~/.config/handrail/rules.json' };
      // Else the state would be looked for in the home directory of who runs the tests.
      const there = { ...machine, env: { ...env, HANDRAIL_STATE_DIR: machine.stateDir } };
      expect(decisionIn(await ask(there, 'Write', call)).decision).toBe('deny');
    },
  );

  test('guards a file by the path that a step up from a link leads to, and by the one that its text says', async () => {
    const machine = temporaryMachine();
    const { home, directory } = machine;
    mkdirSync(join(home, '.config/handrail/sub'), { recursive: true });
    symlinkSync(join(home, '.config/handrail/sub'), join(directory, 'link'));
    symlinkSync(directory, join(home, '.config/handrail/work'));
    const decisions = async (path: string, cwd = directory) =>
      decisionIn(await ask({ ...machine, directory: cwd }, 'Write', { file_path: path })).decision;
    expect(await decisions('link/../rules.json')).toBe('deny');
    expect(await decisions('../rules.json', join(directory, 'link'))).toBe('deny');
    expect(await decisions('../rules.json', join(home, '.config/handrail/work'))).toBe('deny');
    expect(await decisions('link%2F..%2Frules.json')).toBe('deny');
    expect(await decisions('sub/../rules.json')).toBe('none');
  });

  test.each(['notes 100%.md', 'a%20b/@x', '@scope/a.ts', 'file:x', '%zz'])(
    'leaves a file to the agent that no path could be taken for one that guards: %j',
    async (path) => {
      expect(decisionIn(await ask(temporaryMachine(), 'Write', { file_path: path })).decision).toBe('none');
    },
  );

  test('does not leave it to Gemini CLI to find the file that a change is of', async () => {
    const machine = temporaryMachine();
    writeFileSync(join(machine.directory, 'here.json'), '');
    const replace = async (path: string, old_string: string) => {
      const payload = {
        ...{ hook_event_name: 'BeforeTool', session_id: 's', cwd: machine.directory, tool_name: 'replace' },
        tool_input: { file_path: path, old_string, new_string: 'y' },
      };
      const stdin = JSON.stringify(payload);
      const { stdout } = await handrail(machine, ['hook', 'gemini'], { program: programFile, stdin });
      return JSON.parse(stdout);
    };
    const refused = {
      decision: 'deny',
      reason:
        'Handrail: there is no settings.json in the working directory, and in its stead another file of that name would be changed, wherever it is (file-not-there). Name the file by its absolute path.',
    };
    expect(await replace('settings.json', 'x')).toEqual(refused);
    expect(await replace('settings.json', '')).toEqual({});
    expect(await replace('here.json', 'x')).toEqual({});
    expect(await replace(join(machine.directory, 'settings.json'), 'x')).toEqual({});
  });

  test('guards settings and rules wherever they are', async () => {
    const machine = temporaryMachine();
    const { home, directory } = machine;
    const own = join(home, 'elsewhere/handrail');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'handrail.json'), '{"rules": ["../../work/mine.json"]}');
    writeFileSync(join(directory, 'mine.json'), '{"rules": []}');
    writeFileSync(join(directory, 'handrail.json'), '{"rules": ["theirs.json"]}');
    writeFileSync(join(directory, 'theirs.json'), '{"rules": []}');
    const env = { XDG_CONFIG_HOME: join(home, 'elsewhere') };
    const files = [join(own, 'handrail.json'), join(own, 'x'), 'mine.json', 'theirs.json', 'others.json'];
    const verdicts = await Promise.all(
      files.map(async (path) => decisionIn(await ask(machine, 'Write', { file_path: path }, env)).decision),
    );
    expect(verdicts).toEqual(['deny', 'deny', 'deny', 'ask', 'none']);
    const command = 'echo {} > mine.json';
    expect(decisionIn(await ask(machine, 'Bash', { command }, env)).decision).toBe('deny');
  });

  test('takes a directory for the one that it leads to, as the command does', async () => {
    const machine = temporaryMachine();
    const { home, directory } = machine;
    const own = join(home, '.config/handrail/sub');
    for (const made of [own, join(home, 'a/b'), join(directory, 'sub')]) mkdirSync(made, { recursive: true });
    symlinkSync(own, join(directory, 'out'));
    symlinkSync(join(home, 'a/b'), join(directory, 'far'));
    symlinkSync(directory, join(home, 'named'));
    const answer = async (command: string, cwd: string) => {
      const stdin = JSON.stringify({ ...Object(payloads.claude?.(command, cwd)), session_id: 's1' });
      const env = { CLAUDE_PROJECT_DIR: join(home, 'named') };
      const printed = await handrail(machine, ['hook', 'claude'], { program: programFile, stdin, env });
      const { decision, reason } = decisionIn(printed);
      return `${decision} ${/\(([a-z-]+)\)/.exec(reason)?.[1] ?? ''}`.trim();
    };
    expect(await answer('cat ../rules.json', join(directory, 'out'))).toBe('ask read-outside-workspace');
    expect(await answer('echo x > ../rules.json', join(directory, 'out'))).toBe('deny change-handrail');
    expect(await answer('cat notes', `${directory}/far/..`)).toBe('ask read-outside-workspace');
    expect(await answer('cat notes', `${directory}/sub/..`)).toBe('none');
    expect(await answer('cat notes', join(home, 'named'))).toBe('none');
    expect(await answer(`cat '${home}/named/notes' '${directory}/notes'`, join(home, 'named/sub'))).toBe(
      'none',
    );
    expect(await answer('cat ../notes', join(home, 'named/sub'))).toBe('none');
    // Told its name, bash goes up from that.
    symlinkSync(directory, join(own, 'work'));
    expect(await answer('cd .. && echo > x', join(own, 'work'))).toBe('deny change-handrail');
    expect(await answer('cd .. && echo > x', directory)).toBe('ask write-outside-workspace');
  });

  test('goes by the workspace of the agent, whatever directory a call names', async () => {
    const machine = temporaryMachine();
    const { home, directory } = machine;
    writeFileSync(join(directory, 'handrail.json'), '{"rules": ["theirs.json"]}');
    writeFileSync(join(directory, 'theirs.json'), '{"rules": [{"deny": "ls", "because": "not here"}]}');
    mkdirSync(join(home, 'other'));
    mkdirSync(join(directory, 'sub'));
    const answer = async (command: string, workdir: string) => {
      const payload = { version: 1, session: 's', directory, tool: 'bash', args: { command, workdir } };
      const stdin = JSON.stringify(payload);
      const { stdout } = await handrail(machine, ['hook', 'opencode'], { program: programFile, stdin });
      const { decision, reason = '' } = JSON.parse(stdout);
      return `${decision} ${/\(([a-z-]+)\)/.exec(reason)?.[1] ?? ''}`.trim();
    };
    expect(await answer('ls', join(home, 'other'))).toBe('deny deny-ls');
    expect(await answer('cat notes', join(home, 'other'))).toBe('deny read-outside-workspace');
    expect(await answer('cat notes', join(directory, 'sub'))).toBe('pass');
    expect(await answer('cat ../notes', join(directory, 'sub'))).toBe('pass');
  });
});

describe('fails closed, with a reason', () => {
  test.each([
    ['no JSON', 'ls'],
    ['nothing', ''],
    ['a list', '[]'],
    ['another event', '{"hook_event_name": "PostToolUse"}'],
    ['no command', '{"hook_event_name": "PreToolUse", "cwd": "/", "tool_name": "Bash", "tool_input": {}}'],
  ])('for %s', async (_name, stdin) => {
    const { status, stdout, stderr } = await handrail(temporaryMachine(), ['hook', 'claude'], {
      program: programFile,
      stdin,
    });
    expect({ status, decision: JSON.parse(stdout).hookSpecificOutput.permissionDecision }).toEqual({
      status: 2,
      decision: 'deny',
    });
    expect(stderr).toMatch(/^handrail could not judge it, so it was not run: ./);
  });

  test('for bytes that are no text', async () => {
    const machine = temporaryMachine();
    const child = spawn(process.execPath, [programFile, 'hook', 'claude'], {
      env: machine.env,
      cwd: machine.directory,
    });
    child.stdin.end(Buffer.from([0x7b, 0xff, 0x7d]));
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2);
  });

  test('for a question that does not end', { timeout: 60_000 }, async () => {
    const machine = temporaryMachine();
    // As it is installed: whatever the program ends with, the shell makes 2 of it, which blocks.
    const installed = `"${process.execPath}" "${programFile}" hook claude || exit 2`;
    const child = spawn('sh', ['-c', installed], { env: machine.env, cwd: machine.directory });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin.on('error', () => {}); // It may be gone before all was written.
    child.stdin.write('{');
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2);
    expect(stderr).toContain('the question did not end within 10 s');
  });

  test('where what judges is not there', async () => {
    const machine = temporaryMachine();
    const alone = join(machine.home, 'handrail.cjs');
    copyFileSync(programFile, alone);
    const stdin = JSON.stringify(payloads.claude?.('ls', machine.directory));
    expect(await handrail(machine, ['hook', 'claude'], { program: alone, stdin })).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^handrail hook: the guard could not be loaded, so the command was not run: .*guard\.cjs/,
      ),
    });
  });

  test.each([
    ['', 'expected JSON on standard input, got nothing'],
    [' \n', 'expected JSON on standard input, got nothing'],
    ['{"a": ', 'expected JSON on standard input, got text that is none ('],
    ['[]', 'expected a JSON object on standard input, got [] (array)'],
    [
      '{"tool_input": {"command": "git push", "command": "ls"}}',
      'expected objects with each key once on standard input, got the key "command" twice in one',
    ],
    [
      `{"a": ${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
      'expected objects with each key once on standard input, got more than 1000 levels',
    ],
    ['{"hook_event_name": "AfterTool"}', 'expected the event BeforeTool, got "AfterTool" (string)'],
  ])('for %j, and says what was expected', async (stdin, problem) => {
    const printed = await handrail(temporaryMachine(), ['hook', 'gemini'], { program: programFile, stdin });
    expect(printed.status).toBe(2);
    expect(JSON.parse(printed.stdout).reason).toContain(`so it was not run: ${problem}`);
    expect(printed.stderr).toContain(problem);
  });

  test('for a text that no bash could run, and says in a sentence what to do', async () => {
    const { reason } = decisionIn(await ask(temporaryMachine(), 'Bash', { command: 'echo \ud800' }));
    expect(reason).toMatch(/ \(unrunnable\)\. [A-Z].*\.$/);
  });

  test('for an agent, and an option, that it does not know', async () => {
    const run = (words: readonly string[]) =>
      handrail(temporaryMachine(), words, { program: programFile, stdin: '{}' });
    expect(await run(['hook', 'nobody'])).toMatchObject({ status: 2, stdout: '' });
    expect(await run(['hook', 'gemini', '--aprove'])).toMatchObject({
      status: 2,
      stdout: expect.stringContaining('--aprove'),
    });
  });

  test('where it cannot be recorded', async () => {
    const machine = temporaryMachine();
    mkdirSync(join(machine.home, '.local/state'), { recursive: true });
    writeFileSync(machine.stateDir, 'in the way');
    const { decision, reason } = decisionIn(await ask(machine, 'Bash', { command: 'npm publish' }));
    expect(decision).toBe('deny');
    expect(reason).toContain('It could not be recorded: expected a state directory that can be written');
    expect(decisionIn(await ask(machine, 'Bash', { command: 'ls' })).decision).toBe('none');
  });

  test('where a directory on the way to the state is none, and says nothing else', async () => {
    const machine = temporaryMachine();
    writeFileSync(join(machine.home, '.local'), 'in the way');
    const answer = await ask(machine, 'Bash', { command: 'npm publish' });
    expect(decisionIn(answer)).toEqual({
      decision: 'deny',
      reason: expect.stringContaining('It could not be recorded: '),
    });
    expect(answer.stderr).toBe('');
    expect(await ask(machine, 'Bash', { command: 'ls' })).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test.each(agents)('where its answer cannot be written: $name', ({ name }) => {
    const machine = temporaryMachine();
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const { status, stderr } = spawnSync(process.execPath, [programFile, 'hook', name], {
      ...{ cwd: machine.directory, env: machine.env, encoding: 'utf8', stdio: ['pipe', full, 'pipe'] },
      input: JSON.stringify(payloads[name]?.('git push --force', machine.directory)),
    });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        'handrail: the answer could not be written, so nothing may run: ENOSPC: no space left on device, write\n',
    });
  });

  test('where the directory is gone that Codex has started it in', () => {
    const machine = temporaryMachine();
    const gone = join(machine.home, 'gone');
    mkdirSync(gone);
    const { status, stdout } = spawnSync(
      'sh',
      ['-c', 'rmdir "$PWD" && exec "$0" "$@"', process.execPath, programFile, 'hook', 'codex'],
      {
        ...{ cwd: gone, env: machine.env, encoding: 'utf8' },
        input: JSON.stringify(payloads.codex?.('ls', machine.directory)),
      },
    );
    expect(status).toBe(2);
    expect(JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason).toBe(
      'handrail could not judge it, so it was not run: the directory that it was started in is gone',
    );
  });

  test.each([
    ['settings that are a pipe', 'handrail.json', (path: string) => spawnSync('mkfifo', [path])],
    ['settings that are a device', 'handrail.json', (path: string) => symlinkSync('/dev/zero', path)],
    ['rules that are a pipe', 'theirs.json', (path: string) => spawnSync('mkfifo', [path])],
    ['rules that take long', 'theirs.json', (path: string) => writeFileSync(path, ' '.repeat(130 * 1024))],
  ])('where a project has %s, and does not wait for it', async (_, name, make) => {
    const machine = temporaryMachine();
    writeFileSync(join(machine.directory, 'handrail.json'), '{"rules": ["theirs.json"]}');
    rmSync(join(machine.directory, name), { force: true });
    make(join(machine.directory, name));
    const { status, stderr } = await ask(machine, 'Bash', { command: 'ls' });
    expect(status).toBe(2);
    expect(stderr).toContain(`${name}: expected `);
  });

  test('where rules cannot be read', async () => {
    const machine = temporaryMachine();
    const answer = await ask(machine, 'Bash', { command: 'ls' }, { HANDRAIL_RULES: '/not/there.json' });
    expect(answer.status).toBe(2);
    expect(JSON.parse(answer.stdout).hookSpecificOutput.permissionDecisionReason).toContain(
      '/not/there.json',
    );
  });

  test('where a rule has a key that is misspelled, with the one that is near', async () => {
    const machine = temporaryMachine();
    const file = join(machine.directory, 'mine.json');
    writeFileSync(file, '{"rules": [{"denny": "ls", "because": "x"}]}');
    const { status, stderr } = await ask(machine, 'Bash', { command: 'ls' }, { HANDRAIL_RULES: file });
    expect([status, stderr]).toEqual([2, expect.stringContaining('got "denny" — did you mean "deny"?')]);
  });
});

describe('what V8 made of the guard', () => {
  const codeIn = (machine: Machine) => join(machine.stateDir, 'code');
  /** What was made of the script that every command needs. */
  const keptIn = (machine: Machine) => {
    const name = readdirSync(codeIn(machine)).find((file) => file.startsWith('guard.cjs-'));
    return join(codeIn(machine), name ?? 'none');
  };

  test('is kept for the next call, for this user alone', async () => {
    const machine = temporaryMachine();
    await ask(machine, 'Bash', { command: 'ls' });
    const files = readdirSync(codeIn(machine)).map((name) => join(codeIn(machine), name));
    expect(files).toContain(keptIn(machine));
    expect(files.length).toBeGreaterThan(1); // and of the one for the programs of the command
    expect(statSync(codeIn(machine)).mode & 0o777).toBe(0o700);
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual(files.map(() => 0o600));
    const made = files.map((file) => statSync(file).ino);
    await ask(machine, 'Bash', { command: 'ls' });
    expect(files.map((file) => statSync(file).ino)).toEqual(made);
  });

  test('is also of what other usual commands need, after the first one', async () => {
    const machine = temporaryMachine();
    await ask(machine, 'Bash', { command: 'true' });
    const kept = readdirSync(codeIn(machine)).map((name) => name.replace(/-[0-9a-f]+-v.*/, ''));
    expect(kept).toEqual(
      expect.arrayContaining(['guard.cjs', 'git-git.cjs', 'javascript-npm.cjs', 'usual.cjs']),
    );
    const made = readdirSync(codeIn(machine)).map((name) => statSync(join(codeIn(machine), name)).ino);
    await ask(machine, 'Bash', { command: 'git status' });
    expect(readdirSync(codeIn(machine)).map((name) => statSync(join(codeIn(machine), name)).ino)).toEqual(
      made,
    );
    expect(existsSync(join(machine.stateDir, 'queue'))).toBe(false); // Nobody asked about those commands.
  });

  test('is of that for processes without options of Node’s, too, where the first one had some', async () => {
    const machine = temporaryMachine();
    await ask(machine, 'Bash', { command: 'true' }, { NODE_OPTIONS: '--jitless' });
    const optioned = new Set(readdirSync(codeIn(machine)));
    await ask(machine, 'Bash', { command: 'true' });
    const files = () =>
      readdirSync(codeIn(machine))
        .filter((name) => !optioned.has(name))
        .map((name) => [name, statSync(join(codeIn(machine), name)).ino]);
    const made = files();
    expect(made).not.toEqual([]);
    await ask(machine, 'Bash', { command: 'git status' });
    await ask(machine, 'Bash', { command: 'git status' }, { NODE_OPTIONS: '--jitless' });
    expect(files()).toEqual(made);
  });

  test('is not kept where the state directory has a name that depends on where the call is made', async () => {
    const machine = temporaryMachine();
    const env = { HANDRAIL_STATE_DIR: 'state' };
    expect((await ask(machine, 'Bash', { command: 'ls' }, env)).status).toBe(2); // settings that are refused
    expect(existsSync(join(machine.directory, 'state'))).toBe(false);
  });

  test('goes when it is old, once something is made anew, and nothing else does', async () => {
    const machine = temporaryMachine();
    await ask(machine, 'Bash', { command: 'ls' });
    const kept = keptIn(machine);
    const daysAgo = (days: number) => Date.now() / 1_000 - days * 24 * 3_600;
    const place = (name: string, days: number) => {
      const path = join(codeIn(machine), name);
      writeFileSync(path, '');
      utimesSync(path, daysAgo(days), daysAgo(days));
      return path;
    };
    const old = [place('guard.cjs-0-v20.0.0-x64.bin', 31), place('guard.cjs-0-v20.0.0-x64.bin.77', 31)];
    const others = [place('guard.cjs-0-v22.0.0-x64.bin', 29), place('of-somebody.txt', 31)];
    await ask(machine, 'Bash', { command: 'ls' });
    expect(old.filter((path) => existsSync(path))).toEqual(old);
    writeFileSync(kept, 'no code');
    await ask(machine, 'Bash', { command: 'ls' });
    expect([...old, ...others, kept].filter((path) => existsSync(path))).toEqual([...others, kept]);
  });

  test.each([
    ['it is broken', (kept: string) => writeFileSync(kept, 'no code')],
    ['others could have written it', (kept: string) => chmodSync(kept, 0o666)],
    ['others could have put it there', (kept: string) => chmodSync(join(kept, '..'), 0o777)],
  ])('is made anew where %s', async (_name, spoil) => {
    const machine = temporaryMachine();
    await ask(machine, 'Bash', { command: 'ls' });
    const kept = keptIn(machine);
    const { ino } = statSync(kept);
    spoil(kept);
    expect(decisionIn(await ask(machine, 'Bash', { command: 'git push --force' })).decision).toBe('deny');
    expect(statSync(kept).ino).not.toBe(ino);
  });
});

describe('rules of the user', () => {
  const right = { rules: [{ deny: 'curl', because: 'no network', match: ['curl x'], notMatch: ['ls'] }] };
  const wrong = { rules: [{ deny: 'curl', because: 'no network', match: ['ls'] }] };
  const withRules = (rules: unknown): Machine => {
    const machine = temporaryMachine();
    mkdirSync(join(machine.home, '.config/handrail'), { recursive: true });
    writeFileSync(join(machine.home, '.config/handrail/handrail.json'), '{"rules": ["rules.json"]}');
    write(machine, rules);
    return machine;
  };
  const write = (machine: Machine, rules: unknown) =>
    writeFileSync(join(machine.home, '.config/handrail/rules.json'), JSON.stringify(rules));
  const remembered = ({ stateDir }: Machine) =>
    readdirSync(join(stateDir, 'code'))
      .filter((name) => name.startsWith('rules-'))
      .map((name) => join(stateDir, 'code', name));
  const decide = async (machine: Machine) =>
    decisionIn(await ask(machine, 'Bash', { command: 'curl x' })).decision;

  test('are tried once, and remembered for this user alone', async () => {
    const machine = withRules(right);
    expect(await decide(machine)).toBe('deny');
    const [file = 'none', ...others] = remembered(machine);
    expect(others).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { ino } = statSync(file);
    expect(await decide(machine)).toBe('deny');
    expect(remembered(machine).map((path) => statSync(path).ino)).toEqual([ino]);
  });

  test.each([
    ['others could have written what was remembered', (file: string) => chmodSync(file, 0o666)],
    [
      'a link is in its place',
      (file: string) => {
        copyFileSync(file, `${file}.copy`);
        rmSync(file);
        symlinkSync(`${file}.copy`, file);
      },
    ],
    ['it is of other rules', (file: string) => writeFileSync(file, `${readFileSync(file, 'utf8')} `)],
  ])('are tried again where %s', async (_name, spoil) => {
    const machine = withRules(right);
    await decide(machine);
    const [file = 'none'] = remembered(machine);
    const before = readFileSync(file, 'utf8');
    spoil(file);
    const { ino } = lstatSync(file);
    expect(await decide(machine)).toBe('deny');
    expect(lstatSync(file).ino).not.toBe(ino);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('that are wrong are refused each time, in the same words, also after those that were right', async () => {
    const machine = withRules(right);
    await decide(machine);
    const [file] = remembered(machine);
    write(machine, wrong);
    const first = await ask(machine, 'Bash', { command: 'ls' });
    expect(first.status).toBe(2);
    expect(first.stderr).toContain('expected a command that the rule holds for, got "ls"');
    expect(await ask(machine, 'Bash', { command: 'ls' })).toEqual(first);
    expect(remembered(machine)).toEqual([file]);
  });
});

describe('an agent that cannot ask', () => {
  const silent = agents.filter(({ canAsk }) => !canAsk({ approve: false, ask: false }));
  const hook = async (machine: Machine, name: string, command: string) =>
    await handrail(machine, ['hook', name], {
      program: programFile,
      stdin: JSON.stringify({ ...Object(payloads[name]?.(command, machine.directory)), session_id: 's1' }),
    });

  /** By which a person can answer, as the agent is told. */
  const idIn = (told: string): string => /`handrail approve ([a-z]{6})`/.exec(told)?.[1] ?? '';

  test.each(silent)('is told that a person can approve it elsewhere: $name', async ({ name }) => {
    const { stdout } = await hook(temporaryMachine(), name, 'npm publish');
    expect(idIn(stdout)).not.toBe('');
    expect(stdout).toMatch(/"(?:permissionDecision|permission|decision)":"deny"/);
  });

  test('is let through once with a yes, told of a no, and of another command', async () => {
    const machine = temporaryMachine();
    const publish = async () => (await hook(machine, 'codex', 'npm publish')).stdout;
    const approve = async (...words: string[]) => (await handrail(machine, ['approve', ...words])).stdout;
    const first = idIn(await publish());
    expect(idIn(await publish())).toBe(first);
    expect(await approve()).toContain(first);
    expect(await approve(first)).toContain('npm publish');
    expect(await approve(first, '--yes')).toContain('is answered');
    expect(await publish()).toBe('');
    const second = idIn(await publish());
    await approve(second, '--no', '--because', 'not on a friday');
    expect(await publish()).toContain('The user has said no: not on a friday');
    const third = idIn(await publish());
    expect(await approve(third, '--edit', 'npm pack')).toContain('to run the other command');
    expect(await publish()).toContain('in its stead: npm pack');
    const fourth = idIn(await publish());
    expect(new Set([first, second, third, fourth]).size).toBe(4);
    await approve(fourth, '--conversation');
    for (const _ of [1, 2]) expect(await publish()).toBe('');
    const { stdout } = await handrail(machine, ['audit', '--json']);
    const records = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).closed.outcome);
    expect(records.map(({ kind, by, approval }) => [kind, by ?? approval])).toEqual([
      ['needs_approval', fourth],
      ['denied', 'person'],
      ['needs_approval', third],
      ['denied', 'person'],
      ['needs_approval', second],
      ['needs_approval', first],
      ['needs_approval', first],
    ]);
  });

  test('is not asked about again what is allowed for good, and its yes is for no other command', async () => {
    const machine = temporaryMachine();
    const first = async (command: string) => (await hook(machine, 'codex', command)).stdout;
    const made = idIn(await first('touch ~/made'));
    await handrail(machine, ['approve', made, '--always']);
    expect(await first('touch ~/made')).toBe('');
    expect(await first('touch ~/made')).toBe('');
    const other = idIn(await first('touch ~/other'));
    await handrail(machine, ['approve', other, '--yes']);
    const elsewhere = { ...machine, directory: machine.home };
    const asked = [
      await first('touch ~/other ~/another'),
      (await hook(elsewhere, 'codex', 'touch ~/other')).stdout,
    ];
    expect(new Set([made, other, '', ...asked.map(idIn)]).size).toBe(5);
    expect(await first('touch ~/other')).toBe('');
  });

  test('is let through once where a part of a command is allowed for good, and then asked about the rest', async () => {
    const machine = temporaryMachine();
    const both = async () => (await hook(machine, 'codex', 'touch ~/a; touch ~/b')).stdout;
    const id = idIn(await both());
    const kept = `touch '${machine.home}/b'`;
    const { stdout } = await handrail(machine, ['approve', id, '--always', '--as', '', '--as', kept]);
    expect(stdout).toContain('not all of it is kept, so that it is then asked about again');
    expect((await hook(machine, 'codex', 'touch ~/b')).stdout).toBe('');
    expect(await both()).toBe('');
    expect([id, '']).not.toContain(idIn(await both()));
  });

  test('is let through once with a yes, however many ask at the same time', async () => {
    const machine = temporaryMachine();
    const publish = async () => (await hook(machine, 'codex', 'npm publish')).stdout;
    let id = idIn(await publish());
    for (const _ of [1, 2]) {
      await handrail(machine, ['approve', id, '--yes']);
      const told = await Promise.all(Array.from({ length: 6 }, publish));
      expect(told.filter((text) => text === '')).toHaveLength(1);
      const ids = new Set(told.filter((text) => text !== '').map(idIn));
      expect(ids.size).toBe(1);
      [id = ''] = ids;
    }
    const { stdout } = await handrail(machine, ['approve']);
    expect(stdout.split('\n').filter((line) => line.includes('npm publish'))).toHaveLength(1);
  });

  test('is let through by what a person says, and asked about, without the database', async () => {
    const machine = temporaryMachine();
    const publish = async () => (await hook(machine, 'codex', 'npm publish')).stdout;
    const id = idIn(await publish());
    const database = join(machine.stateDir, 'state.db');
    expect(existsSync(database)).toBe(false);
    await handrail(machine, ['approve', id, '--yes']);
    onTestFinished(() => rmSync(database, { force: true })); // Jobs are looked for in it afterwards.
    writeFileSync(database, 'no database');
    expect(await publish()).toBe('');
    expect(idIn(await publish())).not.toBe('');
  });

  test('is let through once with what the person has written in its stead', async () => {
    const machine = temporaryMachine();
    const tell = async (command: string) => (await hook(machine, 'codex', command)).stdout;
    const id = idIn(await tell('npm publish'));
    await handrail(machine, ['approve', id, '--edit', 'npm publish --tag next']);
    expect(idIn(await tell('npm publish --tag next'))).not.toBe(''); // Not before the agent was told.
    expect(await tell('npm publish')).toContain('in its stead: npm publish --tag next');
    expect(await tell('npm publish --tag next')).toBe('');
    expect(idIn(await tell('npm publish --tag next'))).not.toBe('');
    const other = idIn(await tell('npm publish --tag other'));
    await handrail(machine, ['approve', other, '--edit', 'npm publish --tag new']);
    await tell('npm publish --tag other');
    expect(await tell('npm publish --tag new')).toBe('');
    expect(idIn(await tell('npm publish --tag new'))).not.toBe('');
  });

  test('is let through with what the person has written in its stead, also where that waits, or has waited', async () => {
    const machine = temporaryMachine();
    const tell = async (command: string) => (await hook(machine, 'codex', command)).stdout;
    const [id, waiting] = [idIn(await tell('npm publish')), idIn(await tell('npm publish --tag next'))];
    await handrail(machine, ['approve', id, '--edit', 'npm publish --tag next']);
    expect(await tell('npm publish')).toContain('in its stead: npm publish --tag next');
    const answered = await handrail(machine, ['approve', waiting, '--no']);
    expect([answered.status, answered.stdout]).toEqual([2, '']);
    expect(await tell('npm publish --tag next')).toBe('');
    const kept = idIn(await tell('npm publish --tag next'));
    await handrail(machine, ['approve', kept, '--conversation']);
    await handrail(machine, ['grants', 'revoke', '1']);
    const again = idIn(await tell('npm publish'));
    await handrail(machine, ['approve', again, '--edit', 'npm publish --tag next']);
    expect(await tell('npm publish')).toContain('in its stead: npm publish --tag next');
    expect(await tell('npm publish --tag next')).toBe('');
    const [last, refused] = [idIn(await tell('npm publish')), idIn(await tell('npm publish --tag next'))];
    await handrail(machine, ['approve', last, '--edit', 'npm publish --tag next']);
    await handrail(machine, ['approve', refused, '--no', '--because', 'not now']);
    await tell('npm publish');
    expect(await tell('npm publish --tag next')).toContain('not now');
  });

  test('is not answered by a look at what was not there', async () => {
    const machine = temporaryMachine();
    const { status, stderr } = await handrail(machine, ['approve', 'bcdfgh']);
    expect([status, stderr]).toEqual([
      2,
      'handrail: expected the id of an approval that waits, got "bcdfgh"; handrail approve lists them\n',
    ]);
  });

  test('leaves its secrets out of what is kept of it, which can then be answered for once alone', async () => {
    const machine = temporaryMachine();
    const env = { ...machine.env, NPM_TOKEN: 'a-token-of-somebody' };
    const publish = async () =>
      (await hook({ ...machine, env }, 'codex', 'npm publish --//a/:_authToken=a-token-of-somebody')).stdout;
    const id = idIn(await publish());
    const [file = ''] = readdirSync(join(machine.stateDir, 'left'));
    const kept = readFileSync(join(machine.stateDir, 'left', file), 'utf8');
    expect(kept).toContain('npm publish');
    expect(kept).not.toContain('a-token-of-somebody');
    const { stderr } = await handrail(machine, ['approve', id, '--always']);
    expect(stderr).toContain('secret');
    await handrail(machine, ['approve', id, '--yes']);
    expect(await publish()).toBe('');
  });
});

describe('the answer is that of handrail check', () => {
  const corpus = readFileSync(new URL('../corpus/own.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line): { readonly command: string } => JSON.parse(line));

  test('for a quarter of the commands of the corpus', async () => {
    const machine = temporaryMachine();
    const { env, directory } = machine;
    const terminal = { env, cwd: directory } as unknown as Terminal; // judging uses nothing else of it
    const check = judge(terminal, {});
    const nothing: Surroundings = {
      agent: 'claude',
      env,
      allSettings: () => Promise.reject(new Error('expected simple settings')),
      canAsk: true,
      granted: async () => [],
      settle: () => Promise.reject(new Error('expected an agent that asks')),
      record: async () => {},
    };
    const kinds: Readonly<Record<Verdict, string>> = { allow: 'allowed', ask: 'asked', deny: 'denied' };
    for (const { command } of corpus.filter((_, index) => index % 4 === 0)) {
      const question = {
        kind: 'command',
        command,
        directory,
        workspace: directory,
        tool: 'Bash',
        session: '',
      } as const;
      const reply = await guard(question, nothing);
      expect([command, reply.kind]).toEqual([command, kinds[check(command).decision.verdict]]);
    }
    expect(corpus.length).toBeGreaterThan(1000);
  });

  test('by the programs themselves', async () => {
    const machine = temporaryMachine();
    const sample = corpus.filter((_, index) => index % 300 === 7).map(({ command }) => command);
    const named = ['none', 'ask', 'deny'];
    for (const command of sample) {
      const [hook, check] = await Promise.all([
        ask(machine, 'Bash', { command }),
        handrail(machine, ['check', '--', command]),
      ]);
      expect([command, decisionIn(hook).decision]).toEqual([command, named[check.status ?? 9]]);
    }
  });
});
