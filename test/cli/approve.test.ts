import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { lacksBubblewrap } from '../support/bubblewrap.ts';
import { handrail, type Machine, mainFile, type Printed, temporaryMachine } from '../support/handrail.ts';

/** Runs a command as nobody's child but ours: the tests themselves may be run by an agent. */
const unconfined = { HANDRAIL_SANDBOX: 'off' };

function run(
  machine: Machine,
  command: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Printed> {
  return handrail(machine, ['run', '--', command], { env: { ...unconfined, ...env } });
}

/** What waits, once there is something. */
async function waiting(machine: Machine): Promise<{ readonly id: string; readonly state: string }[]> {
  return await vi.waitFor(
    async () => {
      const open = JSON.parse((await handrail(machine, ['approve', '--json'])).stdout);
      expect(open).not.toEqual([]);
      return open;
    },
    { timeout: 20_000, interval: 50 },
  );
}

const waits = { HANDRAIL_APPROVAL_WAIT_MS: '60000' };

describe('handrail approve', () => {
  test('lists and shows what waits, and answers it from another process; of two answers one holds', async () => {
    const machine = temporaryMachine();
    const call = run(machine, 'touch made', waits);
    expect(await waiting(machine)).toMatchObject([{ id: '1', state: 'waiting' }]);
    const shown = await handrail(machine, ['approve', '1']);
    expect(shown.stdout.replace(/asked \S+/, 'asked …')).toBe(
      [
        'approval 1, asked … (a call waits)',
        '',
        '  touch made',
        '',
        `directory: ${machine.directory}`,
        'confinement: not confined',
        'contract: default',
        '',
        'asked about because',
        `  write-file: it would write to ${machine.directory}/made`,
        '',
        'what it would run',
        '  touch made',
        `    · creates ${machine.directory}/made`,
        `    · ask write-file: it would write to ${machine.directory}/made`,
        '',
      ].join('\n'),
    );
    const answers = await Promise.all(
      ['--yes', '--yes'].map((answer) => handrail(machine, ['approve', '1', answer])),
    );
    expect(answers.toSorted((a, b) => Number(a.status) - Number(b.status))).toEqual([
      { status: 0, stdout: 'approval 1 is answered: the call goes on\n', stderr: '' },
      {
        status: 1,
        stdout: '',
        stderr: 'approval 1 is not answered by this: it was answered before, and that holds\n',
      },
    ]);
    expect((await call).status).toBe(0);
    expect(existsSync(join(machine.directory, 'made'))).toBe(true);
    expect(await handrail(machine, ['approve'])).toMatchObject({ stdout: 'nothing waits for an approval\n' });
  });

  test('tells of a call whose process was killed, and answers it no more', async () => {
    const machine = temporaryMachine();
    const host = { pid: 0 };
    const call = handrail(machine, ['run', '--live', '--', 'touch made'], {
      env: { ...unconfined, ...waits },
      onStart: ({ pid }) => {
        host.pid = pid;
      },
    });
    await waiting(machine);
    process.kill(host.pid, 'SIGKILL');
    await call;
    const { stdout } = await handrail(machine, ['approve']);
    expect(stdout).toContain('whoever asked is gone');
    expect(await handrail(machine, ['approve', '1', '--yes'])).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'approval 1 is not answered by this: the process that had asked is gone; the call has to be made again\n',
    });
    expect((await run(machine, 'touch made')).status).toBe(126);
  });

  test('takes a no with a reason, an edited command, and what is to hold for good', async () => {
    const machine = temporaryMachine();
    const approve = async (...words: string[]) => await handrail(machine, ['approve', ...words]);
    await run(machine, 'touch a');
    await approve('1', '--no', '--because', 'use b');
    expect(await run(machine, 'touch a')).toMatchObject({
      status: 126,
      stdout: '[denied by the user: use b]\n',
    });
    await run(machine, 'touch a');
    await approve('2', '--edit', 'touch b && echo b');
    expect(await run(machine, 'touch a')).toMatchObject({
      status: 0,
      stdout: '[the user had this run in the stead of your command: touch b && echo b]\nb\n',
    });
    await run(machine, 'touch a');
    expect(await approve('3', '--always', '--as', 'bash -c x')).toMatchObject({ status: 2 });
    expect(await approve('3', '--always', '--for', '2h')).toMatchObject({ status: 0 });
    expect((await run(machine, 'touch a')).status).toBe(0);
    const kept = JSON.parse((await handrail(machine, ['grants', '--json'])).stdout);
    expect(kept).toMatchObject([{ id: '1', kind: 'call', words: ['touch', 'a'], conversationId: null }]);
    expect(kept[0].expiresAtMs - kept[0].grantedAtMs).toBe(2 * 3_600_000);
    expect((await handrail(machine, ['grants'])).stdout).toContain(`touch a in ${machine.directory}`);
    expect(await handrail(machine, ['grants', 'revoke', '1'])).toMatchObject({ status: 0 });
    expect(await handrail(machine, ['grants', 'revoke', '1'])).toMatchObject({ status: 2 });
    expect((await run(machine, 'touch a')).status).toBe(126);
  });

  test.each([
    [['--yes'], 'expected the id of what is to be answered, got none'],
    [['1', '--yes', '--no'], 'expected one answer, got --yes and --no'],
    [['1', '--yes', '--for', '1h'], '--for: expected --always with it'],
    [['1', '--yes', '--because', 'x'], '--because: expected --no with it'],
    [['1', '--always', '--for', '1y'], '--for: expected a span such as 90m, 8h, 7d, or ever, got "1y"'],
    [['1', '--yes'], 'expected the id of an approval that waits, got "1"'],
  ])('refuses %j in words', async (words, message) => {
    const { status, stderr } = await handrail(temporaryMachine(), ['approve', ...words]);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
  });
});

