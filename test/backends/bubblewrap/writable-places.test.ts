import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBubblewrapBackend } from '../../../src/backends/bubblewrap/bubblewrap-backend.ts';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import { widen } from '../../../src/confine/widen.ts';
import { realPath } from '../../../src/engine/real-path.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { bubblewrapBackend, lacksBubblewrap, pathWith, sandboxFor } from '../../support/bubblewrap.ts';
import { path, planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';
import { withoutPerl } from '../../support/without-perl.ts';

/** A directory with a workspace within another one, and beside both what is not to be written to. */
function nested() {
  const world = realpathSync(temporaryDirectory());
  for (const name of ['outer/inner', 'beside']) mkdirSync(join(world, name), { recursive: true });
  const planFor = (name: string, command: string, conversationId: string): Plan => {
    const workspace = join(world, name);
    const sandbox = { ...sandboxFor(workspace, { readOnly: [world] }), conversationId };
    return planIn(workspace, command, { sandbox, conversationId, streams: 'combined' });
  };
  return { world, planFor };
}

describe.skipIf(lacksBubblewrap).each([false, true])(
  'a workspace within another (made as a whole: %s)',
  (isWhole) => {
    test('is not where a link leads that a command of the other has put in its stead', async () => {
      const { world, planFor } = nested();
      const backend = bubblewrapBackend({ isWhole });
      await runPlan(backend, planFor('outer/inner', 'echo x > file', 'one'));
      await runPlan(backend, planFor('outer', 'mv inner moved && ln -s ../beside inner', 'other'));
      const { run } = await runPlan(backend, planFor('outer/inner', 'echo x > file', 'one'));
      expect(run).toMatchObject({ kind: 'could_not_start', problem: { code: 'sandbox-unavailable' } });
      expect(JSON.stringify(run)).toContain(
        `${world}/outer/inner leads to ${world}/beside, and led to ${world}/outer/inner when the conversation began`,
      );
      expect(readdirSync(join(world, 'beside'))).toEqual([]);
    });

    test('is where it leads for a conversation that begins later', async () => {
      const { world, planFor } = nested();
      const backend = bubblewrapBackend({ isWhole });
      await runPlan(backend, planFor('outer/inner', 'true', 'one'));
      await runPlan(backend, planFor('outer', 'mv inner moved && ln -s moved inner', 'other'));
      await backend.endConversation('one');
      const { run } = await runPlan(backend, planFor('outer/inner', 'echo x > file', 'one'));
      expect(run).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 0 } });
      expect(readdirSync(join(world, 'outer/moved'))).toContain('file');
    });
  },
);

describe.skipIf(lacksBubblewrap)('a workspace within another, while its sandbox is made,', () => {
  /** As where a link is put in the stead of something, and taken away again before anything else is looked at. */
  const showingInstead = (what: string, shown: string): string =>
    pathWith(
      `for ((i = 1; i < $#; i++)); do [[ \${!i} != --*bind || "\${@:i+1:1}" != '${what}' ]] || set -- "\${@:1:i}" '${shown}' "\${@:i+2}"; done`,
    );

  test.each([
    { name: 'outer/inner' },
    { name: 'outer/inner/.git/config' },
    { name: 'outer/inner', isWhole: true },
    { name: 'outer/inner/.git/config', isWhole: true },
  ])('is not what a link in the place of something leads to: %j', async ({ name, isWhole = false }) => {
    const { world, planFor } = nested();
    mkdirSync(join(world, 'outer/inner/.git'));
    for (const file of ['outer/inner/.git/config', 'secret']) writeFileSync(join(world, file), '');
    const shown = join(world, name === 'outer/inner' ? 'beside' : 'secret');
    const programs = showingInstead(join(world, name), shown);
    const all = isWhole ? withoutPerl(temporaryDirectory(), programs) : programs;
    const backend = createBubblewrapBackend({ bashPath: null, path: all, warm: false });
    onTestFinished(() => backend.close());
    const { run } = await runPlan(backend, planFor('outer/inner', 'echo x > file', 'one'));
    expect(run).toMatchObject({ kind: 'could_not_start' });
    expect(JSON.stringify(run)).toContain(`${join(world, name)} was put elsewhere meanwhile; run it again`);
    expect(readdirSync(join(world, 'beside'))).not.toContain('file');
    expect(readdirSync(join(world, 'outer/inner'))).toEqual(['.git']);
  });
});

