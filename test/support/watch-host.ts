import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Approver } from '../../src/index.ts';
import { createAuditLog } from '../../src/state/audit-log.ts';
import { openDatabase } from '../../src/state/database.ts';
import { callOf, exitedWith } from '../state/audit.ts';
import { temporaryBash } from './bash.ts';
import type { Machine } from './handrail.ts';

/** A command that goes on until its host lets it. */
export const untilGo = 'until [ -e go ]; do sleep 0.02; done';

/** A host beside the screen, whose commands run without being asked about. */
export function host(
  machine: Machine,
  { approve = 'never', ...given }: { readonly approve?: string; readonly approver?: Approver } = {},
) {
  const bash = temporaryBash({
    ...given,
    ...{ stateDir: machine.stateDir, sandbox: 'off', env: machine.env, approvalWaitMs: 600_000 },
    options: { approve },
  });
  const run = (command: string, conversationId = 'talk', session?: string) =>
    bash.run({ command, session }, { workingDirectory: machine.directory, conversationId });
  const release = (): void => writeFileSync(join(machine.directory, 'go'), '');
  return { bash, run, release };
}

/** Fills the audit log without running anything. */
export async function record(machine: Machine, commands: readonly string[]): Promise<void> {
  const database = openDatabase(machine.stateDir);
  const log = createAuditLog(database);
  database.script('BEGIN');
  for (const command of commands) {
    const id = 'x'.repeat(8) + String(recorded).padStart(8, '0');
    recorded += 1;
    database.run(
      "INSERT INTO audit (call, kind, at, body, previous, hash) VALUES (?, 'opened', ?, ?, '', ?)",
      ...[id, Date.now(), JSON.stringify({ ...callOf(command), hostPid: 1 }), `o${id}`],
    );
    database.run(
      "INSERT INTO audit (call, kind, at, body, previous, hash) VALUES (?, 'closed', ?, ?, '', ?)",
      ...[id, Date.now(), JSON.stringify(exitedWith(0, command)), `c${id}`],
    );
  }
  database.script('COMMIT');
  expect(log.lastRow()).toBeGreaterThan(0);
  database.close();
}
let recorded = 0;
