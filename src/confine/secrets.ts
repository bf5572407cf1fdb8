/** Words that make a secret of a variable wherever they stand in its name: `PGPASSWORD`, `SECRET_KEY_BASE`. */
const secretWord =
  /passw(or)?d|passphrase|secret|credential|(api|access|auth|private)_?key|docker_auth|sshpass/i;

/** Words that do at the end of a name: `DB_PASS`, `authToken`, `NPM_AUTH`. */
const secretEnding = /(^|_|access|api|auth|client|private)(auth|key|keys|pass|pat|pwd|tokens?)$/i;

/** Names that look like a secret's and are not one: the shell's working directories, and places to find a secret in. */
const harmlessName = /^(OLD)?PWD$|_(DIR|FILE|HOME|PATH|SOCK)$/i;

/** What is in every name that the first two are for: V8 takes longer to make ready for a pattern than to look through most environments. */
const secretParts = ['auth', 'credential', 'key', 'pass', 'pat', 'pwd', 'secret', 'token'];

function hasSecretName(name: string): boolean {
  const lower = name.toLowerCase();
  if (lower === 'path' || lower === 'pwd' || !secretParts.some((part) => lower.includes(part))) return false;
  return (secretWord.test(name) || secretEnding.test(name)) && !harmlessName.test(name);
}

/** `postgres://user:password@host` */
const urlWithPassword = /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:(?<password>[^/\s@]+)@/i;

/** Values that are a secret whatever their name: the published formats of well-known issuers, by what each begins with, which is looked at first. */
const secretValues: readonly (readonly [start: string, pattern: RegExp])[] = [
  ['gh', /^gh[pousr]_[A-Za-z0-9]{20,}$/], // GitHub tokens
  ['github_pat_', /^github_pat_[A-Za-z0-9_]{20,}$/], // GitHub fine-grained tokens
  ['glpat-', /^glpat-[A-Za-z0-9_-]{20,}$/], // GitLab personal tokens
  ['sk-', /^sk-[A-Za-z0-9_-]{20,}$/], // OpenAI and Anthropic keys
  ['xox', /^xox[abeoprs]-[A-Za-z0-9-]{10,}$/], // Slack tokens
  ['A', /^(AKIA|ASIA)[A-Z0-9]{16}$/], // AWS access key ids
  ['AIza', /^AIza[A-Za-z0-9_-]{35}$/], // Google API keys
  ['npm_', /^npm_[A-Za-z0-9]{36}$/], // npm tokens
  ['eyJ', /^eyJ[A-Za-z0-9_-]+\.eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/], // JSON web tokens
];

/** A PEM private key, somewhere in a value. */
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** Whether a variable looks like a secret, by its name or by its value. An empty value is no secret. */
export function looksSecret(name: string, value: string): boolean {
  if (value === '') return false;
  if (hasSecretName(name)) return true;
  if (secretValues.some(([start, pattern]) => value.startsWith(start) && pattern.test(value))) return true;
  return (value.includes('-----BEGIN ') && privateKey.test(value)) || passwordsIn(value).length > 0;
}

/** Shorter values stand in ordinary text too often to be masked: 6 characters. */
export const shortestMasked = 6;

/** The values in an environment that must not be shown or stored, with `others`, longest first. Of a URL, its password too. */
export function secretsIn(
  env: Readonly<Record<string, string>>,
  others: readonly string[] = [],
): readonly string[] {
  const found = Object.entries(env).filter(([name, value]) => looksSecret(name, value));
  return [...found.map(([, value]) => value), ...others]
    .flatMap((value) => [value, ...passwordsIn(value)])
    .filter((secret) => secret.length >= shortestMasked)
    .toSorted((a, b) => b.length - a.length);
}

function passwordsIn(value: string): readonly string[] {
  const password = value.includes('://') ? urlWithPassword.exec(value)?.groups?.password : undefined;
  return password === undefined ? [] : [password];
}

/** What of the secrets is to be masked where a text is looked at line by line: of one that has several lines, as a private key does, each. */
export function secretsInLines(secrets: readonly string[]): readonly string[] {
  return secrets.flatMap((secret) => secret.split(/\r?\n/)).filter(({ length }) => length >= shortestMasked);
}

/** The text with every secret replaced by `***`; where secrets overlap, or one overlaps itself, by one. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const found = secrets.flatMap((secret) => occurrences(text, secret)).toSorted((a, b) => a.start - b.start);
  let masked = '';
  let at = 0;
  for (const { start, end } of found) {
    if (start >= at) masked += `${text.slice(at, start)}***`;
    at = Math.max(at, end);
  }
  return masked + text.slice(at);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the secret stands; places that overlap are one. */
function occurrences(text: string, secret: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1)) {
    const previous = spans.at(-1);
    const overlaps = previous !== undefined && at < previous.end;
    if (overlaps) spans.pop();
    spans.push({ start: overlaps ? previous.start : at, end: at + secret.length });
  }
  return spans;
}
