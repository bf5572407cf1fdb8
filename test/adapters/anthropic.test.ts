import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bashTools, trainedBash } from '../../src/adapters/anthropic/index.ts';
import type { BashOptions } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { isAlive } from '../support/is-alive.ts';
import { createScriptedModel, type Turn } from '../support/scripted-model.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const bash = (input: object): Turn => ({ calls: [{ name: 'bash', input }] });

async function talking(turns: readonly Turn[], given: BashOptions = {}) {
  const model = await createScriptedModel(turns);
  onTestFinished(() => model.close());
  const client = new Anthropic({ baseURL: model.url, apiKey: 'none', maxRetries: 0 });
  const served = temporaryBash({ sandbox: 'off', ...given });
  return { model, client, bash: served, workingDirectory: temporaryDirectory() };
}

type Tools = ReturnType<typeof trainedBash>;

/** An agent loop as one writes it with the SDK. */
async function converse(client: Anthropic, tools: Tools): Promise<readonly Anthropic.ToolResultBlockParam[]> {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'go' }];
  const told: Anthropic.ToolResultBlockParam[] = [];
  while (true) {
    const request = { model: 'scripted', max_tokens: 100, messages, tools: tools.tools };
    const message = await client.messages.create(request);
    const results = await tools.run(message);
    if (results.length === 0) return told;
    told.push(...results);
    messages.push({ role: 'assistant', content: message.content }, { role: 'user', content: results });
  }
}

const texts = (results: readonly Anthropic.ToolResultBlockParam[]) => results.map(({ content }) => content);

describe('the bash that models were trained with', () => {
  test('is one shell, which lasts from call to call until it is restarted', async () => {
    const turns = [
      bash({ command: 'x=kept; cd /' }),
      bash({ command: 'echo "$x $PWD"' }),
      bash({ restart: true }),
      bash({ command: 'echo "${x-gone}"; [ "$PWD" = / ]' }),
    ];
    const { client, bash: served, workingDirectory } = await talking(turns);
    const tools = trainedBash(served, { workingDirectory });
    expect(tools.tools).toEqual([{ type: 'bash_20250124', name: 'bash' }]);
    const told = texts(await converse(client, tools));
    expect(told[1]).toBe('kept /');
    expect(told[2]).toBe('[the shell was restarted]');
    expect(told[3]).toMatch(/^gone\n\[exit status 1/);
  });

  test('a restart ends what ran in the shell, and nothing of another conversation', async () => {
    const turns = [bash({ command: 'sleep 300 & echo $!' }), bash({ restart: true })];
    const { client, bash: served, workingDirectory } = await talking(turns);
    const other = { conversationId: 'other', workingDirectory };
    await served.run({ command: 'y=here', session: 'main' }, other);
    const [pid = ''] = texts(await converse(client, trainedBash(served, { workingDirectory })));
    await expect.poll(() => isAlive(Number.parseInt(String(pid), 10))).toBe(false);
    expect((await served.run({ command: 'echo $y', session: 'main' }, other)).text).toBe('here');
  });

  test('a restart is of the conversation that the call names', async () => {
    const { bash: served, workingDirectory } = await talking([]);
    const tools = trainedBash(served, { workingDirectory });
    const run = async (conversationId: string, input: object) => {
      const content = [{ type: 'tool_use', id: 'a', name: 'bash', input }];
      return texts(await tools.run({ content }, { conversationId }))[0];
    };
    for (const name of ['mine', 'yours']) await run(name, { command: 'x=kept' });
    await run('mine', { restart: true });
    expect(await run('mine', { command: 'echo "${x-gone}"' })).toBe('gone');
    expect(await run('yours', { command: 'echo "${x-gone}"' })).toBe('kept');
  });

  test('under a contract without sessions each command has a shell of its own', async () => {
    const turns = [
      bash({ command: 'x=kept' }),
      bash({ command: 'echo "${x-gone}"' }),
      bash({ restart: true }),
    ];
    const given = { contract: 'plain' };
    const { client, bash: served, workingDirectory } = await talking(turns, given);
    const told = texts(await converse(client, trainedBash(served, { workingDirectory })));
    expect(told[1]).toContain('gone');
    expect(told[2]).toBe('[the shell was restarted]');
  });

  test('says of a call without a command what it expected', async () => {
    const { client, bash: served, workingDirectory } = await talking([bash({})]);
    const [result] = await converse(client, trainedBash(served, { workingDirectory }));
    expect(result).toMatchObject({
      is_error: true,
      content: expect.stringMatching(/^\[invalid input: command: expected/),
    });
  });
});

test('the tool runner of the SDK runs the tools itself', async () => {
  const { client, model, bash: served, workingDirectory } = await talking([bash({ command: 'echo hello' })]);
  const { runnable } = bashTools(served, { workingDirectory });
  const runner = client.beta.messages.toolRunner({
    model: 'scripted',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'go' }],
    tools: runnable,
  });
  await runner.runUntilDone();
  expect(model.told()).toEqual(['hello']);
});

test('the tool runner of the SDK tells the model of what is an error as of one, with all of its text', async () => {
  const turns = [bash({ cmd: 'true' })];
  const { client, bash: served, workingDirectory } = await talking(turns);
  const runner = client.beta.messages.toolRunner({
    model: 'scripted',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'go' }],
    tools: bashTools(served, { workingDirectory }).runnable,
  });
  await runner.runUntilDone();
  const contents = runner.params.messages.map(({ content }) => content);
  expect(contents[2]).toEqual([
    expect.objectContaining({
      is_error: true,
      content: expect.stringMatching(/^\[invalid input: command: expected/),
    }),
  ]);
});

test('a command ends when the tool runner gives up', async () => {
  const { bash: served, workingDirectory } = await talking([]);
  const [tool] = bashTools(served, { workingDirectory }).runnable;
  const stop = new AbortController();
  const input = { command: 'sleep 300' };
  const toolUse = { type: 'tool_use', id: 'a', name: 'bash', input } as const;
  const told = tool?.run(input, { toolUse, toolUseBlock: toolUse, signal: stop.signal });
  await expect.poll(() => served.running()).toHaveLength(1);
  stop.abort();
  await expect(told).rejects.toMatchObject({ content: expect.stringContaining('cancelled') });
});

test('calls of other tools are left to those whose they are', async () => {
  const { bash: served } = await talking([]);
  const content = [{ type: 'tool_use', id: 'a', name: 'weather', input: {} }, { type: 'text' }];
  expect(await bashTools(served).run({ content })).toEqual([]);
});

test.each([bashTools, trainedBash])(
  'of tools that are alone, a call of another is told to be of none: %o',
  async (tools) => {
    const { bash: served } = await talking([]);
    const content = [{ type: 'tool_use', id: 'a', name: 'weather', input: {} }];
    const [told] = await tools(served, { alone: true }).run({ content });
    const said = expect.stringMatching(/^\[not run: there is no tool "weather"; there is bash[ ,_\w]*\]$/);
    expect(told).toEqual({ type: 'tool_result', tool_use_id: 'a', content: said, is_error: true });
  },
);

test.each([undefined, null, 3])(
  'of tools that are alone, a call that names none is told so: %o',
  async (name) => {
    const { bash: served } = await talking([]);
    const content = [{ type: 'tool_use', id: 'a', name, input: {} }] as never;
    const told = await trainedBash(served, { alone: true }).run({ content });
    const said = '[not run: the call names no tool; there is bash]';
    expect(told).toEqual([{ type: 'tool_result', tool_use_id: 'a', content: said, is_error: true }]);
  },
);
