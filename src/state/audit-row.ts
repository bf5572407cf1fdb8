/** A row of the audit log before it is linked: a call was opened, or closed. */
export interface AuditRow {
  readonly call: string;
  readonly kind: 'opened' | 'closed';
  /** Milliseconds since 1970. */
  readonly at: number;
  /** As JSON. */
  readonly body: string;
}

/** A row as it waits in a file: one JSON text on one line. */
export function rowText({ call, kind, at, body }: AuditRow): string {
  return `{"call":"${call}","kind":"${kind}","at":${at},"body":${body}}`;
}

/** The row that waited in a file. Throws for what is none. */
export function readRow(value: unknown): AuditRow {
  const row = typeof value === 'object' && value !== null ? value : {};
  if (!('call' in row && 'kind' in row && 'at' in row && 'body' in row)) throw new Error('expected a row');
  const { call, kind, at, body } = row;
  if (typeof call !== 'string' || !/^[0-9a-f]{16}$/.test(call)) throw new Error('expected the id of a call');
  if (kind !== 'opened' && kind !== 'closed')
    throw new Error('expected a row of a call that was opened or closed');
  if (typeof at !== 'number' || !Number.isSafeInteger(at)) throw new Error('expected a time');
  if (typeof body !== 'object' || body === null) throw new Error('expected what is recorded of a call');
  return { call, kind, at, body: JSON.stringify(body) };
}
