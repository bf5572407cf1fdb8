import type { Redirect } from '../../../model/analysis.ts';
import type { Word } from '../../../model/word.ts';
import { textOf } from '../../words.ts';
import type { Draft } from '../context.ts';
import { openedAs } from './redirects.ts';
import type { Runner } from './runner.ts';

/** The number of the descriptor that a path opens anew: `/dev/fd/3`; else `null`. */
export function descriptorNamed(path: string | null): number | null {
  const [, digits] = /^\/(?:dev|proc\/(?:thread-)?self)\/fd\/(\d{1,6})$/.exec(path ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The text that the redirects of an invocation put at a descriptor, of which nobody has read before; or `null`. */
export function textAt({ redirects }: Draft, descriptor: number): Word | null {
  const target = openedAs(descriptor, redirects);
  return target?.kind === 'text' ? target.text : null;
}

/** The texts that anything before an invocation has put at a descriptor: `exec 3<<<text`, `{ … } 3<<<text`. */
export function textsBefore({ command, draft }: Runner, descriptor: number | null): readonly string[] {
  const { drafts } = command.context.shell.ledger;
  const redirects = [...drafts, draft].flatMap((each) => each.redirects);
  return redirects.filter((each) => each.descriptor === descriptor).flatMap(textsOf);
}

/** The same for the descriptor that is the standard input: `<&3`; of one that bash has chosen, the number is not known. */
export function textsOfInput(runner: Runner): readonly string[] {
  const target = openedAs(0, runner.draft.redirects);
  if (target?.kind === 'descriptor') return textsBefore(runner, target.number);
  return target?.kind === 'unknown' ? textsBefore(runner, null) : [];
}

function textsOf({ target }: Redirect): readonly string[] {
  const text = target.kind === 'text' ? textOf(target.text) : null;
  return text === null ? [] : [text];
}
