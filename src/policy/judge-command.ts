import { analyze, describeUnrunnable } from '../analysis/analyze.ts';
import type { Decision, Finding, Policy } from '../model/decision.ts';
import { decide, type Judged } from './decide.ts';
import { type Places, type PlacesOptions, placesOf } from './paths/places.ts';

/** What is known of a command and what the policy says of it. No bash could be given an `unrunnable` one. */
export interface Judgement {
  readonly analysis: Judged | null;
  readonly decision: Decision;
  readonly places: Places;
}

/**
 * Analyses a command as it would run in a directory, and decides: no process, no file, no clock. `directory`: where it starts,
 * if that is not the workspace itself.
 */
export function judgeCommand(
  policy: Policy,
  command: string,
  options: PlacesOptions,
  directory = options.cwd,
): Judgement {
  const places = placesOf(options);
  const analysis = analyze(command, { cwd: directory, home: options.home });
  if (analysis.kind === 'unrunnable') {
    const { expected, received, hint } = describeUnrunnable(analysis.problem);
    return {
      analysis: null,
      decision: refusal(`expected ${expected}, got ${received}`, hint && asSentence(hint)),
      places,
    };
  }
  return { analysis, decision: decide(policy, analysis, places), places };
}

function refusal(reason: string, instead: string | null): Decision {
  const finding: Finding = { id: 'unrunnable', verdict: 'deny', reason, instead };
  return { verdict: 'deny', findings: [finding] };
}

function asSentence(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}
