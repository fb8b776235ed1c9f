import { SUPERSEDED } from '#platform/http/deprecation.ts';
import { operation } from '#platform/http/operation.ts';
import { MIGRATION_PROBLEMS } from '../read-migration.ts';
import { CreatePricePlanMigrationRequest, MigrationQuery, MigrationStarted } from '../schema.ts';
import { startMigration } from '../start-migration.ts';

export const createPricePlanMigration = operation({
  id: 'createPricePlanMigration',
  method: 'POST',
  route: '/price_plans/migration',
  scope: 'plans:write',
  summary: 'Start a job that moves accounts of a plan version to another one',
  description: 'The same as in the second version of the API.',
  deprecated: { ...SUPERSEDED, successor: 'POST /v2/price_plans/migration' },
  request: { query: MigrationQuery, body: CreatePricePlanMigrationRequest },
  response: { status: 201, body: MigrationStarted },
  problems: MIGRATION_PROBLEMS,
  handle: (context, { query, body }) => startMigration(context, body, { isDryRun: query.dry_run ?? false }),
});
