import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { BashResult, JobListResult, JobToolResult } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

type AnyResult = BashResult & JobToolResult & JobListResult;

/** One conversation with one job, that is on a terminal and has written that it is ready. */
async function typedTo(command: string, pty = true) {
  const bash = temporaryBash<unknown, AnyResult>({ contract: 'default', sandbox: 'off' });
  const context = { conversationId: 'c', workingDirectory: temporaryDirectory() };
  const call = async (tool: string, input: unknown): Promise<AnyResult> =>
    (await bash.call(tool, input, context)).result;
  const { job: started, text } = await call('bash', { command, pty, run_in_background: true });
  const job = started?.id ?? '';
  if (!/^ready$/m.test(text)) await call('bash_output', { job, wait_for: { pattern: '^ready$' } });
  return { call, job };
}

describe('a job with a terminal', () => {
  test('is given the keys of the cursor as it has asked for them last', async () => {
    const ask = 'read -rsn3 a; read -rsn3 b; read -rsn4 c; printf "%q %q %q\\n" "$a" "$b" "$c" >> typed';
    const long = 'head -c 2000000 /dev/zero | tr "\\0" x; echo';
    const application = `printf '\\033[?25;1h'; ${long}; echo two; ${ask}`;
    const command = `stty -echo; echo ready; ${ask}; ${application}; printf '\\033[?1l'; echo three; ${ask}`;
    const { call, job } = await typedTo(command);
    for (const next of ['^two$', '^three$', null]) {
      await call('bash_input', { job, keys: ['Up', 'End', 'Delete'] });
      const until = next === null ? 'exit' : { pattern: next };
      await call('bash_output', { job, wait_for: until });
    }
    const typed = (await call('bash', { command: 'cat typed' })).text.split('\n');
    expect(typed).toEqual([
      "$'\\E[A' $'\\E[F' $'\\E[3~'",
      "$'\\EOA' $'\\EOF' $'\\E[3~'",
      "$'\\E[A' $'\\E[F' $'\\E[3~'",
    ]);
  });

  test('that is typed a line of which a terminal keeps a part is told so', async () => {
    const { call, job } = await typedTo('stty -echo; echo ready; cat > given');
    const short = await call('bash_input', { job, text: `${'é'.repeat(2_047)}x\n` });
    expect(short.text).toBe('[job 1 was given 4,096 bytes]');
    const long = await call('bash_input', { job, text: `${'é'.repeat(2_048)}\n` });
    expect(long.text).toMatch(/^\[job 1 was given 4,097 bytes; .* 4,095 bytes of a line .* is lost: /);
    await call('bash_input', { job, eof: true });
    await call('bash_output', { job, wait_for: 'exit' });
    expect((await call('bash', { command: 'wc -c < given' })).text).toBe('8192');
  });

  test('takes a line that ends as on Windows for one line', async () => {
    const { call, job } = await typedTo('stty -echo; echo ready; cat -A > given');
    await call('bash_input', { job, text: 'one\r\ntwo\r\n', eof: true });
    await call('bash_output', { job, wait_for: 'exit' });
    expect((await call('bash', { command: 'cat given' })).text).toBe('one$\ntwo$');
  });
});

test('what several calls at once type to a job comes one after the other, in their order', async () => {
  const { call, job } = await typedTo('echo ready; cat > given', false);
  const typed = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter.repeat(100_000)}\n`);
  const given = await Promise.all(typed.map((text) => call('bash_input', { job, text })));
  expect(given.map(({ text }) => text)).toEqual(typed.map(() => '[job 1 was given 100,001 bytes]'));
  await call('bash_input', { job, eof: true });
  await call('bash_output', { job, wait_for: 'exit' });
  expect((await call('bash', { command: 'uniq -c -w 1 given | cut -c 1-12; wc -c < given' })).text).toBe(
    [...typed.map((text) => `      1 ${text.slice(0, 4)}`), '500005'].join('\n'),
  );
});

test('half a character is not typed', async () => {
  const { call, job } = await typedTo('echo ready; cat > given', false);
  const refused = await call('bash_input', { job, text: 'a\ud83d\n' });
  expect(refused.text).toMatch(/^\[invalid input: text: .* half of a surrogate pair at offset 1 /);
  await call('bash_input', { job, text: 'a\u{1f600}\n', eof: true });
  await call('bash_output', { job, wait_for: 'exit' });
  expect((await call('bash', { command: 'cat given' })).text).toBe('a\u{1f600}');
});

test('it is said where a terminal has lost lines that are asked for', async () => {
  const { call, job } = await typedTo('seq 6000; echo ready; read -r x');
  const searched = await call('bash_output', { job, search: '^5$' });
  expect(searched.text).toMatch(
    /^\[no line matches\]\n\[what was above line 1 is .* was not searched; .*\/output has it\]\n/,
  );
  const read = await call('bash_output', { job, from_line: 1, lines: 1 });
  expect(read.text).toMatch(/^\[… what was above is not on the screen any more …\]\n9\d\d\n/);
  const end = await call('bash_output', { job, from_line: -1, lines: 1 });
  expect(end.text).toMatch(/^ready\n\[/);
});

test('nothing is left of a terminal whose program has ended without reading what was typed', async () => {
  const { call, job } = await typedTo('echo ready; until [ -e typed ]; do sleep 0.05; done');
  const typed = await call('bash_input', { job, text: 'word\n'.repeat(40_000) });
  expect(typed.text).toMatch(/^\[job 1 was given .* and not the last .* bytes: it does not read its input/);
  await call('bash', { command: 'touch typed' });
  await call('bash_output', { job, wait_for: 'exit' });
  await expect.poll(catsOfOurs).toEqual([]);
});

/** The processes that copy what is typed or shown, of this process. */
function catsOfOurs(): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const [, name, parent] =
        /^\d+ \((.*)\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      return name === 'cat' && Number(parent) === process.pid;
    } catch {
      return false; // It is no process, or has ended.
    }
  });
}
