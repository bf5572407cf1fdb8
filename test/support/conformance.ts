import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryDirectory } from './temporary.ts';

/** A revision of the protocol that the suite has scenarios for. */
export type Revision = '2025-11-25' | '2026-07-28';

const program = [
  '--import',
  fileURLToPath(new URL('node-20-fs.mjs', import.meta.url)),
  fileURLToPath(
    new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
  ),
];

interface Check {
  readonly id: string;
  readonly status: string;
}

/** The scenarios that the suite has for servers of a revision: those that are required, and those that are told beside. */
export async function scenariosOf(revision: Revision): Promise<readonly string[]> {
  const { stdout } = await suite(['list', '--requirements', revision]);
  const [required = '', ...others] = stdout.split(/^Client scenarios|^Run and reported/m);
  const names = [...required.matchAll(/^ {2}- (\S+)/gm), ...others.join('').matchAll(/- (\S+) \[server\]/g)];
  return names.map(([, name = '']) => name).toSorted();
}

/** Runs the scenarios of a revision against a server; the failed checks of each. */
export async function runSuite(
  url: string,
  revision: Revision,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const directory = temporaryDirectory();
  // Its exit status says that some have failed, which is told by the files.
  await suite(['server', '--url', url, '--requirements', revision, '-o', directory]).catch(() => {});
  const results = readdirSync(directory).map((folder) => {
    const checks = JSON.parse(readFileSync(join(directory, folder, 'checks.json'), 'utf8')) as Check[];
    const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
    return [folder.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1'), failed.map(({ id }) => id)];
  });
  return Object.fromEntries(results);
}

async function suite(words: readonly string[]): Promise<{ readonly stdout: string }> {
  return await promisify(execFile)(process.execPath, [...program, ...words], { encoding: 'utf8' });
}
