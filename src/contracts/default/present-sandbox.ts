import type { DeniedHost } from '../../model/denied-host.ts';
import type { Confinement, Denial, SandboxNetwork } from '../../model/sandbox.ts';
import type { BashResult } from './result.ts';

/** What held a command, as data. */
export function confinementResult(confinement: Confinement): BashResult['confinement'] {
  const { kind } = confinement;
  switch (kind) {
    case 'none':
      return { kind, level: null, network: null, problem: null };
    case 'sandbox':
      return { kind, level: confinement.level, network: networkResult(confinement.network), problem: null };
    case 'degraded':
      return { kind, level: confinement.level, network: null, problem: problemOf(confinement) };
  }
}

function networkResult(network: SandboxNetwork) {
  return typeof network === 'string' ? network : [...network.hosts];
}

function problemOf({ reason, cure }: Extract<Confinement, { kind: 'degraded' }>): string {
  return `${reason}; ${cure}`;
}

/** Said only where it is not what was asked for. */
export function describeConfinement(confinement: Confinement): readonly string[] {
  return confinement.kind === 'degraded' ? [`[it was not confined: ${problemOf(confinement)}]`] : [];
}

export function denialResult(denial: Denial): BashResult['denials'][number] {
  if (denial.kind === 'path')
    return { path: denial.path, access: denial.access, host: null, port: null, entry: null };
  const { port, rule } = denial.because === 'no-network' ? { port: null, rule: null } : denial;
  return { path: null, access: null, host: denial.host, port, entry: rule };
}

/** One line for all of them: what was denied, and what the user would have to allow. */
export function describeDenials(denials: readonly Denial[]): readonly string[] {
  if (denials.length === 0) return [];
  const hosts = denials.filter(isDeniedHost);
  const others = denials.filter((denial) => !isDeniedHost(denial));
  const told = [...describeHosts(hosts), ...others.map(describeDenial)];
  return [`[the sandbox denied this: ${told.join('; ')}]`];
}

type HostDenial = Extract<Denial, DeniedHost>;

function isDeniedHost(denial: Denial): denial is HostDenial {
  return denial.kind === 'network' && denial.because !== 'no-network';
}

/** Hosts that are told by name: 5, more than that hardly one approval is for. The structured result has them all. */
const mostHosts = 5;

function describeHosts(hosts: readonly HostDenial[]): readonly string[] {
  const told = hosts.slice(0, mostHosts).map(describeHost);
  const more = hosts.length - told.length;
  const rules = new Set(hosts.slice(0, mostHosts).flatMap(({ rule }) => rule ?? []));
  const entries = [...rules].map((rule) => JSON.stringify(rule)).join(', ');
  const cure = rules.size === 0 ? '' : `; ask the user for a sandbox with ${entries} in "network"`;
  const others = more === 0 ? '' : ` and ${more} more`;
  return told.length === 0 ? [] : [`${told.join(', ')}${others}${cure}`];
}

function describeHost({ host, port, because }: HostDenial): string {
  const what = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  switch (because) {
    case 'not-listed':
      return `${what} is not among its hosts`;
    case 'private-address':
      return `${what} leads to an address that is not public`;
    case 'other-name':
      return `${what} is not the host that was let through`;
  }
}

function describeDenial(denial: Exclude<Denial, HostDenial>): string {
  if (denial.kind === 'network') {
    const whom = denial.host === null ? '' : ` and ${denial.host} cannot be reached`;
    return `there is no network in it${whom}; ask the user for a sandbox with "network"`;
  }
  const { path } = denial;
  switch (denial.access) {
    case 'hidden':
      return `${path} is hidden; ask the user for one with it in "readOnly"`;
    case 'kept':
      return `${path} is kept from being changed, because others take orders from it; ask the user to do that, or for one with it in "writable"`;
    case 'read-only':
      return `${path} cannot be written to; ask the user for one with it in "writable", or use /tmp`;
  }
}
