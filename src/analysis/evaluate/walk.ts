import type { Invocation } from '../../model/analysis.ts';
import type { Script } from '../parse.ts';
import { keepsAscii, namesOfCode } from '../programs/locale-names.ts';
import { isReserved } from '../reserved-words.ts';
import { known, textOf, unknown } from '../words.ts';
import { type Budget, newBudget } from './budget.ts';
import type { Context, Ledger, Shell, Surroundings, TextPlace, Trap } from './context.ts';
import { runBody, runScript } from './control/bodies.ts';
import { runDefinition } from './invoke/functions.ts';
import { join } from './state/join.ts';
import { branchOf, fork, initialState, type State, type Value } from './state/state.ts';
import { createLineages, type Lineages } from './state/table.ts';
import { runTraps } from './traps.ts';

/** A shell that scripts are gone through in, one after the other. */
export interface Walk {
  readonly shell: Shell;
  /** What the scripts so far leave the shell in. */
  state: State;
}

/** One that has run nothing. */
export function newWalk(surroundings: Surroundings): Walk {
  const budget = newBudget(0, surroundings.maxLength);
  const shell: Shell = {
    surroundings,
    ledger: {
      drafts: [],
      outputs: new Map(),
      redirectedOutputs: new Map(),
      outputsOfPipes: new Map(),
      muted: 0,
      steps: 0,
      budget,
    },
    runScript: (inner, state, context) => runScript(inner.commands, state, context),
    runBody,
    literals: new Set(),
    codeOfVariables: new Map(),
    arrays: new Set(),
    integers: new Set(),
    tried: new Set(),
    possible: new Set(),
    leftIn: [],
    mayBeGivenUp: false,
    references: new Map(),
    fixedFunctions: new Set(),
    changedBy: new Set(),
    leftByTraps: new Set(),
    setByTraps: new Map(),
    traps: [],
    functions: new Map(),
    called: new Set(),
  };
  return { shell, state: stateAtStart(surroundings, budget) };
}

/**
 * The same shell, which goes another way from here: what is found there is none of the first one's. The next script has `length`
 * UTF-16 units, and may cost as much as if it were the only one. `mayBeGivenUp`: it has failed.
 */
export function branch({ shell, state }: Walk, length: number, mayBeGivenUp = false): Walk {
  const { ledger, surroundings } = shell;
  const usual = newBudget(length, surroundings.maxLength);
  // All that was found stays, and as much again may be.
  const budget = { ...usual, maxInvocations: ledger.drafts.length + usual.maxInvocations };
  const lineages = createLineages();
  const traps: Trap[] = [];
  const other: Shell = {
    ...shell,
    ledger: ledgerOf(ledger, budget),
    literals: new Set(shell.literals),
    codeOfVariables: new Map(shell.codeOfVariables),
    arrays: new Set(shell.arrays),
    integers: new Set(shell.integers),
    tried: new Set(),
    possible: new Set(),
    leftIn: [],
    mayBeGivenUp,
    references: new Map(shell.references),
    fixedFunctions: new Set(shell.fixedFunctions),
    changedBy: new Set(shell.changedBy),
    leftByTraps: new Set(shell.leftByTraps),
    setByTraps: new Map(shell.setByTraps),
    traps,
    functions: new Map(shell.functions),
    called: new Set(shell.called),
  };
  for (const trap of shell.traps) traps.push(trapIn(other, trap, budget, lineages));
  return { shell: other, state: branchOf(state, budget, lineages) };
}

function ledgerOf({ drafts, outputs, redirectedOutputs, outputsOfPipes }: Ledger, budget: Budget): Ledger {
  return {
    // To one of a statement that is over nothing is added any more.
    drafts: [...drafts],
    outputs: new Map(outputs),
    redirectedOutputs: new Map(redirectedOutputs),
    outputsOfPipes: new Map(outputsOfPipes),
    muted: 0,
    steps: 0,
    budget,
  };
}

