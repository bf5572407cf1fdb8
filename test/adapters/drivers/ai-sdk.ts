import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, type ModelMessage, stepCountIs, streamText } from 'ai';
import { askPerson, bashTools } from '../../../src/adapters/ai-sdk/index.ts';
import { personOf } from '../approver.ts';
import type { Driver, Driving } from '../scenario.ts';

/** `edited`: the history that comes back with the answer has another command. */
export const drive: Driver = async (driving) => {
  const { bash, model, directory, signal, streaming, answer, variant } = driving;
  const provider = createOpenAICompatible({ name: 'scripted', baseURL: `${model.url}/v1`, apiKey: 'none' });
  const messages: ModelMessage[] = [{ role: 'user', content: 'go' }];
  const settings = {
    model: provider('scripted'),
    tools: bashTools(bash, { workingDirectory: directory }),
    stopWhen: stepCountIs(10),
    abortSignal: signal,
    maxRetries: 0,
  };
  while (true) {
    const { content, answered } = streaming
      ? await streamed({ ...settings, messages }, driving)
      : await generated({ ...settings, messages });
    messages.push(...answered);
    const answers = await askPerson(content, personOf(answer));
    if (answers.length === 0) return;
    if (variant === 'edited') editCalls(messages);
    messages.push(...answers);
  }
};

/** Puts another command where the one is that a person was asked about. */
function editCalls(messages: readonly ModelMessage[]): void {
  for (const { role, content } of messages) {
    if (role !== 'assistant' || typeof content === 'string') continue;
    for (const part of content)
      if (part.type === 'tool-call') part.input = { command: 'touch careful-edited' };
  }
}

type Settings = Parameters<typeof generateText>[0] & Parameters<typeof streamText>[0];

async function generated(settings: Settings) {
  const result = await generateText(settings);
  return { content: result.content, answered: messagesOf(result, result.response) };
}

async function streamed(settings: Settings, { show }: Driving) {
  const result = streamText({ ...settings, onError: () => {} });
  for await (const part of result.fullStream) {
    if (part.type === 'tool-result' && part.preliminary) show((part.output as { text: string }).text);
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new Error('the stream was aborted');
  }
  return { content: await result.content, answered: await messagesOf(result, await result.response) };
}

/** All that was said in a call: in `ai` 7 the response is that of its last step. */
function messagesOf<Messages>(
  result: object & { readonly responseMessages?: Messages },
  response: { readonly messages: Messages },
): Messages {
  return result.responseMessages ?? response.messages;
}
