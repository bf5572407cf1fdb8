import { analyze } from '../analysis/analyze.ts';
import type { InvocationRule } from '../model/decision.ts';
import { decide } from './decide.ts';
import type { Places } from './paths/places.ts';

/** An example of a rule that the rule does not agree with. */
export interface FailedExample {
  readonly key: 'match' | 'notMatch';
  /** Its place in the list. */
  readonly at: number;
  readonly command: string;
}

/** The examples of a rule that are wrong: it does not hold for one of `match`, or holds for one of `notMatch`. */
export function checkExamples(rule: InvocationRule, places: Places): readonly FailedExample[] {
  return (['match', 'notMatch'] as const).flatMap((key) =>
    (rule[key] ?? [])
      .map((command, at) => ({ key, at, command }))
      .filter(({ command }) => holdsFor(rule, command, places) !== (key === 'match')),
  );
}

function holdsFor(rule: InvocationRule, command: string, places: Places): boolean {
  const analysis = analyze(command, { cwd: places.workspace, home: places.home });
  if (analysis.kind === 'unrunnable') return false;
  return decide({ rules: [rule] }, analysis, places).findings.length > 0;
}