function trapIn(shell: Shell, trap: Trap, budget: Budget, lineages: Lineages): Trap {
  const { context, set } = trap;
  return {
    ...trap,
    context: { ...context, shell },
    set: { ...set, state: branchOf(set.state, budget, lineages) },
  };
}

/**
 * Goes through a script. What comes behind it is run by a shell that is there: an `exit` has not ended it, as where it had jobs. Throws
 * `LimitReached` where there is too much of it.
 */
export function walk(way: Walk, script: Script, place: TextPlace): void {
  const end = runScript(script.commands, way.state, contextOf(way.shell, place));
  way.state = { ...[end.ko, ...way.shell.leftIn].reduce(join, end.ok), isDead: false };
}

/** Variables that bash expands, or runs, before each line that it reads. A session has them removed, unless they are read-only. */
const ofPrompt = ['PROMPT_COMMAND', 'PS0', 'PS1', 'PS2', 'MAILPATH'];

/** Variables with which bash goes by other rules, those of POSIX or of a version before. */
const ofRules = ['POSIXLY_CORRECT', 'POSIX_PEDANTIC', 'BASH_COMPAT'];

/**
 * Whether the shell may be another than the scripts have left it, or runs more than what it is given, as it has been told to do something
 * at other times.
 */
export function mayChange({ shell, state: { variables, aliases } }: Walk): boolean {
  if (shell.changedBy.size > 0) return true;
  if (ofPrompt.some((name) => variables.get(name)?.isReadonly === true)) return true;
  if ([...aliases.keys()].some((name) => isReserved(name))) return true;
  if ([...namesOfCode].some((name) => namesOtherCode(variables.get(name)?.value))) return true;
  if (ofRules.some((name) => (variables.get(name)?.value.kind ?? 'unset') !== 'unset')) return true;
  // It is expanded before each command where `set -x` is on.
  const trace = variables.get('PS4')?.value ?? { kind: 'unset' };
  if (trace.kind === 'unset') return false;
  return trace.kind === 'array' || /`|\$[([]|\$\{[^}]*=/.test(textOf(trace.word) ?? '`');
}

/** Whether bash may read texts in a code other than they were judged in. */
function namesOtherCode(value: Value | undefined): boolean {
  if (value === undefined || value.kind === 'unset') return false;
  const name = value.kind === 'text' ? textOf(value.word) : null;
  return name === null || !keepsAscii(name);
}

/** All invocations that the scripts so far could come to, if nothing comes after them. */
export function conclude({ shell, state }: Walk, place: TextPlace): readonly Invocation[] {
  const { surroundings, ledger, traps } = shell;
  const start = (): State => stateAtStart(surroundings, ledger.budget);
  if (traps.length > 0) runTraps(shell, start(), state);
  if (surroundings.includesUncalled === true) runUncalled(contextOf(shell, place), start());
  return ledger.drafts;
}

function stateAtStart({ cwd, home }: Surroundings, budget: Budget): State {
  return initialState(
    cwd === null ? unknown() : known(cwd),
    home === null ? unknown('', '', [{ kind: 'variable', name: 'HOME' }]) : known(home),
    budget,
  );
}

function contextOf(shell: Shell, place: TextPlace): Context {
  return {
    shell,
    place,
    parent: null,
    via: [],
    stdin: { kind: 'inherited' },
    isHere: true,
    isBackground: false,
    isBackgroundInLoop: false,
    isConditional: false,
    frames: [],
    depth: 0,
  };
}

/** Goes through functions that nobody has called, as if somebody did at the start. They may define others. */
function runUncalled(context: Context, state: State): void {
  const { functions, called } = context.shell;
  const uncalled = () =>
    [...functions].flatMap(([name, definitions]) =>
      definitions.filter((definition) => !called.has(definition)).map((definition) => ({ name, definition })),
    );
  for (let left = uncalled(); left.length > 0; left = uncalled()) {
    for (const { name, definition } of left) {
      const via = [{ kind: 'function', name } as const];
      runDefinition(definition, name, fork(state), null, { ...context, via, isConditional: true });
    }
  }
}
