import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, textOf, unknown } from '../../words.ts';
import { readsFile, runsShell, unknownEffect } from '../effects.ts';
import { withoutDash } from '../operands.ts';
import { allValues, readsValue, replacesValue } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, listed, optionals, values } from '../shorthand.ts';

/** The macro processor, which has macros that run what they are given, and that read files. */
export const programs: readonly Program[] = [
  {
    names: ['m4', 'gm4'],
    options: {
      ...flags('-P --prefix-builtins, -E --fatal-warnings, -Q --quiet --silent, -G --traditional, -g --gnu'),
      ...flags('-i --interactive, -e, -c, --help, --version'),
      ...values('-U --undefine, -L --nesting-limit, -H --hashsize, -l --arglength, -t --trace, -B, -S, -T'),
      ...values('-D --define, -I --include'),
      ...optionals('-s --synclines, -d --debug, -W --word-regexp'),
      ...listed(readsValue, '-R --reload-state'),
      ...listed(replacesValue, '-F --freeze-state, -o --error-output, --debugfile'),
    },
    effects: expands,
  },
];

function expands(call: Call): readonly Effect[] {
  const { stdin } = call;
  if (hasAny(call, '--help', '--version')) return [];
  const files = withoutDash(call.operands);
  const takesInput = files.length < call.operands.length || files.length === 0;
  const input = takesInput && (stdin.kind === 'text' || stdin.kind === 'pipe') ? [stdin.text] : [];
  return [
    unknownEffect('unknown-program', call.name),
    ...files.map(readsFile),
    ...[...allValues(call, '--define'), ...input].flatMap(effectsOfText),
  ];
}

/** What is handed to a macro, up to the parenthesis that ends it, without the quotes around it. */
const builtin = /\b(?:m4_)?(e?syscmd|s?include|s?paste)\s{0,8}\(\s*[`'"[]{0,3}([^()]*)(\))?/g;

function effectsOfText(text: Word): readonly Effect[] {
  return [...(textOf(text) ?? '').matchAll(builtin)]
    .slice(0, maxMacros)
    .map(([, name = '', given = '', end]) => {
      const argument = end === undefined ? unknown() : known(given.replace(/(?<!['"\]\s])['"\]\s]+$/, ''));
      return name.endsWith('syscmd') ? runsShell(argument) : readsFile(argument);
    });
}

const maxMacros = 64;
