import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { processesAreKnown } from '../../src/backends/local/processes/process-table.ts';
import { resolveSettings } from '../../src/settings/resolve.ts';
import { temporaryBash } from '../support/bash.ts';
import { lacksBubblewrap } from '../support/bubblewrap.ts';
import { handrail, type Machine, mainFile, type Printed, temporaryMachine } from '../support/handrail.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { thrownBy } from '../support/thrown.ts';

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
    { timeout: 60_000, interval: 50 },
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
        'what --always would keep, for 30 days unless --for is given',
        `  touch made in ${machine.directory}`,
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

  test('takes a no with a reason, and what is to hold for good, which can be taken back', async () => {
    const machine = temporaryMachine();
    const approve = async (...words: string[]) => await handrail(machine, ['approve', ...words]);
    await run(machine, 'touch a');
    expect((await approve('1', '--no', '--because', 'use b')).stdout).toBe(
      'approval 1 is answered: the agent is told when it makes the same call within an hour\n',
    );
    expect(await run(machine, 'touch a')).toMatchObject({
      status: 126,
      stdout: '[denied by the user: use b]\n',
    });
    await run(machine, 'touch a');
    expect((await approve('2', '--always', '--for', '2h')).stdout).toBe(
      'approval 2 is answered: it is kept, as `handrail grants` lists\n',
    );
    expect((await run(machine, 'touch a')).status).toBe(0);
    const kept = JSON.parse((await handrail(machine, ['grants', '--json'])).stdout);
    expect(kept).toMatchObject([{ id: '1', kind: 'call', words: ['touch', 'a'], conversationId: null }]);
    expect(kept[0].expiresAtMs - kept[0].grantedAtMs).toBe(2 * 3_600_000);
    expect((await handrail(machine, ['grants'])).stdout).toContain(`touch a in ${machine.directory}`);
    expect(await handrail(machine, ['grants', 'revoke', '1'])).toMatchObject({ status: 0 });
    expect((await run(machine, 'touch a')).status).toBe(126);
  });

  test('keeps for good what is named of several calls, each by an --as of its own', async () => {
    const machine = temporaryMachine();
    const approve = async (...words: string[]) => await handrail(machine, ['approve', ...words]);
    const command = 'touch a; touch b; touch c';
    await run(machine, command);
    expect((await approve('1')).stdout).toContain(
      [
        'what --always would keep, for 30 days unless --for is given',
        ...['a', 'b', 'c'].map((name) => `  touch ${name} in ${machine.directory}`),
        '--as, once for each in this order, changes it, or leaves it out if empty',
      ].join('\n'),
    );
    expect(await approve('1', '--always', '--as', 'touch a')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'handrail: --as: expected it 3 times, once for each line that is shown with the approval, got it once; an empty one leaves its line out\n',
    });
    expect(await approve('1', '--always', '--as', 'touch a', '--as', 'touch *', '--as', '')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('for line 2, got "touch *"'),
    });
    expect(await approve('1', '--always', '--as', 'touch a', '--as', 'touch d', '--as', '')).toEqual({
      status: 0,
      stdout:
        'approval 1 is answered: it holds for the same call, made again within an hour; not all of it is kept, so that it is then asked about again\n',
      stderr: '',
    });
    const kept = JSON.parse((await handrail(machine, ['grants', '--json'])).stdout);
    expect(kept).toMatchObject([{ words: ['touch', 'a'] }, { words: ['touch', 'd'] }]);
    expect((await run(machine, 'touch a; touch d')).status).toBe(0);
    expect((await run(machine, command)).status).toBe(0);
    expect((await run(machine, command)).status).toBe(126);
  });

  test('what was kept as it was shown and is taken back is asked about at once', async () => {
    const machine = temporaryMachine();
    await run(machine, 'touch a');
    await handrail(machine, ['approve', '1', '--always', '--as', 'touch a']);
    await handrail(machine, ['grants', 'revoke', '1']);
    expect((await run(machine, 'touch a')).status).toBe(126);
  });

  test('a yes that is given with a call is later than a no that was given before it, and takes its place', async () => {
    const machine = temporaryMachine();
    const yes = async () => await handrail(machine, ['run', '--yes', '--', 'touch a'], { env: unconfined });
    await run(machine, 'touch a');
    await handrail(machine, ['approve', '1', '--no']);
    expect(await yes()).toMatchObject({ status: 0 });
    expect(await run(machine, 'touch a')).toMatchObject({
      status: 126,
      stdout: expect.stringContaining("it needs the user's approval"),
    });
  });

  test('lists a command with long blanks by their number, so that nothing is pushed out of sight', async () => {
    const machine = temporaryMachine();
    await run(machine, `touch a;${' '.repeat(90)}touch b`);
    const { stdout } = await handrail(machine, ['approve']);
    expect(stdout.split('\n')[1]).toMatch(/ touch a;⟨90 blanks⟩touch b$/);
  });

  test('lists of a long command the beginning, also in a pipe: one that is looked at is shown whole', async () => {
    const machine = temporaryMachine();
    const command = `touch made; ${': 文書; '.repeat(2_000)}: end`;
    await run(machine, command);
    const { stdout } = await handrail(machine, ['approve']);
    expect(stdout.split('\n')[1]).toMatch(/touch made; : 文書; .*…$/);
    expect(stdout.length).toBeLessThan(1_500);
    expect((await handrail(machine, ['approve', '1'])).stdout).toContain(`\n  ${command}\n`);
  });

  test.each([['approve'], ['grants'], ['approve', '1', '--yes'], ['grants', 'revoke', '1']])(
    'says that there is no state directory, and none can be made, of which nothing could be told: %s %s',
    async (...words) => {
      const machine = temporaryMachine();
      const HANDRAIL_STATE_DIR = '/proc/not made/state';
      const { status, stdout, stderr } = await handrail(machine, words, { env: { HANDRAIL_STATE_DIR } });
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(
        /^handrail: expected a state directory that can be written, got \/proc\/not made\/state \(/,
      );
    },
  );

  test('refuses in words what is no answer', async () => {
    const machine = temporaryMachine();
    const said = async (...words: string[]) => {
      const { status, stderr } = await handrail(machine, ['approve', ...words]);
      return { status, stderr };
    };
    for (const flags of [['--yes'], ['--edit', '-'], ['--always', '--for', 'ever']])
      expect(await said(...flags)).toEqual({
        status: 2,
        stderr: `handrail: expected the id of what is to be answered beside ${flags[0]}, got none; handrail approve lists what waits, with the ids\n`,
      });
    expect(await said('1', '--yes')).toEqual({
      status: 2,
      stderr: 'handrail: expected the id of an approval that waits, got "1"; handrail approve lists them\n',
    });
  });
});

