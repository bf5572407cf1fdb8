import { programNamed } from '../../analysis/programs/registry.ts';
import type { Invocation } from '../../model/analysis.ts';
import type { Subject } from '../subject.ts';

/** A function that comes to itself again, in a pipeline or without waiting: two for every one. */
export function multiplies({ invocation }: Subject): boolean {
  const { resolution, via, isBackground } = invocation;
  const first = placeInItself(invocation);
  if (resolution !== 'function' || first === -1) return false;
  return isBackground || via.slice(first).some(({ kind }) => kind === 'pipeline' || kind === 'coprocess');
}

/** Where on the way to a call the same function is. */
function placeInItself({ name, via }: Invocation): number {
  return via.findIndex((step) => step.kind === 'function' && step.name === name);
}

/** What is done by a function that does not come to itself is in the invocations of its body. */
export function callsOwnCommand({ invocation }: Subject): boolean {
  const { resolution, name } = invocation;
  return resolution === 'function' && name !== null && isOwn(name) && placeInItself(invocation) === -1;
}

/** A function that is called in the same command, so that all that it does is known, and that no program is mistaken for. */
export function definesOwnCommand({ invocation, analysis }: Subject): boolean {
  const { resolution, effects } = invocation;
  const [effect, second] = effects;
  if (resolution !== 'nothing' || effect?.kind !== 'changes' || second !== undefined) return false;
  const name = effect.target?.kind === 'known' ? effect.target.text : null;
  if (effect.subject !== 'shell' || name === null || !isOwn(name)) return false;
  return analysis.invocations.some((call) => call.resolution === 'function' && call.name === name);
}

/** Bash calls this one by itself. */
const handler = 'command_not_found_handle';

function isOwn(name: string): boolean {
  return name !== handler && programNamed(name) === null;
}
