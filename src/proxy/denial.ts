import { addressKind } from '../confine/address.ts';
import { type Host, hostAndPort, hostText } from '../confine/host.ts';
import type { DeniedHost } from '../model/denied-host.ts';
import type { Target } from './target.ts';

/** Why a connection is not made. */
export type Denial =
  | { readonly because: 'not-listed'; readonly target: Target }
  | { readonly because: 'private-address'; readonly target: Target; readonly address: string }
  /** `null`: a name that nothing can have. */
  | { readonly because: 'other-name'; readonly target: Target; readonly serverName: Host | null };

/** What the program is told that wanted it, which often shows it. */
export function describeDenial(denial: Denial): string {
  const { host, port } = denial.target;
  const what = hostAndPort(host, port);
  switch (denial.because) {
    case 'not-listed':
      return `${what} is not among the hosts that this command may reach`;
    case 'private-address':
      return `${what} leads to ${denial.address}, which is no public address and not listed itself`;
    case 'other-name':
      return `what goes to ${what} names another server`;
  }
}

/** The neutral form, for results. */
export function deniedHost(denial: Denial): DeniedHost {
  const { because, target } = denial;
  const wanted = because === 'other-name' ? (denial.serverName ?? target.host) : target.host;
  return { host: hostText(wanted), port: target.port, because, rule: ruleFor(denial) };
}

/** Keys of the machine itself are nothing to be asked for in passing. */
function ruleFor(denial: Denial): string | null {
  const { host, port } = denial.target;
  switch (denial.because) {
    case 'not-listed':
      return isMetadata(host) ? null : hostAndPort(host, port);
    case 'private-address': {
      const address: Host = { kind: 'address', address: denial.address };
      return isMetadata(address) ? null : hostAndPort(address, port);
    }
    case 'other-name':
      return null;
  }
}

function isMetadata(host: Host): boolean {
  return host.kind === 'address' && addressKind(host.address) === 'metadata';
}
