import type { Word } from '../../model/word.ts';
import type { CommandNode, PipelineNode, Statement } from '../parse.ts';
import { known } from '../words.ts';
import type { Ledger } from './context.ts';

/**
 * What commands write together to the standard output that they share, where that is known; else `null`. They have to be simple ones
 * that are all run, one after the other or in pipelines, with an invocation each.
 */
export function writtenBy(
  nodes: readonly (Statement | CommandNode)[],
  ids: readonly number[],
  { outputs }: Pick<Ledger, 'outputs'>,
): Word | null {
  const [only, second] = ids;
  if (only !== undefined && second === undefined) return outputs.get(only) ?? null;
  const ways = waysOf(nodes);
  if (ways === null || ways.length !== ids.length) return null;
  let text = '';
  for (const [at, id] of ids.entries()) {
    if (ways[at] !== 'shared') continue;
    const output = outputs.get(id);
    // One that writes nothing may be there to fail, which is the end of all with `set -e`.
    if (output?.kind !== 'known' || output.text === '') return null;
    text += output.text;
  }
  return known(text);
}

/** Where the output of a command goes: to where that of all goes, or to the next one in a pipeline. */
type Way = 'shared' | 'next';

function waysOf(nodes: readonly (Statement | PipelineNode)[]): readonly Way[] | null {
  const ways: Way[] = [];
  for (const node of nodes) {
    const more = waysOfOne(node);
    if (more === null) return null;
    ways.push(...more);
  }
  return ways;
}

function waysOfOne(node: Statement | PipelineNode): readonly Way[] | null {
  switch (node.type) {
    case 'Statement':
      return node.background === true || node.command.type === 'AndOr' ? null : waysOfOne(node.command);
    case 'Pipeline': {
      const before = waysOf(node.commands.slice(0, -1));
      const last = waysOf(node.commands.slice(-1));
      return before === null || last === null ? null : [...before.map(() => 'next' as const), ...last];
    }
    case 'BraceGroup':
    case 'Subshell':
      return waysOf(node.body.commands);
    case 'Command':
      return node.name === undefined ? null : ['shared'];
    default:
      return null;
  }
}