describe('a command of an agent', () => {
  const handrailHere = `'${process.execPath}' '${mainFile}'`;

  test('cannot answer, by its rules, by its descent, or by leaving its environment', async () => {
    const machine = temporaryMachine();
    await run(machine, 'touch made');
    const denied = await run(machine, 'handrail approve 1 --yes', {
      HANDRAIL_OPTIONS: '{"approve":"never"}',
    });
    expect(denied).toMatchObject({
      status: 126,
      stdout: expect.stringContaining('it would answer for the user'),
    });
    const forced = async (command: string) =>
      await handrail(machine, ['run', '--yes', '--', command], { env: unconfined });
    for (const command of [
      `${handrailHere} approve 1 --yes`,
      `env -u HANDRAIL_CALL ${handrailHere} approve 1 --yes`,
      `env -i PATH="$PATH" HOME="$HOME" setsid -w ${handrailHere} approve 1 --yes`,
      `${handrailHere} grants revoke 1`,
    ]) {
      expect(await forced(command)).toMatchObject({
        status: 126,
        stdout: expect.stringContaining(
          'is for a person, and this was started by a command that handrail runs',
        ),
      });
    }
    expect(await waiting(machine)).toMatchObject([{ id: '1', state: 'left' }]);
  });

  test.skipIf(lacksBubblewrap)('finds nothing to answer in a sandbox', async () => {
    const machine = temporaryMachine();
    await run(machine, 'touch made');
    const { stdout } = await handrail(machine, [
      'run',
      '--yes',
      '--',
      `ls -A '${machine.stateDir}'; ${handrailHere} approve`,
    ]);
    expect(stdout).not.toContain('touch made');
    expect(stdout).toContain('state/handrail is hidden');
  });

  test.each([
    ['the state', 'touch ~/.local/state/handrail/state.db'],
    ['the settings', 'touch ~/.config/handrail/handrail.json'],
    ['the rules beside them', 'touch ~/.config/handrail/rules.json'],
  ])('cannot write to %s', async (_, command) => {
    const { status, stdout } = await run(temporaryMachine(), command, {
      HANDRAIL_OPTIONS: '{"approve":"never"}',
    });
    expect({ status, stdout }).toEqual({
      status: 126,
      stdout: expect.stringContaining('[denied by the policy: it would change'),
    });
  });

  test.each([{ approvalWaitMs: 1 }, { grants: [] }, { approvals: { yes: true } }, { stateDir: '/tmp' }])(
    'cannot have the settings of a project answer: %j',
    async (project) => {
      const machine = temporaryMachine();
      writeFileSync(join(machine.directory, 'handrail.json'), JSON.stringify(project));
      expect((await run(machine, 'touch made')).status).toBe(2);
    },
  );
});
