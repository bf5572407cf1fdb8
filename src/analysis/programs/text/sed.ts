import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeByName, prefixOf, textOf } from '../../words.ts';
import {
  altersFile,
  readsFile,
  replacesFile,
  runsFile,
  runsInput,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import { mayStandAt, mayStandFrom, withEnding, withoutDash } from '../operands.ts';
import { allValues, has, lastValue } from '../options.ts';
import { codeComingIn, isInput } from '../places.ts';
import type { Call, Given, Program } from '../program.ts';
import { flags } from '../shorthand.ts';
import { readSedScript, runsFromScript } from './sed-script.ts';

/** `sed`, the script of which is read. */
export const programs: readonly Program[] = [
  {
    names: ['sed', 'gsed', 'ssed'],
    options: {
      ...flags('-n --quiet --silent, --debug, -E -r --regexp-extended, --follow-symlinks, --posix'),
      ...flags('-b --binary, -s --separate, --sandbox, -u --unbuffered, -z --null-data --zero-terminated'),
      ...flags('--help, --version'),
      '-i --in-place': { takes: 'optional', effects: backsUp },
      '-l --line-length': { takes: 'value', effects: takesLength },
      '-e --expression': { takes: 'value' },
      '-f --file': { takes: 'value', effects: ({ value }) => [runsScriptFile(value)] },
    },
    effects: edits,
  },
];

function runsScriptFile(file: Word): Effect {
  return isInput(file) ? runsInput('sed') : runsFile(file);
}

/** The ending of the backup; with a slash in it, the backup goes to another directory. */
function backsUp({ value }: Given, call: Call): readonly Effect[] {
  const ending = textOf(value);
  if (ending === '') return [];
  if (ending === null || /[*/]/.test(ending)) {
    return [unknownEffect('program-specific', `backups named ${describeByName(value)}`)];
  }
  return filesOf(call).map((file) => replacesFile(withEnding(file, ending)));
}

/** BSD's sed takes no value here: what GNU's takes for it would be the script. */
function takesLength({ value }: Given): readonly Effect[] {
  return /^\d+$/.test(textOf(value) ?? '') ? [] : [unknownEffect('unreadable-code', describeByName(value))];
}

function edits(call: Call): readonly Effect[] {
  const files = withoutDash(filesOf(call));
  const effects = scriptEffects(call);
  return [
    ...effects,
    ...files.map(has(call, '--in-place') ? altersFile : readsFile),
    ...(files.length === 0 && effects.includes(runsFromScript) ? runsLines(call) : []),
  ];
}

/** What comes in may be what a script runs. */
function runsLines({ stdin }: Call): readonly Effect[] {
  if (stdin.kind !== 'text' && stdin.kind !== 'pipe') return [];
  return [runsShell(stdin.text, [], { isPossible: true })];
}

function hasScriptOption(call: Call): boolean {
  return has(call, '--expression') || has(call, '--file');
}

function filesOf(call: Call): readonly Word[] {
  return hasScriptOption(call) ? call.operands : mayStandFrom(call.operands, 1);
}

function scriptEffects(call: Call): readonly Effect[] {
  const given = [...allValues(call, '--expression'), ...codeComingIn(call, ['--file'])];
  const scripts = hasScriptOption(call) ? given : scriptOperands(call);
  const texts = scripts.map(textOf);
  if (scripts.length > 0 && scripts.every(showsLines)) return [];
  const unread = scripts.filter((word) => textOf(word) === null || mayContinue(word, scripts));
  if (unread.length > 0) return unread.map((word) => unknownEffect('unreadable-code', describeByName(word)));
  const { effects, isWhole } = readSedScript(texts.join('\n'));
  return isWhole ? effects : [...effects, unknownEffect('unreadable-code', texts.join('\n'))];
}

/** A script of numbers of lines and of commands that print or leave out lines, whatever the numbers are: `…,…p`. */
function showsLines(word: Word): boolean {
  const text = word.kind === 'unknown' ? word.withZeros : textOf(word);
  return text !== undefined && text !== null && /^[-0-9$,+~; !pdqn=]+$/.test(text);
}

/** An empty first operand behind `-i` is the ending of the backup for BSD's sed, and the script stands second. */
function scriptOperands(call: Call): readonly Word[] {
  const isEnding =
    textOf(call.operands[0]) === '' && textOf(lastValue(call, '--in-place') ?? undefined) === '';
  return [...mayStandAt(call.operands, 0), ...(isEnding ? mayStandAt(call.operands, 1) : [])];
}

/** A part that ends with a backslash goes on in the next one, which is only clear for a text that begins there. */
function mayContinue(word: Word, scripts: readonly Word[]): boolean {
  const text = prefixOf(word);
  return text.endsWith('\\') && word !== scripts.at(-1) && !/(^|[\s;{}!$/\d])[aic]\\$/.test(text);
}
