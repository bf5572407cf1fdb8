import type { Word } from '../../../model/word.ts';
import type { Context, Definition, Draft, Frame, Outcome } from '../context.ts';
import { through } from '../context.ts';
import { assignUnknown } from '../expand/scope.ts';
import { exported } from '../state/child-shell.ts';
import { join, joinVariable } from '../state/join.ts';
import { type FunctionEntry, forget, fork, type State, type Variable } from '../state/state.ts';
import type { Table } from '../state/table.ts';
import type { Expanded } from './invoke.ts';

/** Runs the bodies that a function may have, in the shell as it is where it is called. */
export function callFunction(
  command: Expanded,
  name: string,
  entry: FunctionEntry,
  draft: Draft | null,
): Outcome {
  const { state } = command;
  const depth = command.context.via.filter((via) => via.kind === 'function' && via.name === name).length;
  if (depth > 1) {
    forget(state);
    return { ok: state, ko: state };
  }
  // The second time around, nothing is known any more: that stands for all further times.
  if (depth === 1) forget(state);
  const context = through(
    command.context,
    { kind: 'function', name },
    {
      isConditional: true,
      stdin: draft?.stdin ?? command.stdin,
    },
  );
  const parameters = depth === 1 ? null : command.words.slice(1);
  const states = entry.definitions.map((definition) => {
    const start = withPrefix(fork(state), command);
    const prefix = start.variables.copy();
    const end = runDefinition(definition, name, start, parameters, context);
    return withoutPrefix(end, state, prefix, command);
  });
  const restored = states.reduce(join);
  restored.positional = state.positional;
  return { ok: restored, ko: restored };
}

/** Runs one body of a function; what it leaves behind is the state of the shell from then on. */
export function runDefinition(
  definition: Definition,
  name: string,
  state: State,
  parameters: readonly Word[] | null,
  context: Context,
): State {
  context.shell.called.add(definition);
  const frame: Frame = { kind: 'function', name, escapes: [], locals: new Map() };
  const before = state.variables.copy();
  const inner = { ...context, place: definition.place, frames: [frame, ...context.frames] };
  const { ok, ko } = context.shell.runBody(definition.body, { ...state, positional: parameters }, inner);
  return withoutLocals(frame.escapes.reduce(join, join(ok, ko)), before, frame.locals);
}

/** Behind the function, a variable that may have been local to it is what it was, or what it was made before that or then. */
function withoutLocals(end: State, before: Table<Variable>, locals: Frame['locals']): State {
  if (locals.size === 0) return end;
  const variables = end.variables.copy();
  for (const [name, outside] of locals) {
    const left = joinVariable(name, before.get(name), end.variables.get(name));
    variables.restore(name, joinVariable(name, outside, left), outside);
  }
  return { ...end, variables };
}

/** Assignments before the name hold while the function runs. */
export function withPrefix(state: State, { assignments }: Expanded): State {
  for (const { name, value } of assignments) {
    if (state.variables.get(name)?.isReadonly === true) assignUnknown(state, name);
    else state.variables.set(name, exported(value));
  }
  return state;
}

/** Behind the function they are gone, unless it has made something of them: then they may have become the shell's own. */
function withoutPrefix(end: State, before: State, prefix: Table<Variable>, { assignments }: Expanded): State {
  const variables = end.variables.copy();
  for (const { name } of assignments) {
    const [old, now] = [before.variables.get(name), end.variables.get(name)];
    if (now !== prefix.get(name)) variables.set(name, joinVariable(name, old, now));
    else if (old === undefined) variables.delete(name);
    else variables.set(name, old);
  }
  return { ...end, variables };
}
