import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { builtRoot } from '../support/built.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const adapter = fileURLToPath(new URL('../../dist/adapters/openai/index.js', import.meta.url));

const isGone =
  'expected an absolute path, as the directory of this process is gone (ENOENT): give one, or go to another directory (process.chdir)';

/** What a program prints whose directory is gone. */
function printedBy(lines: string): readonly string[] {
  const place = temporaryDirectory();
  const program = `
    import { mkdirSync, rmdirSync } from 'node:fs';
    import { createBash } from ${JSON.stringify(builtRoot)};
    import { bashTools } from ${JSON.stringify(adapter)};
    const settings = { stateDir: ${JSON.stringify(join(place, 'state'))}, sandbox: 'off', options: { approve: 'never' } };
    const workingDirectory = ${JSON.stringify(place)};
    const tell = ({ code, message }) => console.log(code + ': ' + message);
    mkdirSync('gone');
    process.chdir('gone');
    rmdirSync('../gone');
    ${lines}`;
  const args = ['--input-type=module', '-e', program];
  return execFileSync(process.execPath, args, { cwd: place, encoding: 'utf8' }).trimEnd().split('\n');
}

test('a host whose directory is gone is told so, and its calls run in another one that it names', () => {
  const printed = printedBy(`
    const bash = createBash(settings);
    await bash.run({ command: 'true' }).catch(tell);
    await bash.run({ command: 'true' }, { workingDirectory: 'below' }).catch(tell);
    try { bashTools(bash); } catch (error) { tell(error); }
    try { createBash({ ...settings, stateDir: 'state' }); } catch (error) { tell(error); }
    console.log((await bash.run({ command: 'echo one' }, { workingDirectory })).text);
    await bash.close();`);
  expect(printed).toEqual([
    `misuse: a call: workingDirectory: ${isGone}`,
    `misuse: a call: workingDirectory: ${isGone}`,
    `misuse: tools for an agent: workingDirectory: ${isGone}`,
    `misuse: createBash: stateDir: ${isGone}`,
    'one',
  ]);
});

test('a thread is not started there, which it could not be, and is as soon as the host has gone elsewhere', () => {
  const printed = printedBy(`
    const bash = createBash({ ...settings, thread: true });
    await bash.run({ command: 'true' }, { workingDirectory }).catch(tell);
    process.chdir(workingDirectory);
    console.log((await bash.run({ command: 'echo one' })).text);
    await bash.close();`);
  expect(printed).toEqual([
    'misuse: thread: expected a directory of this process that is there, as Node starts no thread without one: go to another one (process.chdir)',
    'one',
  ]);
});
