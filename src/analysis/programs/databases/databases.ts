import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, prefixOf, textOf } from '../../words.ts';
import {
  changes,
  destroys,
  discloses,
  interactive,
  receivesFrom,
  replacesFile,
  replacesTree,
  runsFile,
  runsForeign,
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
  {
    names: ['redis-cli', 'valkey-cli', 'keydb-cli'],
    style: 'single-dash',
    order: 'options-first',
    options: {
      ...flags(
        '-2, -3, -c, -e, -x, --raw, --no-raw, --csv, --json, --quoted-json, --tls, --insecure, --scan, --bigkeys',
      ),
      ...flags(
        '--memkeys, --hotkeys, --stat, --latency, --latency-history, --latency-dist, --no-auth-warning, -v',
      ),
      ...flags('--help -help, --version -version, --verbose, --askpass, --show-pushes, --quoted-input'),
      ...values(
        '-h, -p, -t, -s, -a, --user, --pass, -u, -r, -i, -n, -d, -D, -X, --pattern, --quoted-pattern, --count',
      ),
      ...values('--sni, --tls-ciphers, --intrinsic-latency, --memkeys-samples, --keystats'),
      ...listed(readsValue, '--cacert, --cacertdir, --cert, --key'),
      ...listed(replacesValue, '--rdb, --functions-rdb'),
      '--eval': valueWith((path) => runsFile(path)),
      ...listed(special('commands from the input'), '--pipe, --ldb, --ldb-sync-mode, --replica, --slave'),
      '--cluster': specialValue('a change of the cluster'),
    },
    effects: asksRedis,
  },
  {
    names: ['mongosh', 'mongo'],
    abbreviates: false,
    options: {
      ...flags(
        '--nodb, --quiet, --verbose, --help, -h, --version, --norc, --shell, --json, --tls, --ssl, --retryWrites',
      ),
      ...flags('--tlsAllowInvalidCertificates, --tlsAllowInvalidHostnames, --build-info'),
      ...values(
        '--host, --port, -u --username, -p --password, --authenticationDatabase, --authenticationMechanism',
      ),
      ...values('--apiVersion, --eval, -f --file, --networkMessageCompressors'),
      ...listed(readsValue, '--tlsCAFile, --tlsCertificateKeyFile, --tlsCRLFile'),
    },
    effects: runsScripts,
  },
  {
    names: ['mongodump', 'mongoexport'],
    abbreviates: false,
    options: {
      ...flags(
        '--gzip, --quiet, -v --verbose, --help, --version, --jsonArray, --pretty, --ssl, --tls, --oplog',
      ),
      ...values(
        '-h --host, --port, -u --username, -p --password, -d --db, -c --collection, --uri, -q --query, -f --fields',
      ),
      ...values('--type, --authenticationDatabase, --excludeCollection, --limit, --sort, --skip'),
      '-o --out': valueWith(replacesTree),
      '--archive': { takes: 'optional', effects: ({ values }) => values.map(replacesFile) },
    },
    effects: (call) => [
      receivesFrom(lastValue(call, '--uri') ?? lastValue(call, '--host')),
      ...(call.name === 'mongodump' && !hasAny(call, '--out', '--archive')
        ? [replacesTree(known('dump'))]
        : []),
    ],
  },
  {
    names: ['mongorestore', 'mongoimport', 'mongofiles'],
    style: 'none',
    effects: ({ operands }) => {
      const drops = operands.some((word) => /^--drop\b/.test(prefixOf(word)));
      return [sendsTo(null), drops ? destroys('database') : changes('database')];
    },
  },
  {
    names: [
      'influx',
      'cqlsh',
      'clickhouse-client',
      'clickhouse',
      'sqlcmd',
      'sqlplus',
      'cockroach',
      'neo4j-admin',
      'cypher-shell',
      'etcdctl',
      'supabase',
      'dynamodb-local',
      'usql',
      'snowsql',
      'bq',
      'db2',
    ],
    style: 'none',
    effects: ({ operands }) => {
      const isQuestion =
        operands.length === 1 && /^(--version|--help|-h|-V|version|help)$/.test(textOf(operands[0]) ?? '');
      const text = operands.map(describeWord).join(' ');
      return isQuestion ? [] : [sendsTo(null), databaseWords(text)];
    },
  },
];

/** Programs with languages of their own: the words that take away, else it is not known. */
function databaseWords(text: string): Effect {
  const isLoss = /\b(drop|delete|truncate|del|reset|destroy|purge|remove|rm|flush)\b/i.test(text);
  return isLoss ? destroys('database') : unknownEffect('unknown-code', text);
}

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

