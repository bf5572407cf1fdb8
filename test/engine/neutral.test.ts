import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from '../../src/contracts/schema.ts';
import { createBashFrom } from '../../src/engine/bash.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { realPath } from '../../src/engine/real-path.ts';
import {
  type Backend,
  type Bash,
  defineContract,
  type Lifetime,
  type Request,
  runCommand,
} from '../../src/index.ts';
import type { ContractTool } from '../../src/model/contract.ts';
import type { Policy } from '../../src/model/decision.ts';
import type { Report } from '../../src/model/outcome.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';
import { createFakeBackend } from '../../src/testing/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { answering, bashParts, contextOf, deferred, engineParts, requestOf, strict, tool } from './parts.ts';

/** A contract whose result is the report, whose commands live as is said. */
function telling(request: Partial<Request>, streams: 'apart' | 'combined' = 'apart', conversation?: string) {
  const bash: ContractTool<object, Report> = {
    name: 'bash',
    annotations: { title: 'Run', readOnly: false, destructive: true, openWorld: true },
    inputSchema: {},
    outputSchema: null,
    streams,
    description: ({ keepsRuns = true }) => `keeps runs: ${keepsRuns}`,
    decode: (input, { workingDirectory }) =>
      runCommand({ command: String(input), cwd: workingDirectory, timeoutMs: 20_000, ...request }),
    policy: () => ({ rules: [] }),
    environment: () => ({ inherit: 'everything', set: {} }),
    capture: () => ({
      ...{ wholeBytes: 1_000, headBytes: 100, tailBytes: 100, cutAt: 'line' },
      clean: { escapes: false, redraws: false, repeats: false, secrets: false },
    }),
    present: (report) => report,
    read: () => ({ text: '', isError: false, structured: null }),
  };
  return defineContract<object, Report>({
    name: 'telling',
    summary: 'Tells all.',
    options: z.strictObject({}),
    tools: [bash],
    ...(conversation === undefined ? {} : { conversation: () => conversation }),
  });
}

const keeps: Lifetime = { kind: 'call', survivors: 'keep' };

async function endAll(bash: Bash<Report>, conversationId: string): Promise<void> {
  await bash.endConversation(conversationId, { jobs: 'end' });
}

describe('what outlives a call that keeps it', () => {
  it.each(['apart', 'combined'] as const)('goes on as a job, streams %s', async (streams) => {
    const bash = temporaryBash({ contract: telling({ lifetime: keeps }, streams) });
    onTestFinished(async () => await endAll(bash, 'a'));
    const command = 'echo out; echo err >&2; { read -t 5 < <(sleep 600) || echo late; sleep 600; } & exit 3';
    const { outcome } = await bash.run(command, {
      conversationId: 'a',
      workingDirectory: temporaryDirectory(),
    });
    if (outcome.kind !== 'ended' || outcome.job === null) throw new Error(`got ${JSON.stringify(outcome)}`);
    expect(outcome.exit).toEqual({ kind: 'exited', code: 3 });
    expect(outcome.job.state.kind).toBe('running');
    expect(readFileSync(outcome.job.outputFile, 'utf8')).toMatch(/^out\nerr\n/);
  });

  it('goes on with all that was written before, however much', async () => {
    const bash = temporaryBash({ contract: telling({ lifetime: keeps }) });
    onTestFinished(async () => await endAll(bash, 'a'));
    const command = 'seq 1000; seq 2000 >&2; sleep 600 &';
    const { outcome } = await bash.run(command, {
      conversationId: 'a',
      workingDirectory: temporaryDirectory(),
    });
    if (outcome.kind !== 'ended' || outcome.job === null) throw new Error(`got ${JSON.stringify(outcome)}`);
    const lines = readFileSync(outcome.job.outputFile, 'utf8').trimEnd().split('\n');
    expect([lines.length, lines[999], lines[2_999]]).toEqual([3_000, '1000', '2000']);
  });

  it('is not kept when its time was up', async () => {
    const bash = temporaryBash({ contract: telling({ lifetime: keeps, timeoutMs: 300 }) });
    const { outcome } = await bash.run('sleep 600 & sleep 600', { workingDirectory: temporaryDirectory() });
    expect(outcome).toMatchObject({ kind: 'ended', exit: { kind: 'timed_out' }, job: null });
  });
});

describe('a job that takes no input', () => {
  it('finds nothing to read', async () => {
    const lifetime = { kind: 'job', settleMs: 10_000, input: 'nothing' } as const;
    const bash = temporaryBash({ contract: telling({ lifetime }, 'combined') });
    const { outcome } = await bash.run('cat; echo over', { workingDirectory: temporaryDirectory() });
    expect(outcome).toMatchObject({ kind: 'ended', capture: { output: { text: { text: 'over\n' } } } });
  });
});

