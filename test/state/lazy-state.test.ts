import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAuditLog } from '../../src/state/audit-log.ts';
import { openDatabase } from '../../src/state/database.ts';
import { createLazyState } from '../../src/state/lazy-state.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { rejectionOf } from '../support/thrown.ts';
import { callOf, exitedWith } from './audit.ts';

/** The rows of the log that is in the directory. */
function rowsIn(stateDir: string) {
  const database = openDatabase(stateDir);
  try {
    return createAuditLog(database).verify();
  } finally {
    database.close();
  }
}

describe('a state that is opened when it is needed', () => {
  it('makes nothing before the first call', () => {
    const stateDir = join(temporaryDirectory(), 'state');
    createLazyState(stateDir).shut();
    expect(existsSync(stateDir)).toBe(false);
  });

  it('records calls, also after it was let go of', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    const { recorder: log, shut } = createLazyState(stateDir);
    onTestFinished(shut);
    const id = await log.open(callOf('one'));
    await log.close(id, exitedWith(0, 'one'));
    shut();
    await log.open(callOf('two'));
    shut();
    expect(rowsIn(stateDir)).toEqual({ kind: 'intact', rows: 3 });
  });

  it('tells the call that the directory cannot be used, and tries it again with the next', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    writeFileSync(stateDir, '');
    const { recorder: log, shut } = createLazyState(stateDir);
    onTestFinished(shut);
    const { code, message } = await rejectionOf(log.open(callOf('one')));
    expect(code).toBe('state-unavailable');
    expect(message).toContain(stateDir);
    rmSync(stateDir);
    await log.open(callOf('two'));
    expect(rowsIn(stateDir)).toEqual({ kind: 'intact', rows: 1 });
  });
});
