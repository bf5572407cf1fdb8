import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import { altersTree, replacesTree } from '../effects.ts';
import { readsValue, specialValue } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, listed, values } from '../shorthand.ts';
import { information, negatable, runsSettings } from './configured-tools.ts';

/** Programs that bring a database to the schema of the project. */
export const programs: readonly Program[] = [
  {
    names: ['prisma', 'drizzle-kit', 'typeorm', 'knex', 'sequelize', 'sequelize-cli', 'supabase-cli'],
    ...negatable,
    options: {
      ...information,
      ...flags(
        '--force -f, --accept-data-loss, --skip-generate, --skip-seed, --create-only, --force-reset, --preview-feature, --watch, --no-engine, --from-empty, --script, --exit-code',
      ),
      ...values('--name -n, --url, --provider, --generator'),
      ...listed(readsValue, '--schema, --file, --from-schema-datamodel, --to-schema-datamodel'),
      ...listed(specialValue('code that is loaded'), '--config, -d --dataSource'),
    },
    effects: runsSettings(databases),
  },
];

/** What changes a database by its naming; what may lose data besides. */
function databases(call: Call): readonly Effect[] {
  const words = call.operands.map((word) => textOf(word) ?? '').join(' ');
  const isLost =
    /reset|drop|rollback|undo|push|:down|revert|delete/.test(words) ||
    hasAny(call, '--accept-data-loss', '--force-reset');
  const isReading =
    /^(generate|validate|format|version|studio|(db:)?migrate[: ]status|migrate:(list|currentVersion)|migration:show|introspect|check)/.test(
      words,
    );
  const database: Effect = { kind: 'changes', subject: 'database', isDestructive: isLost, target: null };
  return isReading && !isLost ? [replacesTree(known('.'))] : [database, altersTree(known('.'))];
}
