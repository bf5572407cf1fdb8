import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import Libsql from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { approve } from '../../src/cli/approve.ts';
import { audit, verifyAudit } from '../../src/cli/audit.ts';
import type { AuditFlags } from '../../src/cli/audit-flags.ts';
import { grants } from '../../src/cli/grants.ts';
import { input, output, stop, wait } from '../../src/cli/jobs.ts';
import { rules } from '../../src/cli/rules.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import type { BashResult } from '../../src/contracts/default/result.ts';
import type { Grant } from '../../src/model/grant.ts';
import { createLazyState } from '../../src/state/lazy-state.ts';
import { callOf, exitedWith } from '../state/audit.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { rejectionOf, thrownBy } from '../support/thrown.ts';

/** A terminal that nobody sits at, with a state directory of its own; `printed` and `warned` are what came since they were last asked. */
function terminalIn(directory = temporaryDirectory()) {
  const stdout = new PassThrough().setEncoding('utf8');
  const stateDir = join(directory, 'state');
  const env = { PATH: process.env.PATH ?? '', HOME: directory, HANDRAIL_STATE_DIR: stateDir };
  const stderr = new PassThrough().setEncoding('utf8');
  const rest = { version: '0', stderr, stdin: new PassThrough() };
  const interrupted = new AbortController().signal;
  // What is neither a terminal nor asked about its columns needs no more than this.
  const terminal = { env, cwd: directory, stdout, interrupted, ...rest } as unknown as Terminal;
  const readOf = (stream: PassThrough) => () => String(stream.read() ?? '');
  return { terminal, directory, stateDir, printed: readOf(stdout), warned: readOf(stderr) };
}

function stateIn(stateDir: string) {
  const state = createLazyState(stateDir);
  onTestFinished(() => state.shut());
  return state;
}

test('lists on a screen of 80 columns have room for commands, and for what was granted', async () => {
  const { terminal, stateDir, printed } = terminalIn();
  Object.assign(terminal.stdout, { isTTY: true, columns: 80 });
  const state = stateIn(stateDir);
  const bash = temporaryBash({ stateDir, sandbox: 'off', options: { approve: 'rules' } });
  await bash.run({ command: 'touch a-file-of-a-name' }, { workingDirectory: terminal.cwd });
  audit(terminal, undefined, {});
  expect(printed()).toMatch(/^ID +TIME +STATUS +COMMAND\n.* touch a-file-of-a-n…\n$/);
  await approve(terminal, undefined, {});
  expect(printed()).toMatch(/^ID +STATE +DIRECTORY +COMMAND\n.* touch a-file-of-a-name\n$/);
  const words = ['touch', 'a-file-of-a-name'];
  const rest = { contract: 'default', conversationId: null, grantedAtMs: 1, expiresAtMs: null } as const;
  await state.grants.add([{ kind: 'call', words, cwd: '/p', ...rest }]);
  await grants(terminal, {});
  expect(printed()).toMatch(/ touch a-file-of-a-name in \/p\n$/);
});

