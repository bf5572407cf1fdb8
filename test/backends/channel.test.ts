import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { channelIn } from '../../src/backends/local/streams/channel.ts';
import { closePipe } from '../../src/backends/local/streams/pipes.ts';
import { path } from '../support/local-backend.ts';
import { temporaryDirectory } from '../support/temporary.ts';

test('the directory of a kept shell is removed once nothing is being made in it any more', async () => {
  const [directory, elsewhere] = [temporaryDirectory(), temporaryDirectory()];
  const bash = findExecutable('bash', path) ?? '';
  const mkfifo = join(elsewhere, 'mkfifo');
  const made = join(elsewhere, 'made');
  const real = findExecutable('mkfifo', path);
  // The second time it takes a while, and says when it is over.
  const script = `[[ -e '${made}' ]] || { : > '${made}'; exec ${real} "$@"; }\nsleep 0.3; ${real} "$@"; : > '${made} again'`;
  writeFileSync(mkfifo, `#!${bash}\n${script}\n`, { mode: 0o755 });
  const channel = channelIn({ directory, shownAs: directory }, { bash, mkfifo });
  closePipe(await channel.takePipe());
  await channel.close();
  expect([existsSync(`${made} again`), existsSync(directory)]).toEqual([true, false]);
});
