import type { AndOr, Command, ParsedScript, PipelineNode, Redirection, Word } from '../../parse.ts';
import type { State } from '../state/state.ts';

/**
 * Whether a script prints numbers or nothing, whatever it reads: `wc -l < file`, `ls | wc -l`, `grep -c x file || true`. That
 * is said of programs by their plain words, where no function or alias has their name.
 */
export function printsNumber({ commands }: ParsedScript, state: State): boolean {
  const [only, second] = commands;
  if (only === undefined || second !== undefined || state.isWild) return false;
  return only.background !== true && isNumeric(only.command, state);
}

function isNumeric(node: PipelineNode | AndOr, state: State): boolean {
  switch (node.type) {
    case 'AndOr':
      return node.commands.every((part) => isNumeric(part, state));
    case 'Pipeline': {
      const last = node.commands.at(-1);
      return last !== undefined && isNumeric(last, state);
    }
    case 'Command':
      return isNumericCommand(node, state);
    default:
      return false;
  }
}

/** Calls that print numbers, or nothing, and how they are written. */
const calls: readonly RegExp[] = [
  /^(?:true|false|:)$/,
  /^echo -?[0-9]+$/,
  /^wc (?:-[lwcmL]|--(?:lines|words|bytes|chars))$/,
  /^nproc(?: --all)?$/,
  /^id -r?[ug]$/,
  /^date (?:-u )?\+(?:%[sYmdHMSNjuVgGyC])+$/,
  /^tr -(?:cd|dc) (?:0-9|\[:digit:\])$/,
  /^git rev-list (?:[\w.^~/-]+ )*--count(?: [\w.^~/-]+)*$/,
];

/** A call of `grep` that counts, with its pattern and at most one file: of several it tells the names too. */
const counting = /^-[aciEFGPsvwx]*c[aciEFGPsvwx]*$/;

function isNumericCommand({ name, prefix, suffix }: Command, { functions, aliases }: State): boolean {
  const words = suffix.filter((part) => part.type === 'Word');
  const called = name === undefined ? null : literal(name);
  if (called === null || prefix.length > 0 || functions.has(called) || aliases.has(called)) return false;
  if (
    !suffix.every((part) => part.type === 'Word' || (part.type !== 'Assignment' && isHarmlessRedirect(part)))
  )
    return false;
  if (/^[ef]?grep$/.test(called)) return countsLines(words);
  const texts = words.map(literal);
  const text = [called, ...texts].join(' ');
  return !texts.includes(null) && calls.some((call) => call.test(text));
}

function countsLines([options, ...words]: readonly Word[]): boolean {
  const isCounting = options !== undefined && counting.test(literal(options) ?? '');
  return isCounting && words.length <= 2 && words.every(isOneOperand);
}

/** The text of a word in which nothing is expanded, or `null`. */
function literal({ text }: Word): string | null {
  const [, inner = null] = /^'([^']*)'$/.exec(text) ?? /^"([^"$`\\]*)"$/.exec(text) ?? [];
  return inner ?? (/^[\w%+:.,^~/@=-]+$/.test(text) && !text.startsWith('~') ? text : null);
}

/** One word, and no option, for certain; `"$@"` may be several. */
function isOneOperand(word: Word): boolean {
  const text = literal(word);
  return text === null ? /^"[^-"$`@][^"@]*"$/.test(word.text) : !text.startsWith('-');
}

/** Nothing but the output itself goes where the output goes. */
function isHarmlessRedirect({ operator, descriptor }: Redirection): boolean {
  if (operator.startsWith('<')) return operator !== '<>';
  return (
    operator.startsWith('>') &&
    !operator.includes('&') &&
    descriptor?.type === 'FileDescriptor' &&
    descriptor.value === 2
  );
}
