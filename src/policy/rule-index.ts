import type { InvocationRule, Policy, Rule } from '../model/decision.ts';
import type { Effect } from '../model/effect.ts';

/** The rules of a policy, so that those which cannot hold for a command are not looked at. */
export interface RuleIndex {
  /** The rules about the command as a whole. */
  readonly ofText: readonly Rule[];
  readonly ofInvocations: readonly InvocationRule[];
  /** The rules that could hold for an invocation with such kinds of effects, by the sum of their `bits`. */
  readonly byKinds: Map<number, readonly InvocationRule[]>;
}

/** A set of kinds of effects is a number. */
const bits: Readonly<Record<Effect['kind'], number>> = {
  reads: 1,
  writes: 2,
  deletes: 4,
  'changes-directory': 8,
  executes: 16,
  network: 32,
  privilege: 64,
  discloses: 128,
  changes: 256,
  sets: 512,
  interactive: 1024,
  background: 2048,
  unknown: 4096,
};

/** Made when a policy is first asked, and as long-lived as it is. */
const indexes = new WeakMap<Policy, RuleIndex>();

/** The index of a policy. A policy does not change. */
export function indexOf(policy: Policy): RuleIndex {
  const index = indexes.get(policy) ?? makeIndex(policy);
  indexes.set(policy, index);
  return index;
}

function makeIndex({ rules }: Policy): RuleIndex {
  return {
    ofText: rules.filter(({ kind }) => kind !== 'invocation'),
    ofInvocations: rules.filter((rule) => rule.kind === 'invocation'),
    byKinds: new Map(),
  };
}

/** The rules that could hold for an invocation with these effects, in their order. */
export function candidates(index: RuleIndex, effects: readonly Effect[]): readonly InvocationRule[] {
  let kinds = 0;
  for (const { kind } of effects) kinds |= bits[kind];
  const found = index.byKinds.get(kinds) ?? index.ofInvocations.filter((rule) => couldHold(rule, kinds));
  index.byKinds.set(kinds, found);
  return found;
}

function couldHold({ does }: InvocationRule, kinds: number): boolean {
  return does === undefined || does.some(({ kind }) => (kinds & bits[kind]) !== 0);
}
