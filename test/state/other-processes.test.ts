import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAuditLog } from '../../src/state/audit-log.ts';
import { openDatabase } from '../../src/state/database.ts';
import { createLazyState } from '../../src/state/lazy-state.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const call = {
  contract: 'plain',
  tool: 'bash',
  backend: 'fake',
  conversationId: 'c',
  workingDirectory: '/',
  input: { command: 'true' },
};

describe('the audit log of a database that another process is writing', () => {
  it('waits for it, and lets everything else go on meanwhile', async () => {
    const stateDir = temporaryDirectory();
    const { recorder: log, shut } = createLazyState(stateDir);
    onTestFinished(shut);
    await log.open(call);
    const other = new Libsql(join(stateDir, 'state.db'));
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    let opened = false;
    const opening = log.open(call).then(() => {
      opened = true;
    });
    // The lock is let go of by this very process: if waiting stopped it, it would never come to that.
    await new Promise((resolve) => setImmediate(resolve));
    expect(opened).toBe(false);
    other.exec('COMMIT');
    await opening;
    expect(opened).toBe(true);
  });
});

describe('the audit log of a database that was removed', () => {
  it('goes on in a new one, so that no call is recorded where nobody can read it', async () => {
    const stateDir = temporaryDirectory();
    const { recorder: log, shut } = createLazyState(stateDir);
    onTestFinished(shut);
    await log.open(call);
    for (const name of ['state.db', 'state.db-wal', 'state.db-shm'])
      rmSync(join(stateDir, name), { force: true });
    const id = await log.open(call);
    const database = openDatabase(stateDir);
    onTestFinished(() => database.close());
    const entries = createAuditLog(database).list({ since: null, status: null, grep: null, limit: 10 });
    expect(entries.map((entry) => entry.id)).toEqual([id]);
  });
});
