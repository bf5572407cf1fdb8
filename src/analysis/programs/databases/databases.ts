import type { Effect } from '../../../model/effect.ts';
import { describeWord, textOf } from '../../words.ts';
import { destroys, sendsTo, unknownEffect } from '../effects.ts';
import type { Program } from '../program.ts';

/** Clients of databases with languages of their own. */
export const programs: readonly Program[] = [
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
