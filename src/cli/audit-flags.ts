/** The options of `handrail audit`. */
export interface AuditFlags {
  readonly since?: string;
  readonly status?: string;
  readonly grep?: string;
  readonly limit?: string;
  readonly json?: boolean;
}

/** How many calls are listed where `--limit` says nothing: 50, about a screen. */
export const defaultLimit = 50;
