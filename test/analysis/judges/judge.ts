import { analyze } from '../../../src/analysis/analyze.ts';
import type { Analysis, Invocation } from '../../../src/model/analysis.ts';
import type { Word } from '../../../src/model/word.ts';
import type { Laboratory, Observation } from './laboratory.ts';
import { couldBe, covers, type Execution } from './matching.ts';

/**
 * What came of holding an analysis against bash.
 *
 * - `agreed`: all that bash did is in the analysis. `surprise`: this is not.
 * - `unparsed`: it was not analysed. `open`: the analysis says of some code that it is not known, so nothing can be missing.
 * - `endless`: bash did not end by itself, which shows nothing.
 */
export type Verdict =
  | { readonly kind: 'agreed' | 'unparsed' | 'open' | 'endless' }
  | {
      readonly kind: 'surprise';
      readonly executions: readonly Execution[];
      readonly written: readonly string[];
    };

/** Analyses a script, runs it, and compares. */
export async function judge(laboratory: Laboratory, script: string): Promise<Verdict> {
  const analysis = analyze(script, { cwd: laboratory.directory, home: laboratory.home });
  if (analysis.kind !== 'parsed') return { kind: 'unparsed' };
  if (analysis.invocations.some(isOpen)) return { kind: 'open' };
  const observation = await laboratory.observe(script);
  return observation.timedOut ? { kind: 'endless' } : compare(analysis, observation);
}

function compare({ invocations }: Analysis & { readonly kind: 'parsed' }, observation: Observation): Verdict {
  const executions = observation.executions.filter(
    (execution) => !invocations.some((each) => covers(each, execution)),
  );
  const written = observation.written.filter((path) => !invocations.some((each) => writes(each, path)));
  return executions.length + written.length === 0
    ? { kind: 'agreed' }
    : { kind: 'surprise', executions, written };
}

/** Whether the invocation says that it runs something of which nothing is known. */
function isOpen({ effects, resolution, argv: [name] }: Invocation): boolean {
  if (resolution === 'unknown' && name !== undefined && mayRunMore(name)) return true;
  return effects.some((effect) => {
    if (effect.kind === 'executes') return effect.code.kind === 'file';
    if (effect.kind !== 'unknown') return false;
    return effect.code === 'loaded-code'
      ? !readVariables.has(effect.subject)
      : ['unknown-code', 'unreadable-code', 'unparsed-code'].includes(effect.code);
  });
}

/** Whether a name of which a part is known could be that of a builtin that runs its arguments. */
function mayRunMore(name: Word): boolean {
  if (name.kind !== 'unknown' || name.prefix + name.suffix === '') return false;
  return ['eval', 'exec', 'command', 'builtin', 'time', 'trap'].some((each) => couldBe(name, each));
}

/** Variables that change how words are read, and run nothing: the analysis has to follow them all the same. */
const readVariables: ReadonlySet<string> = new Set(['CDPATH', 'HOME', 'IFS']);

function writes({ effects }: Invocation, path: string): boolean {
  return effects.some(
    (effect) =>
      (effect.kind === 'writes' && couldBe(effect.path, path)) ||
      (effect.kind === 'unknown' && effect.code === 'unknown-redirect'),
  );
}
