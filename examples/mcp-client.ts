// A client of `handrail mcp`, with the official package: it lists the tools, calls one, sees what the rules say, and reads a job.
import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const state = process.env.XDG_STATE_HOME;
const transport = new StdioClientTransport({
  command: 'node_modules/.bin/handrail',
  args: ['mcp', '--options', '{"timeoutMs": 3000}'],
  env: { ...getDefaultEnvironment(), ...(state === undefined ? {} : { XDG_STATE_HOME: state }) },
});
const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(transport);

const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name).join(' '));

let job = '';
for (const command of ['echo hello; exit 3', 'git add .', 'echo one; sleep 4; echo two']) {
  const { content, isError, structuredContent } = await client.callTool({
    name: 'bash',
    arguments: { command },
  });
  // As the output schema says.
  const result = structuredContent as {
    readonly status: string;
    readonly job: { readonly id: string } | null;
  };
  job = result.job?.id ?? job;
  const text = content.map((part) => (part.type === 'text' ? part.text.split('\n')[0] : '')).join('');
  console.log(result.status, isError, text);
}

const { content } = await client.callTool({
  name: 'bash_output',
  arguments: { job, wait_for: 'exit', from_line: 1 },
});
const [part] = content;
if (part?.type === 'text') console.log(part.text.replace(/job .* after [^:]*:/, 'job … after …:'));
await client.close();
