import type { Exit, ExitNote } from '../model/exit.ts';
import { type Chain, lastChain } from './last-chain.ts';
import { meaningOfOne, neverFails, wordsOf } from './negative-answers.ts';

/** What is known of the end of a command beside its exit status. */
export interface ExitFacts {
  readonly command: string;
  readonly exit: Exit;
  /** How the parts of the last pipeline ended, in order. */
  readonly parts: readonly number[] | null;
  /** Whether `cd` has complained: then it was not the last command that ended with 1. */
  readonly cdHasFailed: boolean;
}

/** Says what an exit status means, and whose it is, where the number alone would mislead. */
export function noteOnExit({ command, exit, parts, cdHasFailed }: ExitFacts): ExitNote | null {
  if (exit.kind !== 'exited') return null;
  if (exit.code !== 1 && !parts?.some((status) => status !== 0)) return null;
  const chain = lastChain(command);
  const answer = exit.code === 1 && !cdHasFailed ? answerOf(chain) : null;
  const isOfLastPart = parts?.at(-1) === exit.code && !isChosen(chain);
  const pipeline = parts !== null && isOfLastPart ? hiddenFailures(chain, parts) : null;
  return answer === null && pipeline === null ? null : { answer, pipeline };
}

/** What the last command says with 1, if the ones before it cannot have ended with it. */
function answerOf(chain: Chain): string | null {
  const last = chain.at(-1)?.at(-1);
  const others = chain.slice(0, -1);
  if (last === undefined || !others.every((pipeline) => pipeline.every(({ node }) => neverFails(node))))
    return null;
  return meaningOfOne(last.node);
}

/** Whether a command ends by an `exit` that names the status: bash then still tells of the pipeline before it. */
function isChosen(chain: Chain): boolean {
  const last = chain.at(-1)?.at(-1)?.node;
  return last?.type === 'Command' && /^exit [0-9]+$/.test(wordsOf(last).join(' '));
}

/** What a command ends with that writes on when nobody reads any more: 128 and the number of SIGPIPE. */
const brokenPipe = 141;

/** The longest text of a part that is told, in characters. */
const longestPart = 60;

/** The parts before the last one that failed; `null` when there is none. */
function hiddenFailures(chain: Chain, statuses: readonly number[]): ExitNote['pipeline'] {
  if (statuses.length < 2) return null;
  const fitting = chain.filter((pipeline) => pipeline.length === statuses.length);
  const parts = fitting.length === 1 ? fitting[0] : undefined;
  const nameOf = (index: number): string => {
    const part = parts?.[index];
    if (part === undefined) return `part ${index + 1} of ${statuses.length}`;
    const text = part.text.replaceAll(/\s+/g, ' ');
    return text.length <= longestPart ? text : `${text.slice(0, longestPart)}…`;
  };
  const failed = statuses.slice(0, -1).flatMap((status, index) => {
    const part = parts?.[index];
    const isAnswer = status === 1 && part !== undefined && meaningOfOne(part.node) !== null;
    return status === 0 || status === brokenPipe || isAnswer ? [] : [{ part: nameOf(index), status }];
  });
  return failed.length === 0 ? null : { whose: nameOf(statuses.length - 1), failed };
}
