import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { always, confinedBash, greeter, levelWith, movableClock, person, yes } from '../support/access.ts';
import { lacksBubblewrap } from '../support/bubblewrap.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A level that lets no host through, and has its proxy tell which was wanted. */
const listed = levelWith({ network: { hosts: ['127.0.0.1:1'] } });

/** A directory that a sandbox shows, and does not let be changed. */
function shown(): { readonly directory: string; readonly levels: readonly ReturnType<typeof levelWith>[] } {
  const directory = temporaryDirectory();
  return { directory, levels: [levelWith({ readOnly: [directory] })] };
}

describe.skipIf(lacksBubblewrap)('a host that was denied', () => {
  test('is asked about as the result says, and reached this once', async () => {
    const port = await greeter();
    const { run, approver, workspace } = confinedBash({ levels: [listed], approver: person(yes) });
    const command = `curl -sS --max-time 20 http://127.0.0.1:${port}/`;
    const entry = `127.0.0.1:${port}`;
    const denied = await run(command);
    expect(denied.allow).toEqual({ network: [entry] });
    expect(denied.text).toMatch(
      `[the sandbox denied this: ${entry} is not among its hosts; to ask the user for it, run the command again with "allow": {"network": ["${entry}"]}]`,
    );
    const allowed = await run(command, { allow: denied.allow });
    expect(allowed).toMatchObject({
      ...{ status: 'ok', text: 'hello', denials: [], allow: null },
      confinement: { network: ['127.0.0.1:1', entry], granted: { network: [entry] } },
    });
    const reason = `it asks to reach ${entry} on this machine or in its network, which its sandbox does not let it`;
    const access = { kind: 'host', host: entry } as const;
    expect(approver.questions).toMatchObject([
      {
        findings: [{ id: 'sandbox-access', verdict: 'ask', reason }],
        access: [access],
        offers: [{ kind: 'access', access, workspace }],
      },
    ]);
    const again = await run(command);
    expect(again).toMatchObject({ allow: { network: [entry] }, confinement: { granted: null } });
    expect(approver.questions).toHaveLength(1);
  });

  test('is asked about with what was allowed before, where that alone did not do', async () => {
    const [one, other] = [`127.0.0.1:${await greeter()}`, `127.0.0.1:${await greeter()}`];
    const { run } = confinedBash({ levels: [listed], approver: person(yes, yes) });
    const command = `curl -sSf --max-time 20 http://${one}/ > /dev/null && curl -sS --max-time 20 http://${other}/`;
    const { allow } = await run(command);
    expect(allow).toEqual({ network: [one] });
    const second = await run(command, { allow });
    expect(second.allow).toEqual({ network: [one, other] });
    expect(await run(command, { allow: second.allow })).toMatchObject({ status: 'ok', text: 'hello' });
  });

  test('that is this machine is one to ask for, where somebody listens outside', async () => {
    const port = await greeter();
    const { run } = confinedBash({ approver: person(yes) });
    const command = `curl -sS --max-time 20 http://localhost:${port}/`;
    const { allow, text } = await run(command);
    expect(text).toContain(`localhost:${port} is a server of this machine, outside of it`);
    expect(allow).toEqual({ network: [`localhost:${port}`] });
    expect(await run(command, { allow })).toMatchObject({ status: 'ok', text: 'hello' });
    // Port 1 is for what nobody runs any more.
    expect(await run(command.replace(String(port), '1'))).toMatchObject({ status: 'failed', denials: [] });
  });

  test('that stands for every address of this machine is one to ask for', async () => {
    const port = await greeter();
    const { run } = confinedBash({ approver: person(yes) });
    const command = `curl -sS --max-time 20 http://0.0.0.0:${port}/`;
    const { allow, text } = await run(command);
    expect(text).toContain(`0.0.0.0:${port} is a server of this machine, outside of it`);
    expect(allow).toEqual({ network: [`0.0.0.0:${port}`] });
    expect(await run(command, { allow })).toMatchObject({ status: 'ok', text: 'hello' });
  });

  test('that is a name under localhost is reached with a yes', async () => {
    const host = `app.localhost:${await greeter()}`;
    const { run } = confinedBash({ approver: person(yes) });
    const command = `curl -sS --max-time 20 http://${host}/`;
    expect(await run(command, { allow: { network: [host] } })).toMatchObject({ status: 'ok', text: 'hello' });
  });

  test('where there is no network is one that is there with a yes', async () => {
    const port = await greeter();
    const { run } = confinedBash({ approver: person(yes) });
    const allow = { network: [`127.0.0.1:${port}`] };
    const command = `no_proxy= NO_PROXY= curl -sS --max-time 20 http://127.0.0.1:${port}/`;
    expect(await run(command, { allow })).toMatchObject({ status: 'ok', text: 'hello' });
    const denied = await run('curl -sS --max-time 20 https://handrail.invalid/');
    expect(denied.allow).toEqual({ network: ['handrail.invalid'] });
  });
});

