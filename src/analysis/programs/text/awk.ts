import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeByName, known, textOf } from '../../words.ts';
import {
  altersFile,
  interactive,
  readsFile,
  replacesFile,
  runsFile,
  runsInput,
  unknownEffect,
} from '../effects.ts';
import { isAssignment, mayStandAt, mayStandFrom, withoutDash } from '../operands.ts';
import { allValues, flagWith, valueWith } from '../options.ts';
import { codeComingIn, isInput } from '../places.ts';
import type { Call, Given, OptionRule, Program } from '../program.ts';
import { flags, hasAny, optionals, values } from '../shorthand.ts';
import { readAwkProgram, textsPrinted } from './awk-program.ts';
import type { AwkInput } from './awk-texts.ts';

/** `awk` in all its makes, the program of which is read. */
export const programs: readonly Program[] = [
  {
    names: ['awk', 'gawk', 'mawk', 'nawk', 'original-awk', 'bwk'],
    order: 'options-first',
    options: {
      ...flags(
        '-b --characters-as-bytes, -c --traditional, -C --copyright, -g --gen-pot, -h --help, -k --csv',
      ),
      ...flags('-M --bignum, -n --non-decimal-data, -N --use-lc-numeric, -O --optimize, -s --no-optimize'),
      ...flags('-P --posix, -r --re-interval, -S --sandbox, -t --lint-old, -V --version, -I --trace'),
      ...optionals('-L --lint'),
      ...values('-F --field-separator, -v --assign, -e --source'),
      '-f --file': valueWith(runsProgramFile),
      '-E --exec': valueWith(runsProgramFile),
      '-i --include': { takes: 'value', effects: includes },
      '-l --load': valueWith((name) => unknownEffect('loaded-code', describeByName(name))),
      '-d --dump-variables': writesOr('awkvars.out'),
      '-o --pretty-print': writesOr('awkprof.out'),
      '-p --profile': writesOr('awkprof.out'),
      '-D --debug': flagWith(() => [interactive]),
      '-W': { takes: 'value', effects: takesOption },
    },
    effects: processes,
    prints,
  },
];

function runsProgramFile(file: Word): Effect {
  return isInput(file) ? runsInput('awk') : runsFile(file);
}

function writesOr(file: string): OptionRule {
  return {
    takes: 'optional',
    effects: ({ values }) => withoutDash(values.length === 0 ? [known(file)] : values).map(replacesFile),
  };
}

/** The library `inplace` writes what is printed into the files. */
function includes({ value }: Given, call: Call): readonly Effect[] {
  return textOf(value) === 'inplace' ? filesOf(call).map(altersFile) : [runsFile(value)];
}

/** Of mawk's own options, and of long ones of gawk, only those that tell about it. */
function takesOption({ value }: Given): readonly Effect[] {
  const isHarmless = /^(v|version|help|usage|posix_space|r|random(=\d+)?|traditional|posix|lint)$/;
  return isHarmless.test(textOf(value) ?? '')
    ? []
    : [unknownEffect('program-specific', `-W ${describeByName(value)}`)];
}

function hasProgramOption(call: Call): boolean {
  return hasAny(call, '--file', '--source', '--exec');
}

/** Words `name=value` between the files set variables. */
function filesOf(call: Call): readonly Word[] {
  const words = hasProgramOption(call) ? call.operands : mayStandFrom(call.operands, 1);
  return withoutDash(words.filter((word) => !isAssignment(word)));
}

function processes(call: Call): readonly Effect[] {
  if (hasAny(call, '--version', '--help')) return [];
  const input = inputOf(call);
  return [...sourcesOf(call).flatMap((word) => programEffects(word, input)), ...filesOf(call).map(readsFile)];
}

/** How many lines of the input, of which length, are held against what a program makes of them. */
const maxLines = 8;
const maxLine = 1_000;

function inputOf(call: Call): AwkInput {
  const words = hasProgramOption(call) ? call.operands : call.operands.slice(1);
  const given = [...allValues(call, '--assign'), ...words].map((word) => textOf(word) ?? '');
  const assigned = given.flatMap((text) => {
    const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(text) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  const { stdin } = call;
  const environment = sourcesOf(call).flatMap((source) => valuesOfEnvironment(textOf(source) ?? '', call));
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? textOf(stdin.text) : null;
  const lines = text === null ? [] : text.slice(0, maxLines * maxLine).split('\n', maxLines);
  return {
    assigned: [...assigned, ...environment],
    words,
    lines: lines.filter((line) => line !== '' && line.length <= maxLine),
  };
}

/** How many variables of the environment are looked at. */
const maxVariables = 64;

function valuesOfEnvironment(text: string, { variable }: Call): readonly (readonly [string, string])[] {
  const named = [...text.matchAll(/\bENVIRON\s*\[\s*"(\w+)"\s*\]/g)].slice(0, maxVariables);
  return named.flatMap(([, name = '']) => {
    const value = textOf(variable(name) ?? undefined);
    return value === null ? [] : [['ENVIRON', value] as const];
  });
}

function prints(call: Call): readonly string[] {
  const input = inputOf(call);
  return sourcesOf(call).flatMap((word) => {
    const text = textOf(word);
    return text === null ? [] : textsPrinted(text, input);
  });
}

function sourcesOf(call: Call): readonly Word[] {
  if (!hasProgramOption(call)) return mayStandAt(call.operands, 0);
  return [...allValues(call, '--source'), ...codeComingIn(call, ['--file', '--exec'])];
}

function programEffects(word: Word, input: AwkInput): readonly Effect[] {
  const text = textOf(word);
  const reading = text === null ? null : readAwkProgram(text, input);
  if (reading?.isWhole) return reading.effects;
  return [...(reading?.effects ?? []), unknownEffect('unreadable-code', describeByName(word))];
}
