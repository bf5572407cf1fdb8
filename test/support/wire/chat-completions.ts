import type { Body, Reply, WireFormat } from '../scripted-model.ts';
import { bodyIn, listIn, textIn } from './read.ts';

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const common = ({ number }: Reply) => ({ id: `chatcmpl-${number}`, created: 1, model: 'scripted' });

/** Chat completions, as of OpenAI and of many who speak like it. */
export const chatCompletions: WireFormat = {
  path: '/v1/chat/completions',
  offered: (body) =>
    listIn(body, 'tools').map(({ function: tool }) => ({
      name: textIn(tool, 'name'),
      schema: bodyIn(tool).parameters ?? null,
    })),
  told: (body) =>
    listIn(body, 'messages')
      .filter(({ role }) => role === 'tool')
      .map((message) => contentText(message.content)),
  answer: (reply) => ({
    ...common(reply),
    object: 'chat.completion',
    choices: [
      { index: 0, message: { role: 'assistant', ...messageOf(reply) }, finish_reason: finishOf(reply) },
    ],
    usage,
  }),
  events: (reply) => [
    chunk(reply, { role: 'assistant', ...deltaOf(reply) }, null),
    chunk(reply, {}, finishOf(reply)),
    { event: null, data: '[DONE]' },
  ],
};

function chunk(reply: Reply, delta: Body, finish_reason: string | null) {
  const choices = [{ index: 0, delta, finish_reason }];
  return {
    event: null,
    data: { ...common(reply), object: 'chat.completion.chunk', choices, ...(finish_reason && { usage }) },
  };
}

function messageOf(reply: Reply): Body {
  if (reply.kind === 'text') return { content: reply.text };
  const tool_calls = reply.calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  return { content: null, tool_calls };
}

function deltaOf(reply: Reply): Body {
  const message = messageOf(reply);
  return { ...message, tool_calls: listIn(message, 'tool_calls').map((call, index) => ({ index, ...call })) };
}

function finishOf(reply: Reply): string {
  return reply.kind === 'text' ? 'stop' : 'tool_calls';
}

/** A text, or parts of one. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listIn({ content }, 'content')
    .map((part) => textIn(part, 'text'))
    .join('');
}
