import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { heldProcess } from '../support/held-process.ts';
import { inShort, sessionBackend, timedOut } from '../support/session.ts';

/** Commands that go on for ever, once they have said that they are ready. */
const endless: readonly (readonly [title: string, command: string])[] = [
  ['a program', 'echo ready; sleep 600'],
  ['a program, with more to come', 'echo ready; sleep 600; echo not; touch not'],
  ['a pipeline', '{ echo ready; sleep 600; } | cat | cat'],
  ['a loop of builtins', 'echo ready; while :; do :; done'],
  [
    'a loop in a function',
    'f() { echo ready; while :; do sleep 0.01; done; echo not; }; f || touch not; touch not',
  ],
  ['waiting for children', 'sleep 600 & echo ready; wait; touch not'],
  ['reading from nobody', 'echo ready; read -r x < fifo; touch not'],
  ['writing to nobody', 'echo ready; echo x > fifo; touch not'],
  ['sleeping in read', 'echo ready; read -r -t 600 x <> fifo; touch not'],
  ['a subshell', 'echo ready; (while :; do :; done); touch not'],
  ['a command substitution', 'echo ready; x=$(sleep 600); touch not'],
  ['a flood', 'echo ready; yes; touch not'],
  ['a command that ignores SIGINT', "trap '' INT; echo ready; while :; do :; done; touch not"],
  ['one that ignores all it can', "trap '' INT TERM HUP; echo ready; while :; do sleep 600; done; touch not"],
  ['one with a trap for SIGINT', "trap 'touch not' INT; echo ready; while :; do sleep 600; done"],
  [
    'children that ignore being asked',
    "(trap '' TERM INT; echo ready; while :; do sleep 600; done); touch not",
  ],
  [
    'a shell that has suspended itself',
    "(until grep -q '^State:.T' /proc/$$/status; do :; done; echo ready) & kill -STOP $$; touch not",
  ],
  ['one that left by setsid', 'setsid sleep 600 & echo ready; wait; touch not'],
  [
    'one that threw all away',
    '(setsid env -i sleep 600 < /dev/null > /dev/null 2>&1 &); sleep 0.2; echo ready; sleep 600; touch not',
  ],
  [
    'a storm of two hundred',
    'for i in {1..100}; do (setsid sleep 600 & sleep 600) & done; echo ready; wait; touch not',
  ],
  ['a job of its own', 'set -m; sleep 600 & echo ready; fg > /dev/null; touch not'],
];

describe('a stopped command leaves the shell', () => {
  test.each(endless)('%s', async (_title, command) => {
    const held = heldProcess();
    const { run, stop } = sessionBackend({ directory: held.directory });
    execFileSync('mkfifo', [join(held.directory, 'fifo')]);
    await run('a=kept');
    // Its processes hold the leash, the shell itself does not.
    const stopped = await stop(`{ ${command}; } 9> leash`);
    held.expectGone();
    expect([inShort(stopped), stopped.output.slice(0, 6)]).toEqual(['timed_out', 'ready\n']);
    const next = await run('echo "$a"; [ ! -e not ]');
    expect([inShort(next), next.output]).toEqual(['0', 'kept\n']);
  });
});

test.each([
  ['a loop', 'while :; do :; done'],
  ['a program, with more to come', 'sleep 600; sleep 600'],
  ['a function', 'f() { while :; do :; done; }; f'],
])(
  'a stopped command leaves the shell also from what it has set for its prompt: %s',
  async (_title, command) => {
    const { run, stop } = sessionBackend();
    // There is a prompt before the command's end is told where the rest of it is thrown away.
    const stopped = await stop(
      `a=kept; PROMPT_COMMAND='[ -e ready ] || { > ready; ${command}; }'; echo ready; declare -i x=1/0`,
    );
    const next = await run('echo "$a"');
    expect([inShort(stopped), inShort(next), next.output]).toEqual(['timed_out', '0', 'kept\n']);
  },
);