const redisReads =
  /^(ping|echo|get|mget|strlen|getrange|exists|keys|scan|type|ttl|pttl|randomkey|hget|hgetall|hmget|hkeys|hvals|hlen|hexists|hscan|lrange|llen|lindex|smembers|scard|sismember|sscan|zrange|zrevrange|zrangebyscore|zcard|zscore|zrank|zscan|zcount|xrange|xlen|xinfo|xread|info|dbsize|time|lastsave|role|command|memory|object|dump|bitcount|getbit|pfcount|geopos|geodist|touch|hello|select|auth|quit|wait|latency|slowlog|lolwut|json\.get|ft\.search|ft\.info|ft\._list)$/i;
const redisLosses =
  /^(flushall|flushdb|del|unlink|getdel|shutdown|hdel|ltrim|lrem|srem|zrem|xdel|xtrim|json\.del|ft\.dropindex|spop|lpop|rpop|zremrange\w+)$/i;

function asksRedis(call: Call): readonly Effect[] {
  if (hasAny(call, '--help', '--version')) return [];
  const host = lastValue(call, '-h') ?? lastValue(call, '-u') ?? lastValue(call, '-s');
  const [verb, second] = call.operands;
  const reach = [sendsTo(host)];
  if (has(call, '--eval')) return [...reach, runsForeign('lua', verb ?? known('')), changes('database')];
  if (verb === undefined) {
    const isList = hasAny(
      call,
      '--scan',
      '--bigkeys',
      '--memkeys',
      '--hotkeys',
      '--stat',
      '--latency',
      '--rdb',
    );
    if (isList) return reach;
    return [...reach, call.stdin.kind === 'inherited' ? interactive : runsInput('redis')];
  }
  return [...reach, ...redisCommand(textOf(verb), textOf(second))];
}

function redisCommand(verb: string | null, second: string | null): readonly Effect[] {
  if (verb === null) return [unknownEffect('unknown-operand', '…')];
  if (/^(config|acl|client|cluster|script|function|module)$/i.test(verb)) {
    const shows = /^(get|list|info|getname|id|whoami|nodes|slots|users|cat|help)$/i.test(second ?? '');
    return shows ? (/^(config|acl)$/i.test(verb) ? [discloses('credentials')] : []) : [changes('database')];
  }
  if (/^(eval|evalsha|fcall)(_ro)?$/i.test(verb)) return [runsForeign('lua', known(second ?? ''))];
  if (redisLosses.test(verb)) return [destroys('database')];
  return redisReads.test(verb) ? [] : [changes('database')];
}

const mongoReads =
  /\.(find|findOne|count|countDocuments|estimatedDocumentCount|distinct|pretty|limit|sort|skip|toArray|explain|stats|dataSize|storageSize|totalSize|getIndexes|getCollection|getCollectionNames|getCollectionInfos|getSiblingDB|getName|getMongo|serverStatus|hello|isMaster|version|hostInfo|currentOp|projection|size|forEach|map|hasNext|next|ok|length|join|filter|listDatabases|getDBs|status|isReady)\b/g;

function runsScripts(call: Call): readonly Effect[] {
  if (hasAny(call, '--help', '--version', '-h', '--build-info')) return [];
  const texts = allValues(call, '--eval');
  const isScript = (word: Word) => /\.(m?js|mongodb)$/.test(textOf(word) ?? '');
  const scripts = [...allValues(call, '--file'), ...call.operands.filter(isScript)];
  const address = call.operands.find((word) => !isScript(word)) ?? lastValue(call, '--host');
  const isWaiting = texts.length === 0 && scripts.length === 0;
  const input = call.stdin.kind === 'inherited' ? interactive : runsInput('javascript');
  return [
    sendsTo(address),
    ...texts.flatMap(readScript),
    ...scripts.map((script) => runsFile(script)),
    ...(isWaiting || has(call, '--shell') ? [input] : []),
  ];
}

/** JavaScript that only calls what reads; what takes away is said, all else is code that is not read. */
function readScript(text: Word): readonly Effect[] {
  const script = textOf(text);
  const isLoss = /\.(drop\w*|delete\w*|remove\w*|findOneAndDelete|shutdownServer)\b/i.test(script ?? '');
  if (isLoss) return [destroys('database'), runsForeign('javascript', text)];
  const isPlain = script !== null && /^[\w\s.,:$'"(){}[\]@/-]*;?$/.test(script);
  const rest = (script ?? '')
    .replace(mongoReads, '')
    .replace(/\bdb(\.[A-Za-z_]\w*)?|\b(print|printjson|JSON\.stringify)\b/g, '');
  const isReading =
    isPlain && !/[A-Za-z_$][\w$]*\s*\(|\$(out|merge|where|function)\b|\.[a-z]+Command/.test(rest);
  return isReading ? [] : [runsForeign('javascript', text)];
}