describe('where nothing goes on as a job', () => {
  const backend = { ...createFakeBackend(() => ({ ends: 'when-stopped' })), keepsRuns: false } as const;

  it('a command ends at its time limit, whatever could have become of it', async () => {
    const lifetime = { kind: 'call-then-job' } as const;
    const bash = temporaryBash({ backend, contract: telling({ lifetime, timeoutMs: 10 }) });
    const { outcome } = await bash.run('sleep 600', { workingDirectory: temporaryDirectory() });
    expect(outcome).toMatchObject({
      kind: 'ended',
      exit: { kind: 'timed_out', timeoutMs: 10 },
      refusal: null,
    });
  });

  it('the same is so of a call whose caller has no jobs', async () => {
    const runAs = async (lifetime: Lifetime) => {
      const bash = temporaryBash({ contract: telling({ lifetime, timeoutMs: 10 }, 'combined') });
      const context = { workingDirectory: temporaryDirectory(), keepsRuns: false };
      return (await bash.run('sleep 600 & sleep 600', context)).outcome;
    };
    expect(await runAs({ kind: 'call-then-job' })).toMatchObject({
      ...{ kind: 'ended', exit: { kind: 'timed_out', timeoutMs: 10 }, job: null, refusal: null },
    });
    expect(await runAs({ kind: 'job', settleMs: 10, input: 'nothing' })).toMatchObject({
      kind: 'could_not_start',
      problem: { code: 'job-refused', message: expect.stringContaining('nothing goes on as a job here') },
    });
  });

  it('whoever describes a tool is told so', () => {
    const described = (kept: Backend) => {
      const [tool] = temporaryBash({ backend: kept, contract: telling({}) }).tools.list();
      return tool?.description({ workingDirectory: '/' });
    };
    expect(described(backend)).toBe('keeps runs: false');
    expect(described(createFakeBackend(() => ({ ends: 'when-stopped' })))).toBe('keeps runs: true');
  });

  it('what is to be one is refused, and not started', async () => {
    const lifetime = { kind: 'job', settleMs: 10, input: 'nothing' } as const;
    const bash = temporaryBash({ backend, contract: telling({ lifetime }, 'combined') });
    const before = backend.plans.length;
    const { outcome } = await bash.run('sleep 600', { workingDirectory: temporaryDirectory() });
    expect(outcome).toMatchObject({ kind: 'could_not_start', problem: { code: 'job-refused' } });
    expect(backend.plans).toHaveLength(before);
  });
});

describe('a command that has to stay in a directory', () => {
  /** `root`, in which `link` leads to what is beside it, and `inner/back` to the root. */
  function rooted(): { readonly root: string; run(cwd: string): Promise<unknown> } {
    const above = realpathSync(temporaryDirectory());
    const root = join(above, 'root');
    mkdirSync(join(root, 'inner'), { recursive: true });
    mkdirSync(join(above, 'beside'));
    writeFileSync(join(root, 'file'), '');
    symlinkSync('../beside', join(root, 'link'));
    symlinkSync('..', join(root, 'inner', 'back'));
    return {
      root,
      async run(cwd) {
        const bash = temporaryBash({ contract: telling({ root, cwd }) });
        const { outcome } = await bash.run('pwd -P');
        return outcome.kind === 'could_not_start' ? outcome.problem.code : outcome.kind;
      },
    };
  }

  it.each([
    ['.', 'ended'],
    ['inner', 'ended'],
    ['inner/back/inner', 'ended'],
    ['link', 'cwd-outside'],
    ['inner/back/link', 'cwd-outside'],
    ['..', 'cwd-outside'],
    ['../beside', 'cwd-outside'],
    ['../nowhere', 'cwd-outside'],
    ['../root-beside', 'cwd-outside'],
    ['nowhere', 'cwd-not-found'],
    ['file', 'cwd-not-a-directory'],
  ])('starts in %s: %s', async (way, expected) => {
    const { root, run } = rooted();
    expect(await run(join(root, way))).toBe(expected);
  });
});