describe.skipIf(lacksBubblewrap)('a host that was denied to a program that says nothing', () => {
  test.each([
    ['curl -s https://handrail.invalid/x', 6],
    ['cd . && curl -s https://handrail.invalid/x', 6],
    ['curl -s https://handrail.invalid/x | cat', 0],
    ['x=$(curl -s https://handrail.invalid/x)', 6],
  ])('is told of %s', async (command, code) => {
    const { run } = confinedBash();
    const result = await run(command);
    expect(result).toMatchObject({
      exit_code: code,
      denials: [{ host: 'handrail.invalid', entry: 'handrail.invalid' }],
      allow: { network: ['handrail.invalid'] },
    });
    expect(result.text).toContain(
      '[the sandbox denied this: there is no network in it and handrail.invalid cannot be reached; to ask the user for it, run the command again with "allow": {"network": ["handrail.invalid"]}]',
    );
  });

  test('is told once, by its words where it has some', async () => {
    const { run } = confinedBash();
    const { denials } = await run('curl -sS https://handrail.invalid:8443/x');
    expect(denials).toMatchObject([{ host: 'handrail.invalid', entry: 'handrail.invalid' }]);
  });

  test.each([
    ['is on this machine', levelWith(), 'curl -s http://127.0.0.1:1/'],
    ['has a network that it goes past', listed, 'curl -s --noproxy "*" http://192.0.2.1/'],
    ['was not wanted', levelWith(), 'sh -c "exit 6"'],
  ])('is not told where it %s', async (_where, level, command) => {
    const { run } = confinedBash({ levels: [level] });
    expect(await run(command)).toMatchObject({ status: 'failed', denials: [] });
  });
});

