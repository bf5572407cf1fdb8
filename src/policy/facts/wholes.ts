import { resolvePath } from '../../analysis/paths.ts';
import { parsedCall } from '../../analysis/programs/parsed-call.ts';
import { endingOf } from '../../analysis/words.ts';
import type { Invocation } from '../../model/analysis.ts';
import type { Path, Source, Word } from '../../model/word.ts';
import { allComesFrom, passesLinesOn, printsNames } from './listers.ts';
import { inputOf, type Surroundings } from './listing.ts';
import { findsAll } from './narrowing.ts';

/** All that is in a place, that a word stands for one after the other. */
export interface Whole {
  readonly path: Path;
  /** Also what is in the directories there. */
  readonly isDeep: boolean;
}

/**
 * What a word stands for where it is, one after the other, all that a program has listed or a wildcard alone matches:
 * `find . | xargs rm`, `for f in $(ls)`. Where something is asked about each before, that may leave most of it out.
 */
export function wholesOf(word: Word, around: Surroundings): readonly Whole[] {
  if (word.kind !== 'unknown' || mayBePassedOver(around)) return [];
  return word.sources.flatMap((source) => wholesFrom(source, word, around));
}

/** Whether more is in the loop around it than what tells of each: that may ask about it. */
function mayBePassedOver({ invocation, analysis }: Surroundings): boolean {
  if (invocation.via.some(({ kind }) => kind === 'branch')) return true;
  if (!isInLoop(invocation)) return false;
  return analysis.invocations.some(
    (one) =>
      one !== invocation && isInLoop(one) && !plain.has(one.name ?? '') && one.resolution !== 'nothing',
  );
}

function isInLoop({ via }: Invocation): boolean {
  return via.some(({ kind }) => kind === 'loop');
}

const plain: ReadonlySet<string> = new Set(['echo', 'printf', ':', 'true', 'read', 'rm']);

function wholesFrom(
  source: Source,
  { prefix, suffix }: Extract<Word, { kind: 'unknown' }>,
  { invocation, analysis }: Surroundings,
): readonly Whole[] {
  if (source.kind === 'matched') {
    const { pattern } = source;
    const isAsItIs =
      pattern.kind === 'pattern' &&
      (prefix === '' || prefix === pattern.prefix) &&
      suffix === endingOf(pattern.glob);
    return isAsItIs && source.isPart !== true
      ? [{ path: resolvePath(invocation.cwd, pattern), isDeep: false }]
      : [];
  }
  const { invocations } = analysis;
  if (prefix + suffix !== '') return [];
  if (source.kind === 'output') return listedBy(source.of, invocations);
  if (source.kind !== 'input') return [];
  const stdin = inputOf(invocation, analysis);
  return stdin.kind === 'pipe' ? listedBy(stdin.from, invocations) : [];
}

function listedBy(ids: readonly number[], invocations: readonly Invocation[]): readonly Whole[] {
  const wholes: Whole[] = [];
  const isSource = (one: Invocation) => {
    const whole = wholesListed(one);
    wholes.push(...whole);
    return whole.length > 0;
  };
  return allComesFrom(ids, invocations, { isSource, passesOn: passesAllOn }) ? wholes : [];
}

/** Where a program lists everything, in its own words. */
function wholesListed(invocation: Invocation): readonly Whole[] {
  const { name, cwd, effects } = invocation;
  if (!printsNames(invocation)) return [];
  if (name === 'find' && findsAll(invocation))
    return effects.flatMap((effect) =>
      effect.kind === 'reads'
        ? [{ path: { ...anyFound, sources: [{ kind: 'found', under: effect.path }] } as const, isDeep: true }]
        : [],
    );
  const call = parsedCall(invocation)?.call;
  if (name !== 'ls' || call === undefined || call.operands.length > 0) return [];
  const all: Word = { kind: 'pattern', glob: '*', prefix: '' };
  return [{ path: resolvePath(cwd, all), isDeep: false }];
}

const anyFound = { kind: 'unknown', prefix: '', suffix: '', count: 'one' } as const;

/** Programs that pass on all of the lines that come in. */
const orders: ReadonlySet<string> = new Set(['sort', 'uniq', 'tac', 'cat', 'tr']);

function passesAllOn(invocation: Invocation): boolean {
  return orders.has(invocation.name ?? '') && passesLinesOn(invocation);
}
