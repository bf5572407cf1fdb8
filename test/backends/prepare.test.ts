import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBubblewrapBackend } from '../../src/backends/bubblewrap/bubblewrap-backend.ts';
import { listedChildren } from '../../src/backends/local/processes/process-table.ts';
import { lacksBubblewrap, sandboxFor } from '../support/bubblewrap.ts';
import { isAlive } from '../support/is-alive.ts';
import { localBackend, path, planIn, runPlan } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { withoutPerl } from '../support/without-perl.ts';

/** What helps a backend, by what each is called in the list of processes. */
function helpers(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const pid of listedChildren(process.pid).filter(isAlive)) {
    const [name] = /handrail-(?:pipes|watchdog|fork-server)/.exec(wordsOf(pid)) ?? [];
    if (name !== undefined) found.set(name, pid);
  }
  return found;
}

function wordsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return ''; // It has ended meanwhile.
  }
}

function bubblewrapBackend(programs = path) {
  const backend = createBubblewrapBackend({ bashPath: null, path: programs });
  onTestFinished(() => backend.close());
  return backend;
}

describe('a backend that is to be ready', () => {
  test('starts what every command needs, and its first command has that', async () => {
    const backend = localBackend();
    expect(helpers()).toEqual(new Map());
    backend.prepare?.({ sandbox: true });
    const names = () => [...helpers().keys()].toSorted();
    await expect.poll(names).toEqual(['handrail-pipes', 'handrail-watchdog']);
    const before = helpers();
    backend.prepare?.({ sandbox: true });
    expect((await runPlan(backend, planIn('/', 'echo here'))).output).toBe('here\n');
    expect(helpers()).toEqual(before);
    await backend.close();
    await expect.poll(names).toEqual([]);
  });

  test.skipIf(lacksBubblewrap)('starts what sandboxes need where one is to be had', async () => {
    const backend = bubblewrapBackend();
    backend.prepare?.({ sandbox: false });
    const names = () => [...helpers().keys()].toSorted();
    await expect.poll(names).toEqual(['handrail-pipes', 'handrail-watchdog']);
    backend.prepare?.({ sandbox: true });
    await expect.poll(names).toEqual(['handrail-fork-server', 'handrail-pipes', 'handrail-watchdog']);
    const before = helpers();
    const workspace = temporaryDirectory();
    const plan = planIn(workspace, 'echo here', { sandbox: sandboxFor(workspace) });
    expect((await runPlan(backend, plan)).output).toBe('here\n');
    expect(helpers()).toEqual(before);
    await backend.close();
    await expect.poll(names).toEqual([]);
  });

  test.skipIf(lacksBubblewrap)('ends what it has started when it is closed at once', async () => {
    const backend = bubblewrapBackend();
    backend.prepare?.({ sandbox: true });
    await backend.close();
    await expect.poll(() => listedChildren(process.pid).filter(isAlive)).toEqual([]);
  });

  test.skipIf(lacksBubblewrap)('is ready for sandboxes that Perl does not enter, too', async () => {
    const backend = bubblewrapBackend(withoutPerl(temporaryDirectory()));
    backend.prepare?.({ sandbox: true });
    const workspace = temporaryDirectory();
    const plan = planIn(workspace, 'echo here', { sandbox: sandboxFor(workspace) });
    expect((await runPlan(backend, plan)).output).toBe('here\n');
    expect([...helpers().keys()]).not.toContain('handrail-fork-server');
  });

  test('says nothing where there is no bash: whoever runs something is told', async () => {
    const backend = localBackend({ path: temporaryDirectory() });
    backend.prepare?.({ sandbox: true });
    const { run } = await runPlan(backend, planIn('/'));
    expect(run).toMatchObject({ kind: 'could_not_start', problem: { code: 'bash-not-found' } });
    expect(helpers()).toEqual(new Map());
  });
});
