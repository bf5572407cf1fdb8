import type { SandboxNetwork } from '../../model/sandbox.ts';
import { type HostRule, readHostRule } from '../../proxy/host-rule.ts';
import { defaultProxyLimits } from '../../proxy/limits.ts';
import { createProxy, type ProxyServer } from '../../proxy/proxy.ts';
import { createResolver } from '../../proxy/resolver.ts';
import { findExecutable } from '../local/find-executable.ts';
import { listenerScript, sendmsgNumbers } from './listener-script.ts';
import { proxyPort, proxyVariables } from './proxy-variables.ts';

/** What a sandbox has for its network beside a namespace. */
interface NetworkParts {
  /** What goes before the words of the program in the sandbox. */
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly proxy: ProxyServer | null;
}

/** The networks of the sandboxes of a backend. */
export interface FilteredNetworks {
  /** Makes the proxy of a sandbox, and what leads its programs to it. Throws when there can be none. */
  connect(network: SandboxNetwork): NetworkParts;
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
    connect(network) {
      if (network === 'none' || network === 'host') return { words: [], variables: {}, proxy: null };
      const words = listenerWords(path);
      const rules = network.hosts.map(readRule);
      return { words, variables: proxyVariables(rules), proxy: proxyFor(rules) };
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

/** What makes the socket that the proxy serves, before the words of the program. */
function listenerWords(path: string | undefined): readonly string[] {
  const perl = findExecutable('perl', path);
  if (perl === null)
    throw new Error(`no perl on PATH (${path ?? 'not set'}), which hosts in a sandbox need; install perl`);
  const sendmsg = sendmsgNumbers[process.arch];
  if (sendmsg === undefined)
    throw new Error(`hosts in a sandbox are not built for ${process.arch}; allow none, or all`);
  return [perl, '-e', listenerScript, '--', String(sendmsg), String(proxyPort)];
}
