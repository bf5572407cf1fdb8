import { type Host, hostAndPort, hostText, readWrittenHost } from './host.ts';

/** Which connections are let through. */
export interface HostRule {
  /** A host, or with `under` every name that ends with a dot and this one. */
  readonly host: Host;
  readonly under: boolean;
  readonly ports: readonly number[];
}

/** What is no rule: what was expected in its place, and that as a sentence. */
interface Unreadable {
  readonly kind: 'unreadable';
  readonly expected: string;
  readonly reason: string;
}

/** What a rule is for that names no port: HTTP and HTTPS. */
const defaultPorts: readonly number[] = [80, 443];

/** Reads `example.com`, `*.example.com`, `example.com:8080`, `10.0.0.5:5432` or `[::1]:3000`. */
export function readHostRule(text: string): { readonly kind: 'rule'; readonly rule: HostRule } | Unreadable {
  if (text.includes('/')) return unreadable(text, 'a host alone, without a scheme and a path');
  const { written, port } = splitPort(text);
  if (port !== null && !isPort(port)) return unreadable(text, 'a port from 1 to 65535');
  const under = written.startsWith('*.');
  const host = readWrittenHost(unbracketed(under ? written.slice(2) : written));
  if (host === null) return unreadable(text, 'a name or an address, with a port or without');
  if (under && (host.kind === 'address' || !host.name.includes('.')))
    return unreadable(text, 'a name of two parts or more after "*."');
  return { kind: 'rule', rule: { host, under, ports: port === null ? defaultPorts : [Number(port)] } };
}

/** A rule as `readHostRule` reads it. */
export function hostRuleText({ host, under, ports }: HostRule): string {
  const [port] = ports;
  const isDefault = port === undefined || ports.length > 1;
  return `${under ? '*.' : ''}${isDefault ? hostText(host) : hostAndPort(host, port)}`;
}

/** Whether one of the rules lets through what goes to this host. */
export function isListed(rules: readonly HostRule[], host: Host, port: number): boolean {
  return rules.some((rule) => rule.ports.includes(port) && isMeant(rule, host));
}

/** Whether a rule is for this host, whatever the port. */
export function isMeant({ host: meant, under }: HostRule, host: Host): boolean {
  if (under) return host.kind === 'name' && host.name.endsWith(`.${hostText(meant)}`);
  return host.kind === meant.kind && hostText(host) === hostText(meant);
}

/** In an address of IPv6 without brackets no colon is that of a port. */
function splitPort(text: string): { readonly written: string; readonly port: string | null } {
  const [, written, port] = /^(\[.*\]|[^:]*):([^:\]]*)$/.exec(text) ?? [];
  return written === undefined || port === undefined ? { written: text, port: null } : { written, port };
}

function unbracketed(text: string): string {
  return text.replace(/^\[([0-9a-f:.]*)\]$/i, '$1');
}

function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535;
}

function unreadable(text: string, expected: string): Unreadable {
  return { kind: 'unreadable', expected, reason: `${JSON.stringify(text)} is no host: expected ${expected}` };
}
