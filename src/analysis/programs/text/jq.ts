import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeByName, mayStartWith, textOf } from '../../words.ts';
import { altersFile, readsFile, runsFile, unknownEffect } from '../effects.ts';
import { mayStandAt, mayStandFrom, withoutDash } from '../operands.ts';
import { has, lastValue, pair, readsValue, special, specialValue, value, valueWith } from '../options.ts';
import type { Call, OptionRule, Program } from '../program.ts';
import { flags, hasAny, listed, optionals, values } from '../shorthand.ts';
import { effectsOfFilter } from './jq-filter.ts';

/** A name and a file. */
const readsSecond: OptionRule = {
  takes: 'pair',
  effects: ({ values }) => values.slice(1).map(readsFile),
};

/** The words that are left are values for the filter; the filter itself may be among them, and options. */
const takesArguments: OptionRule = {
  takes: 'rest',
  effects: ({ values }) =>
    values
      .filter((word) => mayStartWith(word, '-'))
      .map((word) => unknownEffect('possible-option', describeByName(word))),
};

/** Programs that read JSON, YAML and the like. */
export const programs: readonly Program[] = [
  {
    names: ['jq', 'gojq', 'jaq'],
    abbreviates: false,
    options: {
      ...flags('-n --null-input, -R --raw-input, -s --slurp, -c --compact-output, -r --raw-output'),
      ...flags('-b --binary'),
      ...flags('--raw-output0, -j --join-output, -a --ascii-output, -S --sort-keys, -C --color-output'),
      ...flags('--tab'),
      ...flags('-M --monochrome-output, --unbuffered, --stream, --stream-errors, --seq, -e --exit-status'),
      ...flags('-h --help, -V --version, -v, --build-configuration, --debug-dump-disasm, --yaml-input'),
      ...flags('--yaml-output, -f --from-file'),
      ...optionals('--debug-trace'),
      ...listed(pair, '--arg, --argjson'),
      ...listed(readsSecond, '--slurpfile, --rawfile, --argfile'),
      '-L --library-path': valueWith((path) => unknownEffect('loaded-code', describeByName(path))),
      '--indent': value,
      ...listed(takesArguments, '--args, --jsonargs'),
    },
    effects: filters,
  },
  {
    // Those for XML and TOML are the same program by another name.
    names: ['yq', 'xq', 'tomlq'],
    abbreviates: false,
    options: {
      ...flags('-i --inplace --in-place, -n --null-input, -P --prettyPrint, -r --unwrapScalar --raw-output'),
      ...flags('-j --tojson --join-output, -N --no-doc, -C --colors --color-output, -M --no-colors, -v'),
      ...flags('-e --exit-status, --verbose, -V --version, -0 --nul-output, -h --help, -c --compact-output'),
      ...flags('-y --yaml-output --yml-output, -Y --yaml-roundtrip --yml-roundtrip, -S --sort-keys, -R'),
      ...flags('--indentless-lists --indentless, --explicit-start, --explicit-end, -a --ascii-output, -x'),
      ...flags('-t --toml-output, --xml-output, --header-preprocess, --string-interpolation, --slurp'),
      ...flags('--security-disable-env-ops, --security-disable-file-ops, --csv-auto-parse, --tsv-auto-parse'),
      ...values('-o --output-format, -p --input-format, -I --indent, -w --width, --front-matter -f'),
      ...values('--yaml-output-grammar-version --yml-out-ver, --xml-attribute-prefix, --xml-content-name'),
      ...values('--csv-separator, --tsv-separator, --lua-prefix, --properties-separator, --expression'),
      ...values('--xml-root, --xml-item-depth, --xml-dtd'),
      ...listed(pair, '--arg, --argjson'),
      ...listed(readsSecond, '--slurpfile, --rawfile'),
      ...listed(takesArguments, '--args, --jsonargs'),
      '--from-file': valueWith((path) => runsFile(path)),
      '--split-exp-file': readsValue,
      '-s': special('-s: one yq splits into files, the other reads all at once'),
      '--split-exp': specialValue('a file for each document'),
      '--security-enable-system-operator': special('commands in expressions'),
    },
    effects: evaluates,
  },
];

/** The first operand is the filter, or the file with it for `-f`. */
function filters(call: Call): readonly Effect[] {
  if (hasAny(call, '--help', '--version', '--build-configuration')) return [];
  const first = mayStandAt(call.operands, 0);
  const code = has(call, '--from-file') ? first.map((word) => runsFile(word)) : first.flatMap(filterEffects);
  return [...code, ...argumentFilters(call), ...withoutDash(mayStandFrom(call.operands, 1)).map(readsFile)];
}

/** Without an operand before `--args`, the filter is among the words behind it. */
function argumentFilters(call: Call): readonly Effect[] {
  if (call.operands.length > 0) return [];
  return call.given
    .filter(({ rule }) => rule === takesArguments)
    .flatMap(({ values }) => values)
    .flatMap(filterEffects);
}

function filterEffects(word: Word): readonly Effect[] {
  const text = textOf(word);
  return text === null ? [unknownEffect('unreadable-code', describeByName(word))] : effectsOfFilter(text);
}

/** The first operand is a file as well if there is one of this name. */
function evaluates(call: Call): readonly Effect[] {
  if (hasAny(call, '--help', '--version')) return [];
  const isVerb = /^(e|ea|eval|eval-all)$/.test(textOf(call.operands[0]) ?? '');
  const operands = isVerb ? call.operands.slice(1) : call.operands;
  const expression = lastValue(call, '--expression');
  const expressions = [...(expression === null ? [] : [expression]), ...mayStandAt(operands, 0)];
  const named = mayStandAt(operands, 0).filter((word) => /^[\w./~-]+$/.test(textOf(word) ?? 'a'));
  const files = withoutDash([...named, ...mayStandFrom(operands, 1)]);
  return [
    ...expressions.flatMap(filterEffects),
    ...argumentFilters(call),
    ...files.map(has(call, '--inplace') ? altersFile : readsFile),
  ];
}
