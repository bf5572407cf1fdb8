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
