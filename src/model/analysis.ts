import type { Effect } from './effect.ts';
import type { Path, Word } from './word.ts';

/**
 * What is known about a command before it runs. Facts only: what to make of them is the policy's part.
 *
 * - `parsed`: every invocation that bash could come to is in the list, each with its effects.
 * - `unparsed`: bash can be given this text byte for byte; what it would do is not known, and `problem` says why.
 * - `unrunnable`: no bash could ever be given this text, so there is nothing to decide about.
 */
export type Analysis =
  | {
      readonly kind: 'parsed';
      readonly command: string;
      readonly bytes: number;
      /** In the order in which they were come upon; an invocation's `id` is its place here. */
      readonly invocations: readonly Invocation[];
      /** How many of them the shell had run before the command: what they have done is there to be seen. Left out: none. */
      readonly ranBefore?: number;
    }
  | {
      readonly kind: 'unparsed';
      readonly command: string;
      readonly bytes: number;
      readonly problem: UnparsedProblem;
    }
  | { readonly kind: 'unrunnable'; readonly problem: UnrunnableProblem };

/** Where the text stops being one that bash can be given. `at` counts UTF-16 units from 0. */
export type UnrunnableProblem =
  | { readonly code: 'nul-character'; readonly at: number }
  | { readonly code: 'lone-surrogate'; readonly at: number }
  | { readonly code: 'too-long'; readonly bytes: number; readonly maxBytes: number };

/**
 * Why a text was not analysed, with the place in it. `at` counts UTF-16 units from 0.
 *
 * - `syntax`: bash would refuse it as well, or the text is not complete.
 * - `ambiguous`: a construct that the parser and bash may read differently.
 * - `limit`: larger or deeper than what is analysed, or run where it cannot be followed.
 */
export interface UnparsedProblem {
  readonly code: 'syntax' | 'ambiguous' | 'limit';
  readonly at: number;
  /** What was found there, in a few words. */
  readonly reason: string;
}

/** A stretch of the command, in UTF-16 units: `start` is in it, `end` is not. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * One simple command that bash could come to, after expansion and outside of every wrapper. A wrapper (`sudo ls`) is an
 * invocation itself, and what it runs is another whose `parent` it is.
 */
export interface Invocation {
  readonly id: number;
  /** The invocation that runs this one; `null` if the shell that was given the command does. */
  readonly parent: number | null;
  readonly resolution: Resolution;
  /**
   * The name under which the program is known, without its directory where that is a usual place for programs;
   * `null` if the name is not known, or is that of a file somewhere else, or there are no words.
   */
  readonly name: string | null;
  /** The name stands in the text as it is: no variable, substitution, brace, glob, alias or function led to it. */
  readonly nameIsLiteral: boolean;
  /** All words, the name at 0. Empty for what has no words: `> file`, `x=1`, `{ …; } > file`. */
  readonly argv: readonly Word[];
  /** Where it stands in the command; for text from elsewhere (`sh -c`, `eval`), the word or text that holds it. */
  readonly span: Span;
  /** Absolute, or unknown. */
  readonly cwd: Path;
  /** `false` where it runs on another host, in a container or under another root: its paths are not paths here. */
  readonly isHere: boolean;
  /** How it is reached, outermost first. */
  readonly via: readonly Via[];
  /** Assignments before the name, and those that a wrapper makes (`env A=1 …`). */
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  readonly stdin: Stdin;
  /** Bash does not wait for it. */
  readonly isBackground: boolean;
  /** It is put there within a loop of many turns, each time that this goes round; a loop that is there as a whole is none of these. */
  readonly isBackgroundInLoop: boolean;
  /** It may be passed over: behind `&&`, in a branch, a loop, a function, a trap. */
  readonly isConditional: boolean;
  readonly effects: readonly Effect[];
}

/**
 * What bash does with the name.
 *
 * - `builtin`, `function`: of the shell itself. What a function does is in the invocations of its body.
 * - `program`: a file that is executed.
 * - `nothing`: there is no name, only redirects and assignments.
 * - `unknown`: not to be known.
 */
export type Resolution = 'builtin' | 'function' | 'program' | 'nothing' | 'unknown';

/** A step on the way to an invocation. */
export type Via =
  | { readonly kind: 'wrapper'; readonly name: string }
  | { readonly kind: 'shell'; readonly name: string }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'alias'; readonly name: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'trap'; readonly signal: string }
  | { readonly kind: 'substitution' | 'process-substitution' | 'subshell' | 'pipeline' | 'coprocess' }
  | { readonly kind: 'branch' }
  /** `turns`: how often it goes round at most, where that is known. */
  | { readonly kind: 'loop'; readonly turns?: number }
  | { readonly kind: 'eval' | 'source' };

export interface Assignment {
  readonly name: string;
  readonly value: Word;
}

/** A redirect, with its target resolved. `descriptor` is `null` where bash chooses the number (`{fd}> file`). */
export interface Redirect {
  readonly descriptor: number | null;
  readonly operator: '<' | '>' | '>>' | '>|' | '<>' | '&>' | '&>>' | '<&' | '>&' | '<<' | '<<<';
  readonly target: RedirectTarget;
  readonly span: Span;
}

export type RedirectTarget =
  | { readonly kind: 'file'; readonly path: Path }
  | { readonly kind: 'descriptor'; readonly number: number }
  | { readonly kind: 'closed' }
  | { readonly kind: 'text'; readonly text: Word }
  | { readonly kind: 'unknown' };

/** What an invocation finds on its standard input. */
export type Stdin =
  /** What the whole command was given. */
  | { readonly kind: 'inherited' }
  | { readonly kind: 'nothing' }
  /** A here-document or here-string. */
  | { readonly kind: 'text'; readonly text: Word }
  | { readonly kind: 'file'; readonly path: Path }
  /** The output of these invocations, all of one stage; `text` is what they write, where it is known. */
  | { readonly kind: 'pipe'; readonly from: readonly number[]; readonly text: Word }
  | { readonly kind: 'unknown' };
