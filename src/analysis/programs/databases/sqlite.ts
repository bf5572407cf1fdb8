import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, mayStartWith, prefixOf, textOf, unknown } from '../../words.ts';
import {
  altersFile,
  changes,
  destroys,
  interactive,
  readsFile,
  replacesFile,
  runsInput,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import { allValues, has, special } from '../options.ts';
import { isStream } from '../places.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, listed, values } from '../shorthand.ts';
import { readSql } from './sql.ts';
import { filesIn } from './sql-files.ts';

export const programs: readonly Program[] = [
  {
    names: ['sqlite3', 'sqlite', 'sqlcipher'],
    style: 'single-dash',
    options: {
      ...flags('-append, -ascii, -bail, -batch, -box, -column, -csv, -deserialize, -echo, -header -headers'),
      ...flags(
        '-noheader, -help, -html, -interactive, -json, -line, -list, -markdown, -memtrace, -nofollow, -quote',
      ),
      ...flags(
        '-readonly, -safe, -stats, -table, -tabs, -version, -zip, -unsafe-testing, -multiplex, -no-rowid-in-view',
      ),
      ...values(
        '-cmd, -heap, -maxsize, -mmap, -newline, -nonce, -nullvalue, -separator, -vfs, -escape, -init',
      ),
      ...listed(special('sizes of two words'), '-lookaside, -pagecache'),
      '-A': special('an archive'),
    },
    effects: usesDatabase,
  },
  {
    names: ['duckdb'],
    style: 'none',
    effects: ({ operands, stdin }) => [
      ...operands.slice(0, 1).map((word) => unknownEffect('unknown-code', describeWord(word))),
      ...[...operands, ...(stdin.kind === 'text' || stdin.kind === 'pipe' ? [stdin.text] : [])].flatMap(
        (text) => [...filesIn(text), ...commandsIn(text)],
      ),
      ...(operands.length > 0 || stdin.kind === 'nothing' ? [] : [runsInput('sql')]),
      ...(operands.length === 0 && stdin.kind === 'inherited' ? [interactive] : []),
    ],
  },
];

/** Lines that hand the rest of them to a shell. */
function commandsIn(text: Word): readonly Effect[] {
  const lines = (textOf(text) ?? '').matchAll(
    /^[ \t]*\.s(?:h(?:e(?:ll?)?)?|y(?:s(?:t(?:em?)?)?)?)[ \t]+(\S.*)$/gm,
  );
  return [...lines].slice(0, 64).map(([, command = '']) => runsShell(known(command)));
}

function usesDatabase(call: Call): readonly Effect[] {
  if (hasAny(call, '-help', '-version')) return [];
  const [named = known(':memory:'), ...texts] = call.operands;
  const database = fileOf(named);
  const commands = [...allValues(call, '-cmd'), ...texts];
  const scripts = allValues(call, '-init').filter((file) => !isStream(file));
  const effects = [
    ...commands.flatMap((text) => readCommand(text, database)),
    ...scripts.flatMap((file) => [readsFile(file), unknownEffect('loaded-code', describeWord(file))]),
    ...(texts.length === 0 ? readsInput(call, database) : []),
  ];
  if (textOf(database) === ':memory:' && !effects.some(({ kind }) => kind === 'unknown'))
    return effects.filter((effect) => effect.kind !== 'changes' || effect.subject !== 'database');
  const isReading = has(call, '-readonly') || effects.every((effect) => effect.kind !== 'changes');
  return [
    ...(textOf(database) === ':memory:' ? [] : [isReading ? readsFile(database) : altersFile(database)]),
    ...effects,
  ];
}

/** The file of a database that may be named as `file:path?option=value`. Other ways to files are not known. */
function fileOf(database: Word): Word {
  if (!prefixOf(database).startsWith('file:')) return database;
  const text = textOf(database);
  const [, path, options = ''] =
    /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]*)(?:\?([^#]*))?/.exec(text ?? '') ?? [];
  if (path === undefined || path.startsWith('//') || /(?:^|&)vfs=/.test(options)) return unknown();
  if (/(?:^|&)mode=memory(?:&|$)/.test(options)) return known(':memory:');
  return known(
    path.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );
}

/** Without SQL among the words it comes from the input. */
function readsInput(call: Call, database: Word): readonly Effect[] {
  const { stdin } = call;
  if (stdin.kind === 'inherited') return [interactive];
  if (stdin.kind === 'nothing') return [];
  if (stdin.kind === 'text' || stdin.kind === 'pipe') {
    const text = textOf(stdin.text);
    if (text !== null) return readScript(text, database);
  }
  return [runsInput('sql')];
}

/** Lines that begin with a dot are commands of the program; what is between them is SQL. */
function readScript(text: string, database: Word): readonly Effect[] {
  const lines = text.split('\n');
  const sql = lines.filter((line) => !line.startsWith('.')).join('\n');
  const commands = lines.filter((line) => line.startsWith('.'));
  return [
    ...commands.flatMap((line) => readDot(line, database)),
    ...readSql(known(sql), database),
    ...filesIn(known(sql)),
  ];
}

function readCommand(text: Word, database: Word): readonly Effect[] {
  const command = textOf(text);
  if (command?.startsWith('.')) return readDot(command, database);
  if (text.kind !== 'known' && mayStartWith(text, '.'))
    return [unknownEffect('unknown-code', describeWord(text))];
  return [...readSql(text, database), ...filesIn(text)];
}

const shows =
  /^(bail|binary|changes|connection|databases|dbinfo|dump|echo|eqp|exit|expert|explain|fullschema|headers?|help|indexes|indices|limit|lint|mode|nullvalue|parameter|print|progress|prompt|quit|scanstats|schema|separator|sha3sum|show|stats|tables|timeout|timer|vfsinfo|vfslist|vfsname|width)$/;

/** A command of the program. A prefix of a name is taken for the name, so what is not written out may be any of them. */
function readDot(line: string, database: Word): readonly Effect[] {
  const [, given = '', rest = ''] = /^\.\s*(\w+)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
  if (given === 'parameter') return setsParameter(rest);
  if (shows.test(given)) return [];
  const names = doing.filter((name) => name.startsWith(given));
  const isCertain = names.includes(given) || names.length === 0;
  return [
    ...(names.includes(given) ? [given] : names).flatMap((name) => dotEffects(name, rest, database)),
    ...(isCertain && names.length > 0 ? [] : [unknownEffect('program-specific', `.${given} ${rest}`.trim())]),
  ];
}

/** `.parameter set @name value`: the value is code of SQL, with functions that open files and run commands. */
function setsParameter(rest: string): readonly Effect[] {
  const [, value] = /^set\s+\S+\s+([\s\S]+)$/.exec(rest) ?? [];
  if (value === undefined || isPlainValue.test(value)) return [];
  const sql = known(`select ${value.replace(/^(["'])(.*)\1$/s, '$2')}`);
  return [...readSql(sql), ...filesIn(sql)];
}

const isPlainValue = /^(["']?)[\w .:@%+-]*\1$/;

/** Commands that do more than show something. */
const doing = 'shell system output once log trace backup save clone restore read import'.split(' ');

function dotEffects(name: string, rest: string, database: Word): readonly Effect[] {
  const words = rest.split(/\s+/).filter((word) => word !== '' && !word.startsWith('-'));
  const file = known((words.at(-1) ?? '').replace(/^(['"])(.*)\1$/, '$2'));
  if (name === 'shell' || name === 'system') return [runsShell(known(rest))];
  if (name === 'output' || name === 'once' || name === 'log' || name === 'trace')
    return writes(rest.trim(), file);
  if (name === 'backup' || name === 'save' || name === 'clone') return [replacesFile(file)];
  if (name === 'restore') return [readsFile(file), destroys('database', database)];
  return reads(name, rest.trim(), known(words[0] ?? ''), database);
}

/** To a file, or with a bar into a command. */
function writes(rest: string, file: Word): readonly Effect[] {
  const bar = /^(?:-\S+\s+)*["']?\|/.exec(rest);
  if (bar !== null) return [runsShell(known(rest.slice(bar[0].length)))];
  // `-x`, `-e` and `-w` open what is written in another program.
  if (/(?:^|\s)-(?!-?(?:bom|plain)(?:\s|$))/.test(rest))
    return [unknownEffect('program-specific', `output ${rest}`)];
  if (['', 'off', 'on', 'stdout', 'stderr'].includes(textOf(file) ?? '')) return [];
  return [replacesFile(file)];
}

function reads(name: string, rest: string, file: Word, database: Word): readonly Effect[] {
  const changed = name === 'import' ? [changes('database', database)] : [];
  if (/\|/.test(rest)) return [runsShell(known(rest.slice(rest.indexOf('|') + 1))), ...changed];
  const loaded = name === 'read' ? [unknownEffect('loaded-code', describeWord(file))] : [];
  return [readsFile(file), ...loaded, ...changed];
}
