import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

test('what a long session has left is known however many commands changed it, and what it was before them is not', async () => {
  const [workingDirectory, elsewhere] = [temporaryDirectory(), temporaryDirectory()];
  for (const place of [workingDirectory, elsewhere]) {
    mkdirSync(join(place, 'sub'));
    writeFileSync(join(place, 'sub/notes'), 'text');
  }
  const bash = temporaryBash({ sandbox: 'off', options: { approve: 'rules' } });
  const run = async (command: string) =>
    (await bash.run({ command, session: 'main' }, { conversationId: 'one', workingDirectory })).outcome.kind;
  const kinds = new Set<string>();
  for (let at = 0; at < 200; at += 1)
    kinds.add(await run(`x=${at}; cd . && for i in a b c; do echo "$i $x"; done`));
  expect([...kinds]).toEqual(['ended']);
  expect(await run('cat sub/notes')).toBe('ended');
  expect(await run(`cd '${elsewhere}'`)).toBe('ended');
  expect(await run('cat sub/notes')).toBe('needs_approval');
});
