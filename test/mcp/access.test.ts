import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { always, confinedBash, levelWith, person } from '../support/access.ts';
import { lacksBubblewrap } from '../support/bubblewrap.ts';
import { temporaryMachine } from '../support/handrail.ts';
import { connect } from '../support/mcp.ts';

describe.skipIf(lacksBubblewrap)('a client whose commands are confined', () => {
  test('is told what to ask for, asks, is told that nobody has answered, and has what was allowed for good', async () => {
    const machine = temporaryMachine();
    const shown = join(machine.home, 'shown');
    mkdirSync(shown);
    const levels = { own: { readOnly: ['~/shown'] } };
    const env = {
      HANDRAIL_SANDBOX: 'own',
      HANDRAIL_SANDBOX_LEVELS: JSON.stringify(levels),
      HANDRAIL_OPTIONS: '{"approve": "never"}',
    };
    const { client } = await connect({ ...machine, env: { ...machine.env, ...env } });
    const { tools } = await client.listTools();
    expect(tools[0]?.description).toContain('give as allow to ask the user for it');
    const run = async (given: object = {}) =>
      (await client.callTool({ name: 'bash', arguments: { command: 'mkdir ~/shown/x', ...given } }))
        .structuredContent;
    const denied = await run();
    const allow = { write: [shown] };
    expect(denied).toMatchObject({ status: 'failed', allow });
    expect(await run({ allow })).toMatchObject({
      status: 'needs_approval',
      findings: [{ id: 'sandbox-access', reason: expect.stringContaining(shown) }],
    });
    expect(existsSync(join(shown, 'x'))).toBe(false);

    const level = levelWith({ name: 'own', readOnly: [shown] });
    const host = { stateDir: machine.stateDir, workspace: machine.directory, levels: [level] };
    const elsewhere = confinedBash({ ...host, approver: person(always()) });
    expect(await elsewhere.run('true', { allow })).toMatchObject({ status: 'ok' });
    expect(await run()).toMatchObject({ status: 'ok', confinement: { level: 'own', granted: allow } });
    expect(existsSync(join(shown, 'x'))).toBe(true);
  });
});
