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
