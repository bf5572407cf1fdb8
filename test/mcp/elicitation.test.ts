import { join } from 'node:path';
import type { ElicitResult } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { type KnownWaits, knownWaits } from '../../src/adapters/mcp/patience.ts';
import { accepts, askedClient } from '../support/asked-client.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryMachine } from '../support/handrail.ts';
import { connect, type Era } from '../support/mcp.ts';
import { connectHttp, served } from '../support/mcp-http.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const eras: readonly Era[] = ['legacy', 'auto'];

/** A server that asks about every command, and a client at which somebody answers. */
async function serving(
  era: Era,
  answer: Parameters<typeof askedClient>[1],
  {
    approve = 'always',
    waits = null,
    name = 'test',
    ...options
  }: Partial<Parameters<typeof served>[1]> & {
    readonly approve?: string;
    readonly waits?: KnownWaits | null;
    readonly name?: string;
  } = {},
) {
  const directory = temporaryDirectory();
  const stateDir = join(temporaryDirectory(), 'state');
  const bash = temporaryBash({ sandbox: 'off', options: { approve }, stateDir });
  const { url } = await served(bash, { workingDirectory: directory, ...options }, waits);
  const { client, asked } = askedClient(era, answer, name);
  await connectHttp(url, { client });
  const run = async (command: string, more: Parameters<typeof client.callTool>[1] = {}) =>
    await client.callTool({ name: 'bash', arguments: { command } }, more);
  return { bash, url, client, asked, run, directory };
}

/** A server that asks when the rules say so. */
const byRules = { approve: 'rules' };

function says(status: string, text: unknown) {
  return expect.objectContaining({
    isError: status !== 'ok',
    content: [{ type: 'text', text }],
    structuredContent: expect.objectContaining({ status }),
  });
}

describe.each(eras)('the person at a client of the %s era', (era) => {
  test('sees the whole command, hidden characters and all, and what it would do', async () => {
    const { run, asked, directory } = await serving(era, () => accepts('once'));
    const command = `echo 'a\u202eb'${' '.repeat(100)}; touch made`;
    expect(await run(command)).toMatchObject({ isError: false });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.message).toContain("echo 'a<U+202E>b'⟨100 blanks⟩; touch made");
    expect(asked[0]?.message).toContain(`directory: ${directory}`);
    expect(asked[0]?.choices).toEqual(expect.arrayContaining(['once', 'conversation', 'no']));
  });

  test('says yes for once, and is asked about the next one', async () => {
    const { run, asked } = await serving(era, () => accepts());
    expect(await run('echo here')).toEqual(says('ok', 'here'));
    expect(await run('echo here')).toEqual(says('ok', 'here'));
    expect(asked).toHaveLength(2);
  });

  test('says yes for the conversation, in which the same command is not asked about again', async () => {
    const { run, asked, url, client } = await serving(era, () => accepts('conversation'));
    expect(await run('echo here')).toEqual(says('ok', 'here'));
    expect(await run('echo here')).toEqual(says('ok', 'here'));
    expect(await run('echo there')).toEqual(says('ok', 'there'));
    expect(asked).toHaveLength(2);
    await client.close();
    const other = askedClient(era, () => accepts('no'));
    await connectHttp(url, { client: other.client, headers: { 'handrail-conversation': 'another' } });
    await other.client.callTool({ name: 'bash', arguments: { command: 'echo here' } });
    expect(other.asked).toHaveLength(1);
  });

  test.each<readonly [string, ElicitResult, string, string]>([
    ['no, with a reason', accepts('no', ' use make '), 'denied', 'use make'],
    ['no, without one', accepts('no'), 'denied', 'the user has declined'],
    ['no, by the button', { action: 'decline' }, 'denied', 'the user has declined'],
    ['yes and why not', accepts('once', 'not this one'), 'denied', 'not this one'],
    ['what is no answer', accepts('certainly'), 'denied', 'no answer'],
    ['nothing', { action: 'cancel' }, 'needs_approval', 'handrail approve'],
  ])('says %s, and nothing runs', async (_what, answer, status, text) => {
    const { run, asked, bash } = await serving(era, () => answer);
    expect(await run('touch made')).toEqual(says(status, expect.stringContaining(text)));
    expect(asked).toHaveLength(1);
    expect(await bash.running()).toEqual([]);
  });

  test('says always, for the narrow rule that is shown', async () => {
    const { run, asked, bash, directory } = await serving(era, () => accepts('always'), byRules);
    expect(await run('touch made')).toMatchObject({ isError: false });
    expect(asked[0]?.message).toContain(`"Always" would allow\n  touch made in ${directory}`);
    expect(asked[0]?.defaults).toEqual({ rule: 'touch made' });
    expect(await run('touch made')).toMatchObject({ isError: false });
    expect(asked).toHaveLength(1);
    expect(await run('touch other')).toMatchObject({ isError: false });
    expect(asked).toHaveLength(2);
    expect(await bash.running()).toEqual([]);
  });

  test('says always, for another rule as narrow: that is kept, and this call runs for once', async () => {
    const answers = [accepts('always', undefined, { rule: 'touch other' }), accepts('no')];
    const { run, asked } = await serving(era, ({ message }) => answer(message), byRules);
    const answer = (message: string) =>
      (message.includes('touch made') ? answers.shift() : null) ?? accepts('no');
    expect(await run('touch made')).toMatchObject({ isError: false });
    expect(await run('touch other')).toMatchObject({ isError: false });
    expect(asked).toHaveLength(1);
    expect(await run('touch made')).toMatchObject({ isError: true });
    expect(asked).toHaveLength(2);
  });

  test('says always of several calls: each has a field, can be changed, and is left out if it is emptied', async () => {
    const answers = [accepts('always', undefined, { rule: 'touch made', rule_2: '', rule_3: 'touch d' })];
    const { run, asked, directory } = await serving(era, () => answers.shift() ?? accepts('no'), byRules);
    expect(await run('touch made; touch b; touch c')).toMatchObject({ isError: false });
    expect(asked[0]?.message).toContain(
      ['made', 'b', 'c'].map((name) => `  touch ${name} in ${directory}`).join('\n'),
    );
    expect(asked[0]?.defaults).toEqual({ rule: 'touch made', rule_2: 'touch b', rule_3: 'touch c' });
    expect(await run('touch d; touch made')).toMatchObject({ isError: false });
    expect(asked).toHaveLength(1);
    expect(await run('touch made; touch b')).toMatchObject({ isError: true });
    expect(asked[1]?.defaults).toEqual({ rule: 'touch b' });
  });

  test.each([
    ['rule', 'bash made.sh', 'always'],
    ['rule', 'touch *', 'always'],
    ['rule', 'touch \u202ex', 'always'],
    ['command', 'echo \u202e', 'once'],
  ])('cannot say %s %j', async (field, value, answer) => {
    const { run, asked } = await serving(era, () => accepts(answer, undefined, { [field]: value }), byRules);
    expect(await run('touch made')).toEqual(
      says('denied', expect.stringContaining('what came back from asking is no answer: expected')),
    );
    expect(asked).toHaveLength(1);
  });

  test('has another command run, which is judged, and of which the model is told', async () => {
    const instead = accepts('once', undefined, { command: 'echo instead' });
    const { run, asked } = await serving(era, () => instead, byRules);
    expect(await run('touch made')).toEqual(
      says('ok', '[the user had this run in the stead of your command: echo instead]\ninstead'),
    );
    expect(asked).toHaveLength(1);
  });

  test('is not asked where the client has no forms: the call is handed back, for the user to approve', async () => {
    const { url, bash } = await serving(era, () => accepts());
    const { client } = await connectHttp(url, { era, headers: { 'handrail-conversation': 'another' } });
    const call = async () => await client.callTool({ name: 'bash', arguments: { command: 'echo here' } });
    expect(await call()).toEqual(says('needs_approval', expect.any(String)));
    const [open] = await bash.approvals.open();
    expect(await bash.approvals.answer(open?.id ?? '', { kind: 'approved' })).toMatchObject({
      kind: 'taken',
    });
    expect(await call()).toEqual(says('ok', 'here'));
    expect(await call()).toEqual(says('needs_approval', expect.any(String)));
  });

  test('is not asked where that is not wanted', async () => {
    const { run, asked } = await serving(era, () => accepts(), { elicitation: false });
    expect(await run('echo here')).toEqual(says('needs_approval', expect.any(String)));
    expect(asked).toEqual([]);
  });

  test('answers over standard input and output as well', async () => {
    const machine = temporaryMachine();
    const { client, asked } = askedClient(era, () => accepts('once'));
    await connect(machine, { client, words: ['--options', '{"approve":"always"}', '--sandbox', 'off'] });
    const result = await client.callTool({ name: 'bash', arguments: { command: 'echo here' } });
    expect(result).toEqual(says('ok', 'here'));
    expect(asked).toHaveLength(1);
  });
});

