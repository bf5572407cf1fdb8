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

  test.each([
    ['no token', { port: 0 }, 'token: expected what requests are let in by, got none'],
    [
      'an empty token',
      { port: 0, token: '' },
      'token: expected a string that is not empty, got an empty string',
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
