import type { Access } from './access.ts';

/** What a person may allow for good. */
export type Offer = CallOffer | AccessOffer;

/** A call: exactly these words, in this directory. */
export interface CallOffer {
  readonly kind: 'call';
  readonly words: readonly string[];
  /** Absolute path. */
  readonly cwd: string;
}

/** Something beyond the sandbox, for all commands in this workspace. */
export interface AccessOffer {
  readonly kind: 'access';
  readonly access: Access;
  /** Absolute path, without any link in it. */
  readonly workspace: string;
}

/** A command as a whole, for one conversation. */
export interface CommandOffer {
  readonly kind: 'command';
  /** The exact text, for people to see. */
  readonly command: string;
  /** Absolute path. */
  readonly cwd: string;
  /** The `key` of the question: what it holds for. */
  readonly key: string;
}

/** What a person has allowed for good, or for a time. */
export type Grant = (Offer | CommandOffer) & GrantTerms;

export interface GrantTerms {
  /** The contract whose calls it holds for. */
  readonly contract: string;
  /** The conversation whose calls it holds for; `null`: those of all. */
  readonly conversationId: string | null;
  /** Milliseconds since 1970. */
  readonly grantedAtMs: number;
  /** Milliseconds since 1970; `null` if it does not end by itself. */
  readonly expiresAtMs: number | null;
}

/** What lets a call through without a sandbox: of a command what it is bound to is enough. */
export type NotedGrant = (CallOffer | Pick<CommandOffer, 'kind' | 'key'>) & GrantTerms;

/** A grant as it is kept. */
export type KeptGrant = Grant & { readonly id: string };

/** Keeps what has been granted. Each method rejects when the store cannot be used. */
export interface GrantStore {
  /** What has been granted for calls of a contract, ended or not. */
  of(contract: string): Promise<readonly Grant[]>;
  add(grants: readonly Grant[]): Promise<void>;
}
