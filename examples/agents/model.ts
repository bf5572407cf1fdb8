// A model that does what it is told here: it calls `bash` with each command, one after the other, and is done. It answers on
// loopback as OpenAI's chat completions and responses and Anthropic's messages do, so that the loops beside it can be tried without a key,
// for as long as a program goes on without it. It checks them too: each command comes with what the model is to be told of it, and
// a program in which it is told something else, or is not asked again, fails.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Part = Record<string, unknown>;

export async function scriptedModel(told: Readonly<Record<string, string>>): Promise<string> {
  const commands = Object.keys(told);
  let next = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const last = commands[next - 1];
    if (last !== undefined && !results(body).includes(told[last] ?? '')) {
      const message = `after ${last} the model was to be told "${told[last]}", and was told ${results(body)}`;
      response.statusCode = 400;
      return response.end(JSON.stringify({ error: { type: 'check', message } }));
    }
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
  process.on('exit', () => {
    if (next > commands.length) return;
    process.stderr.write(`the model was to be asked ${commands.length + 1} times, and was asked ${next}\n`);
    process.exitCode = 1;
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** What a request tells of the last call. */
function results(body: string): string {
  const { messages, input } = JSON.parse(body) as Record<string, Part[] | undefined>;
  const last = (messages ?? input ?? []).at(-1);
  return JSON.stringify(last?.content ?? last?.output);
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
