/**
 * The analysis as a library: what a command would do, before it does. Free of processes, files and clocks.
 *
 * @packageDocumentation
 */

export type {
  Analysis,
  Assignment,
  Invocation,
  Redirect,
  RedirectTarget,
  Resolution,
  Span,
  Stdin,
  UnparsedProblem,
  UnrunnableProblem,
  Via,
} from '../model/analysis.ts';
export type { Code, Effect, Setting, Subject, UnknownCode } from '../model/effect.ts';
export type { Path, Source, Word } from '../model/word.ts';
export { analyze, describeUnrunnable } from './analyze.ts';
export type { Surroundings } from './evaluate/context.ts';
export { describeWord } from './words.ts';
