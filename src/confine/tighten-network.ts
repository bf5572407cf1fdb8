import type { SandboxNetwork } from '../model/sandbox.ts';
import { hostText } from './host.ts';
import { type HostRule, hostRuleText, isMeant, readHostRule } from './host-rule.ts';

/** The network in which only what both of two let through is reached. What cannot be read in a list lets nothing through. */
export function tightenNetwork(one: SandboxNetwork, other: SandboxNetwork): SandboxNetwork {
  if (one === 'none' || other === 'none') return 'none';
  if (one === 'host') return other;
  if (other === 'host') return one;
  const others = other.hosts.flatMap(ruleIn);
  const both = one.hosts.flatMap(ruleIn).flatMap((rule) => others.flatMap((next) => overlap(rule, next)));
  const hosts = [...new Set(both.map(hostRuleText))];
  return hosts.length === 0 ? 'none' : { hosts };
}

function ruleIn(text: string): readonly HostRule[] {
  const read = readHostRule(text);
  return read.kind === 'rule' ? [read.rule] : [];
}

/** One rule, or none where there is nothing that both let through. */
function overlap(one: HostRule, other: HostRule): readonly HostRule[] {
  const ports = one.ports.filter((port) => other.ports.includes(port));
  const narrower = covers(one, other) ? other : covers(other, one) ? one : null;
  return narrower === null || ports.length === 0 ? [] : [{ ...narrower, ports }];
}

/** Whether a network lets all through that an entry of a list means. */
export function reachesAll(network: SandboxNetwork, text: string): boolean {
  if (typeof network === 'string') return network === 'host';
  const rules = network.hosts.flatMap(ruleIn);
  const [wanted] = ruleIn(text);
  if (wanted === undefined) return false;
  return wanted.ports.every((port) =>
    rules.some((rule) => rule.ports.includes(port) && covers(rule, wanted)),
  );
}

/** Whether every host of the narrower one is a host of the wider one. */
function covers(wider: HostRule, narrower: HostRule): boolean {
  const isSame = wider.under && narrower.under && hostText(wider.host) === hostText(narrower.host);
  // All that ends as the narrower one does ends as it itself does.
  return isSame || ((wider.under || !narrower.under) && isMeant(wider, narrower.host));
}
