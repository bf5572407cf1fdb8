// A model that does what it is told here: it calls `bash` with each command, one after the other, and is done. It answers on
// loopback as OpenAI's chat completions and responses and Anthropic's messages do, so that the loops beside it can be tried without a key,
// for as long as a program goes on without it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Part = Record<string, unknown>;

export async function scriptedModel(...commands: string[]): Promise<string> {
  let next = 0;
  const server = createServer(async (request, response) => {
    for await (const _ of request); // What it is told does not change what it does.
    const call = { id: `call_${next}`, input: { command: commands[next] } };
    const wire = request.url?.includes('/messages')
      ? messages
      : request.url?.includes('/responses')
        ? responses
        : chat;
    response.setHeader('Content-Type', 'application/json').setHeader('Connection', 'close');
    response.end(JSON.stringify(wire(call.input.command === undefined ? null : call, next)));
    next += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve).unref());
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

type Call = { id: string; input: object } | null;

function chat(call: Call, number: number): Part {
  const asked = call && {
    id: call.id,
    type: 'function',
    function: { name: 'bash', arguments: JSON.stringify(call.input) },
  };
  const message = {
    role: 'assistant',
    content: asked ? null : 'done',
    ...(asked && { tool_calls: [asked] }),
  };
  const choices = [{ index: 0, message, finish_reason: asked ? 'tool_calls' : 'stop' }];
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return { id: `chat_${number}`, object: 'chat.completion', created: 1, model: 'scripted', choices, usage };
}

function responses(call: Call, number: number): Part {
  const said = {
    type: 'message',
    id: `msg_${number}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'done', annotations: [] }],
  };
  const asked = call && {
    type: 'function_call',
    id: `fc_${number}`,
    call_id: call.id,
    name: 'bash',
    arguments: JSON.stringify(call.input),
    status: 'completed',
  };
  const details = {
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2, ...details };
  return {
    id: `resp_${number}`,
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: 'scripted',
    output: [asked ?? said],
    usage,
    tools: [],
  };
}

function messages(call: Call, number: number): Part {
  const content = [
    call
      ? { type: 'tool_use', id: call.id, name: 'bash', input: call.input }
      : { type: 'text', text: 'done' },
  ];
  const end = { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null };
  return {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content,
    ...end,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}
