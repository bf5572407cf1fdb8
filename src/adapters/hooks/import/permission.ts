import type { Verdict } from '../../../model/decision.ts';

/** A permission of another agent, of those that are about commands. */
export interface Permission {
  /** As it stands in the agent's settings, for people. */
  readonly name: string;
  readonly verdict: Verdict;
  /** What it says of a command: a text in which `*` stands for anything. */
  readonly pattern: string;
  /** Patterns of permissions that go before this one where both fit. */
  readonly exceptions: readonly { readonly verdict: Verdict; readonly pattern: string }[];
}

/** Something of an agent's settings that does not become a rule, and why. */
export interface NotTaken {
  readonly name: string;
  readonly why: string;
}

/** What an agent's settings say. */
export interface Permissions {
  readonly permissions: readonly Permission[];
  readonly notTaken: readonly NotTaken[];
}

/** The settings are not of the form that the agent has; thrown where nothing of them can be told. */
export class UnknownForm extends Error {
  override readonly name = 'UnknownForm';
}
