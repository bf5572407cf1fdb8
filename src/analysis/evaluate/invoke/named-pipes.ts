import type { Stdin } from '../../../model/analysis.ts';
import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { effectsOf } from '../../programs/effects-of.ts';
import type { Circumstances } from '../../programs/parse-call.ts';
import type { Program } from '../../programs/program.ts';
import { known } from '../../words.ts';
import type { Ledger } from '../context.ts';

type KnownPipe = Extract<Stdin, { kind: 'pipe' }>;

/** What comes out of a word that is one `<(…)`, where that is known; else `null`. */
export function pipeNamedBy(word: Word, { outputsOfPipes }: Ledger): KnownPipe | null {
  const source = word.kind === 'unknown' && word.sources.length === 1 ? word.sources[0] : undefined;
  if (source?.kind !== 'pipe' || source.direction !== 'from') return null;
  const text = outputsOfPipes.get(source.of.join());
  return text?.kind === 'known' ? { kind: 'pipe', from: source.of, text } : null;
}

/** How many words of a call are looked into. */
const mostPipes = 4;

/** What a program does that reads its code from a `<(…)`, as it does from its standard input; what is in `already` is left out. */
export function effectsOfPipes(
  program: Program,
  call: Circumstances,
  ledger: Ledger,
  already: readonly Effect[],
): readonly Effect[] {
  const pipes = call.argv.flatMap((word, at) => {
    const stdin = pipeNamedBy(word, ledger);
    return stdin === null ? [] : [{ at, stdin }];
  });
  if (pipes.length === 0) return [];
  const told = new Set(already.map((effect) => JSON.stringify(effect)));
  return pipes
    .slice(0, mostPipes)
    .flatMap(({ at, stdin }) => effectsOf(program, { ...call, argv: call.argv.with(at, input), stdin }))
    .filter((effect) => !namesInput(effect) && !told.has(JSON.stringify(effect)));
}

const input = known('-');

/** Whether it says no more than that code comes in, which is said of the pipe already. */
function namesInput(effect: Effect): boolean {
  return effect.kind === 'executes' && (effect.code.kind === 'input' || effect.code.kind === 'file');
}