describe('handrail audit', () => {
  const flags: AuditFlags = { limit: '20', json: true };

  /** Calls, the first the longest ago; their ids. */
  async function recorded(stateDir: string, commands: readonly string[]): Promise<readonly string[]> {
    const { recorder, audit: takeIn } = stateIn(stateDir);
    const ids: string[] = [];
    for (const command of commands) {
      const id = await recorder.open(callOf(command));
      await recorder.close(id, exitedWith(0, command));
      ids.push(id);
    }
    takeIn();
    return ids;
  }

  test('takes the beginning of an id where one call has it alone', async () => {
    const { terminal, stateDir, printed } = terminalIn();
    // More than there are digits: two of them begin alike.
    const ids = await recorded(
      stateDir,
      Array.from({ length: 17 }, (_, at) => `echo ${at}`),
    );
    const alike = (id: string) => ids.filter((other) => other.startsWith(id.charAt(0))).length;
    const one = ids.find((id) => alike(id) > 1) ?? '';
    expect(audit(terminal, one, {})).toBe(0);
    expect(JSON.parse(printed())).toMatchObject({ id: one, closed: { command: `echo ${ids.indexOf(one)}` } });
    expect(audit(terminal, one.slice(0, -1), {})).toBe(0);
    expect(JSON.parse(printed())).toMatchObject({ id: one });
    expect(thrownBy(() => audit(terminal, one.charAt(0), {})).message).toBe(
      `expected the id of one call, ${JSON.stringify(one.charAt(0))} begins ${alike(one)} of them`,
    );
  });

  test('prints one call as a line of JSON where that is asked for, and refuses what is for lists', async () => {
    const { terminal, stateDir, printed } = terminalIn();
    const [id = ''] = await recorded(stateDir, ['one']);
    audit(terminal, undefined, { json: true });
    const line = printed();
    audit(terminal, id, { json: true });
    expect(printed()).toBe(line);
    for (const flags of [{ limit: '1' }, { since: '1h' }, { status: 'ok' }, { grep: 'one', json: true }])
      expect(thrownBy(() => audit(terminal, id, flags)).message).toBe(
        `--${Object.keys(flags)[0]}: it is for the list of calls, and an id is given; leave out one of the two`,
      );
  });

  test('takes a time, or how long ago', async () => {
    const { terminal, stateDir, printed } = terminalIn();
    await recorded(stateDir, ['one']);
    const direct = new Libsql(join(stateDir, 'state.db'));
    onTestFinished(() => void direct.close());
    direct.exec('DROP TRIGGER audit_keeps_text');
    const finds = (since: string, at: number): boolean => {
      direct.prepare('UPDATE audit SET at = ?').run(at);
      audit(terminal, undefined, { ...flags, since });
      return printed() !== '';
    };
    const spans = { '90s': 90, '2m': 120, '3h': 3 * 3_600, '7d': 7 * 86_400 };
    // A minute, to be beyond how long a test may take.
    for (const [since, seconds] of Object.entries(spans)) {
      const then = Date.now() - seconds * 1_000;
      expect([since, finds(since, then + 60_000), finds(since, then - 60_000)]).toEqual([since, true, false]);
    }
    const day = Date.parse('2026-01-31');
    expect([finds('2026-01-31', day), finds('2026-01-31', day - 1)]).toEqual([true, false]);
    for (const [since, at] of Object.entries(times)) {
      const then = new Date(at).getTime();
      expect([since, finds(since, then), finds(since, then - 1)]).toEqual([since, true, false]);
    }
  });

  const times = {
    '2026-01': '2026-01-01T00:00:00Z',
    '2026-01-31 12:30': '2026-01-31T12:30:00Z',
    '2026-01-31T12:30:05.5+02:00': '2026-01-31T10:30:05.500Z',
  };

  test.each(['5', '+1', 'Jan 3', 'last week 2', '2026-02-31', '1/2/2026'])(
    'takes %j for no time: nobody knows which one that would be',
    (since) => {
      expect(thrownBy(() => audit(terminalIn().terminal, undefined, { ...flags, since })).message).toBe(
        `--since: expected a time of UTC or a span such as 2026-01-31, 90m, 2h, 7d, got ${JSON.stringify(since)}`,
      );
    },
  );

  test('says where there are more than it lists', async () => {
    const { terminal, stateDir, printed, warned } = terminalIn();
    await recorded(stateDir, ['one', 'two', 'three']);
    for (const json of [false, true]) {
      audit(terminal, undefined, { limit: '2', json });
      expect([printed().includes('two'), warned()]).toEqual([
        true,
        'handrail: these are the newest 2; there are older ones, for which --limit is to be raised\n',
      ]);
    }
    audit(terminal, undefined, { limit: '3' });
    expect([printed().includes('one'), warned()]).toEqual([true, '']);
  });

  test('tells of a row that was changed, by its number and the exit status', async () => {
    const { terminal, stateDir, printed } = terminalIn();
    await recorded(stateDir, ['one', 'two']);
    expect([verifyAudit(terminal), printed()]).toEqual([0, 'intact: 4 rows\n']);
    const direct = new Libsql(join(stateDir, 'state.db'));
    onTestFinished(() => void direct.close());
    direct.exec("DROP TRIGGER audit_keeps_text; UPDATE audit SET body = '{}' WHERE seq = 3");
    const words = 'broken at row 3: its content is not what was written\n';
    expect([verifyAudit(terminal), printed()]).toEqual([1, words]);
  });

  test('says what to do where the log cannot be read', async () => {
    const { terminal, stateDir } = terminalIn();
    await recorded(stateDir, ['one']);
    const direct = new Libsql(join(stateDir, 'state.db'));
    onTestFinished(() => void direct.close());
    direct.exec("DROP TRIGGER audit_keeps_text; UPDATE audit SET body = '{'");
    const { code, message } = thrownBy(() => audit(terminal, undefined, flags));
    expect(code).toBe('state-unavailable');
    expect(message).toMatch(/^the audit log in .* cannot be read \(.*JSON.*\); keep a copy of it/);
  });
});

