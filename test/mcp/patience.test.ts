import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { type KnownWaits, knownWaits, patienceFor } from '../../src/adapters/mcp/patience.ts';
import { createServerFactory, type McpOptions } from '../../src/adapters/mcp/server.ts';
import type { Bash } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryMachine } from '../support/handrail.ts';
import { connect, connectStreams, type Era } from '../support/mcp.ts';
import { connectHttp, served } from '../support/mcp-http.ts';
import { temporaryDirectory } from '../support/temporary.ts';

type Way = 'standard input and output' | 'HTTP';

const ways = (['standard input and output', 'HTTP'] as const).flatMap((way) =>
  (['legacy', 'auto'] as const).map((era): readonly [Way, Era] => [way, era]),
);

/** Most are answered within 300 ms; the others are as they are, but for one that waits for 400 ms. */
const waits: KnownWaits = {
  usualMs: 400,
  clients: [
    ...knownWaits.clients,
    { name: 'brief', wait: { kind: 'in_all', ms: 400 }, known: '', source: '' },
  ],
};

async function connected(
  [way, era]: readonly [Way, Era],
  name: string,
  options: Partial<McpOptions> = {},
): Promise<{ readonly bash: Bash; readonly client: Client; readonly go: () => void }> {
  const bash = temporaryBash({ sandbox: 'off' });
  const workingDirectory = temporaryDirectory();
  const client = new Client({ name, version: '1.0.0' }, { versionNegotiation: { mode: era } });
  const all = { version: '1.2.3', workingDirectory, ...options };
  if (way === 'HTTP') await connectHttp((await served(bash, all, waits)).url, { client });
  else await connectStreams(createServerFactory(bash, all, waits), client);
  return { bash, client, go: () => writeFileSync(join(workingDirectory, 'go'), '') };
}

/** Ends when it is let; it could be waited for much longer than it takes. */
const untilGo = {
  name: 'bash',
  arguments: { command: 'until [ -e go ]; do sleep 0.05; done; echo over', timeout_ms: 600_000 },
};

const isOver = { content: [{ type: 'text', text: 'over' }], structuredContent: { status: 'ok' } };

const isJob = { structuredContent: { status: 'moved_to_job', job: { id: expect.any(String) } } };

describe.each(ways)('over %s, in the era %s', (...how) => {
  test('a client that asks for progress, and of which nothing is known, is answered with a job that goes on', async () => {
    const { bash, client, go } = await connected(how, 'test');
    const result = await client.callTool(untilGo, { timeout: 20_000, onprogress: () => {} });
    expect(result).toMatchObject(isJob);
    go();
    const { job } = result.structuredContent as { job: { id: string } };
    const read = await bash.call('bash_output', { job: job.id, wait_for: 'exit' });
    expect(read.structured).toMatchObject({ job: { state: 'ended', exit_code: 0 } });
    expect(read.text).toMatch(/^over\n/);
  });

  test.each(['claude-code', 'opencode'])(
    '%s is waited for as long as it is told of progress',
    async (name) => {
      const { client, go } = await connected(how, name);
      const result = await client.callTool(untilGo, { onprogress: go });
      expect(result).toMatchObject(isOver);
    },
  );

  test('one that waits while it is told of progress is answered as others are where it does not ask for it', async () => {
    const { client } = await connected(how, 'claude-code');
    expect(await client.callTool(untilGo)).toMatchObject(isJob);
  });

  test('one that sets its limit back with each report is not given up by itself, nor by the server', async () => {
    const { client, go } = await connected(how, 'opencode');
    let reports = 0;
    const result = await client.callTool(untilGo, {
      ...{ timeout: 3_000, resetTimeoutOnProgress: true },
      onprogress() {
        reports += 1;
        // One a second: without them the client would have given up by now.
        if (reports === 4) go();
      },
    });
    expect(result).toMatchObject(isOver);
  });

  test.each(['gemini-cli-mcp-client', 'Visual Studio Code'])(
    '%s is waited for without progress',
    async (name) => {
      const { client } = await connected(how, name);
      const result = await client.callTool({ name: 'bash', arguments: { command: 'sleep 1; echo over' } });
      expect(result).toMatchObject(isOver);
    },
  );

  test('one that waits for so long in all is answered before that, whatever it is told', async () => {
    const { client } = await connected(how, 'brief');
    expect(await client.callTool(untilGo, { onprogress: () => {} })).toMatchObject(isJob);
  });

  test('what the server is told goes before what is known of a client', async () => {
    const { client } = await connected(how, 'claude-code', { waitMs: 300 });
    expect(await client.callTool(untilGo, { onprogress: () => {} })).toMatchObject(isJob);
  });
});

