import type { Access } from '../model/access.ts';
import type { CommandOffer, Grant, GrantStore, KeptGrant, Offer } from '../model/grant.ts';
import type { Database, Row } from './database.ts';
import { UnreadableRow } from './state-directory.ts';
import { writeSoon } from './write-soon.ts';

/** The grants as people see them. */
export interface KeptGrants extends GrantStore {
  /** All of them, ended or not, the oldest first. */
  list(): Promise<readonly KeptGrant[]>;
  /** Takes a grant back; resolves to whether there was one. */
  revoke(id: string): Promise<boolean>;
}

/**
 * The grants of the state database. `database` gives the open one: each use may be of another. `existing` gives `null` when
 * there is none, and then nothing has been granted.
 */
export function createGrantStore(database: () => Database, existing: () => Database | null): KeptGrants {
  const readOnce = createReader();
  return {
    async of(contract) {
      const opened = existing();
      return opened === null ? [] : readOnce(opened, contract);
    },
    async add(grants) {
      const opened = database();
      await writeSoon(opened, () => insertGrants(opened, grants));
    },
    list: async () =>
      (existing()?.all('SELECT * FROM grants ORDER BY id') ?? []).map((row) => ({
        id: String(row.id),
        ...toGrant(row),
      })),
    async revoke(id) {
      const opened = existing();
      if (opened === null || !/^\d{1,15}$/.test(id)) return false;
      return await writeSoon(opened, () => {
        const isThere = opened.all('SELECT id FROM grants WHERE id = ?', Number(id)).length > 0;
        opened.run('DELETE FROM grants WHERE id = ?', Number(id));
        if (isThere) opened.changeGrants();
        return isThere;
      });
    },
  };
}

/** Reads the grants of a contract again only where they may have changed: every call that is judged asks for them. */
function createReader(): (database: Database, contract: string) => readonly Grant[] {
  const known = new WeakMap<
    Database,
    { readonly version: string; readonly of: Map<string, readonly Grant[]> }
  >();
  return (database, contract) => {
    // Before the rows: what comes between the two looks is read again then.
    const version = database.grantsVersion();
    const before = known.get(database);
    const read = before?.version === version ? before.of : new Map<string, readonly Grant[]>();
    const grants = read.get(contract) ?? database.all(select, contract).map(toGrant);
    read.set(contract, grants);
    known.set(database, { version, of: read });
    return grants;
  };
}

/** To be called within a transaction. */
export function insertGrants(opened: Database, grants: readonly Grant[]): void {
  for (const { contract, conversationId, grantedAtMs, expiresAtMs, ...offer } of grants) {
    const { kind, subject, place } = toColumns(offer);
    opened.run(insert, contract, conversationId ?? '', kind, subject, place, grantedAtMs, expiresAtMs);
  }
  if (grants.length > 0) opened.changeGrants();
}

const select = 'SELECT * FROM grants WHERE contract = ? ORDER BY id';

/** The last answer about the same thing is the one that holds. */
const insert = `INSERT INTO grants (contract, conversation, kind, subject, place, granted_at, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (contract, conversation, kind, subject, place)
  DO UPDATE SET granted_at = excluded.granted_at, expires_at = excluded.expires_at`;

/** One spelling for each: the text tells what is the same. */
function toColumns(offer: Offer | CommandOffer): {
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
    case 'command':
      return { kind, subject: JSON.stringify({ command: offer.command, key: offer.key }), place: offer.cwd };
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
    conversationId: row.conversation === '' ? null : String(row.conversation),
    grantedAtMs: Number(row.granted_at),
    expiresAtMs: row.expires_at === null ? null : Number(row.expires_at),
  };
}

function toOffer(kind: string, subject: unknown, place: string): Offer | CommandOffer {
  if (kind === 'call' && isWords(subject)) return { kind, words: subject, cwd: place };
  if (kind === 'access' && isAccess(subject)) return { kind, access: inOneOrder(subject), workspace: place };
  if (kind === 'command' && isCommand(subject))
    return { kind, command: subject.command, cwd: place, key: subject.key };
  throw new UnreadableRow(
    `expected a call or an access that was granted, got ${kind} ${JSON.stringify(subject)}`,
  );
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

function isCommand(value: unknown): value is Pick<CommandOffer, 'command' | 'key'> {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'command' in value && typeof value.command === 'string' && 'key' in value && typeof value.key === 'string'
  );
}
