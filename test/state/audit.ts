import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Outcome } from '../../src/model/outcome.ts';
import type { CallClosed, CallOpened, Recorder } from '../../src/model/ports.ts';
import { appendToChain } from '../../src/state/audit-chain.ts';
import { type AuditLog, createAuditLog } from '../../src/state/audit-log.ts';
import { type Database, openDatabase } from '../../src/state/database.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A log whose calls are in it at once. */
export type WrittenLog = AuditLog & Recorder;

/** An audit log of its own, closed when the test is over. */
export function temporaryAuditLog(): {
  readonly stateDir: string;
  readonly database: Database;
  readonly log: WrittenLog;
} {
  const stateDir = join(temporaryDirectory(), 'state');
  const database = openDatabase(stateDir);
  onTestFinished(() => database.close());
  return { stateDir, database, log: writtenLog(database) };
}

/** The log of a database, and how calls come into it. */
export function writtenLog(database: Database): WrittenLog {
  const write = (call: string, kind: 'opened' | 'closed', content: object): void => {
    const row = { call, kind, at: Date.now(), body: JSON.stringify(content) };
    database.write(() => appendToChain(database, [row]));
  };
  return {
    ...createAuditLog(database),
    async open(call) {
      const id = randomBytes(8).toString('hex');
      write(id, 'opened', { ...call, hostPid: process.pid });
      return id;
    },
    async close(id, call) {
      write(id, 'closed', call);
    },
  };
}

/** A call of the command. */
export function callOf(command: string): CallOpened {
  return {
    contract: 'default',
    tool: 'bash',
    backend: 'local',
    conversationId: 'a conversation',
    workingDirectory: '/work',
    input: { command },
  };
}

/** The end of a call whose command exited with the code. */
export function exitedWith(code: number, command: string): CallClosed {
  return {
    command,
    cwd: '/work',
    status: code === 0 ? 'ok' : 'failed',
    outcome: {
      kind: 'ended',
      exit: { kind: 'exited', code },
      startedAt: 1_000,
      durationMs: 12.5,
      note: null,
      survivors: [],
      job: null,
      refusal: null,
      session: null,
      confinement: { kind: 'none' },
      denials: [],
      grantable: [],
      streams: { output: { bytes: 3, lines: 1, spill: null } },
    },
  };
}

const invalid = {
  kind: 'invalid',
  problems: [{ path: 'command', expected: 'a string', received: 'nothing', hint: null }],
} as const satisfies Outcome;

/** The end of a call whose input was not accepted. */
export const wasInvalid: CallClosed = { command: null, cwd: null, status: 'invalid', outcome: invalid };
