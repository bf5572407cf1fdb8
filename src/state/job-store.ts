import type { JobStore, NewJob, StoredJob, StoredState } from '../jobs/store.ts';
import type { ProcessIdentity } from '../model/exit.ts';
import type { JobExit } from '../model/job.ts';
import type { Database, Row } from './database.ts';
import { UnreadableRow } from './state-directory.ts';
import { writeSoon } from './write-soon.ts';

/**
 * The jobs of the state database. `database` gives the open one: each use may be of another. `existing` makes none: to look
 * for jobs where nothing was ever kept, or is no more, leaves nothing behind.
 */
export function createJobStore(database: () => Database, existing: () => Database | null): JobStore {
  const change = async (sql: string, ...values: readonly (string | number | null)[]): Promise<void> => {
    const opened = database();
    await writeSoon(opened, () => opened.run(sql, ...values));
  };
  const query = (sql: string, ...values: readonly (string | number | null)[]): readonly StoredJob[] =>
    (existing()?.all(sql, ...values) ?? []).map(toJob);

  return {
    async add(job, mostRunning) {
      const opened = database();
      return await writeSoon(opened, () => {
        const running = Number(opened.all("SELECT count(*) AS n FROM jobs WHERE state = 'running'")[0]?.n);
        if (running >= mostRunning) return null;
        return insert(opened, null, job);
      });
    },
    async restore(job) {
      const opened = database();
      return await writeSoon(opened, () => {
        const [known] = opened.all('SELECT id FROM jobs WHERE call = ?', job.callId);
        if (known !== undefined) return String(known.id);
        const isTaken = opened.all('SELECT id FROM jobs WHERE id = ?', job.id).length > 0;
        const id = insert(opened, isTaken ? null : job.id, job);
        const { pid = null, startTime = null } = job.supervisor ?? {};
        opened.run(supervised, pid, startTime, id);
        return id;
      });
    },
    remove: async (id) => await change('DELETE FROM jobs WHERE id = ?', id),
    setSupervisor: async (id, { pid, startTime }) => await change(supervised, pid, startTime, id),
    async finish(id, state) {
      const exit = state.kind === 'ended' ? JSON.stringify(state.exit) : null;
      await change(
        "UPDATE jobs SET state = ?, exit = ?, ended_at = ? WHERE id = ? AND state = 'running'",
        ...[state.kind, exit, state.at, id],
      );
    },
    setReadBytes: async (id, bytes) => await change('UPDATE jobs SET read_bytes = ? WHERE id = ?', bytes, id),
    untold: async (conversationId) => query(untold, conversationId),
    async claimEnds(conversationId) {
      if (query(untold, conversationId).every(isRunning)) return [];
      const opened = database();
      return await writeSoon(opened, () => {
        const jobs = query(untold, conversationId).filter((job) => !isRunning(job));
        for (const { id } of jobs) opened.run('UPDATE jobs SET told = 1 WHERE id = ?', id);
        return jobs;
      });
    },
    find: async (id) =>
      query('SELECT * FROM jobs WHERE id = ?', /^\d{1,15}$/.test(id) ? Number(id) : -1)[0] ?? null,
    running: async () => query("SELECT * FROM jobs WHERE state = 'running' ORDER BY id"),
    list: async (limit) =>
      query(
        `SELECT * FROM (SELECT * FROM jobs WHERE state = 'running' UNION
         SELECT * FROM (SELECT * FROM jobs ORDER BY id DESC LIMIT ?)) ORDER BY id DESC`,
        limit,
      ),
    endedBefore: async (time) => query('SELECT * FROM jobs WHERE ended_at < ? ORDER BY id LIMIT 100', time),
  };
}

const untold = 'SELECT * FROM jobs WHERE conversation = ? AND told = 0 ORDER BY id';

function isRunning({ state }: StoredJob): boolean {
  return state.kind === 'running';
}

const supervised = 'UPDATE jobs SET supervisor_pid = ?, supervisor_start = ? WHERE id = ?';

/** The id: `null` for the next one. */
function insert(database: Database, id: string | null, job: NewJob): string {
  database.run(
    `INSERT INTO jobs (id, call, contract, conversation, command, cwd, description, started_at, boot, host_pid,
      host_start, shell_pid, shell_start, mark, directory, read_bytes, state, told)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'running', 0)`,
    ...[id, ...columnsOf(job)],
  );
  return String(database.all('SELECT last_insert_rowid() AS id')[0]?.id);
}

function columnsOf(job: NewJob): readonly (string | number | null)[] {
  return [
    ...[job.callId, job.contract, job.conversationId, job.command, job.cwd, job.description, job.startedAt],
    ...[job.bootId, job.host.pid, job.host.startTime, job.shell.pid, job.shell.startTime],
    ...[job.mark, job.directory, job.readBytes],
  ];
}

function toJob(row: Row): StoredJob {
  const identity = (pid: unknown, start: unknown): ProcessIdentity => ({
    pid: Number(pid),
    startTime: start === null ? null : Number(start),
  });
  return {
    id: String(row.id),
    callId: String(row.call),
    contract: String(row.contract),
    conversationId: String(row.conversation),
    command: String(row.command),
    cwd: String(row.cwd),
    description: row.description === null ? null : String(row.description),
    startedAt: Number(row.started_at),
    bootId: row.boot === null ? null : String(row.boot),
    host: identity(row.host_pid, row.host_start),
    shell: identity(row.shell_pid, row.shell_start),
    supervisor: row.supervisor_pid === null ? null : identity(row.supervisor_pid, row.supervisor_start),
    mark: String(row.mark),
    directory: String(row.directory),
    readBytes: Number(row.read_bytes),
    state: toState(row),
  };
}

function toState({ state, exit, ended_at }: Row): StoredState {
  switch (state) {
    case 'running':
      return { kind: 'running' };
    case 'ended':
      // Written by `finish` above: its shape is ours.
      return { kind: 'ended', exit: JSON.parse(String(exit)) as JobExit, at: Number(ended_at) };
    case 'lost':
      return { kind: 'lost', at: Number(ended_at) };
    default:
      throw new UnreadableRow(`a job in the state ${String(state)}`);
  }
}
