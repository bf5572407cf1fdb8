/**
 * The policy as a library: rules over what a command would do. Free of processes, files and clocks.
 *
 * @packageDocumentation
 */

export type { Access, HostAccess, PathAccess } from '../model/access.ts';
export type {
  CommandPattern,
  Condition,
  Decision,
  EffectPattern,
  FactName,
  Finding,
  InvocationRule,
  Notice,
  PathClass,
  Place,
  Policy,
  Rule,
  VariableClass,
  Verdict,
} from '../model/decision.ts';
export type { Explained, Explanation } from '../model/explanation.ts';
export type { AccessOffer, CallOffer, Grant, GrantTerms, NotedGrant, Offer } from '../model/grant.ts';
export type { SandboxNetwork } from '../model/sandbox.ts';
export { checkExamples, type FailedExample } from './check-examples.ts';
export { decide, deciding, type Judged } from './decide.ts';
export { describeEffect } from './describe-effect.ts';
export { explain } from './explain.ts';
export { describeFileProblem, type FileProblem, type FileReading } from './files/read-json.ts';
export { type RuleFile, readRuleFile, readRuleList } from './files/rule-file.ts';
export { accessesOfGrants, isLive, offersFor, rulesOfGrants } from './grants.ts';
export { type Judgement, judgeCommand } from './judge-command.ts';
export { type Layer, merge, type Scope } from './layers.ts';
export { isWithin, type Places, type PlacesOptions, placesOf } from './paths/places.ts';
export { protectedPaths } from './paths/protected.ts';
export { type Permission, type Profile, permit, readProfileFile } from './profile.ts';
export { shippedPolicyInSandbox } from './rules/in-sandbox.ts';
export { ask, call, deny, fact, operand, type Parts as RuleParts, program } from './rules/make.ts';
export { policyOnTerminal } from './rules/on-terminal.ts';
export { shippedPolicy, shippedRules } from './rules/shipped.ts';
export { visible } from './visible.ts';
