import type { Span } from '../../../model/analysis.ts';
import { parse } from '../../parse.ts';
import { spendScript } from '../budget.ts';
import type { Context, Frame, Outcome } from '../context.ts';
import { join } from '../state/join.ts';
import type { State } from '../state/state.ts';

/** What became of a text that is run as a script. */
export type TextResult =
  | { readonly kind: 'run'; readonly outcome: Outcome }
  | { readonly kind: 'unparsed'; readonly reason: string };

/** How a text is gone through: what it leaves. */
type Enter = (context: Context, run: (within: Context) => Outcome) => Outcome;

/** Parses and runs a text that is not a part of the command as it stands, but of what it runs. */
export function runText(
  text: string,
  state: State,
  context: Context,
  span: Span,
  enter: Enter = (within, run) => run(within),
): TextResult {
  spendScript(state.budget, text);
  const result = parse(text, context.shell.surroundings.maxLength);
  if (result.kind === 'unparsed') return { kind: 'unparsed', reason: result.problem.reason };
  const place = { source: result.source, spanOf: () => span };
  const run = (within: Context): Outcome =>
    context.shell.runScript(result.script, state, { ...within, place });
  return { kind: 'run', outcome: enter(context, run) };
}

/** What is left by a text that is sourced, also where `return` ends it. */
export const runSourced: Enter = (context, run) => {
  const frame: Frame = { kind: 'source', name: 'source', escapes: [], locals: new Map() };
  const { ok, ko } = run({ ...context, frames: [frame, ...context.frames] });
  const left = (state: State): State => frame.escapes.reduce(join, state);
  const end = left(ok);
  return { ok: end, ko: ok === ko ? end : left(ko) };
};
