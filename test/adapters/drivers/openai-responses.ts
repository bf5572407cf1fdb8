import OpenAI from 'openai';
import { bashTools, shellTool } from '../../../src/adapters/openai/index.ts';
import { approverOf } from '../approver.ts';
import type { Driver } from '../scenario.ts';

/** With the functions, and the `shell` tool beside them. */
export const drive: Driver = async ({ bash, model, directory, signal, streaming, answer, show }) => {
  const client = new OpenAI({ baseURL: `${model.url}/v1`, apiKey: 'none', maxRetries: 0 });
  const tools = bashTools(bash, { workingDirectory: directory });
  const shell = shellTool(bash, { workingDirectory: directory, jobs: true });
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: 'go' }];
  const call = { signal, approver: approverOf(answer), onOutput: show };
  while (true) {
    const request = { model: 'scripted', input, tools: [...tools.responses, ...shell.responses] };
    const { output } = streaming
      ? await client.responses.stream(request, { signal }).finalResponse()
      : await client.responses.create(request, { signal });
    const items = [...(await tools.runResponses(output, call)), ...(await shell.runResponses(output, call))];
    if (items.length === 0) return;
    input.push(...(output as OpenAI.Responses.ResponseInputItem[]), ...items);
  }
};
