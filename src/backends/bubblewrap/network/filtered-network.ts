import { type HostRule, readHostRule } from '../../../confine/host-rule.ts';
import type { SandboxNetwork, SandboxSupport } from '../../../model/sandbox.ts';
import { defaultProxyLimits } from '../../../proxy/limits.ts';
import { createProxy, type ProxyServer } from '../../../proxy/proxy.ts';
import { createResolver } from '../../../proxy/resolver.ts';
import { findExecutable } from '../../local/find-executable.ts';
import { listenerScript, sendmsgNumbers } from './listener-script.ts';
import { proxyVariables } from './proxy-variables.ts';

/** What a sandbox has for its network beside a namespace. */
interface NetworkParts {
  /** What goes before the words of the program in the sandbox, and makes the socket there that the proxy serves. */
  readonly listener: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly proxy: SandboxProxy | null;
}

/**
 * A proxy for each of the sandboxes that are made with the same words. They make the socket in the sandbox and hand it on by
 * `channelDescriptor`, before the program starts.
 */
interface SandboxProxy {
  /** What it lets through; sandboxes that differ in that are not alike. */
  readonly hosts: readonly string[];
  /** One for one sandbox, to be closed when nothing of that is left. */
  open(): ProxyServer;
}

/** The networks of the sandboxes of a backend. */
export interface FilteredNetworks {
  /** What has a sandbox reach its hosts, and no others. Throws when there can be nothing of the kind. */
  plan(network: SandboxNetwork): NetworkParts;
  /** Ends every proxy, also of what goes on as a job: it was this process that let it through. */
  close(): void;
}

export function createFilteredNetworks(path: string | undefined): FilteredNetworks {
  const resolve = createResolver();
  const open = new Set<ProxyServer>();

  const proxyFor = (rules: readonly HostRule[]): ProxyServer => {
    const proxy = createProxy({ rules, resolve, limits: defaultProxyLimits });
    open.add(proxy);
    const close = (): void => {
      open.delete(proxy);
      proxy.close();
    };
    return { ...proxy, close };
  };

  return {
    plan(network) {
      if (network === 'none' || network === 'host') return { listener: [], variables: {}, proxy: null };
      const { hosts } = network;
      const rules = hosts.map(readRule);
      const proxy = { hosts, open: () => proxyFor(rules) };
      return { listener: listenerWords(path), variables: proxyVariables(rules), proxy };
    },
    close() {
      for (const proxy of open) proxy.close();
      open.clear();
    },
  };
}

function readRule(text: string): HostRule {
  const read = readHostRule(text);
  if (read.kind === 'unreadable') throw new Error(read.reason);
  return read.rule;
}

function listenerWords(path: string | undefined): readonly string[] {
  const found = probeListener(path, process.arch);
  if (found.kind === 'unavailable') throw new Error(`${found.reason}; ${found.cure}`);
  return [found.perl, '-e', listenerScript, '--', String(found.sendmsg)];
}

/** What a list of hosts needs beside a sandbox; if it is not there, why not and what to do about it. */
export function probeListener(
  path: string | undefined,
  arch: string,
):
  | { readonly kind: 'available'; readonly perl: string; readonly sendmsg: number }
  | Extract<SandboxSupport, { kind: 'unavailable' }> {
  const perl = findExecutable('perl', path);
  const sendmsg = sendmsgNumbers[arch];
  if (sendmsg === undefined) {
    const reason = `hosts in a sandbox are not built for ${arch}`;
    return { kind: 'unavailable', reason, cure: 'allow none of them ("none"), or all ("host")' };
  }
  if (perl === null) {
    const reason = `no perl on PATH (${path ?? 'not set'}), which hosts in a sandbox need`;
    return { kind: 'unavailable', reason, cure: 'install perl' };
  }
  return { kind: 'available', perl, sendmsg };
}
