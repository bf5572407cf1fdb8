import type { Stdin } from '../../../model/analysis.ts';
import type { CommandNode, Pipeline } from '../../parse.ts';
import { unknown } from '../../words.ts';
import { type Context, idsSince, type Outcome, through } from '../context.ts';
import { fork, type State } from '../state/state.ts';
import { writtenBy } from '../written.ts';
import { setDescriptors } from './coprocesses.ts';

type Run = (node: CommandNode, state: State, context: Context) => Outcome;

/** A pipeline: each of several commands has a shell of its own, and the output of the one before it. */
export function runPipeline(node: Pipeline, state: State, context: Context, run: Run): Outcome {
  const isNegated = node.prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1;
  const [only, second] = node.commands;
  if (only === undefined) return { ok: state, ko: state };
  if (second === undefined) {
    const outcome = run(only, state, context);
    return isNegated ? { ...outcome, ok: outcome.ko, ko: outcome.ok } : outcome;
  }
  let stdin = state.stdin ?? context.stdin;
  for (const [at, command] of node.commands.entries()) {
    const { length } = context.shell.ledger.drafts;
    run(
      command,
      { ...fork(state), stdin: null },
      through(context, { kind: 'pipeline' }, { stdin, frames: [] }),
    );
    const ids = idsSince(context, length);
    if (node.operators[at] === '|&') sendErrors(context, ids);
    stdin = pipeFrom(command, context, ids);
  }
  // They alone have no shell around them here.
  for (const command of node.commands) if (command.type === 'Coproc') setDescriptors(command, state);
  return { ok: state, ko: state };
}

/** `|&` is `2>&1 |`. */
function sendErrors({ shell }: Context, ids: readonly number[]): void {
  const { drafts } = shell.ledger;
  for (const id of ids) {
    const draft = drafts[id];
    if (draft === undefined) continue;
    const { redirects, span } = draft;
    drafts[id] = {
      ...draft,
      redirects: [
        ...redirects,
        { descriptor: 2, operator: '>&', target: { kind: 'descriptor', number: 1 }, span },
      ],
    };
  }
}

function pipeFrom(command: CommandNode, { shell }: Context, ids: readonly number[]): Stdin {
  const text = writtenBy([command], ids, shell.ledger);
  return { kind: 'pipe', from: ids, text: text ?? unknown('', '', [{ kind: 'output', of: ids }]) };
}
