import type { Effect } from '../../../model/effect.ts';
import type { Source, Word } from '../../../model/word.ts';
import { printed } from '../../printed.ts';
import {
  allSourcesOf,
  describeWord,
  dropStart,
  known,
  mayStartWith,
  prefixOf,
  textOf,
  unknown,
  unknownNumber,
} from '../../words.ts';
import {
  changes,
  disclosesVariable,
  interactive,
  runsCommandWithMore,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import { flag, flagWith, has, lastValue, value, valueWith } from '../options.ts';
import type { Call, OptionTable, Program } from '../program.ts';
import { always, flags, values } from '../shorthand.ts';

type Scope = 'shell' | 'environment';

/** What `declare` takes, with a sign of its own for what it takes away: `+x`. */
const attributes: OptionTable = {
  ...flags('-a, -A, -f, -F, -g, -I, -i, -l, -p, -r, -t, -u, -x'),
  // Of what it stands for, a subscript may hold a command.
  '-n': flagWith(always(unknownEffect('unknown-code', 'a variable that stands for another'))),
};

/** Builtins of bash that set, show and remove variables. */
export const programs: readonly Program[] = [
  {
    names: ['export'],
    order: 'options-first',
    abbreviates: false,
    options: flags('-f, -n, -p'),
    effects: (call) => {
      if (has(call, '-f')) return call.operands.map((name) => changes('shell', name));
      return has(call, '-n') ? unsets(call) : declares(call, 'environment');
    },
  },
  {
    names: ['declare', 'typeset', 'local'],
    order: 'options-first',
    abbreviates: false,
    options: attributes,
    plus: flag,
    effects: (call) => {
      if (has(call, '-f') || has(call, '-F')) return [];
      if (has(call, '-p')) return shows(call);
      return declares(call, has(call, '-x') ? 'environment' : 'shell');
    },
  },
  {
    names: ['readonly'],
    order: 'options-first',
    abbreviates: false,
    options: flags('-a, -A, -f, -p'),
    effects: (call) => (has(call, '-f') ? [] : declares(call, 'shell')),
  },
  {
    names: ['unset'],
    order: 'options-first',
    abbreviates: false,
    options: flags('-f, -v, -n'),
    effects: unsets,
  },
  {
    names: ['read'],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...flags('-r, -s, -E'),
      ...values('-d, -n, -N, -p, -t, -u, -i'),
      '-e': flagWith(always(interactive)),
      '-a': { ...value, effects: ({ value }, call) => [setsFromInput(value, call)] },
    },
    effects: (call) => {
      // Where nobody is there to type it comes to the end of its input at once, and runs nothing that is typed.
      // With `-a` further names are passed over.
      if (has(call, '-a')) return [];
      const names = call.operands.length === 0 ? [known('REPLY')] : call.operands;
      return names.map((name) => setsFromInput(name, call));
    },
  },
  {
    names: ['mapfile', 'readarray'],
    order: 'options-first',
    abbreviates: false,
    options: { ...flags('-t'), ...values('-d, -n, -O, -s, -u, -c'), '-C': valueWith(runsCallback) },
    effects: (call) => [setsFromInput(call.operands[0] ?? known('MAPFILE'), call)],
  },
  {
    names: ['getopts'],
    order: 'options-first',
    abbreviates: false,
    effects: ({ operands }) => [
      ...operands.slice(1, 2).map((name) => sets(name, 'shell', unknown())),
      sets(known('OPTARG'), 'shell', unknown()),
      sets(known('OPTIND'), 'shell', unknownNumber()),
    ],
  },
  {
    names: ['printf'],
    order: 'options-first',
    abbreviates: false,
    options: values('-v'),
    effects: (call) => {
      const name = lastValue(call, '-v');
      // Without a format nothing is set.
      const isSet = name !== null && call.operands.length > 0;
      const set = isSet ? [sets(name, 'shell', formatted(call.operands))] : [];
      return [...set, ...storesCount(call.operands[0])];
    },
  },
  {
    names: ['let'],
    style: 'none',
    effects: ({ operands }) => operands.flatMap(calculates),
  },
];

/** Names alone are shown with `-p`, and set or marked without. */
function declares(call: Call, scope: Scope): readonly Effect[] {
  if (call.operands.length === 0) return [disclosesVariable(null)];
  const isInteger = has(call, '-i');
  return call.operands.flatMap((word) => [declared(word, scope), ...(isInteger ? calculated(word) : [])]);
}

function shows(call: Call): readonly Effect[] {
  if (call.operands.length === 0) return [disclosesVariable(null)];
  return call.operands.map((name) => disclosesVariable(textOf(name)));
}

function unsets(call: Call): readonly Effect[] {
  return call.operands.map((name) => (isName(name) ? changes('shell', name) : evaluatesName(name)));
}