describe('the rules of a contract', () => {
  it('are made for the request, with the options, the directory and the environment of the host', async () => {
    const parts = engineParts();
    const scopes: unknown[] = [];
    const asked: ContractTool<Policy, Report> = {
      ...tool,
      policy(scope) {
        scopes.push(scope);
        return { rules: [] };
      },
    };
    await createEngine(parts)(asked, { command: 'ls' }, contextOf());
    expect(scopes).toEqual([
      {
        options: parts.options,
        workingDirectory: '/work',
        env: parts.host.env,
        request: requestOf('ls'),
        sandbox: expect.any(Function),
      },
    ]);
  });

  it('take the workspace that the request names', async () => {
    const around = (workspace: string | null): ContractTool<Policy, Report> => ({
      ...tool,
      policy: () => shippedPolicy,
      decode: () => runCommand({ command: 'cat file', cwd: '/project', timeoutMs: 1_000, workspace }),
    });
    const outcomeIn = async (workspace: string | null) =>
      (await createEngine(engineParts())(around(workspace), {}, contextOf())).outcome.kind;
    expect(await outcomeIn('/project')).toBe('ended');
    expect(await outcomeIn(null)).toBe('needs_approval');
  });

  it('hold for what a link leads to', async () => {
    const directory = realpathSync(temporaryDirectory());
    mkdirSync(join(directory, 'work'));
    mkdirSync(join(directory, 'keys'));
    writeFileSync(join(directory, 'work', 'own'), '');
    symlinkSync('../keys', join(directory, 'work', 'there'));
    symlinkSync('own', join(directory, 'work', 'here'));
    symlinkSync('nowhere', join(directory, 'work', 'to-be'));
    symlinkSync('../nowhere', join(directory, 'work', 'to-be-outside'));
    const workingDirectory = join(directory, 'work');
    const parts = { ...engineParts(), options: shippedPolicy, realPath };
    const kindOf = async (command: string) =>
      (await createEngine(parts)(tool, { command }, contextOf({ workingDirectory }))).outcome.kind;
    expect(await kindOf('cat own')).toBe('ended');
    expect(await kindOf('cat here')).toBe('ended');
    expect(await kindOf('cat to-be')).toBe('ended');
    expect(await kindOf('cat to-be-outside')).toBe('needs_approval');
    expect(await kindOf('cat there/id')).toBe('needs_approval');
    expect(await kindOf('cd there && cat id')).toBe('needs_approval');
    expect(await kindOf('cat there/*')).toBe('needs_approval');
  });

  it('look as far into a command as the contract says', async () => {
    const unparsed = {
      kind: 'unparsed',
      codes: ['limit'],
      finding: { id: 'too-long', verdict: 'deny', reason: '{subject}', instead: null },
    } as const;
    const command = `: '${'x'.repeat(100_000)}'`;
    const outcomeOf = async (more: object) => {
      const parts = { ...engineParts(), options: { rules: [unparsed] } };
      return (await createEngine(parts)({ ...tool, ...more }, { command }, contextOf())).outcome;
    };
    expect(await outcomeOf({})).toMatchObject({
      kind: 'denied',
      reason: 'more than 65536 characters at offset 65536',
    });
    expect(await outcomeOf({ maxAnalysed: 200_000 })).toMatchObject({ kind: 'ended' });
  });
});

describe('an approver for one call', () => {
  it('goes before the one for all', async () => {
    const approver = answering({ kind: 'refused', reason: 'no' });
    const bash = createBashFrom({ ...bashParts(), approver, options: strict });
    const yes = answering({ kind: 'approved' });
    expect((await bash.run({ command: 'ls' }, { approver: yes })).outcome.kind).toBe('ended');
    expect((await bash.run({ command: 'ls' })).outcome.kind).toBe('denied');
  });
});

describe('what runs', () => {
  it('is listed for its conversation as long as it runs, in a call or as a job, and ends with it', async () => {
    const bash = temporaryBash({ contract: telling({ lifetime: keeps }) });
    const started = deferred<void>();
    const onEvent = ({ kind }: { kind: string }): void => void (kind === 'output' && started.resolve());
    const workingDirectory = temporaryDirectory();
    const running = bash.run('echo ready; sleep 600', { conversationId: 'a', workingDirectory, onEvent });
    await started.promise;
    await bash.run('sleep 601 &', { conversationId: 'a', workingDirectory });
    await bash.run('sleep 602 &', { conversationId: 'b', workingDirectory });
    onTestFinished(async () => await endAll(bash, 'b'));

    const commands = async (id?: string) => (await bash.running(id)).map(({ command }) => command);
    expect(await commands('a')).toEqual(['echo ready; sleep 600', 'sleep 601 &']);
    expect(await commands()).toEqual(['echo ready; sleep 600', 'sleep 601 &', 'sleep 602 &']);
    const [call, job] = await bash.running('a');
    expect(call).toMatchObject({ conversationId: 'a', cwd: workingDirectory, job: null });
    expect(job?.job).toMatchObject({ state: { kind: 'running' }, conversationId: 'a' });

    await bash.endConversation('a');
    expect((await running).outcome).toMatchObject({ exit: { kind: 'cancelled' } });
    expect(await commands('a')).toEqual(['sleep 601 &']);
    await endAll(bash, 'a');
    expect(await commands()).toEqual(['sleep 602 &']);
  });

  it('belongs to the conversation that the contract names, unless the caller names one', async () => {
    const bash = temporaryBash({ contract: telling({ lifetime: keeps }, 'apart', 'agent-1') });
    onTestFinished(async () => await endAll(bash, 'agent-1'));
    onTestFinished(async () => await endAll(bash, 'mine'));
    const workingDirectory = temporaryDirectory();
    await bash.run('sleep 600 &', { workingDirectory });
    await bash.run('sleep 600 &', { workingDirectory, conversationId: 'mine' });
    expect((await bash.running()).map(({ conversationId }) => conversationId)).toEqual(['agent-1', 'mine']);
  });
});
