import type { Span } from '../model/analysis.ts';
import type { ExitFacts } from './exit-note.ts';
import { type Chain, lastChain, type Part, wholeChain } from './last-chain.ts';
import { neverFails, wordsOf } from './negative-answers.ts';
import type { CommandNode } from './parse.ts';

/** A simple command that has failed, by where it stands, and its exit status. */
export interface FailedPart {
  readonly span: Span;
  readonly status: number;
}

/**
 * The commands that gave a command an exit status other than 0, or the parts of its last pipeline; empty where that is not
 * known. Of several pipelines that could have it, the first is told: others did not come to run if it was that.
 */
export function failedParts({
  command,
  exit,
  parts,
}: Pick<ExitFacts, 'command' | 'exit' | 'parts'>): readonly FailedPart[] {
  if (exit.kind !== 'exited') return [];
  const statuses = parts ?? [exit.code];
  if (statuses.every((status) => status === 0)) return [];
  // Where it ended with 0, all that were before the last one did so too.
  if (exit.code === 0) return failedIn(lastChain(command).slice(-1), statuses);
  const whole = wholeChain(command);
  return failedIn(whole.length === 0 ? lastChain(command) : whole, statuses);
}

function failedIn(chain: Chain, statuses: readonly number[]): readonly FailedPart[] {
  const mayHave = (pipeline: readonly Part[]): boolean =>
    pipeline.length === statuses.length &&
    pipeline.every(({ node }, index) => mayEndWith(node, statuses[index] ?? 0));
  const pipeline = chain.find(mayHave) ?? [];
  return pipeline.flatMap((part, index) => failedOf(part, statuses[index] ?? 0));
}

function failedOf({ node, span, within }: Part, status: number): readonly FailedPart[] {
  if (status === 0) return [];
  if (node.type === 'Command') return [{ span, status }];
  // Its status is that of the last part of a pipeline in it.
  const lasts = within().map((pipeline) => pipeline.slice(-1));
  return failedIn(lasts, [status]);
}

/** What ends with 1, or 2, where it fails. */
const seldomMore = new Set(
  '[ cat chmod cp date head ln ls mkdir mktemp mv rm rmdir sort tail tee test touch wc'.split(' '),
);

function mayEndWith(node: CommandNode, status: number): boolean {
  if (status === 0) return true;
  if (neverFails(node)) return false;
  return status <= 2 || node.type !== 'Command' || !seldomMore.has(wordsOf(node)[0] ?? '');
}