describe('the person at a client that waits for an answer', () => {
  const waits = { ...knownWaits, usualMs: 700 };

  test('may think for longer than most clients wait, if progress keeps this one waiting', async () => {
    let answer = (_: ElicitResult): void => {};
    const thinking = new Promise<ElicitResult>((resolve) => {
      answer = resolve;
    });
    const { run } = await serving('legacy', async () => await thinking, { waits, name: 'claude-code' });
    const result = await run('echo here', {
      onprogress: ({ message }) => {
        if (message?.startsWith('waiting to start')) answer(accepts());
      },
    });
    expect(result).toEqual(says('ok', 'here'));
  });

  test.each([
    ['it does not ask for progress', {}],
    ['it asks for progress, which is no sign that it waits', { onprogress: () => {} }],
  ])('is asked no more when the client will not wait any longer: %s', async (_, more) => {
    const { run, asked } = await serving('legacy', () => new Promise(() => {}), { waits });
    expect(await run('echo here', more)).toEqual(says('needs_approval', expect.any(String)));
    expect(asked).toHaveLength(1);
  });

  test('is not the only one: the first answer holds', async () => {
    const { run, bash } = await serving('legacy', () => new Promise(() => {}));
    const result = run('echo here');
    await expect.poll(() => bash.approvals.open()).toHaveLength(1);
    const [open] = await bash.approvals.open();
    await bash.approvals.answer(open?.id ?? '', { kind: 'approved' });
    expect(await result).toEqual(says('ok', 'here'));
  });

  test('has said nothing if the client fails', async () => {
    const { run } = await serving('legacy', () => {
      throw new Error('no window to show it in');
    });
    expect(await run('echo here')).toEqual(says('needs_approval', expect.any(String)));
  });
});

test('an agent that serves itself from within a command is not asked whether it approves', async () => {
  const machine = temporaryMachine();
  const { client, asked } = askedClient('legacy', () => accepts('once'));
  const within = { ...machine, env: { ...machine.env, HANDRAIL_CALL: 'of a command' } };
  await connect(within, { client, words: ['--options', '{"approve":"always"}', '--sandbox', 'off'] });
  const result = await client.callTool({ name: 'bash', arguments: { command: 'echo here' } });
  expect(result).toEqual(says('needs_approval', expect.any(String)));
  expect(asked).toEqual([]);
});
