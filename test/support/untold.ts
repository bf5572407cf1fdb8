const noTasks = 'the extension for tasks is not there: what takes long is a job';

/** Why a bash cannot be asked for what the suite’s own server can. */
export const alone = 'wants what only the suite’s own server has, with which it is tried';

/** What can be told of neither server, with the reason. Everything else has to be right with the suite’s own. */
export const untold: Readonly<Record<string, string>> = {
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
export const untoldOfBash: Readonly<Record<string, string>> = {
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

/** Of scenarios that can be told of a bash, the checks that cannot, for the same reason. */
export const untoldChecksOfBash: Readonly<Record<string, readonly string[]>> = {
  caching: ['sep-2549-prompts-list-caching-hints'],
  'server-stateless': [
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-missing-capability-http-400',
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-server-no-log-without-loglevel',
  ],
};