describe('handrail grants', () => {
  test('lists what holds, for how long and for whom', async () => {
    const { terminal, stateDir, printed } = terminalIn();
    expect([await grants(terminal, {}), printed()]).toEqual([0, 'nothing has been granted\n']);
    const later = Date.parse('2099-01-31');
    const terms = { contract: 'default', conversationId: null, grantedAtMs: 1_000, expiresAtMs: null };
    const kept: readonly Grant[] = [
      { kind: 'call', words: ['git', 'push'], cwd: '/ws', ...terms },
      { kind: 'call', words: ['git', 'fetch'], cwd: '/ws', ...terms, expiresAtMs: 2_000 },
      { kind: 'access', access: { kind: 'host', host: 'a.example' }, workspace: '/ws', ...terms },
      { kind: 'command', command: 'a\nb', cwd: '/ws', key: 'k', ...terms, conversationId: 'talk' },
    ];
    await stateIn(stateDir).grants.add(
      kept.map((grant, at) => (at === 2 ? { ...grant, expiresAtMs: later } : grant)),
    );
    await grants(terminal, {});
    const rows = printed()
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(rows).toEqual([
      ['ID', 'KIND', 'CONTRACT', 'UNTIL', 'CONVERSATIONS', 'WHAT'],
      ['1', 'call', 'default', 'taken back', 'all', 'git push in /ws'],
      ['2', 'call', 'default', 'over', 'all', 'git fetch in /ws'],
      ['3', 'access', 'default', '2099-01-31T00:00:00.000Z', 'all', expect.stringContaining('a.example')],
      ['4', 'command', 'default', 'taken back', 'talk', 'a⏎b in /ws'],
    ]);
  });
});

describe('handrail rules --test', () => {
  test('counts the examples, and a rule that is wrong about one is refused by name', () => {
    const { terminal, directory, printed } = terminalIn();
    const rule = { id: 'no-push', deny: 'git push', because: 'not here' };
    const tried = (examples: object) => {
      writeFileSync(join(directory, 'rules.json'), JSON.stringify({ rules: [{ ...rule, ...examples }] }));
      return rules(terminal, ['rules.json'], { test: true });
    };
    expect(tried({ match: ['git push', 'git push -n'], notMatch: ['git fetch'] })).toBe(0);
    expect(printed()).toBe('3 examples, 0 wrong\n');
    expect(rules(terminal, ['rules.json'], { test: true, json: true })).toBe(0);
    expect(JSON.parse(printed())).toEqual({ examples: 3, wrong: [] });
    for (const examples of [{ match: ['git fetch'] }, { notMatch: ['git push -n'] }]) {
      const { code, message } = thrownBy(() => tried(examples));
      expect(code).toBe('invalid-settings');
      expect(message).toMatch(/git (fetch|push -n)/);
    }
    expect(printed()).toBe('');
  });
});

