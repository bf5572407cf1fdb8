import { truncateSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryBash } from '../support/bash.ts';
import { connectHttp, served } from '../support/mcp-http.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** What a command has written in the background, as a client reads it. */
async function outputOf(command: string) {
  const bash = temporaryBash({ sandbox: 'off' });
  const { url } = await served(bash, { workingDirectory: temporaryDirectory() });
  const { client } = await connectHttp(url);
  const { structuredContent } = await client.callTool({
    name: 'bash',
    arguments: { command: `${command}; sleep 600`, run_in_background: true },
  });
  const { job } = structuredContent as { job: { id: string; output_file: string } };
  const uri = `handrail://job/${job.id}/output`;
  return {
    uri,
    file: job.output_file,
    /** Has the conversation read what is new. */
    see: async () => await client.callTool({ name: 'bash_output', arguments: { job: job.id } }),
    read: async (query = '') => {
      const { contents } = await client.readResource({ uri: `${uri}${query}` });
      return contents[0] !== undefined && 'text' in contents[0] ? contents[0].text : '';
    },
  };
}

const long = 'head -c 400000 /dev/zero | tr "\\0" a';

test('behind a line that is longer than what is given at once a client is told to read on, and not at that line again', async () => {
  const { uri, file, read } = await outputOf(`echo first; ${long}; echo; seq 50000; echo last`);
  await expect.poll(() => read('?from_line=50003')).toBe('last\n');
  expect(await read()).toContain(` lines in all are left out here: ${uri}?from_line=2 reads on]\n`);
  const second = await read('?from_line=2');
  expect(second).toMatch(/^a{200000,}\n\[/);
  expect(second).toContain(
    ` bytes are left out here: line 2 is longer than what is given at once, ${file} has what is kept of it; ${uri}?from_line=3 reads on behind it]\n`,
  );
  expect(await read('?from_line=3&lines=2')).toBe('1\n2\n');
});

test('of a last line that is too long it is told where it is', async () => {
  const { uri, file, read } = await outputOf(`echo first; ${long}`);
  await expect.poll(() => read('?from_line=2')).toMatch(/left out here/);
  const second = await read('?from_line=2');
  expect(second).toContain(`line 2 is longer than what is given at once, ${file} has what is kept of it]\n`);
  expect(second).not.toContain(uri);
});

test('where the file of a job does not have all, the end of what is read says so', async () => {
  const { file, read, see } = await outputOf('seq 5');
  await expect.poll(() => read()).toBe('1\n2\n3\n4\n5\n');
  // What was read before is missed from then on.
  await see();
  truncateSync(file, 4);
  await see();
  const problem = `[${file} does not have all: it was shortened after it had been read]`;
  expect(await read()).toBe(`1\n2\n${problem}`);
  expect(await read('?from_line=1&lines=1')).toBe('1\n');
  expect(await read('?from_line=2&lines=2')).toBe(`2\n${problem}`);
});
