import type { Area } from '#platform/http/area.ts';
import { migrationDueWork } from './due-work.ts';
import { createPricePlanMigration } from './operations/create-price-plan-migration.ts';
import { createPricePlanMigrationV2 } from './operations/create-price-plan-migration-v2.ts';

export const planMigrations: Area = {
  name: 'plan-migrations',
  operations: [createPricePlanMigration, createPricePlanMigrationV2],
  dueWork: migrationDueWork,
};
