import { describe, expect, test } from 'vitest';
import * as aiSdk from '../../src/adapters/ai-sdk/index.ts';
import * as anthropic from '../../src/adapters/anthropic/index.ts';
import * as langchain from '../../src/adapters/langchain/index.ts';
import { createMcpServer, serveMcpOnHttp } from '../../src/adapters/mcp/index.ts';
import * as openai from '../../src/adapters/openai/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { rejectionOf, thrownBy } from '../support/thrown.ts';

describe('what is misspelled, or is no such thing, is told by', () => {
  const unknown =
    /^tools for an agent: expected only the options workingDirectory, conversationId.*, got "workingDir" — did you mean "workingDirectory"\?$/;

  test.each([
    ['the AI SDK', aiSdk.bashTools],
    ['LangChain', langchain.bashTools],
    ['OpenAI', openai.bashTools],
    ['OpenAI, its shell', openai.shellTool],
    ['Anthropic', anthropic.bashTools],
    ['Anthropic, the trained tool', anthropic.trainedBash],
  ])('the tools for %s', (_name, make) => {
    const given = { workingDir: '/tmp' } as object;
    expect(thrownBy(() => make(temporaryBash({}), given))).toMatchObject({
      code: 'misuse',
      message: expect.stringMatching(unknown),
    });
  });

  test.each([{}, { bash: {} }, null])('tools of what is no bash: %o', (given) => {
    expect(thrownBy(() => aiSdk.bashTools(given as never))).toEqual({
      code: 'misuse',
      message: `tools for an agent: expected a bash, as createBash makes it, got ${given === null ? 'null' : 'object'}`,
    });
  });

  test('a library with a flow for approvals', () => {
    const given = { approval: 'framwork' } as object;
    expect(thrownBy(() => aiSdk.bashTools(temporaryBash({}), given)).message).toBe(
      'tools for an agent: approval: expected "framework" or "bash", got "framwork" (string)',
    );
  });

  test('one without: nobody would be asked there', () => {
    const given = { approval: 'framework' } as object;
    expect(thrownBy(() => openai.bashTools(temporaryBash({}), given)).message).toMatch(/, got "approval"$/);
  });

  test.each<[string, (call: object) => Promise<unknown>]>([
    ['runResponses', (call) => openai.bashTools(temporaryBash({})).runResponses([], call)],
    ['runResponses', (call) => openai.shellTool(temporaryBash({})).runResponses([], call)],
    ['runChat', (call) => openai.bashTools(temporaryBash({})).runChat({}, call)],
    ['run', (call) => anthropic.bashTools(temporaryBash({})).run({ content: [] }, call)],
  ])('what is given with the calls of a model: %s', async (name, run) => {
    expect(await rejectionOf(run({ sginal: null }))).toEqual({
      code: 'misuse',
      message: `${name}: expected only the options signal, conversationId, onOutput, approver, got "sginal" — did you mean "signal"?`,
    });
    expect((await rejectionOf(run({ approver: () => {} }))).message).toBe(
      `${name}: approver: expected an approver, an object with the function ask, got function`,
    );
  });

  test.each<[() => Promise<unknown>, string]>([
    [
      () => openai.bashTools(temporaryBash({})).runResponses({} as never),
      'runResponses: expected the items of a response, its output, got object',
    ],
    [
      () => openai.shellTool(temporaryBash({})).runResponses(undefined as never),
      'runResponses: expected the items of a response, its output, got undefined',
    ],
    [
      () => openai.bashTools(temporaryBash({})).runChat(null as never),
      'runChat: expected the message of a model, got null',
    ],
    [
      () => anthropic.trainedBash(temporaryBash({})).run([] as never),
      'run: expected the message of a model, with its content, got an array',
    ],
  ])('what is no answer of a model: %#', async (run, message) => {
    expect(await rejectionOf(run())).toEqual({ code: 'misuse', message });
  });

  const served = { workingDirectory: '/tmp', version: '1' };

  test.each([
    [
      'a misspelled one',
      { elicitaton: false },
      /^an MCP server: expected only the options .*, got "elicitaton" — did you mean "elicitation"\?$/,
    ],
    [
      'a flag in words',
      { elicitation: 'no' },
      'an MCP server: elicitation: expected true or false, got string',
    ],
    [
      'no version',
      { version: undefined },
      'an MCP server: version: expected a string that is not empty, got none',
    ],
    [
      'a directory left out',
      { workingDirectory: undefined },
      'an MCP server: workingDirectory: expected an absolute path, got none',
    ],
    [
      'a directory that is not absolute',
      { workingDirectory: 'a' },
      'workingDirectory: expected an absolute path, got "a" (string)',
    ],
    [
      'no time at all',
      { waitMs: 0 },
      'waitMs: expected a whole number of milliseconds above 0, got 0 (number)',
    ],
  ])('an MCP server: %s', (_name, given, message) => {
    expect(
      thrownBy(() => createMcpServer(temporaryBash({}), { ...served, ...given } as never)).message,
    ).toMatch(message);
  });

  test('an MCP server of what is no bash', () => {
    expect(thrownBy(() => createMcpServer({} as never, served)).message).toBe(
      'an MCP server: expected a bash, as createBash makes it, got object',
    );
  });

  test.each([
    ['a port left out', { token: 't' }, 'port: expected a port, or 0 for any that is free, got none'],
    [
      'a misspelled limit',
      { port: 0, token: 't', limits: { session: 3 } },
      'limits: expected only the options messageBytes, sessions, idleMs, rate, connections, got "session" — did you mean "sessions"?',
    ],
    [
      'a limit in words',
      { port: 0, token: 't', limits: { sessions: 'many' } },
      'limits: sessions: expected a whole number above 0, got "many" (string)',
    ],
    [
      'half a rate',
      { port: 0, token: 't', limits: { rate: { perSecond: 3 } } },
      'limits: rate: expected { perSecond, burst }, numbers above 0, got {"perSecond":3} (object)',
    ],
    ['no limits', { port: 0, token: 't', limits: null }, 'limits: expected an object of options, got null'],
    [
      'no token',
      { port: 0 },
      'token: expected what requests are let in by, a string that is not empty, got none',
    ],
    [
      'an empty token',
      { port: 0, token: '' },
      'token: expected what requests are let in by, a string that is not empty, got an empty string',
    ],
    [
      'no port',
      { port: 70_000, token: 't' },
      'port: expected a port, or 0 for any that is free, got 70000 (number)',
    ],
    [
      'one host',
      { port: 0, token: 't', allowedHosts: 'a.test' },
      'allowedHosts: expected an array, each of it the name of a host',
    ],
    [
      'a URL for a host',
      { port: 0, token: 't', allowedHosts: ['http://a.test'] },
      'allowedHosts: expected an array, each of it the name of a host',
    ],
    [
      'a host with a port',
      { port: 0, token: 't', allowedHosts: ['a.test:80'] },
      'allowedHosts: expected an array, each of it the name of a host',
    ],
  ])('an MCP server on HTTP: %s', async (_name, given, message) => {
    const error = await rejectionOf(serveMcpOnHttp(temporaryBash({}), { ...served, ...given } as never));
    expect(error.message).toContain(`an MCP server on HTTP: ${message}`);
  });
});
