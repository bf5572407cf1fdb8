import type { Grant, GrantStore } from '../model/grant.ts';
import type { Database, Row } from './database.ts';
import { writeSoon } from './write-soon.ts';

/** The grants of the state database. `database` gives the open one: each use may be of another. */
export function createGrantStore(database: () => Database): GrantStore {
  return {
    of: async (contract) =>
      database().all('SELECT * FROM grants WHERE contract = ? ORDER BY id', contract).map(toGrant),
    async add(grants) {
      const opened = database();
      await writeSoon(opened, () => {
        for (const { contract, words, cwd, grantedAtMs, expiresAtMs } of grants)
          opened.run(insert, contract, JSON.stringify(words), cwd, grantedAtMs, expiresAtMs);
      });
    },
  };
}

/** The last answer about the same call is the one that holds. */
const insert = `INSERT INTO grants (contract, words, cwd, granted_at, expires_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (contract, words, cwd) DO UPDATE SET granted_at = excluded.granted_at, expires_at = excluded.expires_at`;

function toGrant(row: Row): Grant {
  return {
    contract: String(row.contract),
    words: toWords(String(row.words)),
    cwd: String(row.cwd),
    grantedAtMs: Number(row.granted_at),
    expiresAtMs: row.expires_at === null ? null : Number(row.expires_at),
  };
}

function toWords(text: string): readonly string[] {
  const value: unknown = JSON.parse(text);
  if (Array.isArray(value) && value.every((word) => typeof word === 'string')) return value;
  throw new Error(`expected the words of a grant to be a list of texts, got ${text}`);
}
