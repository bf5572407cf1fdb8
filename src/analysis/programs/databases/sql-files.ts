import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, textOf, unknown } from '../../words.ts';
import { readsFile, replacesFile, runsShell } from '../effects.ts';

/** Functions that open a file, with the text they are called with where nothing is put to it. */
const opening =
  /\b(readfile|writefile|read_(?:text|blob|csv|json|ndjson|parquet)\w*)["`\]]?(?:\s|\/\*[\s\S]*?\*\/|--[^\n]*\n)*\(\s*(?:'((?:[^']|'')*)'\s*[,)])?/gi;

/** A function that has a shell run its second text, with a file behind it. */
const editing = /\bedit\s*\(([^;]{0,400})/gi;
const behindComma = /,\s*'((?:[^']|'')*)'/g;

/** A file in the place of a table. */
const asTable = /\b(?:from|join)\s+'((?:[^']|'')*)'/gi;

/** A file that is written, of DuckDB and SQLite. */
const written = /\b(?:to|into)\s+'((?:[^']|'')*)'/gi;

/** How many are taken. */
const maxFiles = 64;

/** Files that SQL names for the shell of SQLite, or of DuckDB, to open, and commands that it is to run. */
export function filesIn(sql: Word): readonly Effect[] {
  const text = textOf(sql) ?? '';
  const opened = [...text.matchAll(opening)].slice(0, maxFiles).map(([, name = '', file]) => {
    const path = file === undefined ? unknown() : unquoted(file);
    return name.toLowerCase() === 'writefile' ? replacesFile(path) : readsFile(path);
  });
  const tables = [...text.matchAll(asTable)].slice(0, maxFiles);
  const files = /\b(?:copy|vacuum|export)\b/i.test(text)
    ? [...text.matchAll(written)].slice(0, maxFiles)
    : [];
  const editors = [...text.matchAll(editing)].flatMap(([, words = '']) => [...words.matchAll(behindComma)]);
  return [
    ...opened,
    ...editors.slice(0, maxFiles).map(([, command = '']) => runsShell(unquoted(command))),
    ...tables.map(([, file = '']) => readsFile(unquoted(file))),
    ...files.map(([, file = '']) => replacesFile(unquoted(file))),
  ];
}

function unquoted(text: string): Word {
  return known(text.replaceAll("''", "'"));
}
