import type { Scope } from '../expand/scope.ts';
import { invoke } from './invoke.ts';

/** Effects that belong to no command, as those of the words of a `for`: they are an invocation without words. */
export function noteEffects(scope: Scope, node: { readonly pos: number; readonly end: number }): void {
  const { state, context, effects } = scope;
  if (effects.length === 0) return;
  invoke({
    state,
    context,
    words: [],
    redirects: [],
    assignments: [],
    declared: [],
    effects: [...effects],
    span: context.place.spanOf(node.pos, node.end),
    stdin: context.stdin,
    lookup: 'shell',
  });
  effects.length = 0;
}
