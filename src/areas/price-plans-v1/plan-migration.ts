import type { PlanVersion } from '#areas/price-plans/index.ts';
import type { Context } from '#platform/http/operation.ts';
import type { UpdatePricePlanRequest } from './schema.ts';

export async function planMigration(
  _: Context,
  _version: PlanVersion,
  _body: Pick<UpdatePricePlanRequest, 'migrationMode' | 'versionsToMigrate'>,
): Promise<void> {}
