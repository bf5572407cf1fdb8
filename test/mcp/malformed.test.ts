import { describe, expect, test } from 'vitest';
import { handrail, temporaryMachine } from '../support/handrail.ts';

/** What the server answers to lines on its standard input, and what it says on standard error. */
async function serve(lines: readonly (string | Buffer)[]) {
  const stdin = Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]));
  const { stdout, stderr, status } = await handrail(temporaryMachine(), ['mcp'], { stdin });
  const answers = stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return { answers, stderr, status };
}

const ping = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' });
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
});

const refused = (code: number, message: unknown, id: unknown = null) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

const told = (line: string) =>
  `handrail: expected a message of JSON-RPC as each line of standard input, got ${line}; it is an MCP client that starts this and writes them (more of these are answered, and not told here)\n`;

describe('a line that is no message', () => {
  test('is answered as JSON-RPC wants it, and told on standard error once', async () => {
    const { answers, stderr, status } = await serve(['not json', initialize, '{"id":', ping]);
    const noJson = expect.stringMatching(/^expected JSON, got text that is none \(.+\)$/);
    const isRefusal = (answer: object) => 'error' in answer;
    expect(answers.filter(isRefusal)).toEqual([refused(-32_700, noJson), refused(-32_700, noJson)]);
    expect(answers.filter((answer) => !isRefusal(answer))).toMatchObject([
      { id: 1, result: { serverInfo: { name: 'handrail' } } },
      { id: 7, result: {} },
    ]);
    expect({ stderr, status }).toEqual({ stderr: told('"not json" (string)'), status: 0 });
  });

  test.each([
    ['JSON of another kind', '7', null],
    ['a call without a version', '{"id":3,"method":"tools/list"}', 3],
    ['a call whose id is none', '{"jsonrpc":"2.0","id":{},"method":"tools/list"}', null],
    ['an answer that is none, which has the id of a call of ours', '{"jsonrpc":"2.0","id":3}', null],
  ])('is told to be none where it is %s', async (_what, line, id) => {
    const { answers, stderr } = await serve([line]);
    expect(answers).toEqual([
      refused(-32_600, `expected a message of JSON-RPC 2.0, got ${JSON.stringify(line)} (string)`, id),
    ]);
    expect(stderr).toBe(told(`${JSON.stringify(line)} (string)`));
  });

  test('is told to be none where its text is no UTF-8: another command would stand for it', async () => {
    const line = '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"rm b\xe4r"}}';
    const { answers } = await serve([Buffer.from(line, 'latin1'), ping]);
    expect(answers).toMatchObject([
      refused(-32_700, 'expected JSON, got bytes that are no UTF-8', 5),
      { id: 7, result: {} },
    ]);
  });

  test('is shown cut where it is long', async () => {
    const { stderr } = await serve(['x'.repeat(5_000)]);
    expect(stderr).toBe(told(`"${'x'.repeat(59)}… (string)`));
  });

  test('is nothing to speak of where it is blank', async () => {
    expect(await serve(['', '  ', '\r', `${ping}\r`])).toMatchObject({ answers: [{ id: 7 }], stderr: '' });
  });
});
