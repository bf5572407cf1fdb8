import OpenAI from 'openai';
import { bashTools } from '../../../src/adapters/openai/index.ts';
import { approverOf } from '../approver.ts';
import type { Driver } from '../scenario.ts';

export const drive: Driver = async ({ bash, model, directory, signal, streaming, answer, show }) => {
  const client = new OpenAI({ baseURL: `${model.url}/v1`, apiKey: 'none', maxRetries: 0 });
  const tools = bashTools(bash, { workingDirectory: directory });
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'go' }];
  while (true) {
    const request = { model: 'scripted', messages, tools: tools.chat };
    const completion = streaming
      ? await client.chat.completions.stream(request, { signal }).finalChatCompletion()
      : await client.chat.completions.create(request, { signal });
    const message = completion.choices[0]?.message;
    if (message?.tool_calls === undefined || message.tool_calls.length === 0) return;
    messages.push(
      message,
      ...(await tools.runChat(message, { signal, approver: approverOf(answer), onOutput: show })),
    );
  }
};
