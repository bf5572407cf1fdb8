/** Last words of names that say of themselves that their value is not for everyone: `DB_PASSWORD`, `authToken`. */
const secretName =
  /(^|_|access|api|auth|client|private|secret)(auth|credentials?|keys?|pass|passphrase|passwd|password|pat|pwd|secrets?|tokens?)$/i;

/** Names that end like a secret's and are not one: the shell's working directories. */
const harmlessNames: ReadonlySet<string> = new Set(['PWD', 'OLDPWD']);

/** Values that are a secret whatever their name: the published formats of well-known issuers. */
const secretValues: readonly RegExp[] = [
  /^gh[pousr]_[A-Za-z0-9]{20,}$/, // GitHub tokens
  /^github_pat_[A-Za-z0-9_]{20,}$/, // GitHub fine-grained tokens
  /^glpat-[A-Za-z0-9_-]{20,}$/, // GitLab personal tokens
  /^sk-[A-Za-z0-9_-]{20,}$/, // OpenAI and Anthropic keys
  /^xox[abeoprs]-[A-Za-z0-9-]{10,}$/, // Slack tokens
  /^(AKIA|ASIA)[A-Z0-9]{16}$/, // AWS access key ids
  /^AIza[A-Za-z0-9_-]{35}$/, // Google API keys
  /^npm_[A-Za-z0-9]{36}$/, // npm tokens
  /^eyJ[A-Za-z0-9_-]+\.eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/, // JSON web tokens
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/, // PEM private keys
  /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i, // URLs with a password
];

/** Whether a variable looks like a secret, by its name or by its value. An empty value is no secret. */
export function looksSecret(name: string, value: string): boolean {
  if (value === '') return false;
  if (secretName.test(name) && !harmlessNames.has(name)) return true;
  return secretValues.some((pattern) => pattern.test(value));
}

/** Shorter values stand in ordinary text too often to be masked: 6 characters. */
const shortestMasked = 6;

/** The values in an environment that must not be shown or stored, longest first. */
export function secretsIn(env: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(env)
    .filter(([name, value]) => value.length >= shortestMasked && looksSecret(name, value))
    .map(([, value]) => value)
    .toSorted((a, b) => b.length - a.length);
}

/** The text with every secret replaced by `***`. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}

/** The same for every string in a JSON value, keys too. */
export function maskSecretsIn(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((item) => maskSecretsIn(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [maskSecrets(key, secrets), maskSecretsIn(item, secrets)]),
  );
}