describe.each<Era>(['legacy', 'auto'])(
  'a client of the %s era is told how long a call is waited for',
  (era) => {
    const of = async (name: string, words: readonly string[] = []) => {
      const client = new Client({ name, version: '1.0.0' }, { versionNegotiation: { mode: era } });
      await connect(temporaryMachine(), { client, words });
      const { tools } = await client.listTools();
      const [bash = '', output = ''] = tools.map(({ description }) => description);
      return {
        job: /What still runs after (.*) goes on as a job:/.exec(bash)?.[1],
        session: /In a session it is ended( \(.*\))?\./.exec(bash)?.[1],
        output: /A call waits for (.*) at most\./.exec(output)?.[1],
      };
    };
    const keepTo = (limit: string) => ` (keep it to ${limit}: a longer call may be given up)`;

    test.each([
      ['test', [], { job: '45 s (or timeout_ms, if that is less)', session: keepTo('45 s'), output: '45 s' }],
      ['claude-code', [], { job: '45 s (or timeout_ms, at most 10 min)', output: '10 min' }],
      [
        'gemini-cli-mcp-client',
        [],
        {
          ...{ job: '45 s (or timeout_ms, at most 3 min 45 s)', output: '3 min 45 s' },
          session: keepTo('3 min 45 s'),
        },
      ],
      [
        'test',
        ['--wait-ms', '120000'],
        { job: '45 s (or timeout_ms, at most 2 min)', session: keepTo('2 min'), output: '2 min' },
      ],
      [
        'claude-code',
        ['--wait-ms', '20000'],
        { job: '20 s (or timeout_ms, if that is less)', session: keepTo('20 s'), output: '20 s' },
      ],
    ])('as %s with %j', async (name, words, told) => {
      expect(await of(name, words)).toEqual({ session: undefined, ...told });
    });
  },
);

describe('how long a client is let wait', () => {
  test.each([
    [null, 45_000, 45_000],
    ['test', 45_000, 45_000],
    ['claude-code', 45_000, null],
    ['opencode', 45_000, null],
    ['gemini-cli-mcp-client', 225_000, 225_000],
    ['Visual Studio Code', 225_000, 225_000],
    ['Visual Studio Code - Insiders', 225_000, 225_000],
    // These ask for progress and give up all the same, or are not known to wait.
    ['mcp-inspector', 45_000, 45_000],
    ['claude-ai', 45_000, 45_000],
    ['codex-mcp-client', 45_000, 45_000],
    ['cursor-vscode', 45_000, 45_000],
    // A name is what it is, letter for letter.
    ['Claude-Code', 45_000, 45_000],
  ])('%s: %s ms, and with progress %s', (name, without, withProgress) => {
    expect(patienceFor(knownWaits, { name, asksForProgress: false })).toBe(without);
    expect(patienceFor(knownWaits, { name, asksForProgress: true })).toBe(withProgress);
  });

  test('is known from what its makers have written', () => {
    const { clients } = knownWaits;
    expect(new Set(clients.map(({ name }) => name)).size).toBe(clients.length);
    for (const { source } of clients) expect(source).toMatch(/^https:\/\/\S+$/);
  });
});
