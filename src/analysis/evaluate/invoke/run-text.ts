import type { Span } from '../../../model/analysis.ts';
import { parse } from '../../parse.ts';
import { spendScript } from '../budget.ts';
import type { Context, Outcome } from '../context.ts';
import type { State } from '../state/state.ts';

/** What became of a text that is run as a script. */
export type TextResult =
  | { readonly kind: 'run'; readonly outcome: Outcome }
  | { readonly kind: 'unparsed'; readonly reason: string };

/** Parses and runs a text that is not a part of the command as it stands, but of what it runs. */
export function runText(text: string, state: State, context: Context, span: Span): TextResult {
  spendScript(state.budget, text);
  const result = parse(text, context.shell.surroundings.maxLength);
  if (result.kind === 'unparsed') return { kind: 'unparsed', reason: result.problem.reason };
  const place = { source: result.source, spanOf: () => span };
  return { kind: 'run', outcome: context.shell.runScript(result.script, state, { ...context, place }) };
}
