import type { Word } from '../../model/word.ts';
import { exported } from './child-shell.ts';
import type { Context, Definition, Draft, Frame, Outcome } from './context.ts';
import { through } from './context.ts';
import type { Expanded } from './invoke.ts';
import { assignUnknown } from './scope.ts';
import { type FunctionEntry, forget, fork, join, joinVariable, type State, type Variable } from './state.ts';

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
    return runDefinition(definition, name, withPrefix(fork(state), command), parameters, context);
  });
  const end = states.reduce(join);
  const restored = withoutPrefix(end, state, command);
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
  const frame: Frame = { kind: 'function', name, escapes: [], locals: new Set() };
  const before = new Map(state.variables);
  const inner = { ...context, place: definition.place, frames: [frame, ...context.frames] };
  const { ok, ko } = context.shell.runBody(definition.body, { ...state, positional: parameters }, inner);
  return withoutLocals(frame.escapes.reduce(join, join(ok, ko)), before, frame.locals);
}

/** Behind the function, a variable that may have been local to it is what it was, or what it was made. */
function withoutLocals(
  end: State,
  before: ReadonlyMap<string, Variable>,
  locals: ReadonlySet<string>,
): State {
  if (locals.size === 0) return end;
  const variables = new Map(end.variables);
  for (const name of locals)
    variables.set(name, joinVariable(name, before.get(name), end.variables.get(name)));
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

function withoutPrefix(end: State, before: State, { assignments }: Expanded): State {
  const variables = new Map<string, Variable>(end.variables);
  for (const { name } of assignments) {
    const old = before.variables.get(name);
    if (old === undefined) variables.delete(name);
    else variables.set(name, old);
  }
  return { ...end, variables };
}
