import { describeValue } from '../../../model/describe-value.ts';
import { type Agent, json, withoutAsking } from '../core/agent.ts';
import { isRecord, readCall } from '../core/read.ts';

const tools = { commands: ['bash'], changes: ['write', 'edit', 'multiedit', 'patch', 'apply_patch'] };

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
    const call = {
      tool,
      input: args,
      directory: within(directory, args),
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

/** A command may name a directory of its own; the plugin has made it absolute. */
function within(directory: unknown, args: unknown): unknown {
  return isRecord(args) && args.workdir !== undefined ? args.workdir : directory;
}