describe.skipIf(lacksBubblewrap)('what is allowed for good', () => {
  test('holds for later calls of that workspace, and of no other', async () => {
    const port = await greeter();
    const stateDir = temporaryDirectory();
    const levels = [listed];
    const command = `curl -sS --max-time 20 http://127.0.0.1:${port}/`;
    const allow = { network: [`127.0.0.1:${port}`] };
    const first = confinedBash({ stateDir, levels, approver: person(always()) });
    expect(await first.run(command, { allow })).toMatchObject({ status: 'ok' });
    expect(await first.run(command)).toMatchObject({ status: 'ok', confinement: { granted: allow } });
    expect(await first.run(command, { allow })).toMatchObject({ status: 'ok' });
    expect(first.approver.questions).toHaveLength(1);
    await first.bash.close();
    const later = confinedBash({ stateDir, levels, workspace: first.workspace });
    expect(await later.run(command)).toMatchObject({ status: 'ok', text: 'hello' });
    const elsewhere = confinedBash({ stateDir, levels });
    expect(await elsewhere.run(command)).toMatchObject({ allow, confinement: { granted: null } });
    expect(later.approver.questions).toEqual([]);
  });

  test('ends when its time is up', async () => {
    const { directory, levels } = shown();
    const clock = movableClock();
    const { run } = confinedBash({ levels, clock, approver: person(always(3_600_000)) });
    const command = `echo x > '${directory}/new'`;
    expect(await run(command, { allow: { write: [directory] } })).toMatchObject({ status: 'ok' });
    clock.forward(3_000_000);
    expect(await run(command)).toMatchObject({ status: 'ok' });
    clock.forward(600_000);
    expect(await run(command)).toMatchObject({ status: 'failed', allow: { write: [`${directory}/new`] } });
  });

  test('does not hold for what a link leads to that has come in its place', async () => {
    const { directory, levels } = shown();
    const [inner, other] = [join(directory, 'inner'), join(directory, 'other')];
    mkdirSync(inner);
    mkdirSync(other);
    const { run } = confinedBash({ levels, approver: person(always()) });
    const command = `echo x > '${inner}/new'`;
    expect(await run(command, { allow: { write: [inner] } })).toMatchObject({ status: 'ok' });
    renameSync(inner, join(directory, 'before'));
    symlinkSync(other, inner);
    const { status, confinement, allow } = await run(command);
    expect({ status, granted: confinement?.granted, allow }).toEqual({
      ...{ status: 'failed', granted: null },
      allow: { write: [other] },
    });
    expect(readdirSync(other)).toEqual([]);
  });

  test('holds for what is written with a session, whose shell is then another, and is said to be', async () => {
    const { directory, levels } = shown();
    const { run } = confinedBash({ levels, approver: person(always()) });
    const write = `echo x > '${directory}/new'`;
    const session = { session: 's' };
    const denied = await run(`a=1; ${write}`, session);
    expect(denied.text).toContain('run the command again without session and with "allow"');
    expect(await run(write, { allow: denied.allow })).toMatchObject({ status: 'ok' });
    const after = await run(`${write}; echo "a is $a."`, session);
    expect(after).toMatchObject({ status: 'ok', session: { is_new: true, because: 'ended' } });
    expect(after.text).toMatch(/^a is \.\n\[session "s" had a new shell, without the variables/);
    expect(await run('echo "still $a."', session)).toMatchObject({ session: { is_new: false } });
  });
});

describe.skipIf(lacksBubblewrap)('a path that was denied', () => {
  test.each([
    ['a file that is there, to write to', 'echo x >> "$D/file"', 'file'],
    ['a file that is to be made, by its directory', 'echo x > "$D/new"', ''],
    ['a directory that is to be made, by the nearest that is there', 'mkdir "$D/deep"', ''],
    ['a file that is replaced, by its directory', 'sed -i s/a/b/ "$D/file"', ''],
    ['a file that is deleted, by its directory', 'rm "$D/file"', ''],
    ['a file that is moved away, by its directory', 'mv "$D/file" "$D/other"', ''],
  ])('is asked for as narrowly as will do: %s', async (_title, command, needed) => {
    const { directory, levels } = shown();
    writeFileSync(join(directory, 'file'), 'a\n');
    const { run } = confinedBash({ levels, approver: person(yes) });
    const whole = `D='${directory}'; ${command}`;
    const { allow, text } = await run(whole);
    expect(allow, text).toEqual({ write: [join(directory, needed).replace(/\/$/, '')] });
    expect(await run(whole, { allow })).toMatchObject({ status: 'ok' });
    expect(await run(whole)).not.toMatchObject({ status: 'ok' });
  });

  test('because it is hidden can be read and no more', async () => {
    const workspace = temporaryDirectory();
    writeFileSync(join(workspace, '.env'), 'KEY=1\n');
    const levels = [levelWith({ hidden: ['./.env'] })];
    const { run, approver } = confinedBash({ levels, workspace, approver: person(yes, yes) });
    const { allow } = await run('cat .env');
    expect(allow).toEqual({ read: [join(workspace, '.env')] });
    expect(await run('cat .env', { allow })).toMatchObject({ status: 'ok', text: 'KEY=1' });
    expect(approver.questions[0]?.findings[0]?.reason).toBe(
      `it asks to read ${join(workspace, '.env')}, which its sandbox hides`,
    );
    expect(await run('echo x > .env', { allow })).toMatchObject({ status: 'failed' });
    expect(readFileSync(join(workspace, '.env'), 'utf8')).toBe('KEY=1\n');
  });

  test.each([
    ['the settings of a repository', 'git config user.name a', ['.git/config'], true],
    ['a repository that is to be made', 'git init -q', ['.git'], false],
    ['what a shell reads when it starts', 'echo x > .envrc', ['.envrc'], true],
  ])(
    'because others take orders from it can be changed: %s',
    async (_title, command, names, isRepository) => {
      const workspace = temporaryDirectory();
      if (isRepository) mkdirSync(join(workspace, '.git'));
      if (isRepository) writeFileSync(join(workspace, '.git/config'), '');
      if (isRepository) writeFileSync(join(workspace, '.git/HEAD'), 'ref: refs/heads/main\n');
      if (isRepository) mkdirSync(join(workspace, '.git/objects'));
      if (isRepository) mkdirSync(join(workspace, '.git/refs'));
      const { run } = confinedBash({ workspace, approver: person(yes) });
      const { allow, text } = await run(command);
      expect(allow, text).toEqual({ write: names.map((name) => join(workspace, name)) });
      expect(await run(command, { allow })).toMatchObject({ status: 'ok' });
      expect(await run('echo x > .git/hooks/x || echo x > .bashrc')).not.toMatchObject({ status: 'ok' });
    },
  );

  test.each(['git init -q', 'echo x > .envrc'])(
    'because others take orders from it can be made, also while sandboxes wait that it stands in for in: %s',
    async (command) => {
      const { run, approver, workspace } = confinedBash({ warm: true, approver: person(yes) });
      for (let times = 0; times < 4; times += 1) await run('true');
      const { allow } = await run(command);
      await expect.poll(() => readdirSync(workspace)).toContain('.envrc');
      const { status, text } = await run(command, { allow });
      expect(status, text).toBe('ok');
      // What stands in is a directory, and nothing that anybody asks for.
      expect(approver.questions[0]?.findings[0]?.reason).not.toContain('all that is in it');
    },
  );

  test('because others take orders from it is told of also where the command goes on and ends well', async () => {
    const { run, workspace } = confinedBash();
    mkdirSync(join(workspace, '.git'));
    writeFileSync(join(workspace, '.git/config'), '');
    const result = await run('mv x .git/config; echo x > x; mv x .git/config; echo done');
    expect(result).toMatchObject({ status: 'ok', allow: { write: [join(workspace, '.git/config')] } });
    expect(result.text).toContain('.git/config" is kept from being changed');
  });

  test('is told of also where much else was denied, which is not told of then', async () => {
    const { run, workspace } = confinedBash();
    mkdirSync(join(workspace, '.vscode'));
    const result = await run('touch /usr/a; touch /usr/b; touch /usr/c; touch .vscode/x; echo done');
    expect(result).toMatchObject({ status: 'ok', allow: { write: [join(workspace, '.vscode')] } });
  });

  test('is not told of where a command ends well and may only show what once went wrong', async () => {
    const { run } = confinedBash();
    const log = 'bash: line 1: /usr/x: Read-only file system\ncurl: (6) Could not resolve host: a.example';
    expect(await run(`echo '${log}'`)).toMatchObject({ status: 'ok', denials: [], text: log });
  });

  test('and was allowed for good while it was not there, is kept once it is', async () => {
    const { run } = confinedBash({ approver: person(always()) });
    const { allow } = await run('git init -q');
    expect(await run('git init -q', { allow })).toMatchObject({ status: 'ok' });
    expect((await run('echo x > .git/hooks/x')).text).toMatch(/\.git\/hooks.* is kept from being changed/);
    const commit = 'git -c user.name=a -c user.email=a@b.example commit -q --allow-empty -m one';
    expect(await run(commit)).toMatchObject({ status: 'ok' });
  });

  test('and is there by the time that a person has answered, is kept as before', async () => {
    const approver = person(yes);
    const { run, workspace } = confinedBash({
      approver: {
        ...approver,
        async ask(question) {
          mkdirSync(join(workspace, '.git/hooks'), { recursive: true });
          return await approver.ask(question);
        },
      },
    });
    const result = await run('echo x > .git/hooks/x; echo x > .git/y', { allow: { write: ['.git'] } });
    expect(result).toMatchObject({ confinement: { granted: null } });
    expect(readFileSync(join(workspace, '.git/y'), 'utf8')).toBe('x\n');
    expect(readdirSync(join(workspace, '.git/hooks'))).toEqual([]);
  });

  test('is shown to a person as what it really is', async () => {
    const { directory, levels } = shown();
    const workspace = temporaryDirectory();
    symlinkSync(directory, join(workspace, 'link'));
    const { run, approver } = confinedBash({ levels, workspace, approver: person(yes) });
    const result = await run('echo x > link/new', { allow: { write: ['link'] } });
    expect(result).toMatchObject({ status: 'ok', confinement: { granted: { write: [directory] } } });
    expect(approver.questions[0]).toMatchObject({
      access: [{ kind: 'path', path: directory, access: 'writable' }],
      findings: [
        {
          reason: `it asks to write to ${directory} and all that is in it, which its sandbox does not let it (${join(workspace, 'link')} leads there)`,
        },
      ],
    });
  });

  test('is left out when a link has come in its place while a person was asked', async () => {
    const { directory, levels } = shown();
    const [inner, other] = [join(directory, 'inner'), join(directory, 'other')];
    mkdirSync(inner);
    mkdirSync(other);
    const swapping = {
      ...person(),
      ask: async () => {
        renameSync(inner, join(directory, 'before'));
        symlinkSync(other, inner);
        return yes;
      },
    };
    const { run } = confinedBash({ levels, approver: swapping });
    const result = await run(`echo x > '${inner}/new'`, { allow: { write: [inner] } });
    expect(result).toMatchObject({ status: 'failed', confinement: { granted: null } });
    expect(readdirSync(other)).toEqual([]);
  });

  test('and is not there cannot be asked for, and the one that can is told', async () => {
    const { directory, levels } = shown();
    const { run, approver } = confinedBash({ levels, approver: person(yes) });
    const { status, text } = await run('true', { allow: { write: [join(directory, 'a/b')] } });
    expect(status).toBe('invalid');
    expect(text).toContain(
      `got "${directory}/a/b" (nothing is there) — ask for a directory that is there: "${directory}"`,
    );
    expect(approver.questions).toEqual([]);
  });

  test('and is not there in a directory that nobody can be let to is for the user to make', async () => {
    const { run } = confinedBash();
    const { status, text } = await run('true', { allow: { write: ['/not there'] } });
    expect(status).toBe('invalid');
    expect(text).toBe(
      '[invalid input: expected access to a path that is there, got "/not there" (nothing is there) — the user can make it; nobody can let a command to the directory that it would be in]',
    );
  });
});

describe.skipIf(lacksBubblewrap)('a request for more than the sandbox has', () => {
  test('is handed back where nobody is there to ask, though all commands run unasked', async () => {
    const { run } = confinedBash();
    const { status, text, findings } = await run('echo ran', { allow: { network: ['a.example'] } });
    expect(status).toBe('needs_approval');
    expect(text).toBe(
      "[not run: it needs the user's approval (it asks to reach a.example, which its sandbox does not let it), and nobody has answered]\n[The user can answer with `handrail approve 1`; after a yes, the very same call is let through once.]",
    );
    expect(findings).toMatchObject([{ id: 'sandbox-access', verdict: 'ask' }]);
  });

  test('is refused with the reason of the person', async () => {
    const refusal = { kind: 'refused', reason: 'use the mirror' } as const;
    const { run } = confinedBash({ approver: person(refusal) });
    const { text } = await run('echo ran', { allow: { network: ['a.example'] } });
    expect(text).toBe('[denied by the user: use the mirror]');
  });

  test.each([
    ['the state', (stateDir: string) => ({ write: [stateDir] })],
    ['what is in it', (stateDir: string) => ({ read: [`${stateDir}/state.db`] })],
    ['what it is in', (stateDir: string) => ({ write: [join(stateDir, '..')] })],
    ['the host of keys', () => ({ network: ['169.254.169.254'] })],
  ])('for %s is denied, and nobody is asked', async (_what, allowFor) => {
    const stateDir = join(temporaryDirectory(), 'state');
    const { run, approver } = confinedBash({ stateDir, approver: person(yes) });
    const { status, findings } = await run('echo ran', { allow: allowFor(stateDir) });
    expect(status).toBe('denied');
    expect(findings).toMatchObject([{ id: 'sandbox-access-never', verdict: 'deny' }]);
    expect(approver.questions).toEqual([]);
  });

  test('for the state is denied by the name of a link, too', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    mkdirSync(stateDir);
    const { run, workspace } = confinedBash({ stateDir, approver: person(yes) });
    symlinkSync(stateDir, join(workspace, 'link'));
    expect(await run('echo ran', { allow: { write: ['link'] } })).toMatchObject({ status: 'denied' });
  });

  test('for what the conversation has of its own is denied: by a link in it the next sandbox would show anything', async () => {
    const { run, approver } = confinedBash({ approver: person(yes) });
    const { text } = await run('grep -o -m 1 "/handrail-private-[^/]*" /proc/self/mountinfo');
    const own = join(tmpdir(), text);
    expect(existsSync(own)).toBe(true);
    for (const allow of [{ write: [own] }, { read: [join(own, '0')] }])
      expect(await run('echo ran', { allow })).toMatchObject({
        status: 'denied',
        findings: [{ id: 'sandbox-access-never' }],
      });
    expect(approver.questions).toEqual([]);
  });

  test('makes no difference to a command that is denied anyway', async () => {
    const { run, approver } = confinedBash({ approver: person(yes) });
    const { status, findings } = await run('git push --force', { allow: { network: ['a.example'] } });
    expect(status).toBe('denied');
    expect(findings.every(({ verdict }) => verdict === 'deny')).toBe(true);
    expect(approver.questions).toEqual([]);
  });

  test('is granted beyond what a project holds back, too', async () => {
    const levels = [levelWith(), levelWith({ name: 'read-only', workspace: 'read-only' })];
    const { run, workspace } = confinedBash({ levels, approver: person(yes) });
    const { allow } = await run('echo x > new');
    expect(allow).toEqual({ write: [workspace] });
    expect(await run('echo x > new', { allow })).toMatchObject({ status: 'ok' });
  });

  test('for the workspace is not one for what others take orders from in it', async () => {
    const levels = [levelWith({ name: 'read-only', workspace: 'read-only' })];
    const { run, workspace } = confinedBash({ levels, approver: person(yes, yes) });
    const allow = { write: [workspace] };
    expect(await run('echo x > new', { allow })).toMatchObject({ status: 'ok' });
    expect(await run('echo x > .bashrc', { allow })).not.toMatchObject({ status: 'ok' });
  });

  test('holds for a job, and on a terminal, and in no warm shell of before', async () => {
    const { directory, levels } = shown();
    const { run } = confinedBash({ levels, warm: true, approver: person(yes, yes, yes) });
    const allow = { write: [directory] };
    const writing = (name: string) => `echo x > '${directory}/${name}'`;
    await run(writing('no'));
    await run(writing('no'));
    await run(writing('call'), { allow });
    await run(writing('no'));
    await run(writing('terminal'), { allow, pty: true });
    const { job } = await run(`sleep 1.5; ${writing('job')}`, { allow, run_in_background: true });
    expect(job?.state).toBe('running');
    const written = () => readdirSync(directory).toSorted();
    await expect.poll(written).toEqual(['call', 'job', 'terminal']);
  });
});

