import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { createRateLimit, type Rate } from './rate.ts';

/** Why a request is not let in. */
export interface Refusal {
  readonly status: 401 | 403 | 404 | 405 | 429;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Who is let in. */
export interface GuardRules {
  readonly path: string;
  readonly token: string;
  /** The names by which the server may be called, without ports; an address of IPv6 in brackets. */
  readonly hostnames: readonly string[];
  /** Of requests with the token, of all clients together. */
  readonly rate: Rate;
}

/** Requests without the right token: enough for somebody who sets up a client, and not for somebody who guesses. */
const strangersRate: Rate = { perSecond: 1, burst: 20 };

/**
 * Looks at the head of a request, before anything of its body is read. A page in a browser can reach this machine under
 * a name of its own (DNS rebinding), so the name by which the server is called is checked, and where a page comes from.
 */
export function createGuard(
  { path, token, hostnames, rate }: GuardRules,
  nowMs: () => number,
): (request: IncomingMessage) => Refusal | null {
  const names = [...hostnames];
  const callers = createRateLimit(rate, nowMs);
  const strangers = createRateLimit(strangersRate, nowMs);

  return ({ headers, url, method = '' }) => {
    if (!isOneOf(names, headers.host))
      return refusal(403, `expected a Host that is this machine, or ${allowed}, got ${quoted(headers.host)}`);
    if (!validateOriginHeader(headers.origin, names).ok)
      return refusal(
        403,
        `expected no Origin, or one of this machine or of ${allowed}, got ${quoted(headers.origin)}`,
      );
    if (!isToken(headers.authorization, token)) {
      if (!strangers()) return tooMany;
      return refusal(401, noToken, { 'www-authenticate': 'Bearer' });
    }
    if (!callers()) return tooMany;
    const asked = url?.split('?')[0];
    if (asked !== path) return refusal(404, `expected the path ${path}, got ${quoted(asked)}`);
    if (methods.includes(method)) return null;
    const list = methods.join(', ');
    return refusal(405, `expected one of the methods ${list}, got ${method}`, { allow: list });
  };
}

const methods: readonly string[] = ['GET', 'POST', 'DELETE'];

/** What makes a URL of it would take more than a name or an address, with a port or without, for other parts. */
function isOneOf(names: string[], host = ''): boolean {
  return !/[/?#@\\]/.test(host) && validateHostHeader(host, names).ok;
}

const allowed = 'a name that the server allows (--allowed-host)';

const noToken = 'expected the bearer token of the server, which said at its start what it is, or where';

function quoted(header: string | undefined): string {
  return header === undefined ? 'none' : JSON.stringify(header);
}

const tooMany = refusal(429, 'too many requests; try again in a second', { 'retry-after': '1' });

function refusal(
  status: Refusal['status'],
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal {
  return { status, message, headers };
}

/** Takes the same time however much of the token is right. */
function isToken(authorization: string | undefined, token: string): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
