import type { Policy, Rule } from '../model/decision.ts';

/** Where rules come from, the widest first. */
export type Scope = 'shipped' | 'user' | 'project' | 'call';

/** The rules of one scope. */
export interface Layer {
  readonly scope: Scope;
  readonly rules: readonly Rule[];
  /** Ids of rules of wider scopes that are not to hold. */
  readonly off: readonly string[];
  /** Whether it may make the policy milder: allow what is asked about, and switch rules off. Tightening is always free. */
  readonly mayLoosen: boolean;
  /** Where they were read from, absolute: no command may change that. Left out: not from a file. */
  readonly file?: string;
}

/** The files that layers were read from. */
export function filesOf(layers: readonly Layer[]): readonly string[] {
  return layers.flatMap(({ file }) => file ?? []);
}

/**
 * One policy out of several scopes, the widest first. A project's file comes with the project, and may have been written by
 * whoever wrote the rest of it: it can forbid more, and permit more only if the user has said so.
 */
export function merge(layers: readonly Layer[]): Policy {
  return { rules: layers.flatMap((layer, at) => rulesOf(layer, layers.slice(at + 1))) };
}

function rulesOf({ rules, mayLoosen, scope }: Layer, narrower: readonly Layer[]): readonly Rule[] {
  const off = new Set(narrower.filter((layer) => layer.mayLoosen).flatMap((layer) => layer.off));
  const mayAllow = mayLoosen || scope === 'shipped';
  return rules.filter(({ finding }) => !off.has(finding.id) && (mayAllow || finding.verdict !== 'allow'));
}
