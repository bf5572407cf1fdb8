import type { Assignment, Resolution, Span, Stdin } from '../../../model/analysis.ts';
import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { resolvePath } from '../../paths.ts';
import { couldBecome, known, textOf, textsOf } from '../../words.ts';
import { spendCall, spendEffects } from '../budget.ts';
import { type Context, type Draft, nextId, type Outcome, record, tryOnce } from '../context.ts';
import { join } from '../state/join.ts';
import { forget, fork, type State } from '../state/state.ts';
import { runAlias } from './aliases.ts';
import type { ExpandedAssignment } from './assignments.ts';
import { isBuiltin, keepState } from './builtins.ts';
import { runEvaluated } from './evaluated.ts';
import { callFunction } from './functions.ts';
import { runNested } from './nested.ts';
import { noteOutput } from './output.ts';
import { allEffects, ownEffects, programName } from './own-effects.ts';
import { outputsIn } from './possible-outputs.ts';
import { programsMatched } from './program-paths.ts';
import { type ExpandedRedirect, mayFail, redirectsIn } from './redirects.ts';

/** A command whose words are expanded. */
export interface Expanded {
  readonly state: State;
  readonly context: Context;
  /** The name at 0; empty if there are only redirects and assignments. */
  readonly words: readonly Word[];
  readonly redirects: readonly ExpandedRedirect[];
  readonly assignments: readonly Assignment[];
  /** Assignments among the arguments of `declare` and its like. */
  readonly declared: readonly ExpandedAssignment[];
  /** What the expansion has done already. */
  readonly effects: readonly Effect[];
  readonly span: Span;
  readonly stdin: Stdin;
  /**
   * Where the name is looked up: `shell` for functions, builtins and programs, `builtin` without functions (`command`),
   * `program` for programs alone (`env`, `xargs`).
   */
  readonly lookup: 'shell' | 'builtin' | 'program';
}

/** Runs a command: notes its invocation, in each directory where it may be, and what it runs itself. */
export function invoke(command: Expanded): Outcome {
  const { words, state } = command;
  spendCall(state.budget, words.length, state.directories.length);
  const [first, ...others] = words;
  if (first !== undefined && mayVanish(first)) {
    const without = invoke({
      ...command,
      state: fork(state),
      words: others,
      context: maybe(command.context),
    });
    return joinOutcomes(without, invokeFirst(command, first));
  }
  return invokeFirst(command, first);
}

/** How many of the texts that a name may be are gone through. */
const maxNames = 8;

/** Runs what a name that is not known may be: bash splits it at blanks, if it is not in quotes. */
function invokePossible(command: Expanded, first: Word): void {
  const isSplit = first.kind === 'unknown' && first.count === 'any';
  const { ledger } = command.context.shell;
  for (const text of [
    ...textsOf(first).slice(0, maxNames),
    ...outputsIn(first, ledger),
    ...matchedBy(command, first),
  ]) {
    const names = isSplit ? text.split(/\s+/).filter((part) => part !== '') : [text];
    const words = [...names.map(known), ...command.words.slice(1)];
    tryOnce(command.context, text, () => {
      invoke({ ...command, state: fork(command.state), words, context: maybe(command.context) });
    });
  }
}

/** The programs that a pattern in the place of the name may match. */
function matchedBy({ state }: Expanded, first: Word): readonly string[] {
  if (first.kind !== 'pattern') return [];
  const [cwd] = state.directories;
  const isPath = first.glob.includes('/') && cwd !== undefined;
  const path = isPath ? resolvePath(cwd, first) : first;
  return programsMatched(path.kind === 'pattern' ? path.glob : first.glob, state.budget);
}

function invokeFirst(command: Expanded, first: Word | undefined): Outcome {
  const name = textOf(first);
  const alias = name === null || command.lookup !== 'shell' ? undefined : command.state.aliases.get(name);
  if (name === null || alias === undefined || isInAlias(command.context, name))
    return invokeName(command, name);
  const expanded = { ...command, state: fork(command.state) };
  const other = runAlias(expanded, unrecorded(expanded, name), name, alias);
  return joinOutcomes(invokeName(command, name), other);
}

/** An invocation that is not in the analysis, as bash has put another in its place. */
function unrecorded(command: Expanded, name: string): Draft {
  const { context } = command;
  const ledger = { ...context.shell.ledger, muted: 1 };
  const inner = { ...context, shell: { ...context.shell, ledger } };
  const [draft] = draftsOf({ ...command, context: inner }, 'unknown', name);
  if (draft === undefined) throw new TypeError('a shell that is in no directory');
  return draft;
}

function isInAlias({ via }: Context, name: string): boolean {
  return via.some((each) => each.kind === 'alias' && each.name === name);
}

function invokeName(command: Expanded, name: string | null): Outcome {
  const entry = name === null || command.lookup !== 'shell' ? undefined : command.state.functions.get(name);
  if (name === null || entry === undefined) return invokeProgram(command, name);
  const [draft] = draftsOf(command, 'function', name);
  const called = unlessRedirectFails(command, draft, (state) =>
    callFunction({ ...command, state }, name, entry, draft ?? null),
  );
  if (entry.isCertain) return called;
  return joinOutcomes(called, invokeProgram({ ...command, state: fork(command.state) }, name));
}

