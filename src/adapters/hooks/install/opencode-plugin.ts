import { pluginVersion } from '../agents/opencode.ts';
import { edited, refused, type SettingsFormat } from './edit.ts';

const firstLine =
  '// Written by handrail hook install opencode. `handrail hook install opencode --undo` removes it.';

/**
 * The plugin that asks this program before opencode calls a tool. An answer that is anything else than a clear pass is an error, and
 * so keeps the tool from running.
 */
export const pluginFormat: SettingsFormat = {
  add(text, command) {
    if (text !== null && !text.startsWith(firstLine))
      return refused('it is not a plugin that handrail wrote');
    return edited(text, pluginText(command));
  },
  remove: (text) =>
    text.startsWith(firstLine)
      ? { kind: 'edited', text: null }
      : refused('it is not a plugin that handrail wrote'),
  isWithoutOurs: () => false, // All of the file is ours.
};

/** `command` is for a shell. */
function pluginText(command: string): string {
  const lines = [
    firstLine,
    "import { spawn } from 'node:child_process';",
    "import { resolve } from 'node:path';",
    '',
    `const command = ${JSON.stringify(command)};`,
    '',
    '/** What handrail answers; `null` for anything that is no answer. */',
    'function ask(question) {',
    '  return new Promise((done) => {',
    "    const child = spawn('/bin/sh', ['-c', command], { stdio: ['pipe', 'pipe', 'pipe'], timeout: 60_000 });",
    "    let output = '';",
    "    let problem = '';",
    "    child.stdout.setEncoding('utf8').on('data', (data) => (output += data));",
    "    child.stderr.setEncoding('utf8').on('data', (data) => (problem += data));",
    "    child.stdin.on('error', () => {});",
    "    child.on('error', (error) => done({ decision: 'deny', reason: `handrail could not be started: ${error.message}` }));",
    "    child.on('close', () => done(read(output) ?? { decision: 'deny', reason: `handrail gave no answer. ${problem}` }));",
    '    child.stdin.end(JSON.stringify(question));',
    '  });',
    '}',
    '',
    'function read(output) {',
    '  try {',
    '    return JSON.parse(output);',
    '  } catch {',
    '    return null;',
    '  }',
    '}',
    '',
    'export const Handrail = async ({ directory }) => ({',
    "  'tool.execute.before': async (input, output) => {",
    '    const { workdir } = output.args ?? {};',
    "    const args = typeof workdir === 'string' ? { ...output.args, workdir: resolve(directory, workdir) } : output.args;",
    `    const question = { version: ${pluginVersion}, tool: input.tool, args, directory, session: input.sessionID };`,
    '    const { decision, reason } = await ask(question);',
    "    if (decision !== 'pass') throw new Error(reason ?? 'handrail denied it');",
    '  },',
    '});',
    '',
  ];
  return lines.join('\n');
}
