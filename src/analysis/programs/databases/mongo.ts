import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import {
  changes,
  destroys,
  interactive,
  receivesFrom,
  replacesFile,
  replacesTree,
  runsFile,
  runsForeign,
  runsInput,
  sendsTo,
} from '../effects.ts';
import { allValues, has, lastValue, readsValue, valueWith } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, listed, values } from '../shorthand.ts';

/** Clients of MongoDB. */
export const programs: readonly Program[] = [
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
];

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
  const isLoss = /(?:\.|\[\s*['"])(drop\w*|delete\w*|remove\w*|findOneAndDelete|shutdownServer)\b/i.test(
    script ?? '',
  );
  if (isLoss) return [destroys('database'), runsForeign('javascript', text)];
  const isPlain = script !== null && /^[\w\s.,:$'"(){}[\]@/-]*;?$/.test(script);
  const rest = (script ?? '')
    .replace(mongoReads, '')
    .replace(/\bdb(\.[A-Za-z_]\w*)?|\b(print|printjson|JSON\.stringify)\b/g, '');
  // What is called may be named by a text: `db["users"]["insertOne"]({})`.
  const isComputed = /[\])'"]\s*\(/.test(script ?? '');
  const isReading =
    isPlain &&
    !isComputed &&
    !/[A-Za-z_$][\w$]*\s*\(|\$(out|merge|where|function)\b|\.[a-z]+Command/.test(rest);
  return isReading ? [] : [runsForeign('javascript', text)];
}
