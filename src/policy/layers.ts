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
  /** Absolute path of the file that they were read from; left out: they are from none. */
  readonly file?: string;
}

/** The files that rules are in: who can write them can change the rules. */
export function ruleFiles(layers: readonly Layer[]): {
  readonly ofUser: readonly string[];
  readonly ofProject: readonly string[];
} {
  const files = (isWanted: (scope: Scope) => boolean): readonly string[] =>
    layers.flatMap(({ scope, file }) => (file !== undefined && isWanted(scope) ? [file] : []));
  return { ofUser: files((scope) => scope !== 'project'), ofProject: files((scope) => scope === 'project') };
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
