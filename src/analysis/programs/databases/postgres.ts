import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, textOf } from '../../words.ts';
import {
  background,
  changes,
  destroys,
  disclosesVariable,
  interactive,
  readsFile,
  receivesFrom,
  replacesFile,
  runsInput,
  runsShell,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { allValues, has, lastValue, replacesValue, specialValue } from '../options.ts';
import { isStream } from '../places.ts';
import type { Call, OptionTable, Program } from '../program.ts';
import { flags, hasAny, listed, values } from '../shorthand.ts';
import { readSql } from './sql.ts';

const connection: OptionTable = {
  ...flags('-w --no-password, -W --password, -? --help, -V --version'),
  ...values('-h --host, -p --port, -U --username'),
};

/** What the programs that dump and restore have in common. */
const dump: OptionTable = {
  ...flags(
    '-v --verbose, -a --data-only, -c --clean, -C --create, -O --no-owner, -s --schema-only, -x --no-privileges',
  ),
  ...flags(
    '--no-acl, --no-comments, --no-publications, --no-security-labels, --no-subscriptions, --no-tablespaces',
  ),
  ...flags(
    '--no-table-access-method, --disable-triggers, --enable-row-security, --if-exists, --strict-names',
  ),
  ...flags(
    '--use-set-session-authorization, -1 --single-transaction, -e --exit-on-error, -l --list, --inserts',
  ),
  ...flags(
    '--column-inserts --attribute-inserts, --quote-all-identifiers, --no-sync, --serializable-deferrable',
  ),
  ...flags(
    '--no-data-for-failed-tables, --binary-upgrade, -b --large-objects --blobs, -B --no-large-objects',
  ),
  ...flags(
    '--no-blobs, --disable-dollar-quoting, --load-via-partition-root, --no-unlogged-table-data, -g, -r',
  ),
  ...flags(
    '--globals-only, --roles-only, --tablespaces-only, --on-conflict-do-nothing, --no-toast-compression',
  ),
  ...values(
    '-F --format, -j --jobs, -n --schema, -N --exclude-schema, -t --table, -T, --exclude-table, --trigger',
  ),
  ...values(
    '-S --superuser, -Z --compress, --section, --role, --snapshot, --lock-wait-timeout, -E --encoding',
  ),
  ...values(
    '--exclude-table-data, --extra-float-digits, --include-foreign-data, --rows-per-insert, -P --function',
  ),
  ...values('-I --index, -d --dbname, --exclude-database, --database'),
  ...listed(specialValue('a list of what is restored'), '-L --use-list, --filter'),
};

export const programs: readonly Program[] = [
  {
    names: ['psql', 'pgcli'],
    options: {
      ...connection,
      ...flags(
        '-l --list, -X --no-psqlrc, -1 --single-transaction, -a --echo-all, -b --echo-errors, -e --echo-queries',
      ),
      ...flags(
        '-E --echo-hidden, -n --no-readline, -q --quiet, -s --single-step, -S --single-line, -A --no-align',
      ),
      ...flags('--csv, -H --html, -t --tuples-only, -x --expanded, -z --field-separator-zero'),
      ...flags('-0 --record-separator-zero'),
      ...values(
        '-d --dbname, -F --field-separator, -P --pset, -R --record-separator, -T --table-attr, -c --command',
      ),
      ...values('-f --file'),
      '-v --set --variable': { takes: 'value', effects: ({ value }) => setsVariable(value) },
      '-L --log-file': replacesValue,
      '-o --output': { takes: 'value', effects: ({ value }) => writes(value) },
    },
    effects: queries,
  },
  {
    names: ['pg_dump', 'pg_dumpall'],
    options: { ...connection, ...dump, '-f --file': replacesValue },
    effects: (call) => (isAbout(call) ? [] : [receivesFrom(lastValue(call, '--host'))]),
  },
  {
    names: ['pg_restore'],
    options: {
      ...connection,
      ...dump,
      '-f --file': { takes: 'value', effects: ({ value }) => writes(value) },
    },
    effects: (call) => {
      if (isAbout(call)) return [];
      const reads = call.operands.map(readsFile);
      const database = lastValue(call, '--dbname');
      if (database === null || has(call, '--list')) return reads;
      const change = has(call, '--clean') ? destroys('database', database) : changes('database', database);
      return [...reads, sendsTo(lastValue(call, '--host')), change];
    },
  },
  {
    names: [
      'createdb',
      'createuser',
      'vacuumdb',
      'reindexdb',
      'clusterdb',
      'pgbench',
      'createlang',
      'droplang',
    ],
    style: 'none',
    effects: (call) => maintains(call, changes('database', call.operands.at(-1) ?? null)),
  },
  {
    names: ['dropdb', 'dropuser'],
    style: 'none',
    effects: (call) => maintains(call, destroys('database', call.operands.at(-1) ?? null)),
  },
  {
    names: ['pg_isready'],
    options: { ...connection, ...flags('-q --quiet'), ...values('-d --dbname, -t --timeout') },
    optionsAreHarmless: true,
    effects: (call) => (isAbout(call) ? [] : [receivesFrom(lastValue(call, '--host'))]),
  },
  {
    names: ['pg_ctl', 'pg_ctlcluster', 'pg_dropcluster', 'pg_createcluster', 'pg_upgradecluster'],
    style: 'none',
    effects: ({ name, operands }) => {
      if (operands.some((word) => /^(status|--help|--version|-V|-\?)$/.test(textOf(word) ?? ''))) return [];
      return [
        name === 'pg_dropcluster' ? destroys('database') : changes('service', known('postgresql')),
        background,
      ];
    },
  },
  {
    names: ['pg_lsclusters', 'pg_config'],
    options: {
      ...flags(
        '-h, --help, --version, -j, -s, --bindir, --includedir, --includedir-server, --libdir, --pkglibdir, --sharedir, --configure, --cflags, --ldflags, --libs',
      ),
    },
  },
  {
    names: ['initdb', 'pg_basebackup', 'pg_receivewal', 'pg_resetwal', 'pg_upgrade', 'pg_rewind'],
    style: 'none',
    effects: (call) => maintains(call, changes('database', call.operands.at(-1) ?? null)),
  },
];

function isAbout(call: Call): boolean {
  return hasAny(call, '--help', '--version');
}

function maintains({ operands }: Call, effect: Effect): readonly Effect[] {
  const isQuestion = operands.some((word) => /^(--help|--version|-V|-\?)$/.test(textOf(word) ?? ''));
  return isQuestion ? [] : [sendsTo(null), effect];
}

/** Commands, scripts, and without either what comes in. */
function queries(call: Call): readonly Effect[] {
  if (isAbout(call)) return [];
  const host = lastValue(call, '--host');
  const database = lastValue(call, '--dbname') ?? call.operands[0] ?? null;
  if (has(call, '--list')) return [receivesFrom(host)];
  const commands = allValues(call, '--command');
  const files = allValues(call, '--file');
  const isGiven = commands.length > 0 || files.length > 0;
  return [
    sendsTo(host),
    ...commands.flatMap((text) => readCommand(text, database)),
    ...files.flatMap((file) => (isStream(file) ? readsInput(call, database) : loads(file))),
    ...(isGiven ? [] : readsInput(call, database)),
  ];
}

function loads(file: Word): readonly Effect[] {
  return [readsFile(file), unknownEffect('loaded-code', describeWord(file))];
}

function readsInput({ stdin }: Call, database: Word | null): readonly Effect[] {
  if (stdin.kind === 'inherited') return [interactive];
  if (stdin.kind === 'nothing') return [];
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? textOf(stdin.text) : null;
  if (text === null) return [runsInput('sql')];
  const lines = text.split('\n');
  const sql = lines.filter((line) => !line.startsWith('\\')).join('\n');
  const commands = lines.filter((line) => line.startsWith('\\'));
  const odd = sql.includes('\\')
    ? [unknownEffect('unknown-code', '\\'), ...lines.flatMap(commandsWithin)]
    : [];
  return [...commands.flatMap(readBackslash), ...readSql(known(sql), database), ...odd];
}

/** One command of psql, or SQL alone. */
function readCommand(text: Word, database: Word | null): readonly Effect[] {
  const command = textOf(text)?.trimStart();
  return command?.startsWith('\\') ? readBackslash(command) : readSql(text, database);
}

const shows =
  /^(d[A-Za-z+]*S?\+?|l\+?|list\+?|z|s[fv]\+?|conninfo|encoding|x|a|t|H|f|pset|timing|q|echo|qecho|warn|\?|h|help|copyright|errverbose|crosstabview|gdesc|p|r|C|T|unset|if|elif|else|endif)$/;

/** A command of psql. Backquotes in its words are run. */
function readBackslash(line: string): readonly Effect[] {
  const [, name = '', rest = ''] = /^\\(!|[^\s|'"`\\]+)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
  if (name === '!') return [rest === '' ? interactive : runsShell(known(rest))];
  if (name === 'copy') return copies(rest);
  if (name === 'getenv') return disclosesSecond(rest);
  if (/[`\\]/.test(rest)) return [unknownEffect('unknown-code', line), ...commandsWithin(rest)];
  if (shows.test(name)) return [];
  if (/^(i|ir|include|include_relative)$/.test(name)) return loads(known(rest));
  if (/^(o|out|w|write|g|gx|s)$/.test(name)) return rest === '' ? [] : writes(known(rest));
  if (/^(c|connect)$/.test(name)) return [sendsTo(null)];
  if (/^(e|edit|ef|ev|password|prompt)$/.test(name))
    return [interactive, unknownEffect('program-specific', `\\${name}`)];
  return [unknownEffect('program-specific', `\\${name}`)];
}

/** `\getenv name VARIABLE`: what is in a variable of psql can be shown by all that comes after. */
function disclosesSecond(rest: string): readonly Effect[] {
  return [disclosesVariable(rest.split(/\s+/)[1] ?? null)];
}

/** What is in backquotes, and what stands behind a further backslash. */
function commandsWithin(text: string): readonly Effect[] {
  const quoted = [...text.matchAll(/`([^`]*)`/g)].map(([, command = '']) => runsShell(known(command)));
  const [, next] = /\\(?:\\\s*)?(?=(?:!|g|gx|o|out|w|write|i|ir|getenv)(?![a-z]))([\s\S]*)$/.exec(text) ?? [];
  return [...quoted.slice(0, 64), ...(next === undefined ? [] : readBackslash(`\\${next}`))];
}

/** `\copy table to 'file'`, `from program 'command'`, `to stdout`. */
function copies(rest: string): readonly Effect[] {
  const match = /\b(from|to)\s+(program\s+)?('((?:[^']|'')*)'|\S+)[^']*$/i.exec(rest);
  if (match === null || rest.includes('\\')) return [unknownEffect('unknown-code', `\\copy ${rest}`)];
  const [, direction = '', program, word = '', quoted] = match;
  const target = known(quoted ?? word);
  const isImport = direction.toLowerCase() === 'from';
  const change = isImport ? [changes('database')] : [];
  if (program !== undefined) return [runsShell(target), ...change];
  if (/^(p?std(in|out))$/i.test(word)) return change;
  return [isImport ? readsFile(target) : replacesFile(target), ...change];
}

/** Into a file, or with a bar at the start into a command. */
function writes(target: Word): readonly Effect[] {
  const text = textOf(target);
  if (text === null) return [unknownEffect('unknown-operand', describeWord(target))];
  if (text.startsWith('|')) return [runsShell(known(text.slice(1)))];
  return isStream(target) ? [] : [replacesFile(target)];
}

/** Variables of which some are prompts, and prompts run what is in backquotes. */
function setsVariable(setting: Word): readonly Effect[] {
  const text = textOf(setting);
  if (text === null) return [];
  return /^PROMPT\d|^HISTFILE|`/.test(text) ? [unknownEffect('program-specific', text)] : [];
}
