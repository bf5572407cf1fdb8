import type { Access } from '../model/access.ts';
import type { Grant, GrantStore, Offer } from '../model/grant.ts';
import type { Database, Row } from './database.ts';
import { writeSoon } from './write-soon.ts';

/**
 * The grants of the state database. `database` gives the open one: each use may be of another. `existing` gives `null` when
 * there is none, and then nothing has been granted.
 */
export function createGrantStore(database: () => Database, existing: () => Database | null): GrantStore {
  return {
    of: async (contract) => (existing()?.all(select, contract) ?? []).map(toGrant),
    async add(grants) {
      const opened = database();
      await writeSoon(opened, () => {
        for (const { contract, grantedAtMs, expiresAtMs, ...offer } of grants) {
          const { kind, subject, place } = toColumns(offer);
          opened.run(insert, contract, kind, subject, place, grantedAtMs, expiresAtMs);
        }
      });
    },
  };
}

const select = 'SELECT * FROM grants WHERE contract = ? ORDER BY id';

/** The last answer about the same thing is the one that holds. */
const insert = `INSERT INTO grants (contract, kind, subject, place, granted_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (contract, kind, subject, place) DO UPDATE SET granted_at = excluded.granted_at, expires_at = excluded.expires_at`;

/** One spelling for each: the text tells what is the same. */
function toColumns(offer: Offer): {
  readonly kind: string;
  readonly subject: string;
  readonly place: string;
} {
  const { kind } = offer;
  switch (kind) {
    case 'call':
      return { kind, subject: JSON.stringify(offer.words), place: offer.cwd };
    case 'access':
      return { kind, subject: JSON.stringify(inOneOrder(offer.access)), place: offer.workspace };
  }
}

function inOneOrder(given: Access): Access {
  const { kind } = given;
  return kind === 'host' ? { kind, host: given.host } : { kind, path: given.path, access: given.access };
}

function toGrant(row: Row): Grant {
  return {
    ...toOffer(String(row.kind), JSON.parse(String(row.subject)), String(row.place)),
    contract: String(row.contract),
    grantedAtMs: Number(row.granted_at),
    expiresAtMs: row.expires_at === null ? null : Number(row.expires_at),
  };
}

function toOffer(kind: string, subject: unknown, place: string): Offer {
  if (kind === 'call' && isWords(subject)) return { kind, words: subject, cwd: place };
  if (kind === 'access' && isAccess(subject)) return { kind, access: inOneOrder(subject), workspace: place };
  throw new Error(`expected a call or an access that was granted, got ${kind} ${JSON.stringify(subject)}`);
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}

function isAccess(value: unknown): value is Access {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'host') return 'host' in value && typeof value.host === 'string';
  const isPath = value.kind === 'path' && 'path' in value && typeof value.path === 'string';
  return isPath && 'access' in value && (value.access === 'read-only' || value.access === 'writable');
}
