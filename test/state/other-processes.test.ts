import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAuditLog } from '../../src/state/audit-log.ts';
import { createLazyState } from '../../src/state/lazy-state.ts';
import { readState } from '../../src/state/read-state.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const call = {
  contract: 'plain',
  tool: 'bash',
  backend: 'fake',
  conversationId: 'c',
  workingDirectory: '/',
  input: { command: 'true' },
};

const all = { since: null, status: null, grep: null, limit: 10 };

describe('the audit log of a database that another process is writing', () => {
  it('holds up no call, and has all of them when that is done', async () => {
    const stateDir = temporaryDirectory();
    const { recorder: log, audit, shut } = createLazyState(stateDir);
    onTestFinished(shut);
    const first = await log.open(call);
    const other = new Libsql(join(stateDir, 'state.db'));
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    const second = await log.open(call);
    expect([...(audit()?.list(all) ?? [])]).toEqual([]);
    other.exec('COMMIT');
    expect([...(audit()?.list(all) ?? [])].map(({ id }) => id)).toEqual([second, first]);
    expect(audit()?.verify()).toEqual({ kind: 'intact', rows: 2 });
  });
});

describe('the audit log of a database that was removed', () => {
  it('goes on in a new one, with what was not in the old one yet', async () => {
    const stateDir = temporaryDirectory();
    const { recorder: log, audit, shut } = createLazyState(stateDir);
    onTestFinished(shut);
    await log.open(call);
    expect([...(audit()?.list(all) ?? [])]).toHaveLength(1);
    const waiting = await log.open(call);
    for (const name of ['state.db', 'state.db-wal', 'state.db-shm'])
      rmSync(join(stateDir, name), { force: true });
    const id = await log.open(call);
    const entries = readState(stateDir, (database) => [...createAuditLog(database).list(all)]);
    expect(entries.map((entry) => entry.id)).toEqual([id, waiting]);
  });
});
