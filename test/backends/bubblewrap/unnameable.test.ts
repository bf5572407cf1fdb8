import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canBeNamed, textOfBytes } from '../../../src/backends/bubblewrap/layout/bytes-as-text.ts';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

const at = (directory: string, name: string): Buffer =>
  Buffer.concat([Buffer.from(`${directory}/`), latin1(name)]);

/** Files by their names, with their text; both as Latin-1. */
const named: readonly (readonly [what: string, files: Readonly<Record<string, string>>])[] = [
  ['a directory of hooks', { '.git/config': '[core]\n\thooksPath = h\xe9\n' }],
  ['settings that are included', { '.git/config': '[include]\n\tpath = ../h\xe9\n' }],
  ['a repository', { '.git': 'gitdir: h\xe9\n', 'h\xe9/HEAD': 'ref: refs/heads/main\n' }],
];

describe.skipIf(lacksBubblewrap)('where Git takes orders from what has a name that is not UTF-8', () => {
  test.each(named)('nothing is started: %s', async (_, files) => {
    const workspace = temporaryDirectory();
    for (const name of ['h\xe9', ...('.git' in files ? [] : ['.git'])]) mkdirSync(at(workspace, name));
    for (const [name, text] of Object.entries(files)) writeFileSync(at(workspace, name), latin1(text));
    const plan = planIn(workspace, 'echo x > ran', { sandbox: sandboxFor(workspace) });
    const { run } = await runPlan(bubblewrapBackend(), plan);
    expect(run).toMatchObject({ kind: 'could_not_start', problem: { code: 'sandbox-unavailable' } });
    expect(run.kind === 'could_not_start' && run.problem.message).toMatch(
      /\/h\\udce9.*" has a name that is not UTF-8/,
    );
  });

  test('what is not named by its settings is as it was, also where they have such a text', async () => {
    const workspace = temporaryDirectory();
    execFileSync('git', ['init', '-q', workspace]);
    mkdirSync(at(workspace, 'h\xe9'));
    const config = '[user]\n\tname = Jos\xe9\n[core]\n\thooksPath = /elsewhere/h\xe9\n';
    writeFileSync(join(workspace, '.git/config'), latin1(config));
    const command = "cd h$'\\xe9' && echo x > y && cat y";
    const plan = planIn(workspace, command, { sandbox: sandboxFor(workspace) });
    expect((await runPlan(bubblewrapBackend(), plan)).output).toBe('x\n');
  });
});

describe('bytes that need not be UTF-8', () => {
  test.each(['', 'abc', 'ünï 文書 🙂', '\ufffd', '\ud7ff\ue000\u{10ffff}'])(
    'are a text where they are: %j',
    (text) => {
      expect(textOfBytes(Buffer.from(text))).toBe(text);
      expect(textOfBytes(Buffer.concat([Buffer.from(text), latin1('\xff')]))).toBe(`${text}\udcff`);
      expect(canBeNamed(text)).toBe(true);
    },
  );

  test.each(['\xe9', '\xc0\x80', '\xed\xa0\x80', '\xf4\x90\x80\x80', '\xe2\x82', '\xf8'])(
    'are told where they are not: %j',
    (bytes) => {
      const text = textOfBytes(latin1(`a${bytes}b`));
      expect(text).toBe(
        `a${[...bytes].map((one) => String.fromCharCode(0xdc00 + one.charCodeAt(0))).join('')}b`,
      );
      expect(canBeNamed(text)).toBe(false);
    },
  );
});
