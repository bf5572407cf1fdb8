import { join } from 'node:path';
import { expect, test } from 'vitest';
import { audit } from '../../src/cli/audit.ts';
import { createBash } from '../../src/create-bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

test('a list is whole on a terminal that does not know its size, which is told as no columns', async () => {
  const home = temporaryDirectory();
  const bash = createBash({ stateDir: join(home, 'handrail'), sandbox: 'off', watchable: false });
  await bash.run({ command: 'echo one' });
  await bash.close();
  const written: string[] = [];
  const stdout = { isTTY: true, columns: 0, write: (text: string) => written.push(text) };
  const env = { ...process.env, XDG_STATE_HOME: home };
  audit({ cwd: home, env, stdout } as never, undefined, {});
  expect(written.join('')).toMatch(/^ID .* COMMAND\n\w+ .* echo one\n$/);
});
