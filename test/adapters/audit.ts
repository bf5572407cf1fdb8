import { createAuditLog } from '../../src/state/audit-log.ts';
import { openDatabase } from '../../src/state/database.ts';

/** What is in the audit log of a state, the newest first: of each call its conversation, its command and how it ended. */
export function auditOf(stateDir: string) {
  const database = openDatabase(stateDir);
  const entries = createAuditLog(database).list({ since: null, status: null, grep: null, limit: 9 });
  database.close();
  return entries.map(({ opened, closed }) => ({
    conversation: opened.conversationId,
    command: closed?.command,
    outcome: closed?.outcome,
  }));
}
