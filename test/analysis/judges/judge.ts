import { analyze } from '../../../src/analysis/analyze.ts';
import type { Analysis, Invocation } from '../../../src/model/analysis.ts';
import { couldBe, covers, type Execution } from './matching.ts';
import type { Laboratory, Observation } from './real-bash.ts';

/** What bash did that the analysis had not said; empty if all is well. */
export interface Surprise {
  readonly executions: readonly Execution[];
  readonly written: readonly string[];
}

/** Analyses a script and runs it. `null` if it was not analysed, or bash did not end. */
export function judge(laboratory: Laboratory, script: string): Surprise | null {
  const analysis = analyze(script, { cwd: laboratory.directory, home: laboratory.home });
  if (analysis.kind !== 'parsed') return null;
  const observation = laboratory.observe(script);
  return observation.timedOut ? null : surpriseOf(analysis, observation);
}

function surpriseOf(analysis: Analysis & { readonly kind: 'parsed' }, observation: Observation): Surprise {
  const { invocations } = analysis;
  // Code that is not known may run anything, and the analysis says so.
  if (invocations.some(isBlank)) return { executions: [], written: [] };
  return {
    executions: observation.executions.filter(
      (execution) => !invocations.some((each) => covers(each, execution)),
    ),
    written: observation.written.filter((path) => !invocations.some((each) => writes(each, path))),
  };
}

/** Whether the invocation says that it runs something of which nothing is known. */
function isBlank({ effects }: Invocation): boolean {
  return effects.some(
    ({ kind, ...effect }) => kind === 'unknown' && 'code' in effect && isCode(String(effect.code)),
  );
}

function isCode(code: string): boolean {
  return ['unknown-code', 'unreadable-code', 'loaded-code'].includes(code);
}

function writes({ effects }: Invocation, path: string): boolean {
  return effects.some((effect) => effect.kind === 'writes' && couldBe(effect.path, path));
}
