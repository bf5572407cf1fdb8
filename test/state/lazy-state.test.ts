import { existsSync, readdirSync, readlinkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAuditLog } from '../../src/state/audit-log.ts';
import { createLazyState } from '../../src/state/lazy-state.ts';
import { readState } from '../../src/state/read-state.ts';
import { databaseIn } from '../../src/state/state-directory.ts';
import { questionOf } from '../approvals/support.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { rejectionOf, thrownBy } from '../support/thrown.ts';
import { callOf, exitedWith } from './audit.ts';

/** The rows of the log that is in the directory. */
function rowsIn(stateDir: string) {
  return readState(stateDir, (database) => createAuditLog(database).verify());
}

/** Where a link leads, in a list; none where there is no link any more. */
function linkOf(path: string): readonly string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return [];
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

  it('says of which directory it is when a row cannot be written any more', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    const { recorder: log, shut } = createLazyState(stateDir);
    onTestFinished(shut);
    const id = await log.open(callOf('one'));
    renameSync(join(stateDir, 'journal'), join(stateDir, 'journal before'));
    writeFileSync(join(stateDir, 'journal'), '');
    const told = {
      code: 'state-unavailable',
      message: `expected a state directory that can be written, got ${stateDir} (${join(stateDir, 'journal')} is not a directory); make it writable or set "stateDir" to another one`,
    };
    expect(await rejectionOf(log.open(callOf('two')))).toMatchObject(told);
    expect(await rejectionOf(log.close(id, exitedWith(0, 'one')))).toMatchObject(told);
  });

  it('is let go of where an empty journal cannot be removed any more', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    const { recorder: log, audit, shut } = createLazyState(stateDir);
    onTestFinished(shut);
    await log.open(callOf('one'));
    audit();
    renameSync(join(stateDir, 'journal'), join(stateDir, 'journal before'));
    writeFileSync(join(stateDir, 'journal'), '');
    shut();
    const open = readdirSync('/proc/self/fd').flatMap((fd) => linkOf(`/proc/self/fd/${fd}`));
    expect(open.filter((path) => path.startsWith(join(stateDir, 'journal')))).toEqual([]);
    rmSync(join(stateDir, 'journal'));
    await log.open(callOf('two'));
    expect(rowsIn(stateDir)).toEqual({ kind: 'intact', rows: 2 });
  });

  it('makes what is to be in it', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    const inIt = [join(stateDir, 'one'), join(stateDir, 'two')];
    const { recorder: log, shut } = createLazyState(stateDir, { shown: inIt, ofCalls: [] });
    onTestFinished(shut);
    await log.open(callOf('one'));
    expect(inIt.map((directory) => statSync(directory).mode & 0o777)).toEqual([0o700, 0o700]);
  });

  it('records where it was removed meanwhile, and not in what nobody will ever read', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    const { recorder: log, shut } = createLazyState(stateDir);
    onTestFinished(shut);
    await log.open(callOf('one'));
    renameSync(stateDir, `${stateDir} before`);
    await log.open(callOf('two'));
    expect(rowsIn(stateDir)).toEqual({ kind: 'intact', rows: 1 });
  });

  it('says that a call cannot be closed whose log was moved away, and leaves no half of it in the next one', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    const { recorder: log, shut } = createLazyState(stateDir);
    onTestFinished(shut);
    const [one, two] = [await log.open(callOf('one')), await log.open(callOf('two'))];
    shut();
    await log.close(one, exitedWith(0, 'one'));
    renameSync(stateDir, `${stateDir} before`);
    expect(await rejectionOf(log.close(two, exitedWith(0, 'two')))).toMatchObject({
      code: 'state-unavailable',
      message: `expected the audit log that the call was opened in, got another one in ${stateDir}: that was moved or removed while the call went on`,
    });
    expect(rowsIn(stateDir)).toEqual({ kind: 'intact', rows: 0 });
    expect(rowsIn(`${stateDir} before`)).toEqual({ kind: 'intact', rows: 3 });
  });

  it('says that it cannot be used, whatever is asked of it, when a file came into its place', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    const { recorder: log, jobs, grants, audit, shut } = createLazyState(stateDir);
    onTestFinished(shut);
    await log.open(callOf('one'));
    renameSync(stateDir, `${stateDir} before`);
    writeFileSync(stateDir, '');
    const unusable = {
      code: 'state-unavailable',
      message: expect.stringContaining(`got ${stateDir} (${stateDir} is not a directory)`),
    };
    expect(await rejectionOf(log.open(callOf('two')))).toMatchObject(unusable);
    expect(await rejectionOf(jobs.running())).toMatchObject(unusable);
    expect(await rejectionOf(grants.of('default'))).toMatchObject(unusable);
    expect(thrownBy(audit)).toMatchObject(unusable);
  });

  it('says of which directory it is, and what helps, whatever another process keeps it from being written', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    const { recorder: log, jobs, grants, approvals, shut } = createLazyState(stateDir);
    onTestFinished(shut);
    await log.open(callOf('one'));
    const question = questionOf('git push');
    const id = await approvals.post(question, false);
    await approvals.end(id, { kind: 'left' });
    const other = new Libsql(databaseIn(stateDir));
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    const offer = { kind: 'call', words: ['git', 'push'], cwd: '/work' } as const;
    const grant = { ...offer, contract: 'default', conversationId: null, grantedAtMs: 1, expiresAtMs: null };
    const writing = [
      approvals.post(question, false),
      approvals.answer(id, { kind: 'approved' }, []),
      grants.add([grant]),
      grants.revoke('1'),
      jobs.setReadBytes('1', 1),
    ];
    for (const error of await Promise.all(writing.map(rejectionOf)))
      expect(error).toMatchObject({
        code: 'state-unavailable',
        message: `expected a state directory that can be written, got ${stateDir} (database is locked); end the process that holds it, or set "stateDir" to another one`,
      });
  }, 30_000);

  it('says what helps where what was kept cannot be read any more', async () => {
    const stateDir = join(temporaryDirectory(), 'state');
    const { recorder: log, grants, shut } = createLazyState(stateDir);
    onTestFinished(shut);
    await log.open(callOf('one'));
    const offer = { kind: 'call', words: ['git', 'push'], cwd: '/work' } as const;
    await grants.add([
      { ...offer, contract: 'default', conversationId: null, grantedAtMs: 1, expiresAtMs: null },
    ]);
    const other = new Libsql(databaseIn(stateDir));
    onTestFinished(() => void other.close());
    other.exec("UPDATE grants SET subject = '7'");
    expect(await rejectionOf(grants.of('default'))).toMatchObject({
      code: 'state-unavailable',
      message: `expected a state directory that can be written, got ${stateDir} (expected a call or an access that was granted, got call 7); keep a copy of the directory and move it away to begin a new one, or set "stateDir" to another one`,
    });
  });

  it('has nothing to read where nothing was kept, and is an error where that cannot be told', async () => {
    const directory = temporaryDirectory();
    const stateAt = (stateDir: string) => {
      const state = createLazyState(stateDir);
      onTestFinished(state.shut);
      return state;
    };
    const none = stateAt(join(directory, 'state'));
    expect([none.audit(), await none.approvals.open(), await none.grants.of('default')]).toEqual([
      null,
      [],
      [],
    ]);
    expect(existsSync(join(directory, 'state'))).toBe(false);
    writeFileSync(join(directory, 'file'), '');
    const unknown = stateAt(join(directory, 'file', 'state'));
    expect(thrownBy(unknown.audit).code).toBe('state-unavailable');
    expect((await rejectionOf(unknown.grants.of('default'))).code).toBe('state-unavailable');
  });
});