describe.skipIf(lacksBubblewrap)('what is kept for what the files of a workspace say', () => {
  /** A workspace whose hooks are in another directory. */
  function withHooks(): string {
    const workspace = temporaryDirectory();
    mkdirSync(join(workspace, '.git'));
    writeFileSync(join(workspace, '.git', 'config'), '[core]\n\thooksPath = .husky/_\n');
    return workspace;
  }

  test('is told, and can be had', async () => {
    const { run, approver, workspace } = confinedBash({ workspace: withHooks(), approver: person(yes, yes) });
    const hooks = join(workspace, '.husky/_');
    const command = 'mkdir -p .husky/_ && echo x > .husky/_/pre-commit';
    const denied = await run(command);
    expect(denied.denials).toMatchObject([{ path: hooks, access: 'kept' }]);
    expect(denied.allow).toEqual({ write: [hooks] });
    expect(await run(command, { allow: denied.allow })).toMatchObject({ status: 'ok' });
    expect(readFileSync(join(hooks, 'pre-commit'), 'utf8')).toBe('x\n');
    expect(approver.questions).toMatchObject([
      { access: [{ kind: 'path', path: hooks, access: 'writable' }], findings: [{ id: 'sandbox-access' }] },
    ]);
    const again = await run('echo y > .husky/_/pre-commit');
    expect(again.allow).toEqual({ write: [join(hooks, 'pre-commit')] });
    expect(readFileSync(join(hooks, 'pre-commit'), 'utf8')).toBe('x\n');
    expect(await run('echo y > .husky/_/pre-commit', { allow: again.allow })).toMatchObject({ status: 'ok' });
  });

  test('holds for later calls when it is for good', async () => {
    const { run, workspace } = confinedBash({ workspace: withHooks(), approver: person(always()) });
    const command = 'mkdir -p .husky/_ && echo x > .husky/_/pre-commit';
    const allow = { write: [join(workspace, '.husky/_')] };
    expect(await run(command, { allow })).toMatchObject({ status: 'ok' });
    expect(await run('echo y > .husky/_/pre-commit')).toMatchObject({ status: 'ok', denials: [] });
  });

  test.each([
    ['.vscode', 'mkdir .vscode'],
    ['.husky/_', 'mkdir .husky'],
    ['refs', 'ln -s elsewhere refs'],
  ])('is told where something stands in for %s', async (kept, command) => {
    const { run, workspace } = confinedBash({ workspace: withHooks(), approver: person(yes) });
    const { denials, allow } = await run(command);
    expect(denials).toMatchObject([{ access: 'kept' }]);
    expect(allow).toEqual({ write: [join(workspace, kept)] });
    expect(await run(command, { allow })).toMatchObject({ status: 'ok' });
  });
});

test.each([
  ['is to be confined', []],
  ['asks for what it has', [levelWith({ network: 'host' })]],
])('nobody is asked where no command %s', async (_where, levels) => {
  if (lacksBubblewrap && levels.length > 0) return;
  const { run, approver } = confinedBash({ levels });
  const result = await run('echo ran', { allow: { network: ['a.example'] } });
  expect(result).toMatchObject({ status: 'ok', text: 'ran', allow: null });
  expect(approver.questions).toEqual([]);
});

test.skipIf(lacksBubblewrap)(
  'what nothing in a sandbox has the right to is told, and is nothing to ask for',
  async () => {
    const { run } = confinedBash();
    const result = await run('unshare --user true');
    expect(result).toMatchObject({ exit_code: 1, denials: [{ right: 'namespaces' }], allow: null });
    expect(result.text).toContain('[the sandbox denied this: nothing in it can make namespaces');
  },
);
