import { addressKind, isLoopback } from '../confine/address.ts';
import { type Host, isLocalhost, readHost } from '../confine/host.ts';
import { type HostRule, isListed } from '../confine/host-rule.ts';
import type { DeniedHosts } from '../model/denied-host.ts';
import { messageOf } from '../model/errors.ts';
import { type Denial, describeDenial } from './denial.ts';
import { createDenialLog } from './denial-log.ts';
import type { Resolve } from './resolver.ts';
import type { Target } from './target.ts';

/** Decides what connections are made, and keeps what was denied. */
export interface Gate {
  /** Must not reject. */
  admit(target: Target): Promise<Admission>;
  /** Whether what goes to a target may greet a server by this name; `null`: by none. */
  admitServerName(target: Target, serverName: string | null): boolean;
  denied(): DeniedHosts;
  forgetDenied(): void;
}

type Admission =
  /** To these addresses and to no other: a name can have others the next time that it is asked for. */
  | { readonly kind: 'admitted'; readonly addresses: readonly string[] }
  | { readonly kind: 'denied'; readonly message: string }
  | { readonly kind: 'unresolved'; readonly message: string };

export function createGate(rules: readonly HostRule[], resolve: Resolve, maxDenied: number): Gate {
  const log = createDenialLog(maxDenied);

  const deny = (denial: Denial): Admission => {
    log.add(denial);
    return { kind: 'denied', message: describeDenial(denial) };
  };

  return {
    async admit(target) {
      const { host, port } = target;
      // A name that is not listed is not even resolved: to ask for it would tell somebody.
      if (!isListed(rules, host, port)) return deny({ because: 'not-listed', target });
      if (host.kind === 'address') return { kind: 'admitted', addresses: [host.address] };
      const resolved = await addressesOf(host.name, resolve);
      // Many resolvers know none of the names under `localhost`, which lead to this machine all the same.
      const found = resolved.kind === 'unresolved' && isLocalhost(host) ? thisMachine : resolved;
      if (found.kind === 'unresolved') return found;
      const usable = found.addresses.filter(
        (address) => mayBeReached(rules, address, port) || (isLocalhost(host) && isLoopback(address)),
      );
      if (usable.length > 0) return { kind: 'admitted', addresses: withBoth(host, usable) };
      const [address = ''] = found.addresses;
      return deny({ because: 'private-address', target, address });
    },
    admitServerName(target, serverName) {
      // A listed address is whatever it says it is.
      if (serverName === null || target.host.kind === 'address') return true;
      const named = readHost(serverName);
      if (named?.kind === 'name' && named.name === target.host.name) return true;
      log.add({ because: 'other-name', target, serverName: named });
      return false;
    },
    denied: log.read,
    forgetDenied: log.forget,
  };
}

/** A server of this machine can listen at one of its two addresses only, and many resolvers tell of one of them only. */
function withBoth(host: Host, addresses: readonly string[]): readonly string[] {
  return isLocalhost(host) ? [...new Set([...addresses, ...thisMachine.addresses])] : addresses;
}

/** That a name is listed says nothing of where it leads: who has the name decides that, and can change it. */
function mayBeReached(rules: readonly HostRule[], address: string, port: number): boolean {
  return addressKind(address) === 'public' || isListed(rules, { kind: 'address', address }, port);
}

interface Found {
  readonly kind: 'found';
  readonly addresses: readonly string[];
}

const thisMachine: Found = { kind: 'found', addresses: ['127.0.0.1', '::1'] };

async function addressesOf(
  name: string,
  resolve: Resolve,
): Promise<Found | Extract<Admission, { kind: 'unresolved' }>> {
  try {
    const hosts = (await resolve(name)).map(readResolved);
    const addresses = hosts.flatMap((host) => (host?.kind === 'address' ? [host.address] : []));
    if (addresses.length > 0) return { kind: 'found', addresses };
    return { kind: 'unresolved', message: `${name} has no address` };
  } catch (error) {
    return { kind: 'unresolved', message: `${name} cannot be resolved: ${messageOf(error)}` };
  }
}

/** `null` for one with a zone, which is one of this machine's networks. */
function readResolved(address: string): Host | null {
  return readHost(address.includes(':') ? `[${address}]` : address);
}