describe.skipIf(lacksBubblewrap)('a file of the workspace that is replaced while its sandbox is made', () => {
  /** A workspace with settings of Git, and a host that meets this each time, or the first times: one mount is gone by the end. */
  function replacing({ times, isWhole = false }: { times: number; isWhole?: boolean }) {
    const [workspace, directory] = [temporaryDirectory(), temporaryDirectory()];
    mkdirSync(join(workspace, '.git'));
    const config = join(workspace, '.git/config');
    writeFileSync(config, '');
    const lost = `count=$(cat '${directory}/count' 2>/dev/null || echo 0); ((count >= ${times})) || { echo $((count + 1)) > '${directory}/count'; for ((i = 1; i < $#; i++)); do [[ \${!i} != --*bind || "\${@:i+1:1}" != '${config}' ]] || set -- "\${@:1:i-1}" "\${@:i+3}"; done; }`;
    const programs = isWhole ? withoutPerl(temporaryDirectory(), pathWith(lost)) : pathWith(lost);
    const backend = createBubblewrapBackend({ bashPath: null, path: programs, warm: false });
    onTestFinished(() => backend.close());
    const run = async () =>
      await runPlan(backend, planIn(workspace, 'cat .git/config', { sandbox: sandboxFor(workspace) }));
    return { config, run };
  }

  test.each([false, true])('is as it is then (made as a whole: %s)', async (isWhole) => {
    const { run } = await replacing({ times: 2, isWhole }).run();
    expect(run).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 0 } });
  });

  test.each([false, true])(
    'and again each time keeps it from being used, which is told (made as a whole: %s)',
    async (isWhole) => {
      const { config, run } = replacing({ times: 1_000, isWhole });
      const ended = await run();
      expect(ended.run).toMatchObject({ kind: 'could_not_start' });
      expect(JSON.stringify(ended.run)).toContain(`${config} was put elsewhere meanwhile; run it again`);
    },
  );
});

describe.skipIf(lacksBubblewrap)('what can be written to, while its files are looked at,', () => {
  /** Puts a link in the place of a directory as soon as the sandbox is asked for: before anything is made, what can make it is tried. */
  function backendThatMeets(exchange: string) {
    const directory = temporaryDirectory();
    const bwrap = findExecutable('bwrap', path);
    const script = `[[ -e '${directory}/done' ]] || { : > '${directory}/done'; ${exchange}; }\nexec ${bwrap} "$@"`;
    writeFileSync(join(directory, 'bwrap'), `#!${findExecutable('bash', path)}\n${script}\n`, {
      mode: 0o755,
    });
    const programs = [directory, path].join(delimiter);
    const backend = createBubblewrapBackend({ bashPath: null, path: programs, warm: false });
    onTestFinished(() => backend.close());
    return backend;
  }

  test('is not what a link in the place of the workspace leads to', async () => {
    const { world, planFor } = nested();
    const exchange = `cd '${world}/outer'; mv inner moved; ln -s ../beside inner`;
    const plan = planFor('outer/inner', `echo x > '${world}/beside/file'`, 'one');
    const { run } = await runPlan(backendThatMeets(exchange), { ...plan, cwd: world });
    expect(existsSync(join(world, 'beside/file'))).toBe(false);
    expect(run).toMatchObject({ kind: 'could_not_start', problem: { code: 'sandbox-unavailable' } });
    expect(JSON.stringify(run)).toContain(`${world}/outer/inner leads to ${world}/beside`);
  });

  test.each(['writable', 'read-only'] as const)(
    'is not what a link in the place of what was allowed leads to (%s)',
    async (access) => {
      const { world, planFor } = nested();
      for (const name of ['outer/allowed', 'secret/more']) mkdirSync(join(world, name), { recursive: true });
      writeFileSync(join(world, 'secret/more/key'), 'told');
      const exchange = `cd '${world}/outer'; mv allowed moved; ln -s ../secret/more allowed`;
      const plan = planFor('outer/inner', `cat '${world}/secret/more/key'`, 'one');
      const hidden = ['secret', 'outer/allowed'].map((name) => join(world, name));
      const confined = { ...sandboxFor(join(world, 'outer/inner'), { hidden }), conversationId: 'one' };
      const sandbox = widen(
        confined,
        [{ kind: 'path', path: join(world, 'outer/allowed'), access }],
        realPath,
      );
      const { run, output } = await runPlan(backendThatMeets(exchange), { ...plan, cwd: world, sandbox });
      expect(output).toBe('');
      expect(run).toMatchObject({ kind: 'could_not_start', problem: { code: 'sandbox-unavailable' } });
      expect(JSON.stringify(run)).toContain(
        `${world}/outer/allowed leads to ${world}/secret/more, which was not allowed`,
      );
    },
  );
});
