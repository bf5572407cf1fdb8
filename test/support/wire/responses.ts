import type { Body, Reply, WireFormat } from '../scripted-model.ts';
import { listIn, textIn } from './read.ts';

/** The Responses API of OpenAI, with the `shell` tool, which is called as `shell`. */
export const responses: WireFormat = {
  path: '/v1/responses',
  offered: (body) =>
    listIn(body, 'tools').map((tool) => ({
      name: textIn(tool, tool.name === undefined ? 'type' : 'name'),
      schema: tool.parameters ?? null,
    })),
  told: (body) =>
    listIn(body, 'input')
      .filter(({ type }) => type === 'function_call_output' || type === 'shell_call_output')
      .map((item) => textIn(item, 'output')),
  answer: responseOf,
  events(reply) {
    const response = responseOf(reply);
    const events = [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      ...response.output.flatMap((item, output_index) => [
        { type: 'response.output_item.added', output_index, item },
        { type: 'response.output_item.done', output_index, item },
      ]),
      { type: 'response.completed', response },
    ];
    return events.map((data, sequence_number) => ({ event: data.type, data: { ...data, sequence_number } }));
  },
};

function responseOf(reply: Reply) {
  return {
    id: `resp_${reply.number}`,
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: 'scripted',
    output: itemsOf(reply),
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    usage: {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  };
}

function itemsOf(reply: Reply): readonly Body[] {
  if (reply.kind === 'text') {
    const content = [{ type: 'output_text', text: reply.text, annotations: [] }];
    return [{ type: 'message', id: `msg_${reply.number}`, role: 'assistant', status: 'completed', content }];
  }
  return reply.calls.map(({ id, name, input }) =>
    name === 'shell'
      ? { type: 'shell_call', id: `sh_${id}`, call_id: id, status: 'completed', action: input }
      : {
          type: 'function_call',
          id: `fc_${id}`,
          call_id: id,
          name,
          arguments: JSON.stringify(input),
          status: 'completed',
        },
  );
}
