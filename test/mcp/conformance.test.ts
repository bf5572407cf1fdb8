import { expect, onTestFinished, test } from 'vitest';
import { type McpHttpServer, serveServersOnHttp } from '../../src/adapters/mcp/http.ts';
import { temporaryBash } from '../support/bash.ts';
import { type Revision, runSuite, scenariosOf } from '../support/conformance.ts';
import { served, token } from '../support/mcp-http.ts';
import { createSuiteServer } from '../support/suite-server.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { withToken } from '../support/token-proxy.ts';

const noTasks = 'the extension for tasks is not there: what takes long is a job';
const alone = 'wants what only the suite’s own server has, with which it is tried';

/** What can be told of neither server, with the reason. Everything else has to be right with the suite’s own. */
const untold: Readonly<Record<string, string>> = {
  'http-custom-header-server-validation': 'no parameter of a tool is to be sent as a header',
  'server-sse-polling': 'no stream is taken up again: one that is closed is the end of its call',
  'tasks-capability-negotiation': noTasks,
  'tasks-dispatch-and-envelope': noTasks,
  'tasks-lifecycle': noTasks,
  'tasks-mrtr-composition': noTasks,
  'tasks-mrtr-input': noTasks,
  'tasks-request-headers': noTasks,
  'tasks-request-state-removal': noTasks,
  'tasks-required-task-error': noTasks,
  'tasks-wire-fields': noTasks,
};

/** What cannot be told of a bash, as it has no prompts, and no other tools and resources than those of its contract. */
const untoldOfBash: Readonly<Record<string, string>> = {
  ...untold,
  'completion-complete': alone,
  'elicitation-sep1034-defaults': alone,
  'elicitation-sep1330-enums': alone,
  'input-required-result-basic-elicitation': alone,
  'input-required-result-basic-list-roots': alone,
  'input-required-result-basic-sampling': alone,
  'input-required-result-capability-check': alone,
  'input-required-result-ignore-extra-params': alone,
  'input-required-result-missing-input-response': alone,
  'input-required-result-multi-round': alone,
  'input-required-result-multiple-input-requests': alone,
  'input-required-result-non-tool-request': alone,
  'input-required-result-request-state': alone,
  'input-required-result-result-type': alone,
  'input-required-result-tampered-state': alone,
  'json-schema-2020-12': alone,
  'logging-set-level': alone,
  'prompts-get-embedded-resource': alone,
  'prompts-get-simple': alone,
  'prompts-get-with-args': alone,
  'prompts-get-with-image': alone,
  'prompts-list': alone,
  'resources-read-binary': alone,
  'resources-read-text': alone,
  'resources-subscribe': alone,
  'resources-templates-read': alone,
  'resources-unsubscribe': alone,
  'tools-call-audio': alone,
  'tools-call-elicitation': alone,
  'tools-call-embedded-resource': alone,
  'tools-call-error': alone,
  'tools-call-image': alone,
  'tools-call-mixed-content': alone,
  'tools-call-sampling': alone,
  'tools-call-simple-text': alone,
  'tools-call-with-logging': alone,
  'tools-call-with-progress': alone,
};

/** Of scenarios that can be told, the checks that cannot. */
const untoldChecksOfBash: Readonly<Record<string, readonly string[]>> = {
  caching: ['sep-2549-prompts-list-caching-hints'],
  'server-stateless': [
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-missing-capability-http-400',
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-server-no-log-without-loglevel',
  ],
};

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
