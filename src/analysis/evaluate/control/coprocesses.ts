import type { CommandNode } from '../../parse.ts';
import { unknown, unknownNumber } from '../../words.ts';
import type { Context } from '../context.ts';
import { note, type Scope } from '../expand/scope.ts';
import { noteEffects } from '../invoke/note-effects.ts';
import { assign, assignText } from '../state/assign.ts';
import { type State, unknownArray } from '../state/state.ts';

type Coproc = Extract<CommandNode, { readonly type: 'Coproc' }>;

/** `coproc NAME …`: its descriptors are in an array of that name. */
export function noteCoprocess(node: Coproc, state: State, context: Context): void {
  const name = nameOf(node);
  const scope: Scope = { state, context, effects: [] };
  assign(state, name, unknownArray());
  if (name !== 'COPROC') note(scope, { kind: 'sets', name, value: unknown(), scope: 'shell' });
  noteEffects(scope, node);
}

/** The descriptors of its pipes. */
export function setDescriptors(node: Coproc, state: State): void {
  assign(state, nameOf(node), unknownArray());
  assignText(state, `${nameOf(node)}_PID`, unknownNumber());
}

function nameOf({ name }: Coproc): string {
  return name?.value ?? 'COPROC';
}
