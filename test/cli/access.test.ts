import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lacksBubblewrap } from '../support/bubblewrap.ts';
import { handrail, temporaryMachine } from '../support/handrail.ts';

/** A machine with a directory that sandboxes show and do not let be changed. */
function machineWithShown(project: object | null = null) {
  const machine = temporaryMachine();
  const shown = join(machine.home, 'shown');
  mkdirSync(shown);
  if (project !== null) writeFileSync(join(machine.directory, 'handrail.json'), JSON.stringify(project));
  const env = {
    HANDRAIL_SANDBOX: 'own',
    HANDRAIL_SANDBOX_LEVELS: '{"own": {"readOnly": ["~/shown"]}}',
    HANDRAIL_OPTIONS: '{"approve": "never"}',
  };
  return { machine, shown, env };
}

describe.skipIf(lacksBubblewrap)('handrail call with more than a sandbox has', () => {
  test('is handed back, and done with --yes, for that once', async () => {
    const { machine, shown, env } = machineWithShown();
    const call = async (input: object, ...flags: readonly string[]) =>
      JSON.parse(
        (await handrail(machine, ['call', ...flags, 'bash', JSON.stringify(input)], { env })).stdout,
      );
    const command = 'touch ~/shown/new';
    const { allow } = await call({ command });
    expect(allow).toEqual({ write: [shown] });
    expect(await call({ command, allow })).toMatchObject({ status: 'needs_approval' });
    expect(readdirSync(shown)).toEqual([]);
    expect(await call({ command, allow }, '--yes')).toMatchObject({ status: 'ok' });
    expect(readdirSync(shown)).toEqual(['new']);
    expect(await call({ command: 'touch ~/shown/other' })).toMatchObject({ status: 'failed', allow });
    const { stdout } = await handrail(machine, ['audit', '--json', '--limit', '2']);
    const records = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records).toMatchObject([
      { closed: { outcome: { confinement: { granted: [] }, grantable: [{ path: shown }] } } },
      { opened: { input: { allow } }, closed: { outcome: { confinement: { granted: [{ path: shown }] } } } },
    ]);
  });

  test('is told to who runs a command, and taken from there', async () => {
    const { machine, shown, env } = machineWithShown();
    const run = (...flags: readonly string[]) =>
      handrail(machine, ['run', ...flags, '--', 'touch ~/shown/new'], { env });
    const asks = `--allow '{"write":["${shown}"]}'`;
    expect((await run('--live')).stderr).toContain(`[handrail: the sandbox denied what ${asks} asks for]`);
    const allow = JSON.stringify({ write: [shown] });
    expect(await run('--allow', allow)).toMatchObject({ status: 126 });
    expect(readdirSync(shown)).toEqual([]);
    expect(await run('--yes', '--allow', allow)).toMatchObject({ status: 0 });
    expect(readdirSync(shown)).toEqual(['new']);
  });

  test('is told to be denied also where nobody could be asked for it', async () => {
    const { machine, env } = machineWithShown();
    const run = await handrail(machine, ['run', '--live', '--yes', '--', 'touch /usr/new'], { env });
    expect(run.stderr).toContain(
      '[handrail: the sandbox denied this: /usr/new cannot be written to, /tmp can]\n',
    );
  });

  test('is refused in words when it is no JSON, and by a contract that has none', async () => {
    const { machine } = machineWithShown();
    const said = async (...words: readonly string[]) =>
      await handrail(machine, ['run', ...words, '--', 'echo ran']);
    expect(await said('--allow', 'all')).toMatchObject({
      status: 2,
      stderr: 'handrail: --allow: expected JSON, got "all"\n',
    });
    expect(await said('--contract', 'plain', '--allow', '{}')).toMatchObject({
      status: 2,
      stderr: 'handrail: --allow: expected a contract that has it, as default does, got plain\n',
    });
  });

  test('is done for a person whose project holds more back', async () => {
    const { machine, shown, env } = machineWithShown({ sandbox: 'read-only' });
    const input = JSON.stringify({ command: 'touch ~/shown/new', allow: { write: [shown] } });
    const { stdout } = await handrail(machine, ['call', '--yes', 'bash', input], { env });
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'ok',
      confinement: { level: 'own+read-only', granted: { write: [shown] } },
    });
  });

  test.each([
    ['a level', { sandboxLevels: { own: { writable: ['~/shown'] } } }],
    ['a key of its own', { grants: [{ kind: 'path', path: '~/shown', access: 'writable' }] }],
    ['the directory of the state', { stateDir: './state' }],
  ])('cannot be had from a project by %s', async (_what, project) => {
    const { machine, shown, env } = machineWithShown(project);
    await handrail(machine, ['call', 'bash', '{"command": "touch ~/shown/new"}'], { env });
    expect(readdirSync(shown)).toEqual([]);
  });
});
