import { operation } from '#platform/http/operation.ts';
import { MIGRATION_PROBLEMS } from '../read-migration.ts';
import { CreatePricePlanMigrationRequest, MigrationQuery, MigrationStarted } from '../schema.ts';
import { startMigration } from '../start-migration.ts';

export const createPricePlanMigrationV2 = operation({
  id: 'createPricePlanMigrationV2',
  method: 'POST',
  route: '/v2/price_plans/migration',
  scope: 'plans:write',
  summary: 'Start a job that moves accounts of a plan version to another one',
  description:
    'Returns at once. The newest job of type PRICE_PLAN has an entry for each account that the version ' +
    'prices now or later; accounts that cannot move fail individually. Running schedules move from the day ' +
    'that `migrationMode` defines, later ones as a whole.',
  request: { query: MigrationQuery, body: CreatePricePlanMigrationRequest },
  response: { status: 201, body: MigrationStarted },
  problems: MIGRATION_PROBLEMS,
  handle: (context, { query, body }) => startMigration(context, body, { isDryRun: query.dry_run ?? false }),
});
