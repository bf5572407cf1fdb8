import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedRules } from '../../src/policy/rules/shipped.ts';
import { createFakeBackend, exited } from '../../src/testing/index.ts';
import { handrail, temporaryMachine } from '../support/handrail.ts';
import { counting, ran, sessionBash } from '../support/session-contract.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A session in which nothing is ever run; who is asked answers so. */
function unrun(answer: 'approved' | 'refused' = 'approved') {
  const { asked, approver } = counting(answer);
  const backend = createFakeBackend(() => ({ ends: exited({ kind: 'exited', code: 0 }) }));
  return { asked, backend, ...sessionBash({ backend, approver, options: { onAsk: 'ask' } }) };
}

/** A session in which commands run; who is asked says yes. */
function asking(directory = temporaryDirectory()) {
  const { asked, approver } = counting();
  return { asked, ...sessionBash({ approver, options: { onAsk: 'ask' } }, directory) };
}

/** What the shipped rules of other contracts deny, by their own examples. */
const denied = shippedRules
  .filter(({ finding }) => finding.verdict === 'deny')
  .flatMap((rule) => ('match' in rule ? (rule.match ?? []) : []));

describe('the permission of session', () => {
  test.each([
    'ls',
    'pwd',
    'echo "rm -rf /"',
    'cat file | grep x | wc -l',
    'find . -name "*.ts"',
    'git status && git log --oneline -3',
    'x=1; echo "$x"',
    'true; exit 3',
    'cd sub && ls',
  ])('D-4: %s only reads, and runs without asking', async (command) => {
    const { asked, backend, run } = unrun();
    const { outcome } = await run({ command, description: 'Look' });
    expect([asked.length, outcome.kind, backend.plans.length]).toEqual([0, 'ended', 1]);
  });

  test.each([
    'touch a',
    'echo a > b; echo c > d; rm b',
    'npm test',
    'python3 x.py',
    'curl https://example.invalid',
    'wget https://example.invalid',
    'nc -l 1234',
    "alias ls='rm x'",
    'git commit -m x',
    'cat ../notes',
    'unknown-program --option',
  ])('D-4: %s makes one request for permission', async (command) => {
    const { asked, backend, run } = unrun();
    const { outcome } = await run({ command, description: 'Do it' });
    expect([asked.length, outcome.kind, backend.plans.length]).toEqual([1, 'ended', 1]);
  });

  test('D-4: there are shipped denials to speak of', () => {
    expect(denied.length).toBeGreaterThan(20);
  });

  test.each(denied)('D-4: nothing is banned: %s is asked about like the rest', async (command) => {
    const { asked, backend, run } = unrun();
    const { outcome } = await run({ command, description: 'Do it' });
    expect([asked.length, outcome.kind, backend.plans.length]).toEqual([1, 'ended', 1]);
  });

  test('D-4: a command that cannot be parsed is asked about', async () => {
    const { asked, run } = unrun();
    await run({ command: 'if' });
    expect(asked).toHaveLength(1);
  });

  test('D-4: the request has the command, the description and the path', async () => {
    const { asked, run, directory } = asking();
    mkdirSync(join(directory, 'sub'));
    await run({ command: 'touch a', description: 'Make a', workdir: 'sub' });
    expect(asked).toMatchObject([
      {
        request: expect.objectContaining({
          command: 'touch a',
          description: 'Make a',
          cwd: join(directory, 'sub'),
          workspace: directory,
        }),
        contract: 'session',
        conversationId: 'c',
        findings: [expect.objectContaining({ id: 'write-file', verdict: 'ask' })],
        access: [],
        offers: expect.anything(),
      },
    ]);
    expect(existsSync(join(directory, 'sub', 'a'))).toBe(true);
  });

  test('D-4: a directory outside of the project is asked about, also for a command that reads', async () => {
    const { asked, output, directory } = asking();
    const outside = temporaryDirectory();
    expect(await output('pwd', { workdir: outside })).toBe(`${outside}\n`);
    expect(asked).toMatchObject([
      {
        request: { command: 'pwd', cwd: outside },
        findings: [
          {
            id: 'session-outside-project',
            reason: `it would run in ${outside}, which is outside of the project ${directory}`,
          },
        ],
      },
    ]);
  });

  test('D-4: that it is outside is told before that a text could not be read', async () => {
    const { asked, run } = unrun();
    await run({ command: 'echo "', workdir: temporaryDirectory() });
    expect(asked.map(({ findings }) => findings.map(({ id }) => id))).toEqual([
      ['session-outside-project', 'unparsed'],
    ]);
  });

  test('D-4: it is part of what is asked about a command that is asked about anyway', async () => {
    const { asked, run } = asking();
    await run({ command: 'touch a', workdir: temporaryDirectory() });
    expect(asked.map(({ findings }) => findings.map(({ id }) => id))).toEqual([
      expect.arrayContaining(['session-outside-project']),
    ]);
    expect(asked[0]?.findings.length).toBeGreaterThan(1);
  });

  test.each([
    ['above it', '..'],
    ['beside it with a name that begins alike', '/whole-too'],
    ['through a link in it', 'link'],
  ])('D-4: a directory %s is outside', async (_name, spelling) => {
    const directory = join(temporaryDirectory(), 'project');
    mkdirSync(directory);
    mkdirSync(`${directory}-too`);
    symlinkSync(`${directory}-too`, join(directory, 'link'));
    const { asked, run } = asking(directory);
    await run({ command: 'pwd', workdir: spelling.replace('/whole', directory) });
    expect(asked.map(({ findings }) => findings[0]?.id)).toEqual(['session-outside-project']);
  });

  test.each(['.', 'sub', '..sub', 'sub/..'])('D-4: a directory called %s is inside', async (workdir) => {
    const { asked, run, directory } = asking();
    for (const name of ['sub', '..sub']) mkdirSync(join(directory, name));
    expect((await run({ command: 'pwd', workdir })).outcome.kind).toBe('ended');
    expect(asked).toEqual([]);
  });

  test('D-4: a project that is a link is no directory outside of itself', async () => {
    const real = temporaryDirectory();
    const link = join(temporaryDirectory(), 'link');
    symlinkSync(real, link);
    writeFileSync(join(real, 'file'), 'text\n');
    const { asked, output } = asking(link);
    mkdirSync(join(real, 'sub'));
    expect(await output('cat file')).toBe('text\n');
    expect(await output('cat ../file', { workdir: 'sub' })).toBe('text\n');
    expect(await output('pwd', { workdir: real })).toBe(`${link}\n`);
    expect(asked).toEqual([]);
  });

  test('D-4: the project is the configured one, wherever the conversation works', async () => {
    const project = temporaryDirectory();
    const { asked, approver } = counting();
    const { run, directory } = sessionBash({ approver, options: { onAsk: 'ask', project } });
    await run({ command: 'pwd' });
    expect(asked).toHaveLength(0);
    await run({ command: 'pwd', workdir: directory });
    expect(asked).toHaveLength(1);
  });

  test('D-4: what a call before has defined is known when a command is judged', async () => {
    const { asked, output } = asking();
    await output('ls() { touch made; }');
    const before = asked.length;
    await output('ls');
    expect(asked).toHaveLength(before + 1);
  });

  test('D-4: a refused request starts nothing', async () => {
    const { asked, approver } = counting('refused');
    const { run, directory } = sessionBash({ approver, options: { onAsk: 'ask' } });
    const { result, text, isError } = await run({ command: 'touch a', description: 'Make a' });
    const message = `Permission denied: not today. It was asked for because it would write to ${directory}/a.`;
    expect(result).toEqual({ error: { kind: 'PermissionDenied', message } });
    expect([asked.length, text, isError]).toEqual([1, message, true]);
    expect(existsSync(join(directory, 'a'))).toBe(false);
  });

  test('D-4: a request that nobody answers starts nothing', async () => {
    const { run, directory } = sessionBash({ options: { onAsk: 'ask' } });
    const { result, outcome } = await run({ command: 'touch a' });
    expect(outcome.kind).toBe('needs_approval');
    const message = `Permission denied: nobody was there to give it. It was asked for because it would write to ${directory}/a. The user can answer with \`handrail approve 1\`; after a yes, the very same call is let through once.`;
    expect(result).toEqual({ error: { kind: 'PermissionDenied', message } });
    expect(existsSync(join(directory, 'a'))).toBe(false);
  });

  test('D-4: asking is what happens unless the options say otherwise', async () => {
    const printed = await handrail(temporaryMachine(), [
      ...['call', 'bash', '--contract', 'session', '{"command":"touch a","description":""}'],
    ]);
    expect(printed.status).toBe(0);
    expect(JSON.parse(printed.stdout)).toMatchObject({ error: { kind: 'PermissionDenied' } });
  });

  test('D-4: onAsk deny refuses what would be asked about, and nothing else', async () => {
    const { asked, approver } = counting();
    const { call, directory } = sessionBash({ approver, options: { onAsk: 'deny' } });
    expect(await call({ command: 'touch a' })).toEqual({
      error: {
        kind: 'PermissionDenied',
        message: `Permission denied: the option onAsk is "deny". It was asked for because it would write to ${directory}/a.`,
      },
    });
    expect(ran(await call({ command: 'ls' })).text).toBe('(no output)');
    expect(asked).toEqual([]);
  });

  test('D-4: onAsk allow runs what would be asked about', async () => {
    const { call, directory } = sessionBash({ options: { onAsk: 'allow' } });
    ran(await call({ command: 'touch a' }));
    expect(existsSync(join(directory, 'a'))).toBe(true);
  });

  test('D-4: a rule of the user’s own can still deny', async () => {
    const { asked, approver } = counting();
    const finding = {
      id: 'no-touch',
      verdict: 'deny',
      reason: 'touch is not used here',
      instead: 'Ask me.',
    } as const;
    const rule = { kind: 'text-contains', pattern: 'touch', finding } as const;
    const { call } = sessionBash({
      approver,
      rules: [{ scope: 'user', rules: [rule], off: [], mayLoosen: true }],
    });
    expect(await call({ command: 'touch a' })).toEqual({
      error: {
        kind: 'PermissionDenied',
        message: 'Permission denied by a rule: touch is not used here. Ask me.',
      },
    });
    expect(asked).toEqual([]);
  });

  test('D-4: cancelling ends the wait for an answer', async () => {
    const controller = new AbortController();
    const approver = {
      ask: () => {
        controller.abort();
        return new Promise<never>(() => {});
      },
    };
    const { run, directory } = sessionBash({ approver, options: { onAsk: 'ask' } });
    const { text } = await run({ command: 'touch a' }, { signal: controller.signal });
    expect(text).toBe('(no output)\nThe command was cancelled');
    expect(existsSync(join(directory, 'a'))).toBe(false);
  });
});
