import { allValues, has } from '../../analysis/programs/options.ts';
import type { ParsedCall } from '../../analysis/programs/parse-call.ts';
import { parsedCall } from '../../analysis/programs/parsed-call.ts';
import type { Call } from '../../analysis/programs/program.ts';
import { textOf } from '../../analysis/words.ts';
import type { Invocation, Redirect } from '../../model/analysis.ts';
import type { Parsed, Subject } from '../subject.ts';
import { isTraced } from './tracing.ts';

/**
 * Whether nothing is seen of what an invocation reads or would print: it counts that, or says whether the name of a variable is in
 * it, as `wc` and `grep -q ^NAME= .env` do; or another one does so with all that it prints; or that goes nowhere.
 */
export function showsNone(subject: Subject): boolean {
  const { invocation, analysis, call } = subject;
  if (tellsLittle(call())) return true;
  if (printsWhatItKnows(subject)) return goesNowhere(invocation) || isReadByThose(invocation, analysis);
  // A trace shows the words that it is given.
  return printers.has(invocation.name) && isReadByThose(invocation, analysis) && !isTraced(subject);
}

/** Programs that print what they are about on their standard output, and do nothing else with it. */
const printers: ReadonlySet<string | null> = new Set(
  'cat head tail echo printf env printenv export declare set'.split(' '),
);

/** Those that print what they know of; what they are given goes elsewhere. */
const tellers: ReadonlySet<string | null> = new Set('docker podman nerdctl kubectl gh git'.split(' '));

function printsWhatItKnows({ invocation: { name }, acts, classesOf }: Subject): boolean {
  if (!tellers.has(name)) return false;
  return acts.every(({ effect }) => {
    if (effect.kind === 'discloses') return effect.what === 'credentials';
    return !('path' in effect) || !classesOf(effect.path).includes('secret');
  });
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
    ...['--with-filename', '--no-filename'],
  ]),
};

function tellsLittle(parsed: ParsedCall | null): boolean {
  if (parsed === null || parsed.problems.length > 0) return false;
  const { call } = parsed;
  const kind = /^[ef]?grep$/.test(call.name) ? 'grep' : call.name;
  const options = allowed[kind];
  if (options === undefined) return false;
  if (!call.given.every(({ names }) => names.some((name) => options.has(name)))) return false;
  return kind !== 'grep' || (silencing.some((name) => has(call, name)) && asksForName(call));
}

/** The name of a variable as the environment has them: in that place no part of a value can be tried out. */
const names = /^\^?(?:export )?[A-Z][A-Z\d]*(?:_[A-Z\d]+)+=?$/;

/** The same whatever its letters, where it is that for certain. */
const wholeNames = /^\^(?:export )?[A-Za-z_]\w*=$/;

/** What nearly each line has. */
const anyLines = /^(?:|\^|\^?\.\*?|=)$/;

function asksForName(call: Call): boolean {
  const patterns = has(call, '--regexp') ? allValues(call, '--regexp') : call.operands.slice(0, 1);
  const ignoresCase = has(call, '--ignore-case');
  return patterns.every((pattern) => {
    const text = textOf(pattern);
    if (text === null) return false;
    return wholeNames.test(text) || anyLines.test(text) || (names.test(text) && !ignoresCase);
  });
}

function goesNowhere({ redirects }: Invocation): boolean {
  const target = redirects.findLast(isOfOutput)?.target;
  return target?.kind === 'file' && textOf(target.path) === '/dev/null';
}

/** Whether it may say where the standard output goes. */
function isOfOutput({ descriptor, operator }: Redirect): boolean {
  return descriptor === 1 || descriptor === null || operator.startsWith('&');
}

/** Whether all that it prints is read by programs that tell little of it. */
function isReadByThose(invocation: Invocation, { invocations }: Parsed): boolean {
  if (invocation.redirects.some(isOfOutput)) return false;
  const readers = invocations.filter(
    ({ stdin }) => stdin.kind === 'pipe' && stdin.from.includes(invocation.id),
  );
  return (
    readers.length > 0 && readers.every((reader) => isOnlyOne(reader) && tellsLittle(parsedCall(reader)))
  );
}

/** What stands around a command, as braces do, can send elsewhere what it prints. */
function isOnlyOne({ stdin }: Invocation): boolean {
  return stdin.kind === 'pipe' && stdin.from.length === 1;
}
