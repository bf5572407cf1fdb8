import { expect, onTestFinished, test } from 'vitest';
import { type McpHttpServer, serveServersOnHttp } from '../../src/adapters/mcp/http.ts';
import { temporaryBash } from '../support/bash.ts';
import { type Revision, runSuite, scenariosOf } from '../support/conformance.ts';
import { served, token } from '../support/mcp-http.ts';
import { createSuiteServer } from '../support/suite-server.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { withToken } from '../support/token-proxy.ts';
import { untold, untoldChecksOfBash, untoldOfBash } from '../support/untold.ts';

test.each<Revision>(['2025-11-25', '2026-07-28'])(
  'what the public suite for %s asks of a server is so, but for what is said here',
  async (revision) => {
    const ofBash = await served(temporaryBash({ sandbox: 'off' }), {
      workingDirectory: temporaryDirectory(),
    });
    const ofSuite = await serveServersOnHttp(
      { createServer: createSuiteServer, endConversation: async () => {} },
      { port: 0, token },
    );
    onTestFinished(() => ofSuite.close());
    const scenarios = await scenariosOf(revision);
    expect(scenarios.length).toBeGreaterThan(30);
    const run = async ({ url }: McpHttpServer) => await runSuite(await withToken(url, token), revision);
    const [bash, suite] = await Promise.all([run(ofBash), run(ofSuite)]);

    expect(Object.keys(bash).toSorted()).toEqual(scenarios);
    expect(Object.keys(suite).toSorted()).toEqual(scenarios);
    // Also the other way round: what is right after all must not be said to be untold.
    const among = (names: readonly string[]) => names.filter((name) => scenarios.includes(name)).toSorted();
    expect(failed(suite, {})).toEqual(among(Object.keys(untold)));
    expect(failed(bash, untoldChecksOfBash)).toEqual(among(Object.keys(untoldOfBash)));
    expect(among(Object.keys(untoldChecksOfBash)).filter((name) => bash[name]?.length === 0)).toEqual([]);
  },
);

/** The scenarios that have checks that failed and may not. */
function failed(
  results: Readonly<Record<string, readonly string[]>>,
  may: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  return Object.entries(results)
    .filter(([name, checks]) => checks.some((id) => !may[name]?.includes(id)))
    .map(([name]) => name)
    .toSorted();
}
