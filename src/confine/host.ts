import { domainToASCII, domainToUnicode } from 'node:url';
import { canonicalAddress, isLoopback, isUnspecified } from './address.ts';

/** What a connection goes to, in the one spelling that rules and requests are compared in. */
export type Host =
  /** Lower case, ASCII, no dot at the end. */
  | { readonly kind: 'name'; readonly name: string }
  /** As `canonicalAddress` has it. */
  | { readonly kind: 'address'; readonly address: string };

/** The longest name that DNS has, see RFC 1035, 2.3.4. */
const maxNameLength = 253;
const maxLabelLength = 63;

/**
 * Reads a host as it stands in a request; `null` for what is none. Numbers in any spelling (`0x7f.1`, `2130706433`) are
 * the addresses that programs take them for. What a URL parser would pass over or decode is no part of a host.
 */
export function readHost(text: string): Host | null {
  return /^(?:\[[0-9a-f:.]+\]|[a-z0-9_.-]+)$/i.test(text) ? canonicalHost(text) : null;
}

/** Reads a host as people write it: also in other letters than those of ASCII, and IPv6 without brackets. */
export function readWrittenHost(text: string): Host | null {
  if (/^[0-9a-f.]*:[0-9a-f:.]*$/i.test(text)) return canonicalHost(`[${text}]`);
  const ascii = /^[\p{L}\p{M}\p{N}_.-]+$/u.test(text) ? urlHost(text) : null;
  return readHost(ascii ?? text);
}

/** A host and a port as they stand in a rule or in a request. */
export function hostAndPort(host: Host, port: number): string {
  const text = hostText(host);
  return text.includes(':') ? `[${text}]:${port}` : `${text}:${port}`;
}

/** A host by itself. */
export function hostText(host: Host): string {
  return host.kind === 'name' ? host.name : host.address;
}

/** Whether it is a name that no resolver may have lead anywhere but to this machine, see RFC 6761, 6.3: `localhost`, or one under it. */
export function isLocalhost(host: Host): boolean {
  return host.kind === 'name' && /(?:^|\.)localhost$/.test(host.name);
}

/** Whether it is this machine, or in a sandbox that itself. */
export function isThisMachine(host: Host): boolean {
  if (host.kind === 'name') return isLocalhost(host);
  return isLoopback(host.address) || isUnspecified(host.address);
}

function canonicalHost(text: string): Host | null {
  const hostname = urlHost(text);
  if (hostname === null) return null;
  const address = canonicalAddress(hostname);
  if (address !== null) return { kind: 'address', address };
  const name = hostname.replace(/\.$/, '');
  const isName =
    name.length <= maxNameLength &&
    name.split('.').every((label) => label !== '' && label.length <= maxLabelLength);
  return isName && isDecodable(name) ? { kind: 'name', name } : null;
}

/** Whether what stands for other letters does: Node passes it on as it is from version 24 on where it stands for none, and refuses it before. */
function isDecodable(name: string): boolean {
  if (!encodedLabel.test(name)) return true;
  const decoded = domainToUnicode(name);
  return !encodedLabel.test(decoded) && domainToASCII(decoded) === name;
}

/** See RFC 5890, 2.3.2.1. */
const encodedLabel = /(?:^|\.)xn--/;

/** The host as URLs have it, see https://url.spec.whatwg.org/#host-parsing. */
function urlHost(text: string): string | null {
  try {
    return new URL(`http://${text}/`).hostname;
  } catch {
    return null; // It is not the host of any URL.
  }
}
