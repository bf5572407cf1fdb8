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
      if (last === undefined) return false;
      const isFiltered =
        node.commands.length > 1 && last.type === 'Command' && filter.test(callText(last, state) ?? '');
      if (isFiltered && isNumeric({ ...node, commands: node.commands.slice(0, -1) }, state)) return true;
      return isNumeric(last, state) || printsColumn(node.commands, state);
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
  /^tput (?:cols|lines|colors)$/,
  /^stat (?:-c ?|--format=|--printf=)%[sYXZWaughib] [\w./-]+$/,
  /^sed -n (?:\/[^/\\]*\/|\$)= [\w./-]+$/,
  /^jq (?:[\w.[\]]+ ?\| ?)?length [\w./-]+$/,
  /^git rev-list (?:[\w.^~/-]+ )*--count(?: [\w.^~/-]+)*$/,
];

/** What passes lines on as they are. */
const filter = /^(?:(?:head|tail)(?: -n ?[0-9]+| -[0-9]+)?|sort(?: -[nru]+)?|uniq)$/;

/** The first column of lines with a colon behind it: that of `grep -n`. */
const column = /^(?:cut -d ?: -f ?1|cut -f ?1 -d ?:|awk -F ?: \{ ?print \$1;? ?\})$/;

/** Calls that print numbers with a tab and a name behind them, and how they are written: the name is one that is known. */
const sizes = /^du (?:-[skbmcx]+ )+[\w./-]+$/;

/** Numbers of lines or sizes, cut off what is behind them: `grep -n x file | head -1 | cut -d: -f1`. */
function printsColumn(commands: readonly PipelineNode[], state: State): boolean {
  const [first, ...others] = commands;
  if (first?.type !== 'Command') return false;
  const texts = others.map((command) => (command.type === 'Command' ? callText(command, state) : null));
  if (texts.includes(null)) return false;
  const cuts = texts.filter((text) => !filter.test(text ?? ''));
  const [cut, second] = cuts;
  if (cut === undefined || cut === null || second !== undefined) return false;
  return column.test(cut)
    ? numbersLines(first, state)
    : cut === 'cut -f1' && sizes.test(callText(first, state) ?? '');
}

/** The words of a call that is what it says, or `null`. */
function callText({ name, prefix, suffix }: Command, { functions, aliases }: State): string | null {
  const called = name === undefined ? null : literal(name);
  if (called === null || prefix.length > 0 || functions.has(called) || aliases.has(called)) return null;
  const texts = suffix.map((part) => {
    if (part.type === 'Word') return literal(part);
    return part.type !== 'Assignment' && isHarmlessRedirect(part) ? '' : null;
  });
  return texts.includes(null) ? null : [called, ...texts.filter((text) => text !== '')].join(' ');
}

/** A call of `grep` that puts the number of each line before it, and no names of files. */
function numbersLines({ name, prefix, suffix }: Command, { functions, aliases }: State): boolean {
  const called = name === undefined ? null : literal(name);
  if (called === null || !/^[ef]?grep$/.test(called) || functions.has(called) || aliases.has(called))
    return false;
  const words = suffix.filter((part) => part.type === 'Word');
  const isPlain = suffix.every(
    (part) => part.type === 'Word' || (part.type !== 'Assignment' && isHarmlessRedirect(part)),
  );
  const options = words.filter((word) => literal(word)?.startsWith('-') === true);
  const others = words.slice(options.length);
  const areFirst = options.every((word, at) => words[at] === word);
  const areKnown = options.every((word) => /^-(?:[naiwxsoEFGP]+|m ?[0-9]+)$/.test(literal(word) ?? ''));
  const numbers = options.some((word) => /^-[a-zA-Z]*n/.test(literal(word) ?? ''));
  return (
    prefix.length === 0 &&
    isPlain &&
    areFirst &&
    areKnown &&
    numbers &&
    others.length === 2 &&
    others.every(isOneOperand)
  );
}

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
  if (called === 'awk') return printsLineNumbers(texts);
  if (called === 'date') return printsTime(words);
  const text = [called, ...texts].join(' ');
  return !texts.includes(null) && calls.some((call) => call.test(text));
}

/** A program of one action for some lines, and at most one file. */
function printsLineNumbers([program, file = 'a', third]: readonly (string | null)[]): boolean {
  const isOne = /^[^-{}"|;\n][^{}"|;\n]*\{ ?print NR(?:; ?exit)?;? ?\}$/.test(program ?? '');
  return isOne && third === undefined && /^\w[\w./-]*$/.test(file ?? '');
}

/** A call of `date` that prints a time in numbers, whichever it is. It ends with the format, and has no other operand. */
function printsTime(words: readonly Word[]): boolean {
  const texts = words.map(({ text }) => text);
  if (!/^\+(?:%[sYmdHMSNjuVgGyC])+$/.test(literalText(texts.pop() ?? '') ?? '')) return false;
  for (let text = texts.shift(); text !== undefined; text = texts.shift()) {
    if (/^(?:-u|--utc)$/.test(text)) continue;
    const [option, given] = /^(?:-[dr]|--date|--reference)(?:(?<=--\w+)=(.*))?$/s.exec(text) ?? [];
    const value = given ?? texts.shift() ?? '';
    if (option === undefined || !isOneValue(value)) return false;
  }
  return true;
}

/** One word for certain, of what is written and of variables in quotes. */
function isOneValue(text: string): boolean {
  return literalText(text) !== null || /^"(?:[^"`$\\]|\$\w+|\$\{\w+\})*"$/.test(text);
}

function countsLines([options, ...words]: readonly Word[]): boolean {
  const isCounting = options !== undefined && counting.test(literal(options) ?? '');
  return isCounting && words.length <= 2 && words.every(isOneOperand);
}

/** The text of a word in which nothing is expanded, or `null`. */
function literal({ text }: Word): string | null {
  return literalText(text);
}

function literalText(text: string): string | null {
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
