import type { Invocation, Span, Stdin, Via } from '../../model/analysis.ts';
import type { Effect } from '../../model/effect.ts';
import type { Source, Word } from '../../model/word.ts';
import type { CompoundCommand, CompoundList, ParsedScript, Redirected } from '../parse.ts';
import { type Budget, LimitReached } from './budget.ts';
import type { State, Variable } from './state/state.ts';

/** Where a command is analysed. */
export interface Surroundings {
  /** Absolute; `null` if not known. */
  readonly cwd: string | null;
  /** The user's home directory; `null` if not known. */
  readonly home: string | null;
  /**
   * The longest command that is read, in UTF-16 units. Left out: 64 Ki, of which every answer is to take less than 50 ms; the
   * time grows with it.
   */
  readonly maxLength?: number;
  /** Whether what functions would do that are defined and never called is listed too. Left out: it is not. */
  readonly includesUncalled?: boolean;
}

/** The states in which a command that succeeds, and one that fails, leave the shell. Mostly they are one. */
export interface Outcome {
  readonly ok: State;
  readonly ko: State;
  /** Which of them it is depends on numbers that are not known. */
  readonly isOpen?: boolean;
}

/** What stands for the shell as a whole while a command is analysed. */
export interface Shell {
  readonly surroundings: Surroundings;
  readonly ledger: Ledger;
  /** Evaluate a script in a word, and the body of a function. They are handed in, as words come before commands. */
  readonly runScript: (script: ParsedScript, state: State, context: Context) => Outcome;
  readonly runBody: (body: Definition['body'], state: State, context: Context) => Outcome;
  /** Words that stand in the command as they are: nothing led to them. Targets of redirects, where a pipe stands there. */
  readonly literals: Set<Word>;
  /** Effects that run the value of a variable, with its name. */
  readonly codeOfVariables: Map<Effect, string>;
  /** Texts, and files by their paths, that are being gone through as what may be run. */
  readonly tried: Set<string>;
  /** What was found among the words of a program that is not known, and behind it, while that is gone through. */
  readonly possible: Set<string>;
  /** Names that were declared with `-a` or `-i` somewhere: what is assigned to them may be expanded once more. */
  readonly arrays: Set<string>;
  readonly integers: Set<string>;
  /** States in which the script may have been left before its end. */
  readonly leftIn: State[];
  /** Whether it may have been left before any of its commands, as it has failed: an error in an expansion gives up all of it. */
  readonly mayBeGivenUp: boolean;
  /** Names of variables that stand for another (`declare -n`), by the name of that. */
  readonly references: Map<string, ReadonlySet<string>>;
  /** Functions that may not be defined anew: `readonly -f`. */
  readonly fixedFunctions: Set<string>;
  /** What changes the shell itself at other times, or how it reads all that comes: traps, and options of `set` and `shopt`. */
  readonly changedBy: Set<string>;
  /** What traps leave at other times, by a `return` or a `break`. */
  readonly leftByTraps: Set<Leavable>;
  /** What traps set variables to at other times, by name. */
  readonly setByTraps: Map<string, readonly Source[]>;
  /** Texts of traps, to be evaluated when all else has been. */
  readonly traps: Trap[];
  /** All functions that were seen, for code that may run at any time. */
  readonly functions: Map<string, readonly Definition[]>;
  /** Those of them that have been gone through. */
  readonly called: Set<Definition>;
}

export interface Trap {
  /** The last one that it is set for. */
  readonly signal: string;
  /** Whether it is also set for one that may come before the end of the shell. */
  readonly isOnWay: boolean;
  readonly text: Word;
  readonly context: Context;
  /** Functions that are defined right behind it are there when it runs: until then the shell does nothing else. */
  set: TrapSetting;
}

/** The shell when a trap was set, and how often its variables and functions had been written until then. */
interface TrapSetting {
  readonly state: State;
  readonly writes: { readonly variables: number; readonly functions: number };
  /** How many invocations there were; `null` where they did not count. */
  readonly invocations: number | null;
}

/** The body of a function, with the text that it stands in. */
export interface Definition {
  readonly body: CompoundCommand | Redirected | CompoundList;
  readonly place: TextPlace;
}

/** Where the tree that is evaluated comes from. */
export interface TextPlace {
  readonly source: string;
  /** The stretch of the command for a stretch of the source; the same one for all, if the source is not part of it. */
  readonly spanOf: (start: number, end: number) => Span;
}

/** How the command that is evaluated is reached. */
export interface Context {
  readonly shell: Shell;
  readonly place: TextPlace;
  readonly parent: number | null;
  readonly via: readonly Via[];
  readonly stdin: Stdin;
  readonly isHere: boolean;
  readonly isBackground: boolean;
  readonly isBackgroundInLoop: boolean;
  readonly isConditional: boolean;
  /** Loops and functions around, the innermost first. */
  readonly frames: readonly Frame[];
  readonly depth: number;
  /** A script that is put together of a text of which parts are not known, with variables for these; left out: there is none. */
  readonly parts?: { readonly script: string; readonly words: ReadonlyMap<string, Word> };
}

