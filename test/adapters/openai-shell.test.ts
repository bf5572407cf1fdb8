import { statSync } from 'node:fs';
import type OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { bashTools, shellTool } from '../../src/adapters/openai/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

type Action = OpenAI.Responses.ResponseFunctionShellToolCall.Action;

/** What comes of one call of the shell tool. */
async function outputOf(commands: string[], more: Partial<Action> = {}) {
  const bash = temporaryBash({ sandbox: 'off' });
  const shell = shellTool(bash, { workingDirectory: temporaryDirectory() });
  const action = { commands, timeout_ms: null, max_output_length: null, ...more };
  const call = { type: 'shell_call', call_id: 'one', action };
  const [item] = await shell.runResponses([{ type: 'reasoning' }, call]);
  return item;
}

const exit = (exit_code: number) => ({ type: 'exit', exit_code });

describe('the shell tool', () => {
  test('runs each command in a shell of its own, one after the other, whatever becomes of them', async () => {
    const item = await outputOf([
      'x=1; echo a > file; echo b >&2',
      'cat file; echo "${x-gone}"; exit 3',
      'kill -9 $$',
    ]);
    expect(item).toMatchObject({ type: 'shell_call_output', call_id: 'one' });
    expect(item?.output.map(({ outcome }) => outcome)).toEqual([exit(0), exit(3), exit(137)]);
    expect(item?.output.map(({ stdout }) => stdout.split('\n[')[0])).toEqual([
      'b',
      'a\ngone',
      expect.stringMatching(/^\[ended by SIGKILL/),
    ]);
  });

  test('tells of what was not run on standard error, with the status of what may not be run', async () => {
    const item = await outputOf(['git push --force']);
    expect(item?.output).toEqual([
      { stdout: '', stderr: expect.stringMatching(/^\[denied by the policy: /), outcome: exit(126) },
    ]);
  });

  test('ends a command at its time limit, and what one leaves running: the model has no tools for jobs', async () => {
    const timedOut = await outputOf(['echo a; sleep 300'], { timeout_ms: 1_000 });
    expect(timedOut?.output).toEqual([
      { stdout: 'a\n[timed out after 1 s and was ended]', stderr: '', outcome: { type: 'timeout' } },
    ]);
    const left = await outputOf(['sleep 300 & echo b']);
    expect(left?.output[0]?.stdout).toMatch(
      /^b\n\[ended what the command had left running: \d+ sleep 300\]$/,
    );
  });

  test('keeps output to the length that was asked for, and says so', async () => {
    const item = await outputOf(['seq 1000'], { max_output_length: 100 });
    expect(item?.max_output_length).toBe(100);
    expect(item?.output[0]?.stdout).toMatch(
      /^1\n2\n.*\n\[… the middle of 3,892 characters is left out …\]\n.*\n1000$/s,
    );
    expect(item?.output[0]?.stdout).toHaveLength(100);
    const least = await outputOf(['seq 1000'], { max_output_length: 10 });
    expect(least?.output[0]?.stdout).toHaveLength(10);
  });

  test('of output of which a part is in a file alone, says how long that is, and names the file', async () => {
    const shown = async (max_output_length: number) => {
      const item = await outputOf(['seq 100000'], { max_output_length });
      return item?.output[0]?.stdout;
    };
    const [, file] =
      /^1\n2\n.*\n\[… the middle of 575.1 KiB is left out; the whole output is in (\S.*) …\]\n.*\n100000$/s.exec(
        (await shown(1_000)) ?? '',
      ) ?? [];
    expect(statSync(file ?? '').size).toBe(588_895);
    expect(await shown(100)).toMatch(/^1\n2\n.*\n\[… the middle of 575.1 KiB is left out …\]\n.*\n100000$/s);
  });

  test.each<[string, Partial<Action>, string]>([
    [
      'no time',
      { timeout_ms: 0 },
      'timeout_ms: expected a whole number of milliseconds above 0, or null, got 0 (number)',
    ],
    [
      'half a millisecond',
      { timeout_ms: 1.5 },
      'timeout_ms: expected a whole number of milliseconds above 0, or null, got 1.5 (number)',
    ],
    [
      'less than no output',
      { max_output_length: -1 },
      'max_output_length: expected a whole number of characters, or null, got -1 (number)',
    ],
    [
      'a length in words',
      { max_output_length: 'long' as unknown as number },
      'max_output_length: expected a whole number of characters, or null, got "long" (string)',
    ],
  ])('runs nothing where the model gives it %s, and tells it what is wrong', async (_, more, problem) => {
    const item = await outputOf(['echo a', 'echo b'], more);
    const told = { stdout: '', stderr: `[invalid input: ${problem}]`, outcome: exit(126) };
    expect(item).toEqual({ type: 'shell_call_output', call_id: 'one', output: [told, told] });
  });

  test.each<[unknown, string]>([
    [undefined, 'nothing'],
    [null, 'nothing'],
    [{}, 'nothing'],
    [{ commands: 'echo a' }, '"echo a" (string)'],
  ])('tells a model what is wrong with the action %j', async (action, got) => {
    const shell = shellTool(temporaryBash({ sandbox: 'off' }), { workingDirectory: temporaryDirectory() });
    const items = await shell.runResponses([
      itemOf(null),
      itemOf({ type: 'shell_call', call_id: 'a', action }),
    ]);
    const stderr = `[invalid input: commands: expected an array of commands, got ${got}]`;
    const output = [{ stdout: '', stderr, outcome: exit(126) }];
    expect(items).toEqual([{ type: 'shell_call_output', call_id: 'a', output }]);
  });
});

describe('calls of functions', () => {
  const tools = () =>
    bashTools(temporaryBash({ sandbox: 'off' }), { workingDirectory: temporaryDirectory() });
  const message = (tool_calls: unknown) =>
    ({ tool_calls }) as Parameters<ReturnType<typeof tools>['runChat']>[0];

  test('what is no call of a function is left out, and the others are run', async () => {
    const call = { type: 'function', id: 'a', function: { name: 'bash', arguments: '{"command":"echo a"}' } };
    const odd = [null, 5, 'bash', { type: 'function', id: 'b' }, { type: 'function', function: null }];
    expect(await tools().runChat(message([...odd, call]))).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'a' },
    ]);
    const item = { type: 'function_call', call_id: 'a', name: 'bash', arguments: '{"command":"echo a"}' };
    expect(await tools().runResponses([itemOf(null), itemOf('bash'), item])).toEqual([
      { type: 'function_call_output', call_id: 'a', output: 'a' },
    ]);
  });

  test('what is no list of calls is no message', async () => {
    const problem = 'runChat: expected the message of a model, got object';
    await expect(tools().runChat(message('bash'))).rejects.toThrow(problem);
  });
});

