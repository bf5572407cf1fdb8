import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inShort, sessionBackend, timedOut } from '../support/session.ts';

/** A command, what it prints, and how it ends; see `inShort`. */
type Step = readonly [command: string, output: string, end?: string];

/** What commands do to the lines that the shell of a session reads around each of them. */
const cases: readonly (readonly [title: string, ...steps: Step[]])[] = [
  [
    'a disabled colon does not matter: no command is told as not run that has run',
    ['x=1; enable -n :', ''],
    ['echo "$x" | cat', '1\n'],
  ],
  [
    'set -v does not tell of a pipeline in other words than its own',
    ['set -v', ''],
    ['true | false', 'true | false\n', '1'],
  ],
  [
    'a history that is turned on has none of the lines around the commands',
    ['set -o history', ''],
    ['history', ''],
    ['set -o history; history | wc -l', '0\n'],
    ['history', ''],
  ],
  [
    'a prompt that reads the lines of a command costs the shell, and that is not told as run',
    ["readonly PROMPT_COMMAND='read x'", ''],
    ['echo a', '', 'spawn-failed'],
    ['false', '', '1; new: lost'],
  ],
];

describe('in a session', () => {
  for (const [title, ...steps] of cases) {
    test(title, async () => {
      const { run } = sessionBackend();
      const seen: Step[] = [];
      for (const [command] of steps) {
        const ran = await run(command);
        seen.push([command, ran.output, inShort(ran)]);
      }
      expect(seen).toEqual(steps.map(([command, output, end = '0']) => [command, output, end]));
    });
  }

  test('what a command has set for its prompt is not run', async () => {
    const { run } = sessionBackend();
    await run("PROMPT_COMMAND='((asked++))' PS1='$((asked++))' PS0='$((asked++))'");
    for (let time = 0; time < 2; time += 1) expect((await run('echo "[$asked]" | cat')).output).toBe('[]\n');
  });

  test('no mail is looked for at a prompt, whose words would be expanded', async () => {
    const { run } = sessionBackend();
    await run("echo one > box; MAILCHECK=0 MAILPATH='box?$((told++))'");
    await run('echo two >> box; touch -t 203001010000 box');
    expect((await run('echo "[$told]"')).output).toBe('[]\n');
  });

  test('the shell is left by no time limit of a prompt', async () => {
    const { run } = sessionBackend();
    await run('TMOUT=1');
    expect((await run('echo "[${TMOUT-}]"')).output).toBe('[]\n');
  });

  test('what cannot be taken away of that is run three times for each command', async () => {
    const { run } = sessionBackend();
    await run("readonly PROMPT_COMMAND='((asked++))'");
    const first = Number((await run('echo "$asked" | cat')).output);
    const second = Number((await run('echo "$asked" | cat')).output);
    expect(second - first).toBe(3);
  });

  test.each([
    ['takes long', 'sleep 600'],
    ['reads', 'cat'],
    ['suspends the shell', 'kill -STOP $$'],
    ['ends the shell', 'exit 3'],
  ])('what a command sets for its prompt changes nothing of how it ends: what %s', async (_title, prompt) => {
    const { run } = sessionBackend();
    const ran = await run(`a=kept; PROMPT_COMMAND='${prompt}' PS0='$(${prompt})' PS1='$(${prompt})'; echo b`);
    expect([inShort(ran), ran.output, ran.run]).toMatchObject(['0', 'b\n', { survivors: [] }]);
    expect((await run('echo "$a"')).output).toBe('kept\n');
  });

  test('a shell that had not come to a command when that was stopped is not kept', async () => {
    const { run, directory } = sessionBackend();
    const readsThem = 'read x; read y; read z; : > eaten; sleep 600';
    await run(`readonly PROMPT_COMMAND='[ -e eaten ] || { ${readsThem}; }'`);
    const controller = new AbortController();
    const running = run('echo a', { stop: controller.signal });
    await expect.poll(() => existsSync(join(directory, 'eaten')), { timeout: 20_000 }).toBe(true);
    controller.abort(timedOut);
    expect(inShort(await running)).toBe('timed_out; shell lost');
  });

  test('words that are aliases for something else do not keep a command from being left', async () => {
    const { run, stop } = sessionBackend();
    await run("a=kept; shopt -s expand_aliases; alias '[['=echo '{'=echo '}'=echo");
    const stopped = await stop('echo ready; while :; do :; done');
    const next = await run('echo "$a"');
    expect([inShort(stopped), stopped.output, next.output]).toEqual(['timed_out', 'ready\n', 'kept\n']);
  });
});