/** `NAME`, `NAME=value` or `NAME+=value`. */
function declared(word: Word, scope: Scope): Effect {
  const text = prefixOf(word);
  const equals = text.indexOf('=');
  if (equals === -1) return sets(word, scope, unknown('', '', sourceOf(word)));
  const isAdded = text[equals - 1] === '+';
  const name = known(text.slice(0, isAdded ? equals - 1 : equals));
  const given = dropStart(word, equals + 1);
  return sets(name, scope, isAdded ? unknown() : given);
}

function sourceOf(name: Word): readonly Source[] {
  return name.kind === 'known' ? [{ kind: 'variable', name: name.text }] : [];
}

/** The value of a variable with the integer attribute is an expression. */
function calculated(word: Word): readonly Effect[] {
  const text = textOf(word);
  const expression = text === null ? null : text.slice(text.indexOf('=') + 1);
  return expression !== null && isArithmeticOfNumbers(expression)
    ? []
    : [unknownEffect('unknown-code', describeWord(word))];
}

function setsFromInput(name: Word, call: Call): Effect {
  return sets(name, 'shell', unknown('', '', inputOf(call)));
}

/** Where that comes from which is read: it stays so when it is used where something else comes in. */
function inputOf(call: Call): readonly Source[] {
  const { stdin } = call;
  if (has(call, '-u')) return [{ kind: 'other' }];
  if (stdin.kind === 'text') return allSourcesOf(stdin.text);
  return stdin.kind === 'pipe' ? [{ kind: 'output', of: stdin.from }] : [{ kind: 'other' }];
}

/** Setting a variable. In `name[subscript]` bash evaluates the subscript, and a substitution in it is run. */
export function sets(name: Word, scope: Scope, newValue: Word): Effect {
  const text = textOf(name);
  if (text === null || !isName(name)) return evaluatesName(name);
  return { kind: 'sets', name: text.replace(/\[.*$/, ''), value: newValue, scope };
}

/** A name that bash may have to evaluate: `name[$(command)]`. */
export function evaluatesName(name: Word): Effect {
  return unknownEffect('unknown-code', describeWord(name));
}

/** Whether the word is the name of a variable, or of an element with a number, in which nothing is evaluated. */
export function isName(word: Word | undefined): boolean {
  return /^[A-Za-z_]\w*(\[(\d+|[@*])\])?$/.test(textOf(word) ?? '');
}

export function isArithmeticOfNumbers(text: string): boolean {
  return /^[\s\d+\-*/%()<>=!&|^~?:,]*$/.test(text) || /^\s*0[xX][\da-fA-F]+\s*$/.test(text);
}

/** The callback is evaluated with a number and a line behind it. */
function runsCallback(text: Word): Effect {
  const words = textOf(text) ?? '';
  if (/^[\w./:=,@-]+( [\w./:=,@-]+)*$/.test(words)) return runsCommandWithMore(words.split(' ').map(known));
  return runsShell(text);
}

function formatted(operands: readonly Word[]): Word {
  const [format, ...values] = operands.map(textOf).filter((text) => text !== null);
  const isKnown = format !== undefined && values.length + 1 === operands.length;
  const text = isKnown ? printed(format, values) : null;
  return text === null ? unknown() : known(text);
}

/** `%n` in a format sets the variable that the argument names. */
function storesCount(format: Word | undefined): readonly Effect[] {
  const text = format === undefined ? '' : prefixOf(format);
  const hasCount = /%[-+ #0'\d.*]*n/.test(text.replaceAll('%%', ''));
  return hasCount ? [unknownEffect('program-specific', '%n sets a variable')] : [];
}

/** What the variable was before, or anything: an expression may stop at a division, or pass over an assignment. */
function kept(name: string): Word {
  return unknown('', '', [{ kind: 'variable', name }, { kind: 'other' }]);
}

/** An expression of `let`: what it sets, and a variable whose value would be evaluated in its turn. */
function calculates(word: Word): readonly Effect[] {
  const text = textOf(word);
  if (text === null || /[[\]$`\\"']/.test(text) || mayStartWith(word, '--')) {
    return [unknownEffect('unknown-code', describeWord(word))];
  }
  const assigned = [...text.matchAll(/([A-Za-z_]\w*)\s*(?:[-+*/%&^|]|<<|>>)?=(?!=)/g)].map(
    ([, name]) => name,
  );
  const counted = [...text.matchAll(/(?:\+\+|--)\s*([A-Za-z_]\w*)|([A-Za-z_]\w*)\s*(?:\+\+|--)/g)];
  const names = [...assigned, ...counted.map(([, before, behind]) => before ?? behind)];
  const rest = text.replace(/([A-Za-z_]\w*)\s*=(?!=)/g, '');
  const mayStop = /[/%?]|&&|\|\||\*\*|<<|>>/.test(text);
  const read = [...rest.matchAll(/(?<![\w])[A-Za-z_]\w*/g)].map(([name]) => name);
  return [
    ...names.map((name) => sets(known(name ?? ''), 'shell', mayStop ? kept(name ?? '') : unknown())),
    ...read.map((name) => unknownEffect('unknown-variable', name)),
  ];
}