/** What can be left by a `break` or a `return`; a text that is sourced counts as a function. */
export type Leavable = 'loop' | 'function';

/** A loop, a function or a text that is sourced, which can be left from within: the states in which it may be left. */
export interface Frame {
  readonly kind: 'loop' | 'function' | 'source';
  readonly name: string;
  readonly escapes: State[];
  /** Variables that were made local to it, each as it was before. */
  readonly locals: Map<string, Variable | undefined>;
}

/** An invocation to which effects may still be added. */
export type Draft = Omit<Invocation, 'effects'> & { readonly effects: Effect[] };

/** What has been found so far. */
export interface Ledger {
  readonly drafts: Draft[];
  /** What the standard output of an invocation is, where it is known. */
  readonly outputs: Map<number, Word>;
  /** The same of an invocation that has it redirected, to a file mostly. */
  readonly redirectedOutputs: Map<number, Word>;
  /** What the invocations of a `<(…)` write, by their ids with commas between them. */
  readonly outputsOfPipes: Map<string, Word>;
  /** Above 0 while a loop is only tried: what is found then does not count. */
  muted: number;
  steps: number;
  readonly budget: Budget;
}

/** How deep substitutions, functions and nested shells may be. */
const maxDepth = 40;

/** Counts a step, so that an analysis ends. */
export function step(context: Context): void {
  const { ledger } = context.shell;
  if (++ledger.steps > ledger.budget.maxSteps) throw new LimitReached('too many commands');
  if (context.depth > maxDepth) throw new LimitReached('nested too deeply');
}

/** Goes through what may be run, unless that is being done already: what runs itself would have no end. */
export function tryOnce({ shell: { tried } }: Context, what: string, run: () => void): void {
  if (tried.has(what)) return;
  tried.add(what);
  run();
  tried.delete(what);
}

/** Goes through what is found among words: where one stands among those of another, it is found behind both. */
export function foundOnce({ shell: { possible } }: Context, what: string, run: () => void): void {
  if (possible.has(what)) return;
  const isOutermost = possible.size === 0;
  possible.add(what);
  run();
  if (isOutermost) possible.clear();
}

/** The id of the invocation that is added next, or -1 while nothing counts. */
export function nextId({ shell }: Context): number {
  return shell.ledger.muted > 0 ? -1 : shell.ledger.drafts.length;
}

/** Adds an invocation, if it counts. */
export function record({ shell }: Context, draft: Draft): Draft {
  if (draft.id < 0) return draft;
  if (draft.id >= shell.ledger.budget.maxInvocations) throw new LimitReached('too many commands');
  shell.ledger.drafts.push(draft);
  return draft;
}

/** The ids of the invocations that were added since there were `count`. */
export function idsSince(context: Context, count: number): readonly number[] {
  return context.shell.ledger.drafts.slice(count).map(({ id }) => id);
}

/** The context one step further on the way. */
export function through(context: Context, via: Via, changes: Partial<Context> = {}): Context {
  return { ...context, ...changes, via: [...context.via, via], depth: context.depth + 1 };
}

/** Whether nothing led to another shell than that which was given the command. */
export function isOfFirstShell({ via, isBackground }: Pick<Context, 'via' | 'isBackground'>): boolean {
  return (
    !isBackground &&
    via.every(({ kind }) => /^(?:branch|loop|function|alias|eval|source|wrapper)$/.test(kind))
  );
}

/** How many turns of a loop may each leave a command in the background: 32, as many as a build starts at once on a large machine. */
const mostAtOnce = 32;

/** What is different for a command that bash does not wait for. */
export function inBackground({
  isBackgroundInLoop,
  via,
}: Context): Pick<Context, 'isBackground' | 'isBackgroundInLoop'> {
  const turns = via.map(turnsOf).reduce((all, each) => all * each, 1);
  return { isBackground: true, isBackgroundInLoop: isBackgroundInLoop || turns > mostAtOnce };
}

/** How often a step may be taken: a function that calls itself, a trap for what comes again and again, and a program that runs another for each of many are loops, too. */
function turnsOf(step: Via, at: number, via: readonly Via[]): number {
  switch (step.kind) {
    case 'loop':
      return step.turns ?? Infinity;
    case 'function':
      return via.slice(0, at).some((one) => one.kind === 'function' && one.name === step.name) ? Infinity : 1;
    case 'trap':
      return /^(?:SIG)?(?:DEBUG|ERR|RETURN|CHLD)$/i.test(step.signal) ? Infinity : 1;
    case 'wrapper':
      return /^(?:find|xargs|parallel|watch)$/.test(step.name) ? Infinity : 1;
    default:
      return 1;
  }
}

/** What is left from within: `break 2` may leave any of the loops around, `return` the innermost function. */
export function framesLeft({ frames }: Context, kind: Leavable): readonly Frame[] {
  const all = frames.filter((frame) => (kind === 'loop') === (frame.kind === 'loop'));
  return kind === 'loop' ? all : all.slice(0, 1);
}
