import { createAuditLog } from '../../src/state/audit-log.ts';
import { readState } from '../../src/state/read-state.ts';

/** What is in the audit log of a state, the newest first: of each call its conversation, its command and how it ended. */
export function auditOf(stateDir: string) {
  const entries = readState(stateDir, (database) => [
    ...createAuditLog(database).list({ since: null, status: null, grep: null, limit: 9 }),
  ]);
  return entries.map(({ opened, closed }) => ({
    conversation: opened.conversationId,
    command: closed?.command,
    outcome: closed?.outcome,
  }));
}
