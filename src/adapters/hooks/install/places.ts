import { join } from 'node:path';
import { isRecord } from '../core/read.ts';
import { agentDirectory, xdgDirectory } from './agent-directory.ts';
import type { SettingsFormat } from './edit.ts';
import { type HookList, jsonFormat } from './json-format.ts';
import { pluginFormat } from './opencode-plugin.ts';
import { tomlFormat, tomlText } from './toml-format.ts';

/** Where an agent has its settings, and how a hook is written there. */
export interface SettingsPlace {
  /** Candidates, absolute: the first that is there is taken, and the last is made if none is. */
  readonly files: readonly { readonly path: string; readonly format: SettingsFormat }[];
  /** What a person has to know or do beside it. */
  readonly notes: readonly string[];
}

/** Whose settings are meant: the user's, in their home directory, or those of a project. */
export interface Scope {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Absolute path; `null`: the user's. */
  readonly project: string | null;
}

/** Seconds that an agent waits for an answer: more than all that can hold one up, 10 s for the question and a locked database. */
const timeoutSeconds = 60;

const claudeTools = 'Bash|Monitor|PowerShell|Write|Edit|MultiEdit|NotebookEdit';
const cursorTools = 'Write|StrReplace|Edit|MultiEdit|Delete|EditNotebook|NotebookEdit|ApplyPatch|TabWrite';

/** Several agents took the form of Claude Code over: groups of hooks, each with the tools that it is for. */
function groups(event: string, matcher: string, hook: Readonly<Record<string, unknown>>): HookList {
  return {
    path: ['hooks', event],
    entry: (command) => ({ matcher, hooks: [{ type: 'command', command, ...hook }] }),
  };
}

/** A key of Claude Code and of Copilot CLI. */
function disablesAll({ disableAllHooks }: Readonly<Record<string, unknown>>): string | null {
  return disableAllHooks === true ? '"disableAllHooks" is true' : null;
}

/** https://geminicli.com/docs/reference/configuration */
function disablesOfGemini({ hooksConfig }: Readonly<Record<string, unknown>>): string | null {
  const { enabled, disabled } = isRecord(hooksConfig) ? hooksConfig : {};
  if (enabled === false) return '"hooksConfig.enabled" is false';
  return Array.isArray(disabled) && disabled.includes(geminiName)
    ? `"hooksConfig.disabled" has ${geminiName}`
    : null;
}

const geminiName = 'handrail';

const claudeFormat = jsonFormat({
  lists: [groups('PreToolUse', claudeTools, { timeout: timeoutSeconds })],
  whatDisables: disablesAll,
});

const codexJson = jsonFormat({
  lists: [groups('PreToolUse', 'Bash|apply_patch', { timeout: timeoutSeconds })],
});

const codexToml = tomlFormat((command) =>
  [
    '[[hooks.PreToolUse]]',
    'matcher = "Bash|apply_patch"',
    '',
    '[[hooks.PreToolUse.hooks]]',
    'type = "command"',
    `command = ${tomlText(command)}`,
    `timeout = ${timeoutSeconds}`,
  ].join('\n'),
);

const geminiFormat = jsonFormat({
  lists: [
    groups('BeforeTool', 'run_shell_command|write_file|replace', {
      name: geminiName,
      timeout: timeoutSeconds * 1000,
    }),
  ],
  whatDisables: disablesOfGemini,
});

const cursorFormat = jsonFormat({
  version: 1,
  lists: [
    {
      path: ['hooks', 'beforeShellExecution'],
      entry: (command) => ({ command, timeout: timeoutSeconds, failClosed: true }),
    },
    {
      path: ['hooks', 'preToolUse'],
      entry: (command) => ({ command, matcher: cursorTools, timeout: timeoutSeconds, failClosed: true }),
    },
  ],
});

const copilotFormat = jsonFormat({
  version: 1,
  lists: [
    {
      path: ['hooks', 'preToolUse'],
      entry: (command) => ({ type: 'command', bash: command, timeoutSec: timeoutSeconds }),
    },
  ],
  whatDisables: disablesAll,
});

/** By the agent's name on the command line. */
export const settingsPlaces: Readonly<Record<string, (scope: Scope) => SettingsPlace>> = {
  claude: ({ home, env, project }) => {
    const own = agentDirectory({ env, variable: 'CLAUDE_CONFIG_DIR', usual: join(home, '.claude') });
    const directory = project === null ? own : join(project, '.claude');
    return {
      files: [{ path: join(directory, 'settings.json'), format: claudeFormat }],
      notes: ['Claude Code reads it when a session starts. /hooks shows what it has read.'],
    };
  },
  codex: ({ home, env, project }) => {
    const own = agentDirectory({ env, variable: 'CODEX_HOME', usual: join(home, '.codex') });
    const directory = project === null ? own : join(project, '.codex');
    return {
      files: [
        { path: join(directory, 'hooks.json'), format: codexJson },
        { path: join(directory, 'config.toml'), format: codexToml },
      ],
      notes: [
        'Codex runs a hook only once you have trusted it: start codex, which asks you to review it, or type /hooks.',
        'Versions that have hooks behind a switch also want codex_hooks = true under [features] in config.toml.',
      ],
    };
  },
  gemini: ({ home, project }) => ({
    files: [{ path: join(project ?? home, '.gemini/settings.json'), format: geminiFormat }],
    notes: ['Gemini CLI reads it when it starts. /hooks shows what it has read.'],
  }),
  cursor: ({ home, project }) => ({
    files: [{ path: join(project ?? home, '.cursor/hooks.json'), format: cursorFormat }],
    notes: [
      'What has to be asked about is denied with words, because Cursor has run such commands without a question in its mode Auto-review. With --ask they are asked about.',
    ],
  }),
  copilot: ({ home, env, project }) => {
    const own = join(
      agentDirectory({ env, variable: 'COPILOT_HOME', usual: join(home, '.copilot') }),
      'hooks',
    );
    const directory = project === null ? own : join(project, '.github/hooks');
    return {
      files: [{ path: join(directory, 'handrail.json'), format: copilotFormat }],
      notes: ['Copilot CLI reads it when it starts. With copilot -p, what has to be asked about is denied.'],
    };
  },
  opencode: ({ home, env, project }) => {
    const own = join(
      xdgDirectory({ env, variable: 'XDG_CONFIG_HOME', usual: join(home, '.config') }),
      'opencode',
    );
    const directory = project === null ? own : join(project, '.opencode');
    return {
      files: [{ path: join(directory, 'plugin/handrail.js'), format: pluginFormat }],
      notes: [
        'opencode loads it when it starts. What has to be asked about is denied with words: a plugin cannot ask.',
      ],
    };
  },
};
