import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Approver, createBash, createWorkspaceAgents, workspace } from '../../src/index.ts';
import { heldProcess } from '../support/held-process.ts';
import { endJobs } from '../support/jobs.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { rejectionOf } from '../support/thrown.ts';
import { allowAll, ran, safeEnv, workspaceBash, workspaceWithFiles } from '../support/workspace.ts';

/** Agents with a state of their own, or that of others; closed when the test is over. */
function temporaryAgents(stateDir = temporaryDirectory()) {
  const agents = createWorkspaceAgents((options) =>
    createBash({ contract: workspace, options, stateDir, env: safeEnv() }),
  );
  onTestFinished(async () => {
    await agents.close();
    await endJobs(stateDir);
  });
  return agents;
}

describe('agents of workspace', () => {
  test('C-1: a command is run with the parameters of the document', async () => {
    const agents = temporaryAgents();
    const directory = workspaceWithFiles();
    expect(await agents.bashExecute('pwd; cat notes.txt', directory, allowAll)).toEqual(
      ran('pwd; cat notes.txt', { stdout: `${directory}\na note\n` }),
    );
    const options = { timeout: 2, maxOutputLength: 3, envOverrides: { X: 'long' } };
    const command = 'echo $X; sleep 600';
    expect(await agents.bashExecute(command, directory, allowAll, options)).toEqual(
      ran(command, {
        exit_code: null,
        stdout: '[Output truncated: showing last 3 chars of 5 chars]\nng\n',
        timed_out: true,
        truncated: true,
      }),
    );
  });

  test('C-1: a profile can be a file, and each call has its own', async () => {
    const agents = temporaryAgents();
    const directory = workspaceWithFiles();
    const file = join(temporaryDirectory(), 'profile.json');
    writeFileSync(file, '{"name": "from a file", "default": "deny"}');
    expect(await agents.bashExecute('true', directory, file)).toEqual({
      decision: 'deny',
      action: 'tool:bash:true',
      reason: 'the profile "from a file" denies what none of its patterns fits',
    });
    expect(await agents.bashExecute('true', directory, allowAll)).toEqual(ran('true'));
  });

  test('C-1: what is no profile, no limit or no time is refused', async () => {
    const agents = temporaryAgents();
    const directory = workspaceWithFiles();
    expect(await rejectionOf(agents.bashExecute('true', directory, { deny: [''] }))).toEqual({
      code: 'invalid-options',
      message:
        'options of the contract workspace: profile.deny[0]: expected a string that is not empty, got "" (string)',
    });
    expect(
      await rejectionOf(agents.bashExecute('true', directory, allowAll, { maxOutputLength: -1 })),
    ).toMatchObject({ code: 'invalid-options' });
    expect(
      await rejectionOf(agents.bashExecute('true', directory, allowAll, { agent: 'a\0b' })),
    ).toMatchObject({ message: expect.stringContaining('expected text that can be written as UTF-8') });
    for (const timeout of [0, -1, Number.NaN, '5' as never])
      expect(await rejectionOf(agents.bashExecute('true', directory, allowAll, { timeout }))).toEqual({
        code: 'misuse',
        message: `timeout: expected seconds above 0, got ${typeof timeout === 'string' ? '"5" (string)' : `${timeout} (number)`}`,
      });
  });

  test('C-1: nothing runs after they were closed', async () => {
    const agents = temporaryAgents();
    const directory = workspaceWithFiles();
    await agents[Symbol.asyncDispose]();
    const isClosed = { code: 'misuse', message: 'expected agents that are open, these were closed' };
    expect(await rejectionOf(agents.bashExecute('true', directory, allowAll))).toEqual(isClosed);
    expect(await rejectionOf(agents.tasks('a1'))).toEqual(isClosed);
    expect(await rejectionOf(agents.endAgent('a1'))).toEqual(isClosed);
    await agents.close();
  });

  test('C-2: a question is answered by calling again', async () => {
    const agents = temporaryAgents();
    const directory = workspaceWithFiles();
    const yes: Approver = { ask: async () => ({ kind: 'approved' }) };
    const asked = await agents.bashExecute('echo a', directory, {});
    expect(asked).toEqual({
      decision: 'ask',
      action: 'tool:bash:echo a',
      reason: 'the profile "profile" asks about what none of its patterns fits',
    });
    expect(await agents.bashExecute('echo a', directory, {}, { approver: yes })).toEqual(
      ran('echo a', { stdout: 'a\n' }),
    );
  });

  test('C-9: commands of one agent run side by side', async () => {
    const { bash } = workspaceBash({ agent: 'a1' });
    // Each waits for what the other one writes.
    const first = bash.run({ command: 'mkfifo one two 2>&1; echo a > one; cat two' });
    const second = bash.run({ command: 'until [ -p two ]; do sleep 0.01; done; cat one; echo b > two' });
    expect((await first).result).toMatchObject({ stdout: 'b\n', exit_code: 0 });
    expect((await second).result).toMatchObject({ stdout: 'a\n', exit_code: 0 });
  });

  test('C-9: what runs is tracked for its agent: calls, and what they have left running', async () => {
    const agents = temporaryAgents();
    const held = heldProcess();
    const other = heldProcess();
    await agents.bashExecute(held.inBackground, held.directory, allowAll, { agent: 'a1' });
    await agents.bashExecute(other.inBackground, other.directory, allowAll, { agent: 'a2' });
    const call = agents.bashExecute('until [ -e go ]; do sleep 0.01; done', held.directory, allowAll, {
      agent: 'a1',
      timeout: 60,
    });
    await expect.poll(async () => (await agents.tasks('a1')).length).toBe(2);
    const [left, called] = await agents.tasks('a1');
    expect(left).toMatchObject({ command: held.inBackground, conversationId: 'a1', cwd: held.directory });
    expect(left?.job?.state).toMatchObject({ kind: 'running' });
    expect(called).toMatchObject({ command: 'until [ -e go ]; do sleep 0.01; done', job: null });
    expect((await agents.tasks('a2')).map(({ cwd }) => cwd)).toEqual([other.directory]);
    expect(await agents.tasks('a3')).toEqual([]);
    writeFileSync(join(held.directory, 'go'), '');
    await call;
    expect((await agents.tasks('a1')).map(({ command }) => command)).toEqual([held.inBackground]);
  });

  test('C-9: all of an agent is ended with it, and nothing of others', async () => {
    const agents = temporaryAgents();
    const [left, called, other] = [heldProcess(), heldProcess(), heldProcess()];
    await agents.bashExecute(left.inBackground, left.directory, allowAll, { agent: 'a1' });
    await agents.bashExecute(other.inBackground, other.directory, allowAll, { agent: 'a2' });
    const call = agents.bashExecute(called.command, called.directory, allowAll, { agent: 'a1' });
    await expect.poll(async () => (await agents.tasks('a1')).length).toBe(2);
    await expect.poll(() => called.isGone()).toBe(false);
    await agents.endAgent('a1');
    expect(await call).toMatchObject({ exit_code: null, timed_out: false });
    left.expectGone();
    called.expectGone();
    expect(other.isGone()).toBe(false);
    expect(await agents.tasks('a1')).toEqual([]);
    expect(await agents.tasks('a2')).toHaveLength(1);
    expect(await agents.bashExecute('true', left.directory, allowAll, { agent: 'a1' })).toEqual(ran('true'));
  });

  test('C-9: what an earlier host has left running is known, and can be ended', async () => {
    const stateDir = temporaryDirectory();
    const held = heldProcess();
    const before = temporaryAgents(stateDir);
    await before.bashExecute(held.inBackground, held.directory, allowAll, { agent: 'a1' });
    await before.close();
    expect(held.isGone()).toBe(false);
    const after = temporaryAgents(stateDir);
    const refused = after.bashExecute('true', held.directory, { deny: [''] }, { agent: 'a1' });
    expect(await rejectionOf(refused)).toMatchObject({ code: 'invalid-options' });
    expect((await after.tasks('a1')).map(({ command }) => command)).toEqual([held.inBackground]);
    await after.endAgent('a1');
    held.expectGone();
  });

  test('C-9: the agent is the conversation of calls that name none', async () => {
    const { bash } = workspaceBash({ agent: 'a1' });
    const held = heldProcess();
    const call = bash.run({ command: held.command });
    await expect.poll(async () => (await bash.running('a1')).length).toBe(1);
    await bash.endConversation('a1', { jobs: 'end' });
    expect((await call).outcome).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
    expect(await bash.running()).toEqual([]);
  });

  test('C-9: an agent that is not named is the one whose workspace it is', async () => {
    const agents = temporaryAgents();
    const held = heldProcess();
    await agents.bashExecute(held.inBackground, held.directory, allowAll);
    expect(await agents.tasks(held.directory)).toHaveLength(1);
    await agents.endAgent(held.directory);
    held.expectGone();
  });
});
