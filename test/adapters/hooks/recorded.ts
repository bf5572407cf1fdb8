/**
 * What real agents have sent to a hook, each asked by a scripted model to run `touch forbidden-1` in `/w`. Paths and ids are shortened,
 * and nothing else.
 */
export const recorded = [
  {
    agent: 'claude',
    version: '2.1.197',
    payload: {
      session_id: 's',
      transcript_path: '/h/.claude/projects/-w/s.jsonl',
      cwd: '/w',
      prompt_id: 'p',
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'touch forbidden-1', description: 'touch' },
      tool_use_id: 'toolu_3',
    },
  },
  {
    agent: 'codex',
    version: '0.169.0',
    payload: {
      session_id: 's',
      turn_id: 't',
      transcript_path: '/h/.codex/sessions/2026/11/22/rollout-2026-11-22T06-44-08-s.jsonl',
      cwd: '/w',
      hook_event_name: 'PreToolUse',
      model: 'gpt-6.1-sol',
      permission_mode: 'bypassPermissions',
      tool_name: 'Bash',
      tool_input: { command: 'touch forbidden-1' },
      tool_use_id: 'call_2',
    },
  },
  {
    agent: 'gemini',
    version: '0.61.0',
    payload: {
      session_id: 's',
      transcript_path: '/h/.gemini/tmp/w/chats/session-2026-11-22T06-49-s.jsonl',
      cwd: '/w',
      hook_event_name: 'BeforeTool',
      timestamp: '2026-11-22T06:49:28.254Z',
      tool_name: 'run_shell_command',
      tool_input: { command: 'touch forbidden-1' },
    },
  },
  {
    agent: 'copilot',
    version: '1.0.102',
    payload: {
      sessionId: 's',
      timestamp: 1795330436329,
      cwd: '/w',
      toolName: 'bash',
      toolArgs: { command: 'touch forbidden-1', description: 'x' },
    },
  },
  {
    agent: 'opencode',
    version: '1.18.33',
    payload: {
      version: 1,
      tool: 'bash',
      args: { command: 'touch forbidden-1', description: 'x' },
      directory: '/w',
      session: 's',
    },
  },
] as const;

/** How each of them has changed files, beside. */
export const recordedChanges = [
  {
    agent: 'claude',
    payload: {
      session_id: 's',
      cwd: '/w',
      hook_event_name: 'PreToolUse',
      tool_name: 'Edit',
      tool_input: { file_path: '/w/a', old_string: 'x', new_string: 'y', replace_all: false },
      tool_use_id: 'toolu_9',
    },
  },
  {
    agent: 'codex',
    payload: {
      session_id: 's',
      cwd: '/w',
      hook_event_name: 'PreToolUse',
      tool_name: 'apply_patch',
      tool_input: { command: '*** Begin Patch\n*** Add File: /w/a\n+x\n*** End Patch\n' },
      tool_use_id: 'call_1',
    },
  },
  {
    agent: 'gemini',
    payload: {
      session_id: 's',
      cwd: '/w',
      hook_event_name: 'BeforeTool',
      tool_name: 'replace',
      tool_input: { file_path: '/w/a', instruction: 'y', old_string: 'x', new_string: 'y' },
    },
  },
  {
    agent: 'copilot',
    payload: {
      sessionId: 's',
      cwd: '/w',
      toolName: 'edit',
      toolArgs: { path: '/w/a', old_str: 'x', new_str: 'y' },
    },
  },
  {
    agent: 'copilot',
    payload: {
      sessionId: 's',
      cwd: '/w',
      toolName: 'apply_patch',
      toolArgs: '*** Begin Patch\n*** Add File: /w/a\n+x\n*** End Patch\n',
    },
  },
  {
    agent: 'opencode',
    payload: {
      version: 1,
      tool: 'apply_patch',
      args: { patchText: '*** Begin Patch\n*** Add File: /w/a\n+x\n*** End Patch\n' },
      directory: '/w',
      session: 's',
    },
  },
] as const;
