/** A call that a person may allow for good: exactly these words, in this directory. */
export interface Offer {
  readonly words: readonly string[];
  /** Absolute path. */
  readonly cwd: string;
}

/** What a person has allowed for good, or for a time. */
export interface Grant extends Offer {
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
