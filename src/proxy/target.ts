import { type Host, readHost } from '../confine/host.ts';

/** Where a request is to go. */
export interface Target {
  readonly host: Host;
  readonly port: number;
}

/** The target of `CONNECT`: a host and a port, and nothing else, see RFC 9112, 3.2.3. */
export function readAuthority(text: string): Target | null {
  const [, hostText = '', portText = ''] = /^(\[[^\]]*\]|[^:]*):([1-9]\d{0,4})$/.exec(text) ?? [];
  const host = readHost(hostText);
  const port = Number(portText);
  return host === null || port > 65_535 ? null : { host, port };
}

/** A plain request, of which `path` is what the server is asked for. */
export interface PlainTarget extends Target {
  readonly path: string;
}

/**
 * The target of any other request: an `http` URL, see RFC 9112, 3.2.2. One with a user in it is refused: what stands
 * before its `@` can look like a host.
 */
export function readAbsoluteUrl(text: string): PlainTarget | null {
  const [, authority, rest = ''] = /^http:\/\/([^/?#@\\\s]+)((?:[/?][^#\s]*)?)$/i.exec(text) ?? [];
  if (authority === undefined) return null;
  const hasPort = /:\d+$/.test(authority);
  const target = readAuthority(hasPort ? authority : `${authority}:80`);
  return target && { ...target, path: rest.startsWith('/') ? rest : `/${rest}` };
}
