import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, textOf } from '../../words.ts';
import {
  changes,
  destroys,
  interactive,
  receivesFrom,
  replacesTree,
  runsInput,
  runsShell,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import {
  allValues,
  has,
  lastValue,
  optional,
  readsValue,
  replacesValue,
  runsValue,
  special,
  specialValue,
  valueWith,
} from '../options.ts';
import type { Call, OptionTable, Program } from '../program.ts';
import { flags, hasAny, listed, optionals, values } from '../shorthand.ts';
import { readSql } from './sql.ts';

/** What the programs of MySQL and MariaDB have in common. */
const connection: OptionTable = {
  ...flags(
    '-C --compress, -v --verbose, -V --version, -? --help, -w --wait, --no-defaults, --print-defaults, -I',
  ),
  ...flags('--get-server-public-key, --ssl, --skip-ssl, --enable-cleartext-plugin, --ssl-verify-server-cert'),
  ...values('-h --host, -P --port, -S --socket, -u --user, --protocol, --bind-address, --character-sets-dir'),
  ...values(
    '--connect-timeout, --default-auth, --default-character-set, --max-allowed-packet, --net-buffer-length',
  ),
  ...values(
    '--ssl-mode, --tls-version, --ssl-cipher, --tls-ciphersuites, --login-path, --compression-algorithms',
  ),
  ...optionals('-p --password, --password1, -# --debug'),
  ...listed(readsValue, '--ssl-ca, --ssl-cert, --ssl-key, --ssl-capath, --server-public-key-path'),
  ...listed(
    specialValue('another configuration'),
    '--defaults-file, --defaults-extra-file, --defaults-group-suffix',
  ),
  '--plugin-dir': specialValue('libraries that are loaded'),
};

/** Clients of MySQL and MariaDB. */
export const programs: readonly Program[] = [
  {
    names: ['mysql', 'mariadb', 'mycli'],
    options: {
      ...connection,
      ...flags(
        '-A --no-auto-rehash, --auto-rehash, -B --batch, --binary-as-hex, -b --no-beep, --column-names',
      ),
      ...flags(
        '-N --skip-column-names, -c --comments, -f --force, -E --vertical, -G --named-commands, -H --html',
      ),
      ...flags(
        '-i --ignore-spaces, --line-numbers, -L --skip-line-numbers, -n --unbuffered, -o --one-database',
      ),
      ...flags('-q --quick, -r --raw, -s --silent, -t --table, -U --safe-updates, --show-warnings, -X --xml'),
      ...flags('--reconnect, --skip-reconnect, --column-type-info, --sigint-ignore, --skip-comments'),
      ...values('-D --database, --delimiter, --prompt, --select-limit, --max-join-size, -e --execute'),
      '--local-infile': optional,
      '--init-command': { takes: 'value', effects: ({ value }) => readSql(value) },
      '--pager': runsValue,
      '--tee': replacesValue,
    },
    effects: queries,
  },
  {
    names: ['mysqldump', 'mariadb-dump', 'mysqlpump'],
    options: {
      ...connection,
      ...flags('-A --all-databases, -B --databases, --add-drop-database, --add-drop-table, --add-locks, -a'),
      ...flags(
        '-c --complete-insert, -e --extended-insert, --skip-extended-insert, -E --events, -f --force, --hex-blob',
      ),
      ...flags(
        '-l --lock-tables, --skip-lock-tables, -n --no-create-db, -t --no-create-info, -d --no-data, --opt',
      ),
      ...flags(
        '--skip-opt, -q --quick, -R --routines, --single-transaction, --triggers, --skip-triggers, --tables',
      ),
      ...flags(
        '--no-tablespaces, -y, --compact, --column-statistics, --skip-comments, --skip-add-locks, -K, -X --xml',
      ),
      ...flags('--skip-add-drop-table, --skip-dump-date, --dump-date, --order-by-primary, -Q --quote-names'),
      ...values('--ignore-table, -W --where, --set-gtid-purged, --compatible'),
      ...optionals('--master-data, --source-data, --column-statistics'),
      '-r --result-file': replacesValue,
      '-T --tab': valueWith(replacesTree),
      ...listed(special('it begins a new log'), '-F --flush-logs, --delete-master-logs, --flush-privileges'),
    },
    effects: (call) => (isAbout(call) ? [] : [receivesFrom(lastValue(call, '--host'))]),
  },
  {
    names: ['mysqladmin', 'mariadb-admin'],
    options: {
      ...connection,
      ...flags('-b, -f --force, -r --relative, -s --silent, -E --vertical'),
      ...values('-c --count, -i --sleep'),
    },
    effects: ({ operands }) => administers(operands),
  },
  {
    names: [
      'mysqlimport',
      'mysqlcheck',
      'mysql_upgrade',
      'mysqlslap',
      'mysql_secure_installation',
      'mariadb-import',
    ],
    style: 'none',
    effects: () => [sendsTo(null), changes('database')],
  },
  { names: ['mysqlshow'], options: connection, effects: (call) => [receivesFrom(lastValue(call, '--host'))] },
];

function isAbout(call: Call): boolean {
  return hasAny(call, '--help', '--version');
}

function queries(call: Call): readonly Effect[] {
  if (isAbout(call) || has(call, '--print-defaults')) return [];
  const host = lastValue(call, '--host');
  const database = lastValue(call, '--database') ?? call.operands[0] ?? null;
  const texts = allValues(call, '--execute');
  const effects = texts.flatMap((text) => readMysql(text, database));
  return [
    receivesFrom(host),
    sendsTo(host),
    ...effects,
    ...(texts.length === 0 ? readsInput(call, database) : []),
  ];
}

function readsInput({ stdin }: Call, database: Word | null): readonly Effect[] {
  if (stdin.kind === 'inherited') return [interactive];
  if (stdin.kind === 'nothing') return [];
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;
  return text === null || text.kind !== 'known' ? [runsInput('sql')] : readMysql(text, database);
}

/** SQL among which there may be commands of the program, which run a shell, read scripts and write files. */
function readMysql(text: Word, database: Word | null): readonly Effect[] {
  const sql = textOf(text)?.replace(/\\[gG](?=\s|$|;)/g, ';');
  if (sql === undefined) return [unknownEffect('unknown-code', describeWord(text))];
  const shell = /(?:^|[;\n])\s*(?:\\!|system\b)\s*([^\n;]*)/i.exec(sql);
  if (shell !== null) return [runsShell(known(shell[1] ?? '')), changes('database', database)];
  if (/\\[^'"%_nrt\\]/.test(sql) || /(?:^|[;\n])\s*(source|tee|pager|edit|delimiter|connect)\b/i.test(sql)) {
    return [unknownEffect('unknown-code', sql)];
  }
  return readSql(known(sql), database);
}

function administers(operands: readonly Word[]): readonly Effect[] {
  const verbs = operands.map((word) => textOf(word) ?? '');
  if (verbs.every((verb) => /^(ping|status|extended-status|variables|version|processlist)$/.test(verb))) {
    return [receivesFrom(null)];
  }
  return [sendsTo(null), verbs.includes('drop') ? destroys('database') : changes('database')];
}