describe('handrail wait and what else is asked of a job', () => {
  test('exits with 1 when what was waited for did not come about, and with 0 when it did', async () => {
    const { terminal, directory, stateDir, printed } = terminalIn();
    const bash = temporaryBash<unknown, BashResult>({ contract: 'default', stateDir, sandbox: 'off' });
    const until = (name: string) => `until [ -e ${name} ]; do sleep 0.02; done`;
    const command = `seq 30; ${until('go')}; echo after; ${until('end')}`;
    const given = { command, run_in_background: true };
    const { result } = await bash.run(given, { workingDirectory: directory });
    const job = result.job?.id ?? '';
    expect(await wait(terminal, job, { pattern: 'never', timeoutMs: '1' })).toBe(1);
    await bash.call('bash_output', { job }, { workingDirectory: directory });
    expect(await wait(terminal, job, { pattern: '^29$' })).toBe(0);
    writeFileSync(join(directory, 'go'), '');
    expect(await wait(terminal, job, { pattern: '^after$' })).toBe(0);
    writeFileSync(join(directory, 'end'), '');
    expect(await wait(terminal, job, {})).toBe(0);
    printed();
    expect(await output(terminal, job, { fromLine: '2', lines: '2' })).toBe(0);
    expect(printed()).toContain('2\n3');
    expect(await output(terminal, job, { search: '^1\\d$', fromLine: '15', lines: '3' })).toBe(0);
    expect(printed()).toMatch(/15.*\n.*16.*\n.*17/);
    expect(await output(terminal, job, { search: '^2$', fromLine: '3' })).toBe(0);
    expect(printed()).toMatch(/^\[no /);
    expect(await output(terminal, 'no-such-job', {})).toBe(2);
  });

  test('exits with 1 when a job did not take all that was to be typed, and with 0 when it did', async () => {
    const { terminal, directory, stateDir, printed } = terminalIn();
    const bash = temporaryBash<unknown, BashResult>({ contract: 'default', stateDir, sandbox: 'off' });
    const given = { command: 'sleep 600', run_in_background: true };
    const { result } = await bash.run(given, { workingDirectory: directory });
    const job = result.job?.id ?? '';
    expect(await input(terminal, job, 'typed', {})).toBe(0);
    expect(await input(terminal, job, 'x'.repeat(65_536), {})).toBe(1);
    expect(printed()).toMatch(
      /^\[job 1 was given 5 bytes\]\n\[job 1 was given 6.* bytes, and not the last .* bytes: it does not read its input, /,
    );
    await stop(terminal, job, {});
    expect(await input(terminal, job, 'typed', {})).toBe(1);
  });

  test.each<readonly [string, (terminal: Terminal) => Promise<number>]>([
    [
      'expected one of --pattern, --port and --idle, got --pattern and --idle',
      (t) => wait(t, 'j', { pattern: 'x', idle: true }),
    ],
    ['--port: expected a whole number from 1 to 65535, got "80a"', (t) => wait(t, 'j', { port: '80a' })],
    ['--port: expected a whole number from 1 to 65535, got "0"', (t) => wait(t, 'j', { port: '0' })],
    ['--port: expected a whole number from 1 to 65535, got "65536"', (t) => wait(t, 'j', { port: '65536' })],
    [
      '--timeout-ms: expected a whole number from 1 to 600000, got "0"',
      (t) => wait(t, 'j', { timeoutMs: '0' }),
    ],
    [
      '--timeout-ms: expected a whole number from 1 to 600000, got "600001"',
      (t) => wait(t, 'j', { timeoutMs: '600001' }),
    ],
    ['--lines: expected a whole number of at least 1, got "0"', (t) => output(t, 'j', { lines: '0' })],
    [
      '--timeout-ms: expected a whole number from 1 to 600000, got ""',
      (t) => wait(t, 'j', { timeoutMs: '' }),
    ],
    ['--from-line: expected a whole number, got "1.5"', (t) => output(t, 'j', { fromLine: '1.5' })],
    ['--lines: expected a whole number of at least 1, got "1e3"', (t) => output(t, 'j', { lines: '1e3' })],
    ['--key: expected one of', (t) => input(t, 'j', undefined, { key: ['no-key'] })],
    ['--signal: expected one of', (t) => stop(t, 'j', { signal: 'NONE' })],
  ])('is refused in words: %s', async (message, ask) => {
    const { terminal } = terminalIn();
    const refusal = await rejectionOf(ask(terminal));
    expect(refusal.code).toBe('misuse');
    expect(refusal.message).toContain(message);
  });
});
