import type { Area } from '#platform/http/area.ts';
import { createPricePlanMigration } from './operations/create-price-plan-migration.ts';
import { createPricePlanMigrationV2 } from './operations/create-price-plan-migration-v2.ts';
import { migrationScheduledWork } from './scheduled-work.ts';

export const planMigrations: Area = {
  name: 'plan-migrations',
  title: 'Plan migrations',
  operations: [createPricePlanMigration, createPricePlanMigrationV2],
  scheduledWork: migrationScheduledWork,
};
