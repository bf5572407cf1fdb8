import { describeValue } from '../../../model/describe-value.ts';
import { type Agent, json, withoutAsking } from '../core/agent.ts';
import type { Reading } from '../core/question.ts';
import { isRecord, readCall, unreadable } from '../core/read.ts';

/** Its shell is to be named `shell` from 2.0 on (packages/opencode/src/tool/shell/id.ts in anomalyco/opencode). */
const tools = {
  commands: ['bash', 'shell'],
  changes: ['write', 'edit', 'multiedit', 'patch', 'apply_patch'],
};

/** The form in which our plugin and this program speak; both are installed together. */
export const pluginVersion = 1;

/**
 * opencode runs no program before a tool: it calls `tool.execute.before` of its plugins, and an error thrown there keeps the tool from
 * running. Ours (`opencode-plugin.ts`) sends `version`, `tool`, `args`, `directory` and `session`, and throws unless the answer is `pass`.
 * A plugin cannot ask. https://opencode.ai/docs/plugins
 */
export const opencode: Agent = {
  name: 'opencode',
  title: 'opencode',
  canAsk: () => false,
  read({ version, tool, args, directory, session }) {
    if (version !== pluginVersion)
      return {
        kind: 'unreadable',
        expected: `version ${pluginVersion} of the plugin`,
        received: `${describeValue(version)}; write it anew with: handrail hook install opencode`,
      };
    if (tool === 'batch') return readBatch(args);
    const call = {
      tool,
      input: args,
      directory: isCommand(tool) ? within(directory, args) : directory,
      workspace: directory ?? null,
      session,
    };
    return readCall(call, tools);
  },
  write(reply) {
    const strict = withoutAsking(reply, 'opencode');
    return json('reason' in strict ? { decision: 'deny', reason: strict.reason } : { decision: 'pass' });
  },
};

/** With `experimental.batch_tool` it has a tool that calls others, of which plugins are not told. */
function readBatch(args: unknown): Reading {
  const calls = isRecord(args) ? args.tool_calls : undefined;
  if (!Array.isArray(calls)) return unreadable('the calls of a batch', calls);
  const wrong = calls.find((call) => !isRecord(call) || typeof call.tool !== 'string');
  if (wrong !== undefined) return unreadable('the name of a tool in each call of a batch', wrong);
  const guarded = calls.find(({ tool }) => [...tools.commands, ...tools.changes].includes(tool));
  return guarded === undefined ? { kind: 'not-ours' } : { ...oneByOne, received: `${guarded.tool} in one` };
}

const oneByOne = {
  kind: 'unreadable',
  expected: 'each call of a tool that is guarded by itself, as what is in a batch is not asked about',
} as const;

/** A directory in the call of another tool says nothing. */
function isCommand(tool: unknown): boolean {
  return typeof tool === 'string' && tools.commands.includes(tool);
}

/** A command may name a directory of its own; the plugin has made it absolute. */
function within(directory: unknown, args: unknown): unknown {
  return isRecord(args) && args.workdir !== undefined ? args.workdir : directory;
}
