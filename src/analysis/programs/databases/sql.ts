import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, textOf } from '../../words.ts';
import { changes, destroys, readsFile, runsShell, unknownEffect } from '../effects.ts';

/** What SQL does, read roughly: the verb of each statement, and the words that make a query more than a query. */
export function readSql(text: Word, database: Word | null = null): readonly Effect[] {
  const sql = textOf(text);
  if (sql === null) return [unknownEffect('unknown-code', describeWord(text))];
  const plain = withoutTexts(sql);
  if (plain === null) return [unknownEffect('unreadable-code', sql)];
  return plain
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .flatMap((statement) => readStatement(statement, sql, database));
}

/**
 * The text with every comment gone and every literal empty; `null` if it is not to be said where a literal ends. MySQL
 * runs what is in a comment that begins with an exclamation mark.
 */
function withoutTexts(sql: string): string | null {
  if (/\\['"`]|\/\*M?!/.test(sql)) return null;
  const quoted =
    /--(?=\s|$)[^\n]*|(?:--|#)[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[^;]*?\$\1\$|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[A-Za-z_][\w ]*\]/g;
  if ([...sql.matchAll(quoted)].some(([part]) => isDoubtful(part))) return null;
  const plain = sql.replace(quoted, (part) => {
    if (/^(?:--(?:\s|$)|\/\*)/.test(part)) return ' ';
    if (/^(?:--|#)/.test(part)) return part;
    return /^["`[]/.test(part) ? 'quoted_name' : "''";
  });
  return /(^|[^'])'(?!')|["`]|\$\w*\$|\/\*/.test(plain.replaceAll("''", '')) ? null : plain;
}

/**
 * Whether one database reads as a comment or a literal what another reads in another way, and something else begins in it: a comment
 * of `#` or of dashes without a blank, one within another, a literal between dollars or back quotes.
 */
function isDoubtful(part: string): boolean {
  if (part.startsWith('/*')) return part.includes('/*', 2);
  return /^(?:--\S|[#$`])/.test(part) && /['"]|\/\*|--|#|`/.test(part.replace(/^(?:--|#|`)|`$/g, ''));
}

const queries = /^(SELECT|WITH|VALUES|TABLE|EXPLAIN|DESCRIBE|DESC|SHOW|FETCH|CHECKSUM|CHECK)\b/i;
const sessions =
  /^(BEGIN|START\s+TRANSACTION|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE|USE|HELP|DEALLOCATE|CLOSE|DISCARD|ABORT|DETACH)\b/i;
const losses = /^(DROP|TRUNCATE|DELETE|PURGE)\b|^ALTER\b.*\bDROP\b|^RESET\s+(MASTER|SLAVE)\b/is;
const alterations =
  /^(INSERT|UPDATE|REPLACE|MERGE|UPSERT|CREATE|ALTER|GRANT|REVOKE|COMMENT|REINDEX|VACUUM|ANALYZE|CLUSTER|REFRESH|LOCK|UNLOCK|RENAME|OPTIMIZE|REPAIR|FLUSH|RESET|REASSIGN|SECURITY|NOTIFY|LISTEN|UNLISTEN|KILL|CALL|DO|EXECUTE|PREPARE|INSTALL|UNINSTALL|HANDLER|CHECKPOINT|DECLARE|SET)\b/i;

function readStatement(statement: string, sql: string, database: Word | null): readonly Effect[] {
  if (queries.test(statement)) return readQuery(statement, database);
  if (sessions.test(statement)) return [];
  if (losses.test(statement)) return [destroys('database', database)];
  if (/^UPDATE\b/i.test(statement) && !/\bWHERE\b/i.test(statement)) return [destroys('database', database)];
  if (/^PRAGMA\b/i.test(statement))
    return /=|\(|optimize|checkpoint/i.test(statement) ? pragma(statement, database) : [];
  if (/^SET\s+(?!PASSWORD\b)(SESSION\s+|LOCAL\s+)?[a-z_]+(\.[a-z_]+)?\s*(=|TO\b)/i.test(statement)) return [];
  if (/^COPY\b/i.test(statement)) return copies(statement, sql, database);
  if (/^LOAD\s+DATA\b/i.test(statement))
    return [changes('database', database), ...readsLocal(statement, sql)];
  if (/^(ATTACH\b|VACUUM\b.*\bINTO\b)/is.test(statement))
    return [unknownEffect('program-specific', 'another database file')];
  if (alterations.test(statement)) return [changes('database', database), ...outside(statement)];
  return [unknownEffect('unknown-code', statement.slice(0, 60))];
}

/** Names of tables, which pragmas that show take in parentheses. */
function pragma(statement: string, database: Word | null): readonly Effect[] {
  const shows =
    /^PRAGMA\s+(\w+\.)?(table_info|table_xinfo|table_list|index_list|index_info|index_xinfo|foreign_key_list|foreign_key_check|integrity_check|quick_check)\b/i;
  return shows.test(statement) ? [] : [changes('database', database)];
}

/** `UPDATE`, but that of `SELECT … FOR UPDATE`. */
const updates = /\bUPDATE\b(?!\s*(?:\)|$|OF\b|NOWAIT\b|SKIP\b|LIMIT\b))/i;

/** Whether there is the one, and behind it the other. */
function isBehind(first: RegExp, second: RegExp, text: string): boolean {
  const at = text.search(first);
  return at !== -1 && second.test(text.slice(at));
}

/** A query that writes: `SELECT … INTO`, a `WITH` that deletes, `EXPLAIN ANALYZE` of a change. */
function readQuery(statement: string, database: Word | null): readonly Effect[] {
  const isRun = !/^EXPLAIN\b/i.test(statement) || /\bANALYZE\b/i.test(statement);
  const isLoss = /\b(TRUNCATE|DROP)\b/i.test(statement) || isBehind(/\bDELETE\b/i, /\bFROM\b/i, statement);
  if (isRun && isLoss) return [destroys('database', database)];
  const isChange = /\bINTO\b/i.test(statement) || isBehind(updates, /\bSET\b/i, statement);
  return [...(isRun && isChange ? [changes('database', database)] : []), ...outside(statement)];
}

const words =
  /^(and|or|not|in|as|on|from|join|where|having|select|values|exists|over|filter|union|all|any|some|by|when|then|else|case|between|like|ilike|using|distinct|limit|offset|with|intersect|except|recursive|lateral|set|returning|partition|order|group|is|within|show|table|materialized|key|references|primary|unique|check|constraint|index|into|default|foreign|conflict)$/i;
const functions =
  /^(count|sum|avg|min|max|total|coalesce|ifnull|nullif|iif|if|isnull|greatest|least|abs|round|ceil|ceiling|floor|trunc|mod|power|pow|sqrt|sign|exp|ln|log\w*|pi|rand|random|lower|upper|initcap|length|len|char_length|octet_length|substr|substring|trim|ltrim|rtrim|btrim|replace|instr|strpos|position|left|right|lpad|rpad|repeat|reverse|concat|concat_ws|split_part|format|printf|quote|quote_\w+|hex|unhex|char|chr|ascii|unicode|md5|sha\d*|encode|decode|cast|convert|typeof|pg_typeof|changes|last_insert_rowid|sqlite_version|version|now|date|time|datetime|julianday|unixepoch|strftime|timestamp|timestampdiff|timestampadd|curdate|curtime|year|month|day|hour|minute|second|week|quarter|extract|age|make_\w+|to_char|to_date|to_timestamp|to_number|to_json\w*|date_\w+|current_\w+|localtime\w*|session_user|user|database|schema|row_number|rank|dense_rank|percent_rank|cume_dist|ntile|lag|lead|first_value|last_value|nth_value|group_concat|string_agg|array_\w+|unnest|cardinality|generate_series|json\w*|row_to_json|bool_and|bool_or|every|bit_and|bit_or|stddev\w*|variance|var_\w+|corr|percentile_\w+|mode|regexp_\w+|glob|likelihood|likely|unlikely|pg_size_pretty|pg_\w*size|pg_get_\w+|pg_table_is_visible|pg_is_in_recovery|pg_postmaster_start_time|pg_stat_get_\w+|pg_relation_filenode|has_\w+_privilege|obj_description|col_description|format_type|to_regclass|inet_\w+|gen_random_uuid|uuid\w*|uuid_generate_v\d|newid|tsvector|to_ts\w+|ts_rank|similarity|st_\w+|varchar|numeric|decimal|int|integer|bigint|float|double|text|interval|table_info|pragma_\w+|bm25|highlight|snippet|zeroblob|width_bucket|lastval|currval|found_rows|row_count|field|find_in_set|elt|in)$/i;

/** Functions reach out of the database: read and write files, load libraries, end connections. */
function outside(statement: string): readonly Effect[] {
  const called = [...statement.matchAll(/([A-Za-z_][\w.]*)\s*\(/g)].map(([, name = '']) => name);
  const isTable = (name: string) =>
    new RegExp(
      `\\b(INTO|TABLE|EXISTS|ON|REFERENCES|VIEW|INDEX)\\s+${name.replaceAll('.', '\\.')}\\s*\\(`,
      'i',
    ).test(statement);
  const isNamed = (name: string) =>
    new RegExp(`\\b${name}\\s*\\([\\w\\s,]*\\)\\s+AS\\s*\\(`, 'i').test(statement);
  const odd = called.filter(
    (name) => !words.test(name) && !functions.test(name) && !isTable(name) && !isNamed(name),
  );
  return odd.map((name) => unknownEffect('unknown-code', `${name}()`));
}

/** `COPY … TO STDOUT` prints; a file or a program is one of the server. What it copies may be what a change returns. */
function copies(statement: string, sql: string, database: Word | null): readonly Effect[] {
  if (/\bPROGRAM\b/i.test(statement)) {
    const program = /\bPROGRAM\s+'((?:[^']|'')*)'/i.exec(sql)?.[1];
    const run =
      program === undefined
        ? unknownEffect('unknown-code', 'PROGRAM')
        : runsShell(known(program), [], { isElsewhere: true });
    return [run, changes('database', database)];
  }
  const [, query] = /^COPY\s*\((.*)\)\s*TO\b/is.exec(statement) ?? [];
  return [
    ...(query === undefined ? [] : readStatement(query.trim(), sql, database)),
    ...(/\bTO\s+STDOUT\b/i.test(statement) ? [] : [changes('database', database)]),
  ];
}

function readsLocal(statement: string, sql: string): readonly Effect[] {
  const file = /\bLOCAL\b/i.test(statement) ? /\bINFILE\s+'([^']*)'/i.exec(sql)?.[1] : undefined;
  return file === undefined ? [] : [readsFile(known(file))];
}
