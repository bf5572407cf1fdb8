import { describe, expect, test } from 'vitest';
import { agentNamed, agents } from '../../../src/adapters/hooks/agents/agents.ts';
import { claude } from '../../../src/adapters/hooks/agents/claude.ts';
import { codex } from '../../../src/adapters/hooks/agents/codex.ts';
import { copilot } from '../../../src/adapters/hooks/agents/copilot.ts';
import { cursor } from '../../../src/adapters/hooks/agents/cursor.ts';
import { gemini } from '../../../src/adapters/hooks/agents/gemini.ts';
import { opencode } from '../../../src/adapters/hooks/agents/opencode.ts';
import { failure } from '../../../src/adapters/hooks/core/agent.ts';
import { recorded, recordedChanges } from './recorded.ts';

const plain = { approve: false, ask: false };
/** The hook's process, started where the conversation is. */
const hook = { env: {}, cwd: () => '/w' };
const claudeBase = { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/w' };
const geminiBase = { hook_event_name: 'BeforeTool', session_id: 's', cwd: '/w' };
const command = { kind: 'command', command: 'ls -la', directory: '/w', workspace: '/w', session: 's' };

describe('what an agent sends', () => {
  test.each([
    [
      claude,
      { ...claudeBase, tool_name: 'Bash', tool_input: { command: 'ls -la' } },
      { ...command, tool: 'Bash' },
    ],
    [
      codex,
      { ...claudeBase, tool_name: 'Bash', tool_input: { command: 'ls -la' } },
      { ...command, tool: 'Bash' },
    ],
    [
      codex,
      { ...claudeBase, tool_name: 'exec_command', tool_input: { cmd: 'ls -la' } },
      { ...command, tool: 'exec_command' },
    ],
    [
      gemini,
      {
        ...geminiBase,
        tool_name: 'run_shell_command',
        tool_input: { command: 'ls -la', dir_path: 'a/../b' },
      },
      { ...command, tool: 'run_shell_command', directory: '/w/b' },
    ],
    [
      cursor,
      {
        hook_event_name: 'beforeShellExecution',
        conversation_id: 's',
        command: 'ls -la',
        cwd: '',
        workspace_roots: ['/w'],
      },
      { ...command, tool: 'Shell' },
    ],
    [
      cursor,
      {
        hook_event_name: 'beforeShellExecution',
        conversation_id: 's',
        command: 'ls -la',
        cwd: '/etc',
        workspace_roots: ['/v', '/w'],
      },
      { ...command, tool: 'Shell', directory: '/etc', workspace: '/v' },
    ],
    [
      cursor,
      {
        hook_event_name: 'beforeShellExecution',
        conversation_id: 's',
        command: 'ls -la',
        cwd: '/w/a',
        workspace_roots: ['/v', '/w'],
      },
      { ...command, tool: 'Shell', directory: '/w/a', workspace: '/w' },
    ],
    [
      copilot,
      { sessionId: 's', cwd: '/w', toolName: 'bash', toolArgs: '{"command":"ls -la"}' },
      { ...command, tool: 'bash' },
    ],
    [
      copilot,
      { sessionId: 's', cwd: '/w', toolName: 'bash', toolArgs: { command: 'ls -la' } },
      { ...command, tool: 'bash' },
    ],
    [
      opencode,
      { version: 1, session: 's', directory: '/v', tool: 'bash', args: { command: 'ls -la', workdir: '/w' } },
      { ...command, tool: 'bash', workspace: '/v' },
    ],
    [
      opencode,
      { version: 1, session: 's', directory: '/w', tool: 'shell', args: { command: 'ls -la' } },
      { ...command, tool: 'shell' },
    ],
  ])('is a command: %o', (agent, payload, question) => {
    expect(agent.read(payload, hook)).toEqual({ kind: 'question', question });
  });

  test.each(recorded)('has been a command when $agent $version was to run one', ({ agent, payload }) => {
    expect(agentNamed(agent)?.read(payload, hook)).toMatchObject({
      kind: 'question',
      question: { ...command, command: 'touch forbidden-1' },
    });
  });

  test.each(recordedChanges)('has been a change when $agent was to change a file', ({ agent, payload }) => {
    expect(agentNamed(agent)?.read(payload, hook)).toMatchObject({
      kind: 'question',
      question: { kind: 'change', paths: ['/w/a'], directory: '/w', workspace: '/w' },
    });
  });

  test.each([
    ['of the project', claude, { ...claudeBase, cwd: '/w/sub' }, { CLAUDE_PROJECT_DIR: '/w' }],
    ['that the hook is started in', codex, { ...claudeBase, cwd: '/etc' }, {}],
    [
      'that is open',
      cursor,
      { hook_event_name: 'preToolUse', cwd: '/w/sub', workspace_roots: ['/v', '/w'] },
      {},
    ],
    ['opened first', cursor, { hook_event_name: 'preToolUse', cwd: '/x', workspace_roots: ['/w', '/v'] }, {}],
  ])('is about the directory %s, wherever the command starts', (_, agent, base, env) => {
    const call = { ...base, tool_name: agent === cursor ? 'Shell' : 'Bash', tool_input: { command: 'ls' } };
    expect(agent.read(call, { ...hook, env })).toMatchObject({
      kind: 'question',
      question: { directory: base.cwd, workspace: '/w' },
    });
  });

  test.each([
    ['/w', '/w/sub', '/w'],
    ['/w/', '/w', '/w'],
    ['/w', '/elsewhere', '/w'],
    ['relative', '/w', '/w'],
    [undefined, '/w', '/w'],
  ])(
    'of Claude Code, whose project is %s, is of a workspace where the shell is in %s: %s',
    (project, cwd, workspace) => {
      const env = project === undefined ? {} : { CLAUDE_PROJECT_DIR: project };
      const payload = { ...claudeBase, cwd, tool_name: 'Bash', tool_input: { command: 'ls' } };
      expect(claude.read(payload, { ...hook, env })).toMatchObject({
        question: { directory: cwd, workspace },
      });
    },
  );

  const patch =
    '*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n@@\n-x\n+y\n*** Delete File: /etc/c\n*** End Patch';
  test.each([
    [claude, { ...claudeBase, tool_name: 'Write', tool_input: { file_path: '/w/a', content: '' } }, ['/w/a']],
    [
      claude,
      { ...claudeBase, tool_name: 'NotebookEdit', tool_input: { notebook_path: '/w/a.ipynb' } },
      ['/w/a.ipynb'],
    ],
    [
      codex,
      { ...claudeBase, tool_name: 'apply_patch', tool_input: { command: patch } },
      ['a.ts', 'b.ts', '/etc/c'],
    ],
    [gemini, { ...geminiBase, tool_name: 'replace', tool_input: { file_path: 'a' } }, ['a']],
    [
      cursor,
      { hook_event_name: 'preToolUse', cwd: '/w', tool_name: 'Delete', tool_input: { path: 'a' } },
      ['a'],
    ],
    [copilot, { cwd: '/w', toolName: 'create', toolArgs: '{"path":"/w/a"}' }, ['/w/a']],
    [copilot, { cwd: '/w', toolName: 'apply_patch', toolArgs: patch }, ['a.ts', 'b.ts', '/etc/c']],
    [opencode, { version: 1, directory: '/w', tool: 'edit', args: { filePath: 'a' } }, ['a']],
    [
      opencode,
      {
        ...{ version: 1, directory: '/w', tool: 'multiedit' },
        args: { filePath: 'a', edits: [{ filePath: 'a' }, { filePath: 'b' }] },
      },
      ['a', 'b'],
    ],
    [
      opencode,
      { version: 1, directory: '/w', tool: 'apply_patch', args: { patchText: patch } },
      ['a.ts', 'b.ts', '/etc/c'],
    ],
  ])('is a change of files: %o', (agent, payload, paths) => {
    expect(agent.read(payload, hook)).toMatchObject({
      kind: 'question',
      question: { kind: 'change', paths },
    });
  });

  test.each([
    [
      gemini,
      { ...geminiBase, tool_name: 'write_file', tool_input: { file_path: 'a', dir_path: '/elsewhere' } },
    ],
    [
      gemini,
      { ...geminiBase, tool_name: 'replace', tool_input: { file_path: 'a', directory: '/elsewhere' } },
    ],
    [
      opencode,
      { version: 1, directory: '/w', tool: 'write', args: { filePath: 'a', workdir: '/elsewhere' } },
    ],
  ])('is of a file in the working directory, which only a command can choose: %o', (agent, payload) => {
    expect(agent.read(payload, hook)).toMatchObject({
      question: { kind: 'change', paths: ['a'], directory: '/w', workspace: '/w' },
    });
  });

  test.each([
    ['replace', { file_path: 'a', old_string: 'x' }, true],
    ['replace', { file_path: 'a', old_string: '' }, false],
    ['write_file', { file_path: 'a', old_string: 'x' }, false],
  ])('of Gemini CLI is of a file that it looks for: %s %o', (tool_name, tool_input, isSearched) => {
    const reading = gemini.read({ ...geminiBase, tool_name, tool_input }, hook);
    expect(reading).toMatchObject({ question: { kind: 'change', paths: ['a'], isSearched } });
  });

  test.each([
    ['blanks around it', '  *** Add File: .codex/config.toml \n+x', '.codex/config.toml'],
    ['another blank', '\u00a0*** Add File: .codex/config.toml\n+x', '.codex/config.toml'],
    ['a tab within', '*** Add File: x\t/../.codex/config.toml\n+x', 'x\t/../.codex/config.toml'],
    ['a carriage return within', '*** Add File: x\r/../.codex/a\n+x', 'x\r/../.codex/a'],
    ['no blank before the path', '*** Add File:handrail.json\n+x', 'handrail.json'],
    ['a colon after the path', '*** Add File: handrail.json:x\n+x', 'handrail.json'],
    ['small letters', '*** add file: handrail.json\n+x', 'handrail.json'],
  ])('is a heading of a patch as those read it who apply it: %s', (_, heading, path) => {
    const text = `*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n${heading}\n*** End Patch`;
    const reading = codex.read(
      { ...claudeBase, tool_name: 'apply_patch', tool_input: { command: text } },
      hook,
    );
    expect(reading).toMatchObject({ question: { paths: expect.arrayContaining(['a.ts', path]) } });
  });

  test.each([
    [claude, { ...claudeBase, tool_name: 'Read', tool_input: {} }],
    [codex, { ...claudeBase, tool_name: 'mcp__x__y', tool_input: {} }],
    [gemini, { ...geminiBase, tool_name: 'read_file', tool_input: {} }],
    [cursor, { hook_event_name: 'preToolUse', cwd: '/w', tool_name: 'Read', tool_input: {} }],
    [copilot, { cwd: '/w', toolName: 'view', toolArgs: {} }],
    [copilot, { cwd: '/w', toolName: 'view', toolArgs: '{"path":"a","path":"b"}' }],
    [copilot, { cwd: '/w', toolName: 'str_replace_editor', toolArgs: { command: 'view', path: '/w/a' } }],
    [opencode, { version: 1, directory: '/w', tool: 'read', args: {} }],
    [
      opencode,
      {
        version: 1,
        directory: '/w',
        tool: 'batch',
        args: { tool_calls: [{ tool: 'read', parameters: {} }] },
      },
    ],
  ])('is of a tool that is not guarded: %o', (agent, payload) => {
    expect(agent.read(payload, hook)).toEqual({ kind: 'not-ours' });
    expect(agent.write({ kind: 'no-opinion' }, plain).stdout).toMatch(/^(\{"decision":"pass"\}\n|\{\}\n|)$/);
  });

  test.each([
    [claude, {}],
    [
      claude,
      { ...claudeBase, hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
    ],
    [claude, { ...claudeBase, tool_name: 'Bash', tool_input: { command: ['ls'] } }],
    [claude, { ...claudeBase, tool_name: 'Bash', tool_input: null }],
    [claude, { ...claudeBase, tool_name: 'Bash', tool_input: { command: 'ls' }, cwd: 'relative' }],
    [claude, { ...claudeBase, tool_name: 'Bash', tool_input: { command: 'ls' }, cwd: '/w\0' }],
    [claude, { ...claudeBase, tool_name: 'Write', tool_input: { content: '' } }],
    [claude, { ...claudeBase, tool_name: 'PowerShell', tool_input: { command: 'ls' } }],
    [codex, { ...claudeBase, tool_name: 'apply_patch', tool_input: { command: 'no patch' } }],
    [codex, { ...claudeBase, tool_name: 'exec_command', tool_input: { command: 'ls', cmd: 'ls -l' } }],
    [gemini, { ...geminiBase, tool_name: 'run_shell_command', tool_input: { command: 'ls', dir_path: 7 } }],
    [gemini, { ...claudeBase, tool_name: 'run_shell_command', tool_input: { command: 'ls' } }],
    [cursor, { hook_event_name: 'beforeShellExecution', command: 'ls' }],
    [cursor, { hook_event_name: 'stop' }],
    [copilot, { cwd: '/w', toolName: 'bash', toolArgs: 'ls' }],
    [copilot, { cwd: '/w', toolName: 'bash', toolArgs: '{"command":"git push","command":"ls"}' }],
    [copilot, { cwd: '/w', toolName: 'create', toolArgs: '{"path":"a","p\\u0061th":"b"}' }],
    [copilot, { hook_event_name: 'PreToolUse', cwd: '/w', tool_name: 'run_in_terminal' }],
    [opencode, { version: 2, directory: '/w', tool: 'bash', args: { command: 'ls' } }],
    [opencode, { directory: '/w', tool: 'bash', args: { command: 'ls' } }],
    [opencode, { version: 1, tool: 'bash', args: { command: 'ls', workdir: '/w' } }],
    [opencode, { version: 1, directory: '/w', tool: 'batch', args: { tool_calls: 'bash' } }],
    [opencode, { version: 1, directory: '/w', tool: 'batch', args: { tool_calls: ['bash'] } }],
    [
      gemini,
      {
        ...geminiBase,
        tool_name: 'run_shell_command',
        tool_input: { command: 'ls', dir_path: 'a', directory: 'b' },
      },
    ],
    [
      gemini,
      {
        ...geminiBase,
        cwd: null,
        tool_name: 'write_file',
        tool_input: { file_path: '/w/a', dir_path: '/w' },
      },
    ],
  ])('is not what it is known to send: %o', (agent, payload) => {
    expect(agent.read(payload, hook).kind).toBe('unreadable');
  });

  const bash = { ...claudeBase, tool_name: 'Bash' };
  test.each([
    [claude, { ...bash, hook_event_name: 'Stop' }, 'the event PreToolUse', '"Stop" (string)'],
    [codex, {}, 'the event PreToolUse', 'nothing'],
    [gemini, { hook_event_name: 7 }, 'the event BeforeTool', '7 (number)'],
    [cursor, { hook_event_name: 'stop' }, 'the event beforeShellExecution or preToolUse', '"stop" (string)'],
    [claude, { ...bash, tool_name: null }, 'the name of a tool', 'null'],
    [claude, { ...bash, tool_input: 'ls' }, 'an object with what Bash is to do', '"ls" (string)'],
    [claude, { ...bash, tool_input: { command: ['ls'] } }, 'a command, as text, from Bash', '["ls"] (array)'],
    [
      claude,
      { ...bash, cwd: 'w', tool_input: { command: 'ls' } },
      'the absolute path of the working directory',
      '"w" (string)',
    ],
    [
      cursor,
      {
        ...{ hook_event_name: 'beforeShellExecution', command: 'ls' },
        ...{ cwd: '/w', workspace_roots: ['w'] },
      },
      'the absolute path of the directory that the conversation is about',
      '"w" (string)',
    ],
    [
      claude,
      { ...bash, tool_name: 'Write', tool_input: { text: 'x' } },
      'the path of a file from Write',
      'only the keys text',
    ],
    [claude, { ...bash, tool_name: 'Write', tool_input: {} }, 'the path of a file from Write', 'no keys'],
    [
      claude,
      { ...bash, tool_name: 'Write', tool_input: { file_path: ['a'], path: 'b' } },
      'the path of a file, as text, from Write',
      '["a"] (array)',
    ],
    [
      copilot,
      { cwd: '/w', toolName: 'bash', toolArgs: '{"command":"git push", "command" : "ls"}' },
      'arguments with each key once',
      'the key "command" twice in one',
    ],
    [
      claude,
      { ...bash, tool_name: 'PowerShell' },
      'a command for bash',
      'one for PowerShell, which is not read',
    ],
    [copilot, { toolName: 'powershell' }, 'a command for bash', 'one for PowerShell, which is not read'],
    [
      copilot,
      { hook_event_name: 'PreToolUse' },
      'toolName, as Copilot CLI sends it',
      'only the keys hook_event_name',
    ],
    [
      opencode,
      {
        ...{ version: 1, directory: '/w', tool: 'batch' },
        args: { tool_calls: [{ tool: 'read' }, { tool: 'bash', parameters: { command: 'ls' } }] },
      },
      'each call of a tool that is guarded by itself, as what is in a batch is not asked about',
      'bash in one',
    ],
    [
      opencode,
      { version: 2 },
      'version 1 of the plugin',
      '2 (number); write it anew with: handrail hook install opencode',
    ],
  ])('is told with what came: %o', (agent, payload, expected, received) => {
    expect(agent.read(payload, hook)).toEqual({ kind: 'unreadable', expected, received });
  });
});

describe('what an agent is answered', () => {
  const asked = { kind: 'asked', reason: 'R.' } as const;
  const denied = { kind: 'denied', reason: 'R.' } as const;
  const hookOutput = (permissionDecision: string, permissionDecisionReason: string) => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
  });
  const cannot = (title: string) =>
    `R. A person has to allow this, and ${title} cannot ask one for a hook: tell the user what you want to run and why. They can run it themselves, or allow it in their rules.`;

  test.each([
    [claude, hookOutput('deny', 'R.'), hookOutput('ask', 'R.')],
    [codex, hookOutput('deny', 'R.'), hookOutput('deny', cannot('Codex'))],
    [gemini, { decision: 'deny', reason: 'R.' }, { decision: 'deny', reason: cannot('Gemini CLI') }],
    [
      cursor,
      { permission: 'deny', user_message: 'R.', agent_message: 'R.' },
      { permission: 'deny', user_message: cannot('Cursor'), agent_message: cannot('Cursor') },
    ],
    [
      copilot,
      { permissionDecision: 'deny', permissionDecisionReason: 'R.' },
      { permissionDecision: 'ask', permissionDecisionReason: 'R.' },
    ],
    [opencode, { decision: 'deny', reason: 'R.' }, { decision: 'deny', reason: cannot('opencode') }],
  ])('$name: denied, and asked about', (agent, whenDenied, whenAsked) => {
    const answers = [denied, asked].map((reply) => agent.write(reply, plain));
    expect(answers.map(({ stdout }) => JSON.parse(stdout))).toEqual([whenDenied, whenAsked]);
    expect(answers.map(({ stderr, status }) => ({ stderr, status }))).toEqual(
      Array(2).fill({ stderr: '', status: 0 }),
    );
  });

  test('cursor asks where its user says that it does', () => {
    expect(JSON.parse(cursor.write(asked, { approve: false, ask: true }).stdout)).toMatchObject({
      permission: 'ask',
    });
  });

  test.each(agents)('$name: what the rules allow is left to its own permissions', (agent) => {
    expect(agent.write({ kind: 'allowed' }, plain)).toEqual(agent.write({ kind: 'no-opinion' }, plain));
  });

  test('what the rules allow is said to be allowed on demand, where the agent has a word for it', () => {
    const answers = agents.map((agent) => [
      agent.name,
      agent.write({ kind: 'allowed' }, { approve: true, ask: false }).stdout,
    ]);
    expect(answers).toEqual([
      ['claude', `${JSON.stringify(hookOutput('allow', 'The rules of handrail allow it.'))}\n`],
      ['codex', ''],
      ['gemini', '{}\n'],
      ['cursor', '{"permission":"allow"}\n'],
      ['copilot', '{"permissionDecision":"allow"}\n'],
      ['opencode', '{"decision":"pass"}\n'],
    ]);
  });

  test.each(agents)('$name: a failure denies in its words, on standard error and with status 2', (agent) => {
    const { stdout, stderr, status } = failure(agent, 'P');
    const reason = 'handrail could not judge it, so it was not run: P';
    expect({ stdout, stderr, status }).toEqual({
      ...agent.write({ kind: 'denied', reason }, plain),
      stderr: `${reason}\n`,
      status: 2,
    });
    expect(stdout).toContain(reason);
  });
});
