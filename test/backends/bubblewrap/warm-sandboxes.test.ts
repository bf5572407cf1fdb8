import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Backend } from '../../../src/model/ports.ts';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';
import { saysWhetherWarm } from '../../support/warm-backend.ts';

const stub = 'handrail.json';

/** A backend in which a sandbox for this workspace waits. */
async function waitingSandbox(workspace: string): Promise<Backend> {
  const backend = bubblewrapBackend({ warm: true });
  for (const expected of ['0', '0', '1'])
    expect(await runIn(backend, workspace, saysWhetherWarm)).toBe(expected);
  await expect.poll(() => isShellWaitingIn(workspace)).toBe(true);
  return backend;
}

/** Whether a shell waits for its command in a sandbox that has this workspace. */
function isShellWaitingIn(workspace: string): boolean {
  const place = ` ${workspace.replaceAll(' ', '\\040')}/${stub} `;
  const tells = (file: string, text: string): boolean => {
    try {
      return readFileSync(file, 'latin1').includes(text);
    } catch {
      return false; // It has ended meanwhile.
    }
  };
  return readdirSync('/proc').some(
    (pid) => tells(`/proc/${pid}/environ`, 'HANDRAIL_order=') && tells(`/proc/${pid}/mountinfo`, place),
  );
}

/** Runs a command in a sandbox, to its end. Resolves to what it writes. */
async function runIn(backend: Backend, workspace: string, command: string): Promise<string> {
  const sandbox = sandboxFor(workspace);
  const plan = planIn(workspace, command, { sandbox, streams: 'combined' });
  const { run, output } = await runPlan(backend, plan);
  expect(run).toMatchObject({ kind: 'ended', exit: { kind: 'exited' } });
  return output.trim();
}

function directoryWith(name: string, text: string): string {
  const directory = join(temporaryDirectory(), 'work');
  mkdirSync(directory);
  writeFileSync(join(directory, name), text);
  return directory;
}

describe.skipIf(lacksBubblewrap)('a sandbox that has waited', () => {
  test('is not used when a file that is to be kept was replaced', async () => {
    const workspace = directoryWith('.envrc', 'old\n');
    const backend = await waitingSandbox(workspace);
    writeFileSync(join(workspace, 'other'), 'new\n');
    renameSync(join(workspace, 'other'), join(workspace, '.envrc'));
    const output = await runIn(
      backend,
      workspace,
      'cat .envrc; (echo bad >> .envrc) 2> /dev/null || echo kept',
    );
    expect(output).toBe('new\nkept');
    expect(readFileSync(join(workspace, '.envrc'), 'utf8')).toBe('new\n');
  });

  test('is not used when what stands in for a file was removed', async () => {
    const workspace = directoryWith('a', '');
    const backend = await waitingSandbox(workspace);
    rmdirSync(join(workspace, stub));
    expect(await runIn(backend, workspace, `(echo bad > ${stub}) 2> /dev/null || echo kept`)).toBe('kept');
  });

  test('is not used when its workspace was put elsewhere, and another is there', async () => {
    const workspace = directoryWith('a', 'old\n');
    const backend = await waitingSandbox(workspace);
    renameSync(workspace, `${workspace} before`);
    mkdirSync(workspace);
    expect(await runIn(backend, workspace, 'cat a 2> /dev/null; echo new > b')).toBe('');
    expect(readFileSync(join(workspace, 'b'), 'utf8')).toBe('new\n');
    await backend.close();
    expect([readdirSync(`${workspace} before`), readdirSync(workspace)]).toEqual([['a'], ['b']]);
  });

  test('is not used when its workspace was removed and made anew', async () => {
    const workspace = directoryWith('a', 'old\n');
    const backend = await waitingSandbox(workspace);
    rmSync(workspace, { recursive: true });
    mkdirSync(workspace);
    expect(await runIn(backend, workspace, 'echo new > b')).toBe('');
    expect(readFileSync(join(workspace, 'b'), 'utf8')).toBe('new\n');
  });

  test.each([
    ['was removed', () => {}, 'cwd-not-found'],
    ['is a file by now', (place: string) => writeFileSync(place, ''), 'cwd-not-a-directory'],
  ] as const)('runs nothing when its workspace %s', async (_, replace, code) => {
    const workspace = directoryWith('a', '');
    const backend = await waitingSandbox(workspace);
    renameSync(workspace, `${workspace} before`);
    replace(workspace);
    const plan = planIn(workspace, 'echo x > new', { sandbox: sandboxFor(workspace) });
    for (let time = 0; time < 2; time += 1)
      expect((await runPlan(backend, plan)).run).toMatchObject({
        kind: 'could_not_start',
        problem: { code },
      });
  });

  test('is let go after ten seconds where something stands in for files', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const workspace = directoryWith('a', '');
    await waitingSandbox(workspace);
    vi.advanceTimersByTime(9_900);
    expect(isShellWaitingIn(workspace)).toBe(true);
    vi.advanceTimersByTime(200);
    await expect.poll(() => readdirSync(workspace)).toEqual(['a']);
  });

  test('ends with its conversation, and what is private to it is removed', async () => {
    const place = temporaryDirectory();
    vi.stubEnv('TMPDIR', place);
    onTestFinished(() => void vi.unstubAllEnvs());
    const workspace = directoryWith('a', '');
    const backend = await waitingSandbox(workspace);
    const left = () => readdirSync(place).filter((name) => name.startsWith('handrail-private-'));
    expect(left()).toHaveLength(1);
    await backend.endConversation?.('a conversation');
    await expect.poll(left).toEqual([]);
    expect(readdirSync(workspace)).toEqual(['a']);
  });
});
