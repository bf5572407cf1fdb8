// A client of `handrail mcp`, with the official package: it lists the tools, calls one, sees what the rules say, and reads a job.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';

// The program of the package that is found from here, wherever this is started. Installed globally, it is the command `handrail`.
const handrail = fileURLToPath(
  new URL('dist/cli/handrail.cjs', import.meta.resolve('handrail/package.json')),
);
const state = process.env.XDG_STATE_HOME;
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [handrail, 'mcp', '--options', '{"timeoutMs": 3000}'],
  env: { ...getDefaultEnvironment(), ...(state === undefined ? {} : { XDG_STATE_HOME: state }) },
});
const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(transport);

const { tools } = await client.listTools();
const names = tools.map(({ name }) => name);
assert.deepEqual(names, ['bash', 'bash_output', 'bash_input', 'bash_stop', 'bash_jobs']);
console.log(names.join(' '));

let job = '';
const expected = {
  'echo hello; exit 3': 'failed',
  'git add .': 'denied',
  'echo one; sleep 4; echo two': 'moved_to_job',
};
for (const [command, status] of Object.entries(expected)) {
  const { content, isError, structuredContent } = await client.callTool({
    name: 'bash',
    arguments: { command },
  });
  // As the output schema says.
  const result = structuredContent as {
    readonly status: string;
    readonly job: { readonly id: string } | null;
  };
  assert.equal(result.status, status);
  job = result.job?.id ?? job;
  const text = content.map((part) => (part.type === 'text' ? part.text.split('\n')[0] : '')).join('');
  console.log(result.status, isError, text);
}

const { content } = await client.callTool({
  name: 'bash_output',
  arguments: { job, wait_for: 'exit', from_line: 1 },
});
const [part] = content;
assert.ok(part?.type === 'text');
assert.match(part.text, /^one\ntwo\n\[job .*: exit status 0\]/);
console.log(part.text.replace(/job .* after [^:]*:/, 'job … after …:'));
await client.close();