/** A word that may be no word at all, so that the one behind it is the name. */
export function mayVanish(word: Word): boolean {
  return word.kind === 'unknown' && word.count === 'any' && word.prefix === '' && word.suffix === '';
}

export function maybe(context: Context): Context {
  return context.isConditional ? context : { ...context, isConditional: true };
}

export function joinOutcomes(a: Outcome, b: Outcome): Outcome {
  const ok = join(a.ok, b.ok);
  return a.ok === a.ko && b.ok === b.ko ? { ok, ko: ok } : { ok, ko: join(a.ko, b.ko) };
}

function invokeProgram(command: Expanded, name: string | null): Outcome {
  const { state } = command;
  const resolution = resolve(command, name);
  const drafts = draftsOf(command, resolution, name);
  const isOfShell = resolution === 'builtin' || resolution === 'unknown' || isTransparent(name);
  for (const draft of drafts) {
    noteOutput(draft, command.context.shell.ledger);
    runEvaluated(command, draft, state);
    if (!isOfShell) runNested(command, draft, state);
  }
  if (resolution === 'unknown') {
    callPossible(command, drafts[0]);
    if (command.words[0] !== undefined) invokePossible(command, command.words[0]);
    if (mayChangeShell(command)) forget(state);
  }
  if (resolution === 'program') callForMissing(command, drafts[0]);
  const [draft] = drafts;
  if (!isOfShell || draft === undefined || name === null) return { ok: state, ko: state };
  return unlessRedirectFails(command, draft, (inner) => keepState({ ...command, state: inner }, name, draft));
}

/** What becomes of the shell, if a redirect may keep the command from being run. */
export function unlessRedirectFails(
  { state, context }: { readonly state: State; readonly context: Context },
  draft: Draft | undefined,
  run: (state: State) => Outcome,
): Outcome {
  if (draft !== undefined && !mayFail(draft.redirects, context)) return run(state);
  const before = fork(state);
  const { ok, ko } = run(state);
  return { ok, ko: join(before, fork(ko)) };
}

/** A name that is not known may be that of any function that it could become. */
function callPossible(command: Expanded, draft: Draft | undefined): void {
  const [first] = command.words;
  if (first === undefined || command.lookup !== 'shell') return;
  for (const [name, entry] of command.state.functions) {
    if (couldBecome(first, name))
      callFunction({ ...command, state: fork(command.state) }, name, entry, draft ?? null);
  }
}

/** Whether a name that is not known may be of the shell itself. One with a slash is that of a file, but for a function that is called so. */
function mayChangeShell({ words: [first], state }: Expanded): boolean {
  if (first === undefined || !hasSlash(first)) return true;
  return [...state.functions].some(([name]) => couldBecome(first, name));
}

/** Whether it is one word, and a part of it that is known has a slash. */
function hasSlash(word: Word): boolean {
  return word.kind === 'unknown' && word.count === 'one' && /\//.test(word.prefix + word.suffix);
}

/** What bash calls where there is no program of that name. */
function callForMissing(command: Expanded, draft: Draft | undefined): void {
  const name = 'command_not_found_handle';
  const entry = command.state.functions.get(name);
  if (entry === undefined || isInFunction(command.context, name)) return;
  callFunction({ ...command, state: fork(command.state) }, name, entry, draft ?? null);
}

function isInFunction({ via }: Context, name: string): boolean {
  return via.some((each) => each.kind === 'function' && each.name === name);
}

/** `command`, `builtin` and `exec` run what follows in the shell itself. */
function isTransparent(name: string | null): boolean {
  return name === 'command' || name === 'builtin' || name === 'exec';
}

function resolve({ words, lookup }: Expanded, name: string | null): Resolution {
  if (words.length === 0) return 'nothing';
  if (name === null) return 'unknown';
  return lookup !== 'program' && isBuiltin(name) ? 'builtin' : 'program';
}

/** The invocation, once for each directory where the shell may be. */
function draftsOf(command: Expanded, resolution: Resolution, name: string | null): readonly Draft[] {
  const { context, state, words, span, assignments } = command;
  const nameIsLiteral = words[0] !== undefined && context.shell.literals.has(words[0]);
  return state.directories.map((cwd, index) => {
    const { redirects, effects, stdin: redirected } = redirectsIn(command, cwd);
    const stdin = redirected ?? command.stdin;
    const all = allEffects(command, effects, ownEffects(command, resolution, name, { cwd, stdin }), cwd);
    spendEffects(state.budget, all.length);
    return record(context, {
      id: nextId(context),
      parent: context.parent,
      resolution,
      name: programName(command, cwd, name),
      nameIsLiteral,
      argv: words,
      span,
      cwd,
      isHere: context.isHere,
      via: context.via,
      assignments: assignments.map(({ name, value }) => ({ name, value })),
      redirects,
      stdin,
      isBackground: context.isBackground,
      isBackgroundInLoop: context.isBackgroundInLoop,
      isConditional: context.isConditional || index > 0,
      effects: all,
    });
  });
}
