import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

test('of calls that are made at once in a session each is judged by what was given to its shell before', async () => {
  const [workingDirectory, elsewhere] = [temporaryDirectory(), temporaryDirectory()];
  for (const [place, text] of [
    [workingDirectory, 'of the workspace'],
    [elsewhere, 'of another'],
  ] as const) {
    mkdirSync(join(place, 'sub'));
    writeFileSync(join(place, 'sub/notes'), text);
  }
  const bash = temporaryBash({ sandbox: 'off', options: { approve: 'rules' } });
  const run = async (command: string) =>
    await bash.run({ command, session: 'main' }, { conversationId: 'one', workingDirectory });
  const [gone, read] = await Promise.all([run(`cd '${elsewhere}'`), run('cat sub/notes')]);
  expect(gone.outcome.kind).toBe('ended');
  expect(read.text).not.toContain('of another');
  expect(read.outcome.kind).toBe('needs_approval');
});

test('calls at once that leave their shell as it is run, one after the other', async () => {
  const bash = temporaryBash({ sandbox: 'off', options: { approve: 'rules' } });
  const context = { conversationId: 'one', workingDirectory: temporaryDirectory() };
  const texts = ['one', 'two', 'three'].map(async (word) => {
    return (await bash.run({ command: `/bin/echo ${word}`, session: 'main' }, context)).text;
  });
  expect(await Promise.all(texts)).toEqual(['one', 'two', 'three']);
});