describe('a command of an agent', () => {
  const handrailHere = `'${process.execPath}' '${mainFile}'`;

  test('cannot answer, by its descent or by leaving its environment', async () => {
    const machine = temporaryMachine();
    await run(machine, 'touch made');
    const forced = async (command: string) =>
      await handrail(machine, ['run', '--yes', '--', command], { env: unconfined });
    const commands = [
      `env -u HANDRAIL_CALL ${handrailHere} approve 1 --yes`,
      `env -i PATH="$PATH" HOME="$HOME" setsid -w ${handrailHere} approve 1 --yes`,
      `${handrailHere} approve 1 --yes; ${handrailHere} grants revoke 1`,
    ];
    for (const { status, stdout } of await Promise.all(commands.map(forced))) {
      expect(status).toBe(126);
      expect(stdout).toContain('is for a person, and this was started by a command that handrail runs');
      expect(stdout).not.toContain('is answered');
    }
    expect(await waiting(machine)).toMatchObject([{ id: '1', state: 'left' }]);
  });

  test.skipIf(!processesAreKnown)('cannot answer when it has left all that it was started with', async () => {
    const machine = temporaryMachine();
    await run(machine, 'touch made');
    const answering = `${handrailHere} approve 1 --yes < /dev/null > answer 2>&1; echo "status $?" >> answer`;
    const left = `(env -i PATH="$PATH" HOME="$HOME" setsid bash -c '${answering.replaceAll("'", '"')}' > /dev/null 2>&1 &)`;
    const command = `${left}; until grep -s status answer; do sleep 0.05; done; cat answer`;
    const { stdout } = await handrail(machine, ['run', '--yes', '--', command], { env: unconfined });
    expect(stdout).toContain('is for a person, and this was started by a command that handrail runs');
    expect(stdout).not.toContain('is answered');
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
    expect(stdout).toContain('state/handrail" is hidden');
  });

  test.each([
    ['the state', 'touch ~/.local/state/handrail/state.db'],
    ['the settings', 'touch ~/.config/handrail/handrail.json'],
    ['the rules beside them', 'touch ~/.config/handrail/rules.json'],
    ['what was answered', 'handrail approve 1 --yes'],
    ['what was granted', 'npx handrail grants revoke 1'],
    ['what watches over it', 'handrail hook install claude'],
  ])('is not let change %s', async (_, command) => {
    const bash = temporaryBash({
      contract: 'default',
      options: { approve: 'never' },
      env: { HOME: '/home/u', PATH: '/usr/bin' },
    });
    expect((await bash.run({ command })).outcome).toMatchObject({ kind: 'denied', by: 'policy' });
  });

  test('is not let change rules that hold, wherever their file is, and may read it', async () => {
    const machine = temporaryMachine();
    const named = join(machine.directory, 'mine.json');
    const project = join(machine.directory, 'ours.json');
    for (const file of [named, project]) writeFileSync(file, '{ "rules": [] }');
    writeFileSync(join(machine.directory, 'handrail.json'), '{ "rules": ["ours.json"] }');
    symlinkSync(named, join(machine.directory, 'link'));
    const verdict = async (command: string) =>
      (await handrail(machine, ['check', '--rules', 'mine.json', command])).stdout;
    for (const command of ['echo > mine.json', 'echo > link', 'rm mine.json'])
      expect(await verdict(command)).toContain('deny change-handrail');
    for (const command of ['echo > ours.json', 'rm ours.json', 'mv x ours.json'])
      expect(await verdict(command)).toMatch(/^ask /);
    expect(await verdict('cat mine.json ours.json')).toBe('allow\n');
    const words = ['run', '--yes', '--rules', 'mine.json', '--', 'echo > mine.json'];
    expect(await handrail(machine, words, { env: unconfined })).toMatchObject({ status: 126 });
  });

  test.each([{ approvalWaitMs: 1 }, { grants: [] }, { approvals: { yes: true } }, { stateDir: '/tmp' }])(
    'cannot have the settings of a project answer: %j',
    (project) => {
      const directory = temporaryDirectory();
      writeFileSync(join(directory, 'handrail.json'), JSON.stringify(project));
      const resolve = () => resolveSettings({ directory, env: { HOME: temporaryDirectory() }, flags: {} });
      expect(thrownBy(resolve)).toMatchObject({ code: 'invalid-settings' });
    },
  );
});
