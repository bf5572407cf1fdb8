import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BashOptions } from '../../src/bash-options.ts';
import { createBash } from '../../src/create-bash.ts';
import type { SandboxLevel, SandboxSupport } from '../../src/model/sandbox.ts';
import { createFakeBackend, exited } from '../../src/testing/index.ts';
import { always, person, yes } from '../support/access.ts';
import { lacksBubblewrap } from '../support/bubblewrap.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const available: SandboxSupport = { kind: 'available' };
const lacking: SandboxSupport = { kind: 'unavailable', reason: 'no bwrap', cure: 'install it' };

const home = '/home/user';
const workingDirectory = `${home}/project`;

const own: SandboxLevel = {
  name: 'own',
  workspace: 'writable',
  writable: [],
  readOnly: [],
  hidden: [],
  network: 'none',
  limits: { processes: null, memory: null, fileBytes: null, cpuSeconds: null },
};

/** A bash that asks about what its sandbox does not hold, of a backend that says of itself whether it makes sandboxes. */
function bashOn(support: SandboxSupport | null, given: Partial<BashOptions> = {}) {
  const fake = createFakeBackend(() => ({ ends: exited({ kind: 'exited', code: 0 }) }));
  const approver = person(...Array.from({ length: 9 }, () => yes));
  const bash = createBash({
    backend: { ...fake, ...(support && { sandboxSupport: async () => support }) },
    stateDir: temporaryDirectory(),
    env: { HOME: home, PATH: '/usr/bin:/bin' },
    options: { approve: 'unconfined' },
    approver,
    ...given,
  });
  onTestFinished(() => bash.close());
  const asked = (): readonly (readonly string[])[] =>
    approver.questions.map(({ findings }) => findings.map(({ id }) => id));
  /** What a person was asked about a command, as a call and as what would become of it. */
  const askedAbout = async (command: string, more: object = {}, cwd = workingDirectory) => {
    const judged = await bash.judge('bash', { command, ...more }, { workingDirectory: cwd });
    const { outcome } = await bash.run({ command, ...more }, { workingDirectory: cwd });
    expect(outcome.kind).toBe('ended');
    const verdict = judged.kind === 'judged' ? judged.decision.verdict : judged.kind;
    return { verdict, asked: asked().at(-1) ?? [] };
  };
  return { bash, asked, askedAbout };
}

const nothing = { verdict: 'allow', asked: [] };
const aboutFile = { verdict: 'ask', asked: ['run-file'] };

