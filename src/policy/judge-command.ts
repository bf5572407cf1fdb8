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

/** Where a command is judged to run: what the places are made of, and the directory that it starts in where that is not the workspace. */
export interface JudgedPlace extends PlacesOptions {
  readonly startsIn?: string;
}

/** Analyses a command as it would run in a directory, and decides: no process, no file, no clock. */
export function judgeCommand(policy: Policy, command: string, options: JudgedPlace): Judgement {
  const places = placesOf(options);
  const analysis = analyze(command, { cwd: options.startsIn ?? options.cwd, home: options.home });
  if (analysis.kind === 'unrunnable') {
    const { expected, received, hint } = describeUnrunnable(analysis.problem);
    return { analysis: null, decision: refusal(`expected ${expected}, got ${received}`, hint), places };
  }
  return { analysis, decision: decide(policy, analysis, places), places };
}

function refusal(reason: string, instead: string | null): Decision {
  const finding: Finding = { id: 'unrunnable', verdict: 'deny', reason, instead };
  return { verdict: 'deny', findings: [finding] };
}
