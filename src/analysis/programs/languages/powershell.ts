import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { fromWideBase64 } from '../../decoded.ts';
import { known, textOf, unknown } from '../../words.ts';
import { deletesTree, readsFile, replacesFile, runsFile, runsForeign, runsShell } from '../effects.ts';
import { has, valueWith } from '../options.ts';
import type { OptionRule, Program } from '../program.ts';
import { flags, hasAny, listed, values } from '../shorthand.ts';
import { joinedText } from '../wrapped.ts';
import { interprets, scripts } from './interpreters.ts';

/** Commands of PowerShell that have records, by the other names that they have there. */
const cmdlets: readonly (readonly [RegExp, string])[] = [
  [/^(?:remove-item|ri|rd|rmdir|del|erase|rm)(?=\s)/i, 'Remove-Item'],
  [/^(?:get-content|gc|type|cat)(?=\s)/i, 'Get-Content'],
  [/^(?:(?:set|add)-content|out-file|sc|ac)(?=\s)/i, 'Set-Content'],
];

const command: OptionRule = { takes: 'rest', effects: ({ values }) => runsPowershell(joinedText(values)) };

const encodedCommand: OptionRule = {
  takes: 'value',
  effects: ({ value }) => {
    const text = fromWideBase64(textOf(value) ?? '');
    return runsPowershell(text === null ? unknown() : known(text));
  },
};

/** PowerShell: its statements are read as those of a shell as far as they look the same. */
function runsPowershell(text: Word): readonly Effect[] {
  const source = textOf(text);
  return [
    runsForeign('powershell', text),
    ...(source === null
      ? [runsShell(text)]
      : statementsIn(source).map((statement) => runsShell(known(statement), [], { isPossible: true }))),
  ];
}

/** How many statements of PowerShell are read. */
const maxStatements = 64;

function statementsIn(text: string): readonly string[] {
  const pieces = text.match(/(?:"[^"]*"|'[^']*'|[^;\n{}()|&"'])+/g) ?? [];
  return pieces.slice(0, maxStatements).flatMap((piece) => {
    const statement = piece.trim().replace(/^(?:\.\s+|\$[\w:]+\s*=\s*)/, '');
    if (!/^[\w./~]/.test(statement)) return [];
    const [alias, name] = cmdlets.find(([pattern]) => pattern.test(statement)) ?? [];
    const called =
      alias === undefined || name === undefined
        ? statement
        : statement.replace(alias, name).replace(/(?<=\s)-[A-Za-z]+/g, (option) => option.toLowerCase());
    return [called.replace(/\$env:(?=\w)/gi, '$').replace(/\$(?!HOME\b)/g, '\\$')];
  });
}

/** PowerShell, and those of its commands that are read. */
export const programs: readonly Program[] = [
  {
    names: ['pwsh', 'powershell'],
    ...scripts,
    style: 'single-dash',
    options: {
      ...flags('-help -Help -h, -version -Version -v, -noprofile -NoProfile -nop, -nologo -NoLogo'),
      ...flags('-noninteractive -NonInteractive -noni'),
      ...listed(command, '-command -Command -c'),
      ...listed(encodedCommand, '-encodedcommand -EncodedCommand -enc -ec -e'),
      '-file -File -f': { takes: 'rest', effects: ({ value, values }) => [runsFile(value, values.slice(1))] },
    },
    effects: (call) => interprets(call.name, '-c', '-e', '-f', '-h', '-v')(call),
  },
  {
    // Of PowerShell, whose simple commands are read like those of other shells.
    names: ['Get-Content', 'get-content'],
    style: 'single-dash',
    options: {
      ...flags('-raw, -wait, -force'),
      ...values('-totalcount -head -first, -tail -last, -encoding, -delimiter, -readcount'),
      ...listed(valueWith(readsFile), '-path, -literalpath'),
    },
    effects: (call) => call.operands.map(readsFile),
  },
  {
    names: ['Set-Content', 'set-content'],
    style: 'single-dash',
    options: {
      ...flags('-force, -nonewline, -append, -noclobber'),
      ...values('-value, -encoding, -inputobject'),
      ...listed(valueWith(replacesFile), '-path, -literalpath, -filepath'),
    },
    effects: (call) =>
      hasAny(call, '-path', '-literalpath', '-filepath') ? [] : call.operands.slice(0, 1).map(replacesFile),
  },
  {
    names: ['Remove-Item', 'remove-item'],
    style: 'single-dash',
    options: {
      ...flags('-Recurse -recurse -r, -Force -force -f, -Verbose -verbose, -WhatIf -whatif'),
      ...listed(valueWith(deletesTree), '-Path -path, -LiteralPath -literalpath'),
    },
    // Without a name it deletes what comes in from the command before it.
    effects: (call) => {
      if (has(call, '-WhatIf')) return [];
      const isNamed = call.operands.length > 0 || hasAny(call, '-Path', '-LiteralPath');
      return isNamed ? call.operands.map(deletesTree) : [deletesTree(unknown())];
    },
  },
];
