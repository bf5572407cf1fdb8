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

/** What a person has allowed for good, or for a time. */
export type Grant = Offer & GrantTerms;

interface GrantTerms {
  /** The contract whose calls it holds for. */
  readonly contract: string;
  /** Milliseconds since 1970. */
  readonly grantedAtMs: number;
  /** Milliseconds since 1970; `null` if it does not end by itself. */
  readonly expiresAtMs: number | null;
}

/** Keeps what has been granted. Both reject when the store cannot be used. */
export interface GrantStore {
  /** What has been granted for calls of a contract, ended or not. */
  of(contract: string): Promise<readonly Grant[]>;
  add(grants: readonly Grant[]): Promise<void>;
}
