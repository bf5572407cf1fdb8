import { allValues, has } from '../../analysis/programs/options.ts';
import type { ParsedCall } from '../../analysis/programs/parse-call.ts';
import { parsedCall } from '../../analysis/programs/parsed-call.ts';
import type { Call } from '../../analysis/programs/program.ts';
import { hasAny } from '../../analysis/programs/shorthand.ts';
import { textOf } from '../../analysis/words.ts';
import type { Invocation, Redirect } from '../../model/analysis.ts';
import type { Word } from '../../model/word.ts';
import type { Parsed, Subject } from '../subject.ts';
import { isGivenWhole, variablesGiven } from './given-whole.ts';
import { isToldByShell } from './only-tests.ts';
import { picksPlainParts } from './parts-shown.ts';
import { isTraced } from './tracing.ts';

/**
 * Whether nothing is seen of what an invocation reads or would print: it counts that, or says whether the name of a variable is in
 * it, as `wc` and `grep -q ^NAME= .env` do; or another one does so with all that it prints; or that goes nowhere.
 */
export function showsNone(subject: Subject): boolean {
  const { name } = subject.invocation;
  if (isToldByShell(subject.invocation)) return false;
  const variables = variablesGiven(subject);
  if (variables.length > 0) return isGivenWhole(variables, subject) && onlyCounts(subject);
  if (tellsLittle(subject.call())) return true;
  if (tellers.has(name)) return printsWhatItKnows(subject) && isUnseen(subject);
  return printers.has(name) && isReadByThose(subject, isPart(subject));
}

/** Of a single value, which can be found out by what is in it. A trace shows the words of what prints it. */
function onlyCounts(subject: Subject): boolean {
  if (counts(subject.call())) return true;
  return printers.has(subject.invocation.name) && !isTraced(subject) && isReadByThose(subject, true);
}

/** Programs that print what they are about on their standard output, and do nothing else with it. */
const printers: ReadonlySet<string | null> = new Set(
  'cat head tail echo printf env printenv export declare set'.split(' '),
);

/** Those that print what they know of; what they are given goes elsewhere. */
const tellers: ReadonlySet<string | null> = new Set(
  'docker podman nerdctl kubectl gh git terraform tofu'.split(' '),
);

function isUnseen(subject: Subject): boolean {
  if (goesNowhere(subject.invocation)) return true;
  const teller = subject.call()?.call;
  return isReadByThose(subject, isPart(subject), (reader) => picksPlainParts(teller, reader));
}

function printsWhatItKnows(subject: Subject): boolean {
  const { acts, classesOf } = subject;
  const call = subject.call()?.call;
  if (call === undefined || !printsAllThere(call)) return false;
  return acts.every(({ effect }) => {
    if (effect.kind === 'discloses') return effect.what === 'credentials';
    if (effect.kind === 'writes') return textOf(effect.path) === '/dev/null';
    return !('path' in effect) || !classesOf(effect.path).includes('secret');
  });
}

/** Options by which it shows something on its standard error, or goes by what is in it. */
const telling = ['-t', '--show-token', '-v', '--v', '--jq'];

function printsAllThere({ given }: Call): boolean {
  return given.every(({ names, values }) => {
    if (names.some((name) => telling.includes(name))) return false;
    return values.every((value) => isPlainTemplate(textOf(value)));
  });
}

/** A template can ask, and cut out: one that shows fields, one after the other, does not. */
function isPlainTemplate(text: string | null): boolean {
  if (text === null) return false;
  if (!text.includes('{{')) return true;
  return text.split(/[\s{}]+/).every((word) => /^(?:|-|range|end|println|json|\.[\w.]*)$/.test(word));
}

/** Whether what it prints may be a single value, or begin within one. */
function isPart(subject: Subject): boolean {
  const { invocation, call } = subject;
  if (invocation.name === 'git') return true;
  if (invocation.argv.some((word) => /jsonpath|custom-columns/.test(textOf(word) ?? ''))) return true;
  const parsed = call()?.call;
  return /^(?:head|tail)$/.test(invocation.name ?? '') && (parsed === undefined || has(parsed, '--bytes'));
}

/** Options of `grep` by which it prints no line; it is given one of them. */
const silencing = ['--quiet', '--count', '--files-with-matches', '--files-without-match'];

/** Those with which it is told a little about its input: a number, or yes or no. */
const allowed: Readonly<Record<string, ReadonlySet<string>>> = {
  wc: new Set(['--lines', '--words', '--bytes', '--chars', '--max-line-length']),
  grep: new Set([
    ...silencing,
    ...['--extended-regexp', '--fixed-strings', '--basic-regexp', '--perl-regexp', '--regexp'],
    ...['--ignore-case', '--invert-match', '--word-regexp', '--line-regexp', '--no-messages'],
    ...['--with-filename', '--no-filename', '--only-matching'],
  ]),
};

