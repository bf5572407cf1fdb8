import type { Stdin, Via } from '../../../model/analysis.ts';
import type { Setting } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { isOneWord, unknown } from '../../words.ts';
import type { Budget } from '../budget.ts';
import { type Context, type Draft, inBackground, through } from '../context.ts';
import { childShell, exported } from '../state/child-shell.ts';
import { fork, initialState, type State } from '../state/state.ts';
import type { Expanded } from './invoke.ts';

/** What runs code, in which state, and on the way to what. */
export interface Runner {
  readonly command: Expanded;
  readonly draft: Draft;
  /** The state of the shell in which the invocation stands. */
  readonly state: State;
  /** It is the shell itself that runs the code (`eval`, `source`), not a process of its own. */
  readonly isInPlace: boolean;
  /** The variable whose value the code is. */
  readonly variable: string | null;
}

/** What `command` and `builtin` run is no function; what else builtins run (`mapfile -C`) is found as in a script. */
export function lookupOf({ isInPlace, draft: { name, resolution } }: Runner): Expanded['lookup'] {
  if (name === 'exec') return 'program';
  if (isInPlace) return 'builtin';
  return resolution === 'builtin' ? 'shell' : 'program';
}

/** Whether the shell itself reads the code, and goes on in the state that it leaves. */
export function isOfThisShell({ draft, isInPlace }: Runner): boolean {
  return isInPlace && (draft.name === 'eval' || draft.name === 'source' || draft.name === '.');
}

/** The state of the shell that the code is run in or from. */
export function stateFor(runner: Runner, setting: Setting): State {
  const { state } = runner;
  if (runner.isInPlace && setting.cwd === undefined) return state;
  const cwd = setting.isElsewhere === true ? unknown() : (setting.cwd ?? null);
  if (setting.isElsewhere === true) return initialStateElsewhere(state.budget);
  const inside = runner.isInPlace ? state : withEnvironment(runner, setting);
  return cwd === null ? inside : { ...fork(inside), directories: [cwd] };
}

/** The state of a shell of its own, with its parameters. */
export function shellFrom(runner: Runner, parameters: readonly Word[] | null, setting: Setting): State {
  const state = childShell(stateFor(runner, setting), [
    ...runner.draft.assignments,
    ...(setting.assignments ?? []),
  ]);
  // Which word is `$0` is not known where one before it may be none, or several.
  const [name = unknown(), ...others] = parameters ?? [];
  const isCertain = parameters !== null && isOneWord(name);
  return isCertain
    ? { ...state, nameOfShell: name, positional: others }
    : { ...state, nameOfShell: unknown(), positional: null };
}

/** The state from which a program is started: with the assignments before what starts it, and without what that removes. */
function withEnvironment({ state, draft }: Runner, { assignments = [], removes = [] }: Setting): State {
  if (draft.assignments.length + assignments.length + removes.length === 0) return state;
  const start = fork(state);
  for (const { name, value } of draft.assignments) {
    const isFixed = start.variables.get(name)?.isReadonly === true;
    start.variables.set(name, exported(isFixed ? unknown() : value));
  }
  if (removes === 'all') start.variables.clear();
  else
    for (const name of removes)
      start.variables.set(name, { ...exported(unknown()), value: { kind: 'unset' } });
  for (const { name, value } of assignments) start.variables.set(name, exported(value));
  return start;
}

/** On another host nothing is known of variables and directories. */
function initialStateElsewhere(budget: Budget): State {
  const state = initialState(unknown(), unknown(), budget);
  state.isWild = true;
  return state;
}

export function contextOf(runner: Runner, setting: Setting): Context {
  const { command, draft } = runner;
  return through(command.context, viaOf(runner), {
    parent: draft.id >= 0 ? draft.id : command.context.parent,
    stdin: stdinFor(draft, setting),
    isHere: command.context.isHere && setting.isElsewhere !== true,
    ...(setting.isBackground === true ? inBackground(command.context) : {}),
  });
}

function stdinFor({ id, stdin }: Draft, { losesInput, readsOutput }: Setting): Stdin {
  if (readsOutput !== undefined) return { kind: 'pipe', from: [id], text: readsOutput };
  return losesInput === true ? { kind: 'nothing' } : stdin;
}

function viaOf({ draft, variable }: Runner): Via {
  const name = draft.name ?? '';
  if (variable !== null) return { kind: 'variable', name: variable };
  if (name === 'eval') return { kind: 'eval' };
  if (name === 'source' || name === '.') return { kind: 'source' };
  return { kind: isShell(name) ? 'shell' : 'wrapper', name };
}

/** Whether programs of this name are shells. */
export function isShell(name: string): boolean {
  return shells.has(name);
}

const shells: ReadonlySet<string> = new Set('bash sh dash zsh ksh mksh ash rbash fish csh tcsh'.split(' '));
