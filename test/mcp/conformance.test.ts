import { expect, test } from 'vitest';
import { temporaryBash } from '../support/bash.ts';
import { type Revision, runSuite, scenariosOf } from '../support/conformance.ts';
import { served, token } from '../support/mcp-http.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { withToken } from '../support/token-proxy.ts';

const otherTool = 'wants a tool of the suite’s own, and there are those of the contract alone';
const otherResource = 'wants a resource of the suite’s own, and there are outputs of jobs alone';
const noPrompts = 'there are no prompts';
const noTasks = 'the extension for tasks is not there: what takes long is a job';

/** What the suite has and cannot be told of this server, with the reason. Everything else has to be right. */
const untold: Readonly<Record<string, string>> = {
  'completion-complete': 'nothing is completed: there are no prompts, and an id of a job is not guessed',
  'elicitation-sep1034-defaults': otherTool,
  'elicitation-sep1330-enums': otherTool,
  'http-custom-header-server-validation': 'no parameter of a tool is to be sent as a header',
  'input-required-result-basic-elicitation': otherTool,
  'input-required-result-basic-list-roots': otherTool,
  'input-required-result-basic-sampling': otherTool,
  'input-required-result-capability-check': otherTool,
  'input-required-result-ignore-extra-params': otherTool,
  'input-required-result-missing-input-response': otherTool,
  'input-required-result-multi-round': otherTool,
  'input-required-result-multiple-input-requests': otherTool,
  'input-required-result-non-tool-request': noPrompts,
  'input-required-result-request-state': otherTool,
  'input-required-result-result-type': otherTool,
  'input-required-result-tampered-state': otherTool,
  'json-schema-2020-12': otherTool,
  'logging-set-level': 'nothing is logged to clients',
  'prompts-get-embedded-resource': noPrompts,
  'prompts-get-simple': noPrompts,
  'prompts-get-with-args': noPrompts,
  'prompts-get-with-image': noPrompts,
  'prompts-list': noPrompts,
  'resources-read-binary': otherResource,
  'resources-read-text': otherResource,
  'resources-subscribe': 'no resource can be subscribed to: bash_output waits for what a job writes',
  'resources-templates-read': otherResource,
  'resources-unsubscribe': 'no resource can be subscribed to: bash_output waits for what a job writes',
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
  'tools-call-audio': otherTool,
  'tools-call-elicitation': otherTool,
  'tools-call-embedded-resource': otherTool,
  'tools-call-error': otherTool,
  'tools-call-image': otherTool,
  'tools-call-mixed-content': otherTool,
  'tools-call-sampling': otherTool,
  'tools-call-simple-text': otherTool,
  'tools-call-with-logging': otherTool,
  'tools-call-with-progress': otherTool,
};

/** Of scenarios that can be told, the checks that cannot. */
const untoldChecks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  caching: { 'sep-2549-prompts-list-caching-hints': noPrompts },
  'server-stateless': {
    'sep-2575-server-rejects-undeclared-capability': otherTool,
    'sep-2575-missing-capability-http-400': otherTool,
    'sep-2575-http-server-no-independent-requests-on-stream': otherTool,
    'sep-2575-server-no-log-without-loglevel': otherTool,
  },
};

test.each<Revision>(['2025-11-25', '2026-07-28'])(
  'what the public suite for %s asks of a server is so, but for what is said here',
  async (revision) => {
    const bash = temporaryBash({ sandbox: 'off' });
    const { url } = await served(bash, { workingDirectory: temporaryDirectory() });
    const scenarios = await scenariosOf(revision);
    const results = await runSuite(await withToken(url, token), revision);

    expect(Object.keys(results).toSorted()).toEqual(scenarios);
    expect(scenarios.length).toBeGreaterThan(30);
    const failed = Object.entries(results).filter(([, checks]) => checks.length > 0);
    const unexpected = failed
      .filter(([name]) => !(name in untold))
      .map(([name, checks]) => [name, checks.filter((id) => !(id in (untoldChecks[name] ?? {})))] as const)
      .filter(([, checks]) => checks.length > 0);
    expect(unexpected).toEqual([]);
    // What is right after all must not be said to be untold.
    const names = failed.map(([name]) => name);
    const told = [...Object.keys(untold), ...Object.keys(untoldChecks)].filter((name) =>
      scenarios.includes(name),
    );
    expect(told.filter((name) => !names.includes(name))).toEqual([]);
  },
);