/** An item as a server may send it that has not all from the API. */
function itemOf(item: unknown): { readonly type: string } {
  return item as { readonly type: string };
}

test('arguments that are no JSON are told of by the contract, and calls of other tools are left out', async () => {
  const tools = bashTools(temporaryBash({ sandbox: 'off' }));
  const call = (name: string) => ({
    id: name,
    type: 'function' as const,
    function: { name, arguments: '{"command": "ls' },
  });
  expect(await tools.runChat({ tool_calls: [call('bash'), call('weather')] })).toEqual([
    { role: 'tool', tool_call_id: 'bash', content: expect.stringMatching(/^\[invalid input: expected/) },
  ]);
});

test('of tools that are alone, a call of another is told to be of none, and the others are run', async () => {
  const tools = bashTools(temporaryBash({ sandbox: 'off' }), { alone: true });
  const content =
    '[not run: there is no tool "weather"; there is bash, bash_output, bash_input, bash_stop, bash_jobs]';
  const of = (name: string) => ({ name, arguments: '{"command": "echo one"}' });
  const calls = ['weather', 'bash'].map((name) => ({
    id: name,
    type: 'function' as const,
    function: of(name),
  }));
  expect(await tools.runChat({ tool_calls: calls })).toEqual([
    { role: 'tool', tool_call_id: 'weather', content },
    { role: 'tool', tool_call_id: 'bash', content: 'one' },
  ]);
  expect(
    await tools.runResponses([itemOf({ type: 'function_call', call_id: 'w', ...of('weather') })]),
  ).toEqual([{ type: 'function_call_output', call_id: 'w', output: content }]);
});

test('a call without arguments, which some servers have as an empty text, is one of no keys', async () => {
  const tools = bashTools(temporaryBash({ sandbox: 'off' }));
  const call = (name: string) => ({ type: 'function_call', call_id: name, name, arguments: '' });
  expect(await tools.runResponses([call('bash_jobs'), call('bash')])).toEqual([
    { type: 'function_call_output', call_id: 'bash_jobs', output: '[there are no jobs]' },
    {
      type: 'function_call_output',
      call_id: 'bash',
      output: '[invalid input: command: expected a string that is not empty, got nothing]',
    },
  ]);
});
