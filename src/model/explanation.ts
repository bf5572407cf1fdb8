import type { Finding, Verdict } from './decision.ts';

/** A decision in words: every invocation with what it would do, and what the rules say of it. */
export interface Explanation {
  readonly command: string;
  readonly verdict: Verdict;
  /** Why the command was not read; `null` if it was. */
  readonly unparsed: { readonly at: number; readonly reason: string } | null;
  /** Findings about the command as a whole. */
  readonly findings: readonly Finding[];
  /** The invocations that the shell runs; those that they run in turn are below them. */
  readonly invocations: readonly Explained[];
  /** Of a command in a session; left out: it is in none. */
  readonly shell?: ToldShell;
}

/** What is known of the shell of a session, when it is given the command. */
export interface ToldShell {
  /** Whether the invocations are those in that shell; if not, as it is not known what that has run, they are those in a new one. */
  readonly isKnown: boolean;
  /** Where the shell is when it runs the command; `null`: not known. */
  readonly directory: string | null;
}

/** One invocation in words. */
export interface Explained {
  readonly id: number;
  readonly words: string;
  /** `null` if it is not known. */
  readonly cwd: string | null;
  /** How it is reached, outermost first. */
  readonly via: readonly string[];
  readonly effects: readonly string[];
  readonly findings: readonly Finding[];
  readonly runs: readonly Explained[];
}
