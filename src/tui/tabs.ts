/** The lists, in the order of their keys. */
export const tabs = [
  { id: 'running', title: 'Running', short: 'Run' },
  { id: 'jobs', title: 'Jobs', short: 'Job' },
  { id: 'approvals', title: 'Approvals', short: 'App' },
  { id: 'audit', title: 'Audit', short: 'Aud' },
  { id: 'conversations', title: 'Conversations', short: 'Con' },
] as const;

export type Tab = (typeof tabs)[number]['id'];