test('a command whose launcher somebody has ended goes no further', async () => {
  const held = heldProcess();
  const { run } = sessionBackend({ directory: held.directory });
  await run('exec 9> leash');
  const ran = await run('kill -9 $PPID; sleep 600; touch not', { graceMs: 20_000 });
  held.expectGone();
  expect(inShort(ran)).toBe('lost; shell lost');
  expect((await run('[ ! -e not ]; echo $?')).output).toBe('0\n');
});

describe('a shell that has suspended itself', () => {
  test('goes on when nobody of its command is there who could have it go on', async () => {
    const { run } = sessionBackend();
    await run('a=kept; sleep 600 > /dev/null 2>&1 &');
    const ran = await run('echo before; kill -STOP $$; echo "after $a"');
    expect([inShort(ran), ran.output]).toEqual(['0', 'before\nafter kept\n']);
  });

  test('is left to what its command has started for that', async () => {
    const { run } = sessionBackend();
    const waker =
      "until grep -q '^State:.T' /proc/$$/status; do sleep 0.01; done; sleep 2; echo woken; kill -CONT $$";
    const ran = await run(`{ ${waker}; } & kill -STOP $$; echo after`);
    expect([inShort(ran), ran.output]).toEqual(['0', 'woken\nafter\n']);
  });
});

test('a shell that is told to leave its command when it has none stays as it is', async () => {
  const { run } = sessionBackend();
  const { output } = await run('a=kept; echo $$ | cat; echo "$a" > written');
  for (let time = 0; time < 5; time += 1) {
    await run('rm -f written');
    process.kill(Number(output), 'SIGURG');
    const next = await run('echo "$a"; [ ! -e written ]');
    expect([inShort(next), next.output]).toEqual(['0', 'kept\n']);
  }
});

describe('a shell that does not come back is replaced', () => {
  test.each([
    ['a program in its place', "exec bash -c 'echo ready; sleep 600; :'"],
    // Past the one for URG alone SIGINT can get, where it comes while that is run.
    ['traps in the way', "trap '' INT; trap 'while :; do :; done' URG; echo ready; while :; do :; done"],
  ])('%s', async (_title, command) => {
    const held = heldProcess();
    const { run, stop } = sessionBackend({ directory: held.directory });
    await run('exec 9> leash; a=lost; sleep 600 &');
    expect(inShort(await stop(command))).toBe('timed_out; shell lost');
    held.expectGone();
    const next = await run('echo "[$a]"');
    expect([inShort(next), next.output]).toEqual(['0; new: lost', '[]\n']);
  });
});

describe('stopping a command', () => {
  test('spares what the commands before have left running', async () => {
    const { run, stop } = sessionBackend();
    await run('sleep 600 & p=$!');
    await stop('sleep 600 & q=$!; echo ready; wait');
    const { output } = await run('kill -0 "$p" && echo there; kill -0 "$q" 2> /dev/null || echo gone');
    expect(output).toBe('there\ngone\n');
  });

  test('says 130 to the next one', async () => {
    const { run, stop } = sessionBackend();
    await stop('echo ready; sleep 600');
    expect((await run('echo $?')).output).toBe('130\n');
  });

  test('that waits for another one does not wait on', async () => {
    const { run } = sessionBackend();
    let first = Promise.resolve({ output: '' });
    await new Promise((ready) => {
      const command = 'echo ready; until [ -e go ]; do sleep 0.01; done; echo over';
      first = run(command, { onOutput: ready });
    });
    const cancelled = AbortSignal.abort({ kind: 'cancelled' });
    expect(inShort(await run('touch never', { stop: cancelled }))).toBe('cancelled');
    const late = new AbortController();
    const second = run('touch never', { stop: late.signal });
    late.abort(timedOut);
    expect(inShort(await second)).toBe('session-busy');
    await run(': > go', { key: 'other' });
    expect((await first).output).toBe('ready\nover\n');
    expect((await run('[ ! -e never ]; echo $?')).output).toBe('0\n');
  });
});
