/** Something that a command may have beyond its sandbox, if a person allows it. */
export type Access = HostAccess | PathAccess;

export interface HostAccess {
  readonly kind: 'host';
  /** As an entry of a list of hosts: `example.com`, `*.example.com`, `10.0.0.5:5432`. */
  readonly host: string;
}

/** A file, or a directory with what is in it; what is hidden or kept in it stays so. */
export interface PathAccess {
  readonly kind: 'path';
  /** Absolute and normal. In a request as it was written; in what is asked about and kept, without any link in it. */
  readonly path: string;
  readonly access: 'read-only' | 'writable';
}
