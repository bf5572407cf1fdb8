import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { lacksBubblewrap } from '../support/bubblewrap.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const script = fileURLToPath(new URL('../support/linked-imports.mjs', import.meta.url));
const built = new URL('../../dist/index.js', import.meta.url).href;

const ended = 'ended';
const job = 'moved_to_job';

// Where packages are installed behind links, as pnpm does, a host may import any of them at any time.
test.each([['off'], ...(lacksBubblewrap ? [] : [['workspace']])])(
  'what is imported through a link meanwhile is the module behind it, with the sandbox %s',
  async (sandbox) => {
    const options = JSON.stringify({ sandbox });
    const { stdout } = await promisify(execFile)(process.execPath, [
      script,
      temporaryDirectory(),
      built,
      options,
    ]);
    expect(JSON.parse(stdout)).toEqual({
      kinds: [ended, ended, job, ended, ended, ended, job],
      imported: true,
      elsewhere: [],
      looks: [],
    });
  },
);