describe('where approve is unconfined', () => {
  test('a person is asked about what a sandbox does not hold, and about nothing else', async () => {
    const { askedAbout } = bashOn(available);
    expect(await askedAbout('npm test')).toEqual(nothing);
    expect(await askedAbout('echo x > /etc/x; some-program')).toEqual(nothing);
    expect(await askedAbout('npm test; rm -rf dist')).toEqual({ verdict: 'ask', asked: ['delete-file'] });
  });

  test('what is built is deleted without a question as long as git ignores it', async () => {
    const { askedAbout } = bashOn(available);
    const cwd = temporaryDirectory();
    execFileSync('git', ['init', '-q', cwd]);
    writeFileSync(join(cwd, '.gitignore'), '/dist/\n');
    expect(await askedAbout('rm -rf dist && npm run build', {}, cwd)).toEqual(nothing);
    expect(await askedAbout('rm -rf dist build', {}, cwd)).toEqual({
      verdict: 'ask',
      asked: ['delete-file'],
    });
    rmSync(join(cwd, '.gitignore'));
    expect(await askedAbout('rm -rf dist', {}, cwd)).toEqual({ verdict: 'ask', asked: ['delete-file'] });
  });

  test.each([
    ['this machine can make none', lacking, {}],
    ['the backend makes none', null, {}],
    ['none is wanted', available, { sandbox: 'off' }],
    ['it has the network of the machine', available, { sandbox: { ...own, network: 'host' as const } }],
    ['the home directory is open in it', available, { sandbox: { ...own, writable: ['~/'] } }],
    ['all home directories are', available, { sandbox: { ...own, writable: ['/home'] } }],
    ['the system is', available, { sandbox: { ...own, writable: ['/etc'] } }],
    ['programs of the system are', available, { sandbox: { ...own, writable: ['/usr/lib/x'] } }],
    ['sockets of others can be reached', available, { sandbox: { ...own, writable: ['/run/docker.sock'] } }],
    ['they are only to be read', available, { sandbox: { ...own, readOnly: ['/run/user/1000'] } }],
    ['others share its /tmp', available, { sandbox: { ...own, writable: ['/tmp'] } }],
  ])('the rules decide where %s', async (_, support, given) => {
    const { askedAbout } = bashOn(support, given);
    expect(await askedAbout('npm test')).toEqual(aboutFile);
  });

  test('the rules decide where the workspace is the home directory', async () => {
    const { askedAbout } = bashOn(available);
    expect(await askedAbout('npm test', {}, home)).toEqual(aboutFile);
  });

  test('the rules decide where the home directory is only named by a link', async () => {
    const real = join(temporaryDirectory(), 'user');
    mkdirSync(real);
    const link = join(temporaryDirectory(), 'home');
    symlinkSync(real, link);
    const env = { HOME: link, PATH: '/usr/bin:/bin' };
    expect(await bashOn(available, { env }).askedAbout('npm test', {}, real)).toEqual(aboutFile);
    expect(await bashOn(available, { env }).askedAbout('npm test', {}, `${link}/`)).toEqual(aboutFile);
    expect(await bashOn(available, { env }).askedAbout('npm test', {}, dirname(real))).toEqual(aboutFile);
    const toHome = { ...own, writable: [`${link}/./`] };
    const inHome = { ...own, writable: ['~/.cache', '~/.local'], readOnly: ['~/.config'] };
    const asked = async (sandbox: SandboxLevel) =>
      await bashOn(available, { env, sandbox }).askedAbout('npm test');
    expect(await asked(toHome)).toEqual(aboutFile);
    expect(await asked(inHome)).toEqual(nothing);
  });

  test.each(['/tmp', '/etc', '/usr', '/var/spool/cron'])(
    'the rules decide where the workspace is %s',
    async (workspace) => {
      expect(await bashOn(available).askedAbout('npm test', {}, workspace)).toEqual(aboutFile);
    },
  );

  test('the rules decide where a level lets commands to a socket', async () => {
    const socket = join(temporaryDirectory(), 'socket');
    const server = createServer().listen(socket);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { askedAbout } = bashOn(available, { sandbox: { ...own, readOnly: [socket] } });
    expect(await askedAbout('npm test')).toEqual(aboutFile);
  });

  test('the rules of the user and of the project are asked about as ever', async () => {
    const finding = { id: 'own', verdict: 'ask', reason: 'the team wants to know', instead: null } as const;
    const rule = { kind: 'invocation', finding, when: [{ kind: 'program', names: ['npm'] }] } as const;
    const { askedAbout } = bashOn(available, {
      rules: [{ scope: 'user', rules: [rule], off: [], mayLoosen: true }],
    });
    expect(await askedAbout('npm test')).toEqual({ verdict: 'ask', asked: ['own'] });
    expect(await askedAbout('make')).toMatchObject({ verdict: 'allow' });
  });

  test('what a host that is asked for would let out is part of the question', async () => {
    const { askedAbout } = bashOn(available);
    expect(await askedAbout('curl -d @x https://a.example')).toEqual(nothing);
    const allow = { network: ['a.example'] };
    expect(await askedAbout('curl -d @x https://a.example', { allow })).toEqual({
      verdict: 'ask',
      asked: ['send-to-host', 'sandbox-access'],
    });
    expect(await askedAbout('npm ci', { allow })).toEqual({ verdict: 'ask', asked: ['sandbox-access'] });
  });

  test('a host that was allowed for good is no network that a sandbox holds back', async () => {
    const approver = person(always(), yes);
    const { bash } = bashOn(available, { approver });
    const run = async (command: string, more: object = {}) =>
      await bash.run({ command, ...more }, { workingDirectory });
    await run('true', { allow: { network: ['a.example'] } });
    await run('npm ci');
    await run('curl -d @x https://a.example');
    expect(approver.questions.map(({ findings }) => findings.map(({ id }) => id))).toEqual([
      ['sandbox-access'],
      ['send-to-host'],
    ]);
  });

  test('what may be allowed for good is what would be asked about in the same words without a sandbox', async () => {
    const approver = person(yes, yes, yes);
    const { bash } = bashOn(available, { approver });
    const place = { workingDirectory };
    await bash.run({ command: 'rm -rf dist' }, place);
    // Without a sandbox the archive could be written anywhere, and nobody was asked about that.
    await bash.run({ command: 'tar cf /etc/x.tar --remove-files src' }, place);
    await bash.run({ command: 'rm -rf dist; make' }, place);
    const offers = approver.questions.map((question) => question.offers);
    const deletion = [{ kind: 'call', words: ['rm', '-rf', 'dist'], cwd: workingDirectory }];
    expect(offers).toEqual([deletion, null, deletion]);
  });

  test('what is denied is denied', async () => {
    const { bash, asked } = bashOn(available);
    const { outcome } = await bash.run({ command: 'git push --force' }, { workingDirectory });
    expect(outcome).toMatchObject({ kind: 'denied', by: 'policy' });
    expect(asked()).toEqual([]);
  });
});

test.skipIf(lacksBubblewrap)('in a real sandbox what nobody was asked about is held', async () => {
  const cwd = temporaryDirectory();
  const bash = createBash({
    stateDir: temporaryDirectory(),
    options: { approve: 'unconfined' },
    sandboxRequired: true,
  });
  onTestFinished(() => bash.close());
  const place = { workingDirectory: cwd };
  const made = await bash.run({ command: 'echo x > file; sh -c "cat file"' }, place);
  expect(made.text).toBe('x');
  const outside = await bash.run({ command: 'touch /usr/x' }, place);
  expect(outside.text).toContain('[the sandbox denied this: /usr/x cannot be written to');
  const { outcome } = await bash.run({ command: 'mkdir -p dist && rm -r dist' }, place);
  expect(outcome.kind).toBe('needs_approval');
  expect(existsSync(join(cwd, 'dist'))).toBe(false);
});
