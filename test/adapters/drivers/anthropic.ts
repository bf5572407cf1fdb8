import Anthropic from '@anthropic-ai/sdk';
import { bashTools, trainedBash } from '../../../src/adapters/anthropic/index.ts';
import { approverOf } from '../approver.ts';
import type { Driver } from '../scenario.ts';

/** `trained`: with the one tool that models were trained with. */
export const drive: Driver = async (driving) => {
  const { bash, model, directory, signal, streaming, variant, answer, show } = driving;
  const client = new Anthropic({ baseURL: model.url, apiKey: 'none', maxRetries: 0 });
  const place = { workingDirectory: directory };
  const tools = variant === 'trained' ? trainedBash(bash, place) : bashTools(bash, place);
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'go' }];
  while (true) {
    const request = { model: 'scripted', max_tokens: 100, messages, tools: tools.tools };
    const message = streaming
      ? await client.messages.stream(request, { signal }).finalMessage()
      : await client.messages.create(request, { signal });
    const results = await tools.run(message, { signal, approver: approverOf(answer), onOutput: show });
    if (results.length === 0) return;
    messages.push({ role: 'assistant', content: message.content }, { role: 'user', content: results });
  }
};