function tellsLittle(parsed: ParsedCall | null): boolean {
  if (parsed === null || parsed.problems.length > 0) return false;
  const { call } = parsed;
  const kind = /^[ef]?grep$/.test(call.name) ? 'grep' : call.name;
  const options = allowed[kind];
  if (options === undefined) return false;
  if (!call.given.every(({ names }) => names.some((name) => options.has(name)))) return false;
  if (kind !== 'grep') return true;
  if (has(call, '--only-matching')) return showsNames(call);
  return silencing.some((name) => has(call, name)) && asksForName(call);
}

/** What stands before `=` at the start of a line, in letters of which no value is made. */
const startsOfLines = /^\^(?:\[[A-Z0-9_]-?[A-Z0-9_-]*\]){1,2}(?:\*|\\?\+)=$/;

/** Whether it shows the names of variables alone: `grep -o '^[A-Z_]*='`. */
function showsNames(call: Call): boolean {
  if (hasAny(call, '--ignore-case', '--invert-match', '--fixed-strings')) return false;
  return patternsOf(call).every((pattern) => startsOfLines.test(textOf(pattern) ?? ''));
}

/** The name of a variable as the environment has them: in that place no part of a value can be tried out. */
const names = /^\^?(?:export )?[A-Z][A-Z\d]*(?:_[A-Z\d]+)+=?$/;

/** The same whatever its letters, where it is that for certain. */
const wholeNames = /^\^(?:export )?[A-Za-z_]\w*=$/;

/** What nearly each line has. */
const anyLines = /^(?:|\^|\^?\.\*?|=)$/;

function asksForName(call: Call): boolean {
  const ignoresCase = has(call, '--ignore-case');
  return patternsOf(call).every((pattern) => {
    const text = textOf(pattern);
    if (text === null) return false;
    return wholeNames.test(text) || anyLines.test(text) || (names.test(text) && !ignoresCase);
  });
}

function patternsOf(call: Call): readonly Word[] {
  return has(call, '--regexp') ? allValues(call, '--regexp') : call.operands.slice(0, 1);
}

/** Whether it tells no more than how much there is, whatever that is. */
function counts(parsed: ParsedCall | null): boolean {
  if (parsed === null || !tellsLittle(parsed)) return false;
  if (parsed.call.name === 'wc') return true;
  return patternsOf(parsed.call).every((pattern) => anyLines.test(textOf(pattern) ?? 'x'));
}

function goesNowhere({ redirects }: Invocation): boolean {
  const target = redirects.findLast(isOfOutput)?.target;
  return target?.kind === 'file' && textOf(target.path) === '/dev/null';
}

/** Whether it may say where the standard output goes. */
function isOfOutput({ descriptor, operator }: Redirect): boolean {
  return descriptor === 1 || operator.startsWith('&');
}

/** Whether all that it prints is read by programs that tell little of it. */
function isReadByThose(
  { invocation, analysis }: Subject,
  isPartOfOne: boolean,
  isPicking: (reader: ParsedCall | null) => boolean = () => false,
): boolean {
  const { redirects, id } = invocation;
  if (redirects.some(isOfOutput)) return false;
  const readers = analysis.invocations.filter(
    ({ stdin }) => stdin.kind === 'pipe' && stdin.from.includes(id),
  );
  const isLittle = isPartOfOne ? counts : tellsLittle;
  return (
    readers.length > 0 &&
    readers.every((reader) => {
      if (!isAllBehindPipe(reader, invocation, analysis)) return false;
      const parsed = parsedCall(reader);
      return isLittle(parsed) || isPicking(parsed);
    })
  );
}

/**
 * Whether a command is all that is behind a pipe, and has a single one before it. What stands around it, as braces do, can send elsewhere
 * what it prints, or have others read the same pipe by another name. What else is in its words is in what it says of files.
 */
function isAllBehindPipe(reader: Invocation, printer: Invocation, analysis: Parsed): boolean {
  const { stdin, span, argv, parent } = reader;
  if (stdin.kind !== 'pipe' || stdin.from.length !== 1) return false;
  if (argv.some(({ kind }) => kind !== 'known')) return false;
  if (parent === null) return isPipe.test(analysis.command.slice(0, span.start).slice(-9));
  return parent === printer.parent && isOfTwo(analysis.invocations[parent]);
}

const isPipe = /[^|]\|&?\s*$/;

/** Whether a shell is given a text with two commands and a pipe between them, and nothing else: `bash -c 'cat f | wc -l'`. */
function isOfTwo(shell: Invocation | undefined): boolean {
  if (shell === undefined || !shells.test(shell.name ?? '')) return false;
  const [, option, text, ...others] = shell.argv.map(textOf);
  return option === '-c' && others.length === 0 && isPlainPipe.test(text ?? '');
}

const shells = /^(?:ba|da)?sh$/;
const isPlainPipe = /^[^|(){};&<>\n`$]+\|[^|(){};&<>\n`$]+$/;
