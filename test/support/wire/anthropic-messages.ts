import type { Body, Reply, WireFormat } from '../scripted-model.ts';
import { listIn, textIn } from './read.ts';

/** The Messages API of Anthropic. */
export const anthropicMessages: WireFormat = {
  path: '/v1/messages',
  offered: (body) =>
    listIn(body, 'tools').map((tool) => ({ name: textIn(tool, 'name'), schema: tool.input_schema ?? null })),
  told: (body) =>
    listIn(body, 'messages')
      .flatMap((message) => listIn(message, 'content'))
      .filter(({ type }) => type === 'tool_result')
      .map((block) => (typeof block.content === 'string' ? block.content : blocksText(block))),
  answer: messageOf,
  events(reply) {
    const message = messageOf(reply);
    const blocks = blocksOf(reply);
    return [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      ...blocks.flatMap((block, index) => [
        { type: 'content_block_start', index, content_block: emptied(block) },
        { type: 'content_block_delta', index, delta: deltaOf(block) },
        { type: 'content_block_stop', index },
      ]),
      {
        type: 'message_delta',
        delta: { stop_reason: message.stop_reason, stop_sequence: null },
        usage: { output_tokens: 1 },
      },
      { type: 'message_stop' },
    ].map((data) => ({ event: data.type, data }));
  },
};

function messageOf(reply: Reply) {
  return {
    id: `msg_${reply.number}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: blocksOf(reply),
    stop_reason: reply.kind === 'text' ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

function blocksOf(reply: Reply): readonly Body[] {
  if (reply.kind === 'text') return [{ type: 'text', text: reply.text }];
  return reply.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }));
}

function emptied(block: Body): Body {
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} };
}

function deltaOf(block: Body): Body {
  return block.type === 'text'
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
}

function blocksText(block: Body): string {
  return listIn(block, 'content')
    .map((part) => textIn(part, 'text'))
    .join('');
}
